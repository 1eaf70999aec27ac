"""How long raters took with the outputs of systems, after a stated rule for outliers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from genchal.domain.results.shown import ShownResult
from genchal.domain.results.table import Bounds, Column, Table, pick_fields
from genchal.domain.selection import SetAside, write_caveats
from genchal.domain.settings import check_choices, setting
from genchal.errors import InvalidInput, counted, find_known

Outliers = Literal["none", "limit", "deviations", "log"]


@dataclass(frozen=True, slots=True)
class TimesSettings:
    """What is done about times that are too long."""

    outliers: Outliers = setting(
        "none",
        "Times to leave out: none; above --limit seconds; more than --limit standard deviations above the rater's "
        "mean; "
        "or none, but with geometric means (log).",
    )
    limit: float | None = setting(None, "Limit for --outliers. Default: 3, for deviations.", low=0, open_low=True)
    confidence: float = setting(0.95, "Confidence level of the intervals.", low=0.5, high=0.999)

    def __post_init__(self) -> None:
        check_choices(self)
        if self.outliers == "limit" and self.limit is None:
            raise InvalidInput("--outliers limit needs a number of seconds", "Give it with --limit.")
        if self.limit is not None and self.outliers not in ("limit", "deviations"):
            raise InvalidInput("--limit needs --outliers limit or deviations", "Add one of them, or leave out --limit.")


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


@dataclass(frozen=True, slots=True, repr=False)
class TimesBySystem(ShownResult):
    """Systems from the quickest to the slowest; `source` says what the times are."""

    systems: tuple[TimedSystem, ...]
    source: str
    how: TimesSettings
    limit: float
    warnings: tuple[str, ...]
    set_aside: tuple[SetAside, ...]
    signature: str
    quality_control: str | None = None

    def __iter__(self) -> Iterator[TimedSystem]:
        return iter(self.systems)

    def __getitem__(self, system: str) -> TimedSystem:
        return find_known("system", system, {timed.system: timed for timed in self})

    def payload(self) -> dict[str, object]:
        """What --json prints."""
        return {
            "times": self.systems,
            "source": self.source,
            "outliers": self.how.outliers,
            **pick_fields(self, "limit", "warnings", "set_aside", "quality_control?", "signature"),
        }

    def tables(self) -> tuple[Table, ...]:
        """A row for every system, the quickest first."""
        columns = (
            *(Column("system"), Column("seconds", "mean", digits=2)),
            Column(f"{self.how.confidence * 100:g}% interval", "mean", digits=2),
            *(Column("median", digits=2), Column("n"), Column("raters"), Column("cut"), Column("unknown")),
        )
        rows = [
            (
                *(timed.system, timed.mean, Bounds(timed.low, timed.high), timed.median),
                *(timed.n, timed.raters, timed.cut, timed.unknown),
            )
            for timed in self
        ]
        table = Table(
            title="Times of answers",
            columns=columns,
            rows=tuple(rows),
            notes=tuple(self.sentences()),
            signatures=(self.signature,),
            label="times",
        )
        return (table,)

    def sentences(self) -> Iterator[str]:
        """What the times are, what was cut, and when not to trust them."""
        kind = "Geometric means" if self.how.outliers == "log" else "Means"
        yield (
            f"{kind} of seconds: {self.source}. {self.how.confidence * 100:g}% intervals are clustered by rater; "
            "they do not say whether systems differ."
        )
        yield self._rule()
        unknown = sum(timed.unknown for timed in self.systems)
        if unknown:
            yield f"{counted(unknown, 'answer')} without a time above 0."
        yield from write_caveats(self.warnings, self.set_aside, self.quality_control)

    def _rule(self) -> str:
        """The rule for outliers, and what it did."""
        if self.how.outliers == "none":
            return "Nothing was cut as an outlier; a few long breaks affect means, but hardly medians."
        if self.how.outliers == "log":
            return "Nothing was cut; logarithms keep long times from deciding the means."
        rule = (
            f"above {self.limit:g} seconds"
            if self.how.outliers == "limit"
            else f"more than {self.limit:g} standard deviations above its rater's mean"
        )
        cut = sum(timed.cut for timed in self.systems)
        return f"Cut: {cut:,} of {cut + sum(timed.n for timed in self.systems):,} times, {rule}."
