"""What every layout does: claim files, read them, and report everything that it sets aside."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from genchal.domain.ratings import KINDS, NAMED, ItemKind, Ratings, is_code, is_pseudonym, name_unknown_rater
from genchal.domain.selection import SetAside
from genchal.errors import counted, list_some
from genchal.text.arrays.labels import Labels
from genchal.text.arrays.ragged import FloatArray, IntArray, combine_codes
from genchal.text.tables.source import CodedTable, TableSource

MOST_UNREAD = 0.1  # of a system's judgements, whose values are no numbers: more are named in a warning
LARGEST = 1e50  # no scale goes so far, and statistics need the fourth power of values
NAMED_ALWAYS = ("instance", "system", "criterion")  # a judgement without one of these says nothing


class Layout(Protocol):
    """A way in which judgements are written in a file."""

    summary: ClassVar[str]  # one line for lists of layouts

    @staticmethod
    def claims(header: Sequence[str]) -> bool:
        """Whether a file with these columns (or keys) is of this layout."""

    @staticmethod
    def read(source: TableSource) -> Judgements:
        """Read the judgements of a file."""


@dataclass(eq=False)
class Judgements:
    """Columns that a layout found, before anything is set aside; columns that a layout does not have stay None.

    `lines` tells where a judgement stands in the file. Empty names are missing ones.
    """

    value: FloatArray
    rater: Labels | None
    instance: Labels
    system: Labels
    criterion: Labels
    lines: IntArray
    sheet: Labels | None = None
    kind: NDArray[np.int8] | None = None
    position: IntArray | None = None
    shown_at: FloatArray | None = None
    answered_at: FloatArray | None = None
    identity: Labels | None = None  # of judgements, where the tool that wrote the file numbers them
    doubtful: list[tuple[str, NDArray[np.bool_]]] = field(default_factory=list)  # what to set aside first, and why
    notes: dict[str, str] = field(default_factory=dict)
    personal: int = 0  # columns that were not read because they are about persons
    has_named_sheets: bool = False  # sheets have names that mean the same in another file
    sheetless: NDArray[np.bool_] | None = None  # where judgements of files that name no sheets stand among others
    files: tuple[str, ...] = ()  # their names, if there are several

    def to_ratings(self) -> Ratings:
        """Set aside what cannot be used, pseudonymise raters and sheets, and count everything."""
        count = len(self.value)
        notes = dict(self.notes)
        if self.personal:
            was = "was" if self.personal == 1 else "were"
            notes["personal data"] = f"{counted(self.personal, 'column')} with personal data {was} not read"
        if self.sheet is None:
            notes["sheets"] = "the file names no sheets: every judgement stands alone, and there are no comparisons"
        sheet = self.sheet or Labels(np.arange(count), ("",) * count)
        rater = self._name_raters(notes)
        unknown = np.full(count, np.nan)
        made = Ratings(
            self.value,
            rater,
            Labels(sheet.codes, tuple(f"s{number}" for number in range(1, len(sheet.names) + 1))),
            self.instance,
            self.system,
            self.criterion,
            self.kind if self.kind is not None else np.zeros(count, np.int8),
            self.position if self.position is not None else np.full(count, -1),
            self.shown_at if self.shown_at is not None else unknown,
            self.answered_at if self.answered_at is not None else unknown,
            self.lines,
            self.files,
        )
        left = np.ones(count, dtype=bool)
        aside: list[SetAside] = []
        reasons = [
            *self.doubtful,
            *((f"no {name} is named", is_empty(getattr(made, name))) for name in NAMED_ALWAYS),
            *([("no sheet is named", is_empty(self.sheet))] if self.sheet is not None else []),
            ("the value is not finite", ~np.isfinite(self.value)),
            ("the value is not a rating: it is larger than any scale", np.abs(self.value) > LARGEST),
        ]
        unread = np.zeros(count, dtype=bool)
        for reason, rows in reasons:
            self._put_aside(reason, rows & left, aside)
            unread |= rows & left & reason.startswith(("the value is not", "the winner is not"))
            left &= ~rows
        self._name_losers(left, unread, notes)
        copies = self._find_copies(made, left, notes)
        self._put_aside("an exact repeat of an earlier one", copies, aside)
        left &= ~copies
        made = replace(made, set_aside=tuple(aside), notes=notes)
        return made if left.all() else made.take(left)

    def _name_losers(self, left: NDArray[np.bool_], unread: NDArray[np.bool_], notes: dict[str, str]) -> None:
        """Say which systems lose all judgements, or a good part of them because their values cannot be read."""
        systems = self.system.names
        total, kept, lost = (
            np.bincount(self.system.codes[rows], minlength=len(systems)) for rows in (slice(None), left, unread)
        )
        places = np.flatnonzero((total > 0) & ((kept == 0) | (lost > MOST_UNREAD * total)))
        losers = [
            f"{systems[system]} ({total[system] - kept[system]:,} of {total[system]:,})"
            for system in places.tolist()
            if systems[system]
        ]
        if losers:
            notes["losses"] = f"judgements that cannot be used: {list_some(losers)}; see what was set aside"

    def _name_raters(self, notes: dict[str, str]) -> Labels:
        """Raters under names that can be shown. Who is not named is nobody in particular: another one on every sheet.

        Numbers that a file gives its raters, and pseudonyms of genchal's own studies, stay. If any other name is among
        them, everybody gets a number in the order of first appearance: r1, r2.
        """
        count = len(self.value)
        rater = self.rater or Labels(np.zeros(count, np.int64), ("",))
        missing = is_empty(rater)
        numbers = itertools.count(1)
        keeps = is_code if all(is_code(name) for name in rater.names if name) else is_pseudonym
        names = [name if keeps(name) else f"r{next(numbers)}" if name else "" for name in rater.names]
        if not missing.any():
            return Labels(rater.codes, tuple(names))
        many = int(missing.sum())
        if many == count:
            who = "the files name" if self.files else "the file names"
            notes["raters"] = f"{who} no raters: nothing is known about how they differ"
        else:
            notes["raters"] = (
                f"{counted(many, 'judgement')} without a rater's name, taken for judgements by different people"
            )
        # What one person saw at once is a sheet, named or not.
        person = self.sheet.codes if self.sheet is not None else np.arange(count)
        people = np.unique(person[missing], return_inverse=True)[1]
        codes = np.where(missing, 0, rater.codes)
        codes[missing] = len(names) + people
        nobody = (name_unknown_rater(number) for number in range(1, int(people.max()) + 2))
        return Labels(codes, (*names, *nobody)).take(np.arange(count))

    def _find_copies(self, made: Ratings, left: NDArray[np.bool_], notes: dict[str, str]) -> NDArray[np.bool_]:
        """Which rows are copies of earlier ones: the same in everything, by a rater who is named, and shown to be one.

        A number of the judgement, a time or a sheet shows it: nobody judges an item twice in one moment or on one
        sheet. Without any of these nothing tells a copy from a second judgement, and both count. So do judgements that
        differ in their value.
        """
        named = ~is_empty(self.rater) if self.rater is not None else np.zeros(len(made), dtype=bool)
        rows = np.flatnonzero(left & named)
        copies = np.zeros(len(made), dtype=bool)
        keys = [getattr(made, name).codes[rows] for name in NAMED if name != "sheet"]
        on_sheet = np.full(len(made), self.sheet is not None)
        if self.sheetless is not None:
            on_sheet &= ~self.sheetless
        keys += [np.where(on_sheet, made.sheet.codes, 0)[rows]]
        keys += [np.unique(column[rows], return_inverse=True)[1] for column in (made.kind, made.position)]
        moments = [column for column in (self.shown_at, self.answered_at) if column is not None]
        keys += [np.unique(np.nan_to_num(moment[rows], nan=-1.0), return_inverse=True)[1] for moment in moments]
        keys += [self.identity.codes[rows]] if self.identity is not None else []
        judgement = combine_codes(*keys)
        full = combine_codes(judgement, np.unique(made.value[rows], return_inverse=True)[1])
        firsts = np.unique(full, return_index=True)[1]
        repeated = np.ones(len(rows), dtype=bool)
        repeated[firsts] = False
        proved = on_sheet[rows]
        if self.identity is not None:
            proved |= ~is_empty(self.identity)[rows]
        for moment in moments:
            proved |= np.isfinite(moment[rows])
        copies[rows] = repeated & proved
        unclear = int((repeated & ~proved).sum())
        if unclear:
            notes["repeats"] = (
                f"{counted(unclear, 'judgement')} with the rater, item, criterion and value of an earlier one; nothing "
                "shows whether these are copies or second judgements, so all count"
            )
        contradictions = len(firsts) - len(np.unique(judgement)) if proved.any() else 0
        if contradictions:
            notes["contradictions"] = (
                f"{counted(contradictions, 'judgement')} by the same rater of the same item, sheet and criterion as an "
                "earlier one with another value; all are kept"
            )
        return copies

    def _put_aside(self, reason: str, rows: NDArray[np.bool_], aside: list[SetAside]) -> None:
        if count := int(rows.sum()):
            criteria = tuple(self.criterion.names[code] for code in self.criterion.codes[rows].tolist())
            aside.append(SetAside(reason, count, tuple(self.lines[rows].tolist()), self.files, criteria))


def is_empty(labels: Labels) -> NDArray[np.bool_]:
    """Where a column has empty cells."""
    code = labels.names.index("") if "" in labels.names else -1
    return np.equal(labels.codes, code)


def join_columns(columns: Sequence[Labels], separator: str = ":") -> Labels:
    """Several columns as one, numbered in the order of first appearance."""
    keys, first, codes = np.unique(
        combine_codes(*(column.codes for column in columns)), return_index=True, return_inverse=True
    )
    order = np.argsort(first, kind="stable")
    new = np.empty(len(keys), dtype=np.int64)
    new[order] = np.arange(len(keys))
    rows = first[order].tolist()
    names = tuple(separator.join(column.names[column.codes[row]] for column in columns) for row in rows)
    return Labels(new[codes], names)


def stack_columns(columns: Sequence[Labels]) -> Labels:
    """Columns one below the other as one."""
    names = Labels.of(name for column in columns for name in column.names)
    starts = np.cumsum([0, *(len(column.names) for column in columns)])
    codes = [names.codes[start + column.codes] for start, column in zip(starts, columns, strict=False)]
    return Labels(np.concatenate(codes), names.names)


def fill_column(name: str, count: int) -> Labels:
    """A column with the same name in every row."""
    return Labels(np.zeros(count, np.int64), (name,))


def interleave_columns(columns: Sequence[Labels]) -> Labels:
    """Columns side by side as one: the cells of the first row, then those of the second, and so on."""
    names = Labels.of(name for column in columns for name in column.names)
    starts = np.cumsum([0, *(len(column.names) for column in columns)])
    codes = [names.codes[start + column.codes] for start, column in zip(starts, columns, strict=False)]
    return Labels(np.stack(codes, axis=1).ravel(), names.names)


def number_rows(table: CodedTable, *, identified: bool) -> Labels:
    """Number the rows of a table, for layouts in which a row is a sheet.

    Equal rows are one sheet where they are `identified` by a number or a time. Otherwise they are as many sheets:
    judges are shown sheets again, to see whether they are consistent, and those who are must not count less.
    """
    if not identified:
        return Labels(np.arange(len(table)), tuple(map(str, range(len(table)))))
    return join_columns([Labels(column.codes, ("",) * len(column.names)) for column in table.columns.values()])


def parse_numbers(labels: Labels) -> tuple[FloatArray, list[tuple[str, NDArray[np.bool_]]]]:
    """Cells as numbers, NaN where they are none, and what is wrong with the latter."""
    found = _floats(labels.names)
    value, empty = found[labels.codes], is_empty(labels)
    return value, [("the value is empty", empty), ("the value is not a number", np.isnan(value) & ~empty)]


def parse_number(text: str) -> float:
    """A cell as a number, NaN where it is none."""
    try:
        return float(text) if "_" not in text else math.nan
    except ValueError:
        return math.nan


def parse_times(labels: Labels) -> FloatArray:
    """Cells as seconds: numbers as they are, dates since 1970; NaN where they are neither."""
    found = _floats(labels.names)
    for place in np.flatnonzero(~np.isfinite(found)).tolist():
        found[place] = _date(labels.names[place])
    return found[labels.codes]


def _floats(names: Sequence[str]) -> FloatArray:
    """Texts as numbers; when all are, and they usually are, it is quick."""
    try:
        if not any("_" in name for name in names):
            return np.fromiter(map(float, names), np.float64, len(names))
    except ValueError:
        pass
    return np.array([parse_number(name) for name in names], dtype=np.float64)


def _date(text: str) -> float:
    for parse in (datetime.fromisoformat, _american):
        try:
            moment = parse(text)
            return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
        except (ValueError, OverflowError):
            continue
    return math.nan


def _american(text: str) -> datetime:
    """CrowdFlower's 11/28/2017 02:30:23."""
    return datetime.strptime(text, "%m/%d/%Y %H:%M:%S").replace(tzinfo=UTC)


def parse_kinds(labels: Labels, names: Mapping[str, ItemKind]) -> tuple[NDArray[np.int8], NDArray[np.bool_]]:
    """Cells as kinds of items by a table of names (in lower case), and where a cell is not in the table."""
    codes = np.array([KINDS.index(names[name.lower()]) if name.lower() in names else -1 for name in labels.names])
    found = codes.astype(np.int8)[labels.codes]
    return np.maximum(found, 0), found < 0
