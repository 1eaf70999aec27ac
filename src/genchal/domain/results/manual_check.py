"""Texts checked by hand: whether they say all that their input asks for, and nothing else (E2E report, Table 5)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Literal, get_args

from genchal.domain.results.table import Cell, Column, Count, Table

Coverage = Literal["ok", "missing", "added", "both"]
COVERAGES: tuple[Coverage, ...] = get_args(Coverage)
# What Table 5 of the E2E report (Dušek et al. 2020) calls them; it has no texts with both.
TITLES: dict[Coverage, str] = {
    "ok": "fully covered",
    "missing": "missing content",
    "added": "additional content",
    "both": "missing and additional content",
}


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One text to check; `coverage` is None as long as nobody has."""

    instance: str
    input: str
    text: str
    system: str | None = None
    coverage: Coverage | None = None

    @property
    def item(self) -> tuple[str, str, str, str | None]:
        """What two annotators must have alike to have checked the same thing."""
        return (self.instance, self.input, self.text, self.system)


@dataclass(frozen=True, slots=True)
class CoverageShare:
    """How many texts of a column are of a category: share of those checked, with Wilson's interval."""

    column: str
    category: Coverage
    count: int
    n: int
    share: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class AnnotatorAgreement:
    """Cohen's kappa of two sheets over the `n` texts that both have checked; NaN where there is none."""

    first: str
    second: str
    n: int
    observed: float
    kappa: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class CoverageTally:
    """Sheets beside each other: `columns` are sheets, or systems of sheets; `unchecked` texts of each are open."""

    columns: tuple[str, ...]
    shares: tuple[CoverageShare, ...]
    unchecked: tuple[int, ...]
    agreements: tuple[AnnotatorAgreement, ...]
    confidence: float

    @property
    def signature(self) -> str:
        """The string that belongs beside every share."""
        return f"coverage|by:hand|interval:wilson|ci:{self.confidence:g}|v:1"

    def payload(self) -> dict[str, object]:
        """What --json prints."""
        unchecked = dict(zip(self.columns, self.unchecked, strict=True))
        signed = {"signature": self.signature}
        return {
            "shares": [asdict(share) | {"unchecked": unchecked[share.column]} | signed for share in self.shares],
            "agreements": [asdict(pair) | signed for pair in self.agreements],
        }

    def tables(self) -> tuple[Table, ...]:
        """Categories down, sheets across: counts with shares."""
        cells = {(share.category, share.column): share for share in self.shares}
        rows: list[tuple[Cell, ...]] = []
        for category in COVERAGES:
            shares = [cells[category, column] for column in self.columns]
            counts = [Count(share.count, share.share, share.low, share.high) for share in shares]
            rows.append((TITLES[category], *counts))
        rows.append(("checked", *(cells["ok", column].n for column in self.columns)))
        table = Table(
            title="Texts that cover their input, checked by hand",
            columns=(Column("coverage"), *(Column(column, column, digits=1) for column in self.columns)),
            rows=tuple(rows),
            notes=tuple(self._notes()),
            signatures=(self.signature,),
            label="coverage",
        )
        return (table,)

    def _notes(self) -> Iterator[str]:
        for column, count in zip(self.columns, self.unchecked, strict=True):
            if count:
                yield f"{column}: {count} not filled in yet."
        for pair in self.agreements:
            kappa = f"kappa {pair.kappa:.2f} [{pair.low:.2f}, {pair.high:.2f}]"
            kappa = "no kappa (one answer only)" if math.isnan(pair.kappa) else kappa
            yield f"{pair.first}, {pair.second}: {100 * pair.observed:.1f}% of {pair.n} answers agree, {kappa}."
