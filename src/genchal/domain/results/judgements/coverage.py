"""Added and missed information: how often raters ticked the boxes, by system."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from genchal.domain.results.shown import ShownResult
from genchal.domain.results.table import Column, RankRange, Share, Table, pick_fields
from genchal.domain.selection import SetAside, count_raters, write_caveats
from genchal.domain.settings import setting
from genchal.errors import counted, find_known


@dataclass(frozen=True, slots=True)
class CoverageSettings:
    """How systems are ranked by added and by missed information."""

    confidence: float = setting(0.95, "Confidence level; ranks are separated at 1 minus this.", low=0.5, high=0.999)

    @property
    def level(self) -> float:
        """The level at which a difference is significant."""
        return round(1 - self.confidence, 10)


@dataclass(frozen=True, slots=True)
class Coverage:
    """Shares of answers per system, 0-1: OK, only added, only missed, both; then all added and all missed, with ranks.

    Ranks run from 1 for the least; systems that the default test cannot separate from each other share a range.
    """

    system: str
    ok: float
    added: float
    missed: float
    both: float
    any_added: float
    any_missed: float
    added_rank_low: int
    added_rank_high: int
    missed_rank_low: int
    missed_rank_high: int
    n: int

    def sentence(self) -> str:
        """The line in words."""
        if math.isnan(self.ok):
            return f"{self.system}: no answers."
        return (
            f"{self.system}: {self.ok:.0%} of {counted(self.n, 'answer')} say that it covers the input; information "
            f"added in {self.any_added:.0%}, missed in {self.any_missed:.0%}."
        )


@dataclass(frozen=True, slots=True, repr=False)
class Coverages(ShownResult):
    """Every system's shares, those that cover the input most often first."""

    systems: tuple[Coverage, ...]
    how: CoverageSettings
    raters: int | None
    instances: int
    warnings: tuple[str, ...]
    set_aside: tuple[SetAside, ...]
    signature: str
    quality_control: str | None = None

    def __iter__(self) -> Iterator[Coverage]:
        return iter(self.systems)

    def __getitem__(self, system: str) -> Coverage:
        return find_known("system", system, {coverage.system: coverage for coverage in self})

    def payload(self) -> dict[str, object]:
        """What --json prints."""
        return {
            "coverage": self.systems,
            **pick_fields(self, "raters", "instances", "warnings"),
            **pick_fields(self, "set_aside", "quality_control?", "signature"),
        }

    def tables(self) -> tuple[Table, ...]:
        """A row for every system."""
        shares = {"OK": "ok", "A": "added", "M": "missed", "A+M": "both"}
        columns = (
            *(Column("system"), *(Column(title, key, digits=1) for title, key in shares.items())),
            *(Column("added", "any_added", digits=1), Column("ranks", "added_rank")),
            *(Column("missed", "any_missed", digits=1), Column("ranks", "missed_rank"), Column("n")),
        )
        rows = [
            (
                *(row.system, Share(row.ok), Share(row.added), Share(row.missed), Share(row.both)),
                *(Share(row.any_added), RankRange(row.added_rank_low, row.added_rank_high)),
                *(Share(row.any_missed), RankRange(row.missed_rank_low, row.missed_rank_high), row.n),
            )
            for row in self
        ]
        table = Table(
            title="Added and missed information",
            columns=columns,
            rows=tuple(rows),
            notes=tuple(self.sentences()),
            signatures=(self.signature,),
            label="coverage",
        )
        return (table,)

    def sentences(self) -> Iterator[str]:
        """What the columns are, and what was set aside."""
        yield (
            f"Shares of answers by {count_raters(self.raters)} on {counted(self.instances, 'instance')}. OK: "
            "nothing ticked; A: only added information; M: only missed information; A+M: both."
        )
        yield (
            "Rank 1 is the least; ranks of systems that the default test (clustered by rater and instance, "
            f"Holm, {self.how.level:g}) cannot separate overlap."
        )
        yield from write_caveats(self.warnings, self.set_aside, self.quality_control)
