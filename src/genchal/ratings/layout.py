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

from genchal.domain.ratings import KINDS, NAMED, ItemKind, Ratings, is_pseudonym
from genchal.domain.selection import SetAside
from genchal.errors import counted
from genchal.text.arrays.labels import Labels
from genchal.text.arrays.ragged import FloatArray, IntArray, combine_codes
from genchal.text.tables.source import CodedTable, TableSource

LINES_SHOWN = 5  # how many lines of what was set aside are named


class Layout(Protocol):
    """A way in which judgements are written in a file."""

    summary: ClassVar[str]  # one line for lists of layouts

    @staticmethod
    def claims(header: Sequence[str]) -> bool:
        """Whether a file with these columns (or keys) is of this layout."""

    @staticmethod
    def read(source: TableSource) -> Ratings:
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
    doubtful: list[tuple[str, NDArray[np.bool_]]] = field(default_factory=list)  # what to set aside first, and why
    notes: dict[str, str] = field(default_factory=dict)

    def to_ratings(self, personal: int = 0) -> Ratings:
        """Set aside what cannot be used, pseudonymise raters and sheets, and count everything."""
        count = len(self.value)
        notes = dict(self.notes)
        if personal:
            was = "was" if personal == 1 else "were"
            notes["personal data"] = f"{counted(personal, 'column')} with personal data {was} not read"
        if self.rater is None:
            notes["raters"] = "the file names no raters: all judgements count as one rater's"
        if self.sheet is None:
            notes["sheets"] = "the file names no sheets: every judgement stands alone, and there are no comparisons"
        single = Labels(np.zeros(count, np.int64), ("1",) if count else ())
        rater, sheet = self.rater or single, self.sheet or single
        unknown = np.full(count, np.nan)
        made = Ratings(
            self.value,
            rater,
            sheet,
            self.instance,
            self.system,
            self.criterion,
            self.kind if self.kind is not None else np.zeros(count, np.int8),
            self.position if self.position is not None else np.full(count, -1),
            self.shown_at if self.shown_at is not None else unknown,
            self.answered_at if self.answered_at is not None else unknown,
        )
        left = np.ones(count, dtype=bool)
        aside: list[SetAside] = []
        reasons = [
            *self.doubtful,
            *((f"no {name} is named", is_empty(getattr(made, name))) for name in NAMED),
            ("the value is not finite", ~np.isfinite(self.value)),
        ]
        for reason, rows in reasons:
            self._put_aside(reason, rows & left, aside)
            left &= ~rows
        repeats, contradictions = _repeats(made, np.flatnonzero(left))
        self._put_aside("an exact repeat of an earlier one", repeats, aside)
        left &= ~repeats
        if contradictions:
            notes["contradictions"] = (
                f"{counted(contradictions, 'judgement')} by the same rater of the same item, sheet and criterion as an "
                "earlier one with another value; all are kept"
            )
        sheets = self.sheet if self.sheet is not None else Labels(np.arange(count), ("",) * count)
        pseudonymous = replace(
            made,
            rater=_pseudonymise_raters(rater),
            sheet=Labels(sheets.codes, tuple(f"s{number}" for number in range(1, len(sheets.names) + 1))),
            set_aside=tuple(aside),
            notes=notes,
        )
        return pseudonymous if left.all() else pseudonymous.take(left)

    def _put_aside(self, reason: str, rows: NDArray[np.bool_], aside: list[SetAside]) -> None:
        if count := int(rows.sum()):
            places = np.unique(self.lines[rows])[:LINES_SHOWN]
            aside.append(SetAside(reason, count, tuple(places.tolist())))


def _pseudonymise_raters(rater: Labels) -> Labels:
    """Keep the pseudonyms of genchal's own studies; number everybody else in the order of first appearance: r1, r2."""
    numbers = itertools.count(1)
    return Labels(rater.codes, tuple(name if is_pseudonym(name) else f"r{next(numbers)}" for name in rater.names))


def is_empty(labels: Labels) -> NDArray[np.bool_]:
    """Where a column has empty cells."""
    code = labels.names.index("") if "" in labels.names else -1
    return np.equal(labels.codes, code)


def _repeats(ratings: Ratings, rows: IntArray) -> tuple[NDArray[np.bool_], int]:
    """Which of these rows repeat an earlier one, and how many others differ from an earlier one in the value alone."""
    named = (getattr(ratings, name) for name in NAMED)
    places = ratings.position[rows] + 1
    if places.max(initial=0) > len(places):
        places = np.unique(places, return_inverse=True)[1]
    keys = combine_codes(ratings.kind[rows].astype(np.int64), places, *(column.codes[rows] for column in named))
    in_order = np.sort(keys)
    repeated = np.zeros(len(ratings), dtype=bool)
    is_again = in_order[1:] == in_order[:-1]
    if not is_again.any():
        return repeated, 0
    full = combine_codes(keys, np.unique(ratings.value[rows], return_inverse=True)[1])
    firsts = np.unique(full, return_index=True)[1]
    repeated[rows] = True
    repeated[rows[firsts]] = False
    return repeated, len(firsts) - (len(keys) - int(is_again.sum()))


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


def interleave_columns(columns: Sequence[Labels]) -> Labels:
    """Columns side by side as one: the cells of the first row, then those of the second, and so on."""
    names = Labels.of(name for column in columns for name in column.names)
    starts = np.cumsum([0, *(len(column.names) for column in columns)])
    codes = [names.codes[start + column.codes] for start, column in zip(starts, columns, strict=False)]
    return Labels(np.stack(codes, axis=1).ravel(), names.names)


def number_rows(table: CodedTable) -> Labels:
    """Number the rows of a table, the same row the same: for layouts in which a row is a sheet."""
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
