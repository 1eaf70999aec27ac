"""Shares of outputs with added and missed information as stacked bars, a row per system."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from genchal.domain.results.campaign import TrackResults
from genchal.domain.results.judgements.coverage import Coverages
from genchal.reports.figures.drawing import (
    EDGE,
    FONT_SIZE,
    GRID,
    INCH,
    Drawing,
    Rectangle,
    Text,
    measure_width,
    start_rows,
)

PANEL, TOP, BOTTOM = 4.6 * INCH, 0.42 * INCH, 0.3 * INCH
BAR, SHOWN = 0.74, 0.05
# Lightness alone tells them apart; the best is palest. With the ink that can be read on each.
PARTS = (
    ("OK", "#cfe9e4", "#262626"),
    ("added", "#f0b26b", "#262626"),
    ("missed", "#b8651b", "#ffffff"),
    ("added and missed", "#5c2f0c", "#ffffff"),
)


@dataclass(frozen=True, slots=True)
class CoverageShares:
    """A system's shares of outputs: OK, only added, only missed, both."""

    system: str
    shares: tuple[float, float, float, float]


def judged_coverage(found: Coverages, hidden: frozenset[str] = frozenset()) -> tuple[CoverageShares, ...]:
    """The shares by people."""
    return tuple(
        CoverageShares(row.system, (row.ok, row.added, row.missed, row.both))
        for row in found
        if row.system not in hidden and not math.isnan(row.ok)
    )


def measured_coverage(track: TrackResults, order: Sequence[str]) -> tuple[CoverageShares, ...]:
    """The shares by the slots that are found in outputs; nothing unless all four are among the measures."""
    kinds = {measure.signature.split("|")[0]: measure.name for measure in track.measures if measure.is_fraction}
    names = [kinds.get(f"slot_error.{part}") for part in ("ok", "added", "missing", "both")]
    if not all(names):
        return ()
    found = []
    for system in order:
        scores = [track.score(system, name or "") for name in names]
        values = [score.value if score else math.nan for score in scores]
        if all(map(math.isfinite, values)):
            ok, added, missed, both = values
            found.append(CoverageShares(system, (ok, added, missed, both)))
    return tuple(found)


def draw_coverage(systems: Sequence[CoverageShares], *, on_phone: bool = False) -> Drawing:
    """Draw the shares of every system, in the order given."""
    drawing, panel = start_rows(
        [row.system for row in systems], PANEL, 12.0, TOP, BOTTOM, (0.0, 1.0), on_phone=on_phone
    )
    panel.draw_marks(drawing, {share / 4: f"{25 * share}%" for share in range(0, 5, 2 if on_phone else 1)})
    for row, coverage in enumerate(systems):
        start, y, height = 0.0, panel.y(row), BAR * panel.row
        for share, (_, colour, ink) in zip(coverage.shares, PARTS, strict=True):
            place = panel.x(start), y - height / 2, panel.width * max(share, 0.0), height
            drawing.add(Rectangle(*place, colour, edge=GRID, edge_width=0.3))
            if share * panel.width >= SHOWN * PANEL:
                drawing.add(Text(panel.x(start + share / 2), y, f"{100 * share:.0f}", FONT_SIZE - 2, "middle", ink))
            start += share
    x = EDGE if on_phone else panel.left
    for name, colour, _ in PARTS:
        drawing.add(Rectangle(x, TOP - 20, 8, 8, colour, edge=GRID, edge_width=0.3))
        drawing.add(Text(x + 11, TOP - 16, name, FONT_SIZE - 1))
        x += (18 if on_phone else 24) + measure_width(name, FONT_SIZE - 1)
    return drawing
