"""How long raters took with the outputs of systems, after a stated rule for outliers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, get_args

from genchal.domain.ratings import SetAside
from genchal.errors import UnknownName, counted

Outliers = Literal["none", "limit", "deviations", "log"]
OUTLIERS: tuple[Outliers, ...] = get_args(Outliers)


@dataclass(frozen=True, slots=True)
class TimedSystem:
    """Seconds: mean with bounds, median, `n` times of so many raters; `cut` by the rule, `unknown` are no times."""

    system: str
    mean: float | None
    low: float | None
    high: float | None
    median: float | None
    n: int
    raters: int
    cut: int
    unknown: int


@dataclass(frozen=True, slots=True)
class TimesBySystem:
    """Systems from the quickest to the slowest; `source` says what the times are."""

    systems: tuple[TimedSystem, ...]
    source: str
    outliers: Outliers
    limit: float
    confidence: float
    warnings: tuple[str, ...]
    set_aside: tuple[SetAside, ...]
    signature: str

    def __iter__(self) -> Iterator[TimedSystem]:
        return iter(self.systems)

    def __getitem__(self, system: str) -> TimedSystem:
        for one in self.systems:
            if one.system == system:
                return one
        raise UnknownName("system", system, [one.system for one in self.systems])

    def sentences(self) -> Iterator[str]:
        """What the times are, what was cut, and what to beware of."""
        kind = "Geometric means" if self.outliers == "log" else "Means"
        yield (
            f"{kind} of seconds: {self.source}. {self.confidence * 100:g}% intervals are clustered by rater; "
            "they do not say whether systems differ."
        )
        yield self._rule()
        unknown = sum(one.unknown for one in self.systems)
        if unknown:
            yield f"{counted(unknown, 'answer')} without a time above 0."
        yield from (f"Beware: {one}." for one in self.warnings)
        yield from (f"{one.sentence()}." for one in self.set_aside)

    def _rule(self) -> str:
        """The rule for outliers, and what it did."""
        if self.outliers == "none":
            return "Nothing was cut as an outlier; medians do not mind a few long breaks, means do."
        if self.outliers == "log":
            return "Nothing was cut; logarithms keep long times from deciding the means."
        rule = (
            f"above {self.limit:g} seconds"
            if self.outliers == "limit"
            else f"more than {self.limit:g} standard deviations above its rater's mean"
        )
        cut = sum(one.cut for one in self.systems)
        return f"Cut: {cut:,} of {cut + sum(one.n for one in self.systems):,} times, {rule}."
