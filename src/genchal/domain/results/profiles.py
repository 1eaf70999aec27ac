"""Text statistics: numbers of whole collections of texts, and differences between systems."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from genchal.domain.results.comparison import Correction
from genchal.domain.results.shown import ShownResult
from genchal.domain.results.table import Column, PValue, Table, rules_between
from genchal.domain.settings import check_choices, setting, split_names
from genchal.errors import find_known

Quirk = Literal["quotes", "second-x", "none-value"]
Version = Literal["lexicalised", "delexicalised"]
DEFAULT_LIST = "wordfreq"  # the list of frequent words
ACROSS = 6  # collections that stand side by side; more of them stand below each other
SWAPPED = "Outputs swapped within instances, two-sided. Differences are B minus A; p is adjusted for pairs of systems."


@dataclass(frozen=True, slots=True)
class DescribingTexts:
    """What to look at; what is None or empty is the preset's, or the default."""

    statistics: tuple[str, ...] = setting(
        (),
        "Statistics, such as sizes,lengths or diversity:unit=lemma:window=100. Default: all without lemmas. May be "
        "repeated.",
        option="-s, --stat",
    )
    preset: str | None = setting(
        None, "Texts and statistics of a published table: e2e, sfrest, sfrest-inf, bagel, e2e-outputs."
    )
    delexicalise: tuple[str, ...] = setting(
        (), "Also describe texts without the values of these slots, such as name,near.", metavar="SLOTS"
    )
    clean: str | None = setting(None, "How to clean texts first: none, detokenise, sf or bagel.")
    case: Literal["lower", "mixed"] | None = setting(
        None, "Count words in lower case, or as they are written. Default: lower."
    )
    frequencies: str = setting(
        DEFAULT_LIST,
        "List of words by frequency for sophistication, one per line; wordfreq is the list of that package.",
        metavar="FILE",
    )
    parser: str = setting("en", "Tagger-parser for lemmas and tags: one that comes with genchal, or a file of weights.")
    seed: int = setting(1, "Random seed.", low=0)
    acts: str | None = setting(
        None, "Only turns with an act whose type begins so, such as inform. Default: the preset's.", metavar="TYPE"
    )
    quirks: tuple[Quirk, ...] = setting(
        (),
        "Mistakes of the E2E report's own programs to repeat, for its exact numbers: quotes (single quotes around all "
        "texts of a file are text), second-x (a name that BAGEL abstracts twice is filled in once), none-value (the "
        "value none is looked for in texts).",
    )

    def __post_init__(self) -> None:
        check_choices(self)

    @property
    def slots(self) -> tuple[str, ...]:
        """Slots whose values are taken out."""
        return split_names(self.delexicalise)


@dataclass(frozen=True, slots=True)
class Swapping:
    """Which systems are compared, and with how many trials."""

    all_pairs: bool = setting(False, "Compare all pairs of systems, not only each system with the baseline.")
    baseline: str | None = setting(None, "System that the others are compared with. Default: the first.")
    correction: Correction = setting(
        "holm", "Correction for the number of pairs per statistic: Holm, Benjamini-Hochberg, or none."
    )
    trials: int = setting(1000, "Number of trials per comparison.", low=1)
    seed: int = setting(1, "Random seed.", low=0)

    def signature(self, pairs: int) -> str:
        """What belongs beside a p-value."""
        return f"test:swap|ar:{self.trials}|seed:{self.seed}|adj:{self.correction}|pairs:{pairs}"


@dataclass(frozen=True, slots=True)
class ProfileNumber:
    """One number of one collection: of a `system` or a part of a data set, with or without its values."""

    system: str
    version: Version
    family: str
    statistic: str
    value: float
    signature: str


@dataclass(frozen=True, slots=True)
class ProfileDifference:
    """Two systems and one number; `difference` is B minus A; `p_value`: how often swapped outputs differ as much.

    `n` instances have an output of both.
    """

    version: Version
    family: str
    statistic: str
    system_a: str
    system_b: str
    value_a: float
    value_b: float
    difference: float
    p_value: float
    p_adjusted: float
    n: int
    signature: str


@dataclass(frozen=True, slots=True, repr=False)
class Profiles(ShownResult):
    """Numbers of collections, and differences where they were asked for: ``found["ours", "distinct_tokens"]``."""

    numbers: tuple[ProfileNumber, ...]
    differences: tuple[ProfileDifference, ...] = ()
    notes: tuple[str, ...] = ()

    def __iter__(self) -> Iterator[ProfileNumber]:
        return iter(self.numbers)

    def __getitem__(self, key: tuple[str, str] | tuple[str, str, str]) -> float:
        system, statistic, *rest = key
        version = rest[0] if rest else "lexicalised"
        known = {(number.system, number.statistic, number.version): number.value for number in reversed(self.numbers)}
        return find_known("number", (system, statistic, version), known)

    def payload(self) -> dict[str, object]:
        """What --json prints."""
        return {"numbers": self.numbers, "differences": self.differences, "notes": self.notes}

    def tables(self) -> tuple[Table, ...]:
        """A few collections side by side; many of them below each other, a table for each family of statistics."""
        collections = {(number.system, number.version) for number in self}
        numbers = (self.side_by_side(),) if len(collections) <= ACROSS else self.family_tables()
        return (*numbers, self._difference_table()) if self.differences else numbers

    def family_tables(self) -> tuple[Table, ...]:
        """A table for every family and version: statistics across, systems down."""
        tables = []
        for family, version in dict.fromkeys((number.family, number.version) for number in self):
            own = [number for number in self if (number.family, number.version) == (family, version)]
            values = {(number.system, number.statistic): number.value for number in own}
            systems = dict.fromkeys(number.system for number in own)
            statistics = dict.fromkeys(number.statistic for number in own)
            columns = [
                Column(_title(name), name, digits=_digits([values.get((system, name)) for system in systems]))
                for name in statistics
            ]
            table = Table(
                title=f"{family.capitalize()}, {version}",
                columns=(Column("system"), *columns),
                rows=tuple((system, *(values.get((system, name)) for name in statistics)) for system in systems),
                notes=self.notes,
                signatures=(own[0].signature,),
                label=f"{family}-{version}",
            )
            tables.append(table)
        return tuple(tables)

    def listed(self) -> Table:
        """All numbers below each other, for programs."""
        columns = ("system", "version", "family", "statistic", "value", "signature")
        rows = [tuple(getattr(number, name) for name in columns) for number in self]
        return Table("Text statistics", tuple(map(Column, columns)), tuple(rows))

    def side_by_side(self) -> Table:
        """Statistics down, collections across."""
        collections = list(dict.fromkeys((number.system, number.version) for number in self))
        several = len({version for _, version in collections}) > 1
        names = [f"{system}, {version}" if several else system for system, version in collections]
        values = {(number.system, number.version, number.family, number.statistic): number.value for number in self}
        statistics = list(dict.fromkeys((number.family, number.statistic) for number in self))
        rows = [
            (_title(statistic), *(_whole(values.get((*collection, family, statistic))) for collection in collections))
            for family, statistic in statistics
        ]
        return Table(
            title="Text statistics",
            columns=(Column("statistic"), *(Column(name, name) for name in names)),
            rows=tuple(rows),
            rules=rules_between([family for family, _ in statistics]),
            notes=self.notes,
            signatures=tuple(number.signature for number in self),
            label="text-statistics",
        )

    def _difference_table(self) -> Table:
        several = len({pair.version for pair in self.differences}) > 1
        columns = (
            *(Column("statistic"), *([Column("texts", "version")] if several else [])),
            *(Column("A", "system_a"), Column("B", "system_b")),
            *(Column("A has", "value_a"), Column("B has", "value_b"), Column("difference", sign=True)),
            *(Column("p", "p_value"), Column("adjusted", "p_adjusted"), Column("n")),
        )
        rows = [
            (
                *(_title(pair.statistic), *([pair.version] if several else []), pair.system_a, pair.system_b),
                *map(_whole, (pair.value_a, pair.value_b, pair.difference)),
                *(PValue(pair.p_value), PValue(pair.p_adjusted), pair.n),
            )
            for pair in self.differences
        ]
        return Table(
            title="Differences in text statistics",
            columns=columns,
            rows=tuple(rows),
            notes=(SWAPPED,),
            signatures=tuple(pair.signature for pair in self.differences),
            label="text-differences",
        )


def _title(statistic: str) -> str:
    return statistic.replace("_", " ")


def _whole(value: float | None) -> float | None:
    """A count as an integer, which is shown without decimals."""
    return int(value) if value is not None and math.isfinite(value) and value == int(value) else value


def _digits(values: Sequence[float | None]) -> int:
    """Decimals for a column: few where numbers are large, none for counts."""
    known = [value for value in values if value is not None and math.isfinite(value)]
    return 0 if all(value == int(value) for value in known) else 2 if max(map(abs, known)) >= 10 else 3
