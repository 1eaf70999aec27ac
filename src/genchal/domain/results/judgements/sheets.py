"""Chosen sheets: what one rater gave to outputs side by side, as papers print examples."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from genchal.domain.results.table import Column, Table, pick_fields
from genchal.domain.settings import setting


@dataclass(frozen=True, slots=True)
class SheetChoice:
    """Which sheets are shown, and where their texts are."""

    sheets: tuple[str, ...] = setting((), "Sheets to show, by their names. Default: some drawn at random.")
    instances: tuple[str, ...] = setting((), "Show sheets of these instances only.")
    number: int = setting(3, "How many sheets to draw.", low=1)
    seed: int = setting(1, "Random seed.", low=0)
    campaign: str | None = setting(
        None, "Campaign with the inputs and outputs that were rated; without it only scores are shown.", metavar="PATH"
    )


@dataclass(frozen=True, slots=True)
class RatedOutput:
    """An output on a sheet and what it got; the text is None where it is not known."""

    system: str
    value: float
    output: str | None = None


@dataclass(frozen=True, slots=True)
class RatedSheet:
    """A sheet by one rater, the best outputs first."""

    sheet: str
    rater: str
    instance: str
    outputs: tuple[RatedOutput, ...]
    input: str | None = None


@dataclass(frozen=True, slots=True)
class RatedSheets:
    """Some sheets under one criterion (Dušek et al. 2020, Table 13)."""

    criterion: str
    sheets: tuple[RatedSheet, ...]

    def __iter__(self) -> Iterator[RatedSheet]:
        return iter(self.sheets)

    def payload(self) -> dict[str, object]:
        """What --json prints."""
        return pick_fields(self, "criterion", "sheets")

    def tables(self) -> tuple[Table, ...]:
        """A table for every sheet; the column of outputs is there where any is known."""
        return tuple(map(self._table, self.sheets))

    def _table(self, sheet: RatedSheet) -> Table:
        has_texts = any(output.output is not None for output in sheet.outputs)
        texts = [Column("output")] if has_texts else []
        columns = (Column("system"), Column(self.criterion, "value", digits=2), *texts)
        rows = [(output.system, output.value, *([output.output] if has_texts else [])) for output in sheet.outputs]
        return Table(
            title=f"Sheet {sheet.sheet}",
            columns=columns,
            rows=tuple(rows),
            notes=(f"Rater {sheet.rater}, instance {sheet.instance}{': ' if sheet.input else '.'}{sheet.input or ''}",),
            label=f"sheet-{sheet.sheet}",
        )
