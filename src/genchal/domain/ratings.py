"""Ratings: what raters said, as columns. What ranking, agreement and correlation start from."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from genchal.domain.selection import SetAside, list_of_criteria
from genchal.text.arrays.labels import Labels
from genchal.text.arrays.ragged import FloatArray, IntArray, combine_codes, pairs_within

# What an item was shown for. Only scored ones count in results; the others are there to judge the raters by.
ItemKind = Literal["scored", "practice", "repeat", "damaged", "reference", "attention"]
KINDS: tuple[ItemKind, ...] = get_args(ItemKind)
# The columns of ratings: those of names, and those of numbers.
NAMED = ("rater", "sheet", "instance", "system", "criterion")
NUMBERED = ("value", "kind", "position", "shown_at", "answered_at", "line")
PSEUDONYM = re.compile(r"rater-[0-9]{4,}")  # as the store makes them


# Rater numbers that say nothing about a person: r1, annotator_12, A3, 7. Long numbers and letters may be accounts.
CODE = re.compile(
    r"(?:[A-Za-z]|r|rater|w|worker|annotator|judge|evaluator|participant|user|crowd|p|s)?[-_ ]?[0-9]{1,4}"
)
RELATIVE = "relative"  # note of ratings whose values are places among the outputs of a sheet
UNKNOWN = "?"  # begins the names of raters whom a file does not name


def is_pseudonym(name: str) -> bool:
    """Whether a rater's name is a pseudonym that a study of genchal gave out."""
    return PSEUDONYM.fullmatch(name) is not None


def is_code(name: str) -> bool:
    """Whether a rater's name is a mere number of the rater, and can be shown."""
    return is_pseudonym(name) or CODE.fullmatch(name) is not None


def name_unknown_rater(number: int) -> str:
    """What stands for a rater whom a file does not name; each is taken for another one."""
    return f"{UNKNOWN}{number}"


@dataclass(frozen=True, eq=False)
class Ratings:
    """Judgements as columns: a rater gave `value` to what `system` wrote for `instance`, under a `criterion`.

    Higher values are better: ranks are turned round when they are read. A sheet is what a rater saw at once; judgements
    that share one are comparable with each other. Times are seconds (since any moment), NaN where unknown; a position
    is the place of an item on its sheet, -1 where unknown. `line` says where a judgement stands in its file (see
    `SetAside`), and `set_aside` what the file had besides. A rater whom the file does not name is taken for another one
    each time, never for one person.
    """

    value: FloatArray
    rater: Labels
    sheet: Labels
    instance: Labels
    system: Labels
    criterion: Labels
    kind: NDArray[np.int8]
    position: IntArray
    shown_at: FloatArray
    answered_at: FloatArray
    line: IntArray
    files: tuple[str, ...] = ()  # their names, if there are several
    set_aside: tuple[SetAside, ...] = ()
    notes: Mapping[str, str] = field(default_factory=dict)  # what a reader wants known: "layout", "scale" ...

    @classmethod
    def from_columns(
        cls,
        value: Sequence[float] | FloatArray,
        rater: Iterable[str],
        sheet: Iterable[str],
        instance: Iterable[str],
        system: Iterable[str],
        criterion: Iterable[str],
        *,
        kind: Iterable[ItemKind] | None = None,
        position: Sequence[int] | None = None,
        shown_at: Sequence[float] | None = None,
        answered_at: Sequence[float] | None = None,
        set_aside: Sequence[SetAside] = (),
        notes: Mapping[str, str] | None = None,
    ) -> Ratings:
        """Put columns together; those that are not given are filled with what stands for unknown."""
        values = np.asarray(value, dtype=np.float64)
        unknown = np.full(len(values), np.nan)
        kinds = map(KINDS.index, kind) if kind else np.zeros(len(values))
        made = cls(
            value=values,
            rater=Labels.of(rater),
            sheet=Labels.of(sheet),
            instance=Labels.of(instance),
            system=Labels.of(system),
            criterion=Labels.of(criterion),
            kind=np.array(list(kinds), dtype=np.int8),
            position=np.array(position, dtype=np.int64) if position is not None else np.full(len(values), -1),
            shown_at=np.array(shown_at, dtype=np.float64) if shown_at is not None else unknown,
            answered_at=np.array(answered_at, dtype=np.float64) if answered_at is not None else unknown,
            line=np.arange(1, len(values) + 1),
            set_aside=tuple(set_aside),
            notes=dict(notes or {}),
        )
        if {len(getattr(made, name)) for name in NAMED} != {len(values)}:
            raise ValueError("columns of different lengths")
        return made

    def __len__(self) -> int:
        return len(self.value)

    @property
    def raters(self) -> int | None:
        """How many raters there are; None if the file names none."""
        named = sum(not name.startswith(UNKNOWN) for name in self.rater.names)
        return None if not named and len(self.rater.names) else named

    def take(self, rows: IntArray | NDArray[np.bool_]) -> Ratings:
        """These judgements; names that no longer occur are left out."""
        named = {name: getattr(self, name).take(rows) for name in NAMED}
        return replace(self, **named, **{name: getattr(self, name)[rows] for name in NUMBERED})

    def of_kind(self, kind: ItemKind) -> Ratings:
        """Only items that were shown for one purpose; "scored" ones count in results."""
        return self.take(self.kind == KINDS.index(kind))

    def of(self, *criteria: str) -> Ratings:
        """Only judgements of these criteria; what was set aside remains so if it is, or may be, of them."""
        wanted = [self.criterion.code(criterion, "criterion") for criterion in criteria]
        kept = self.take(np.isin(self.criterion.codes, wanted))
        return replace(kept, set_aside=list_of_criteria(self.set_aside, criteria))

    def without(self, reason: str, rows: NDArray[np.bool_]) -> Ratings:
        """Set judgements aside, and keep count."""
        count = int(rows.sum())
        if not count:
            return self
        names = self.criterion.names
        criteria = tuple(names[code] for code in self.criterion.codes[rows].tolist())
        aside = SetAside(reason, count, tuple(self.line[rows].tolist()), self.files, criteria)
        return replace(self.take(~rows), set_aside=(*self.set_aside, aside))

    def items(self) -> Labels:
        """What was rated: pairs (instance, system), as numbers; names are "instance system"."""
        pairs = combine_codes(self.instance.codes, self.system.codes)
        _, rows, codes = np.unique(pairs, return_index=True, return_inverse=True)
        instances, systems = (
            [column.names[code] for code in column.codes[rows].tolist()] for column in (self.instance, self.system)
        )
        return Labels(codes, tuple(map("\t".join, zip(instances, systems, strict=True))))

    def pairwise(self) -> Pairwise:
        """Every two judgements of one criterion and instance by one rater that share a sheet, as a comparison."""
        group = combine_codes(*(column.codes for column in (self.sheet, self.rater, self.instance, self.criterion)))
        order = np.argsort(group, kind="stable")
        _, sizes = np.unique(group[order], return_counts=True)
        first, second = pairs_within(sizes)
        left, right = order[first], order[second]
        outcome = np.sign(self.value[left] - self.value[right]).astype(np.int64)
        instance, rater, sheet = (column.codes[left] for column in (self.instance, self.rater, self.sheet))
        systems = self.system
        every = Pairwise(systems.codes[left], systems.codes[right], outcome, instance, rater, sheet, systems.names)
        return every.take(every.left != every.right)


@dataclass(frozen=True, eq=False)
class Pairwise:
    """Comparisons of two systems: outcome 1 if the left one is better, -1 if the right one is, 0 for a draw."""

    left: IntArray
    right: IntArray
    outcome: IntArray
    instance: IntArray
    rater: IntArray
    sheet: IntArray
    systems: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.outcome)

    def take(self, rows: IntArray | NDArray[np.bool_]) -> Pairwise:
        """These comparisons, of the same systems."""
        columns = ("left", "right", "outcome", "instance", "rater", "sheet")
        return replace(self, **{name: getattr(self, name)[rows] for name in columns})
