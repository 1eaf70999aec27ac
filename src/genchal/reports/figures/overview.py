"""The one figure on top of a report: systems as rows, metrics at the left, people at the right."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from genchal.domain.results.campaign import LATE, TrackResults
from genchal.domain.submission import System
from genchal.reports.figures.drawing import (
    ACCENT,
    EDGE,
    FONT_SIZE,
    GRID,
    INCH,
    PEOPLE,
    ROW,
    Drawing,
    Line,
    Panel,
    Text,
    find_bounds,
    measure_width,
    widest,
)
from genchal.reports.figures.symbols import Corners, draw_family_legend, family_shapes, make_symbol, system_shapes
from genchal.reports.names import shorten
from genchal.reports.standings import Standing

WIDTH = 11.9 * INCH  # of the sheet, where there are panels enough
NARROWEST, WIDEST, LONGEST_NAME = 1.12 * INCH, 2.9 * INCH, 26
GAP, GROUP_GAP = 0.2 * INCH, 0.4 * INCH
HEADINGS, TITLES, TOP, BOTTOM = 9.0, 26.0, 38.0, 18.0
MOST_METRICS, MOST_CRITERIA = 5, 3
MANY_SYSTEMS, LOW_ROW = 12, 0.205 * INCH  # rows of many systems are lower


def draw_overview(
    track: TrackResults, order: Sequence[System], measures: Sequence[Standing], people: Sequence[Standing]
) -> Drawing | None:
    """Draw the first measures and criteria, systems in this order; None where nothing is known of any system.

    A point is a value, a line its interval, a rule a step from a cluster to the next.
    """
    known = {system.name for system in order}
    metrics = [standing for standing in measures if known & set(standing.placed)][:MOST_METRICS]
    criteria = [standing for standing in people if known & set(standing.placed)][:MOST_CRITERIA]
    panels = [*metrics, *criteria]
    if not panels:
        return None
    names = [f"{shorten(system.name, LONGEST_NAME)}{f' {LATE}' if system.late else ''}" for system in order]
    left = EDGE + 7 + widest(names)
    gaps = (len(panels) - 1) * GAP + (GROUP_GAP - GAP if metrics and criteria else 0)
    width = min(max((WIDTH - left - EDGE - gaps) / len(panels), NARROWEST), WIDEST)
    row = ROW if len(order) <= MANY_SYSTEMS else LOW_ROW
    rows = Panel(left, TOP, width, len(order), 0, 1, row)
    drawing = Drawing(left + len(panels) * width + gaps + EDGE + 7, 0)
    drawing.add(*(Text(left - 7, rows.y(place), name, anchor="end") for place, name in enumerate(names)))
    shapes, x = system_shapes(track.systems), left
    for place, standing in enumerate(panels):
        if place == len(metrics) and metrics:
            x += GROUP_GAP - GAP
        if place in (0, len(metrics)):
            group = (len(metrics) if standing.source == "metric" else len(criteria)) * (width + GAP) - GAP
            _draw_heading(drawing, x, group, standing)
        _draw_panel(drawing, Panel(x, TOP, width, len(order), *_bounds(standing, known), row), order, standing, shapes)
        x += width + GAP
    end = draw_family_legend(
        drawing, family_shapes(track.systems), left, rows.bottom + BOTTOM + 9, drawing.width - EDGE
    )
    drawing.height = max(rows.bottom + BOTTOM, end - 2)
    return drawing


def _draw_heading(drawing: Drawing, x: float, width: float, standing: Standing) -> None:
    """Say whose numbers follow, above a rule in their colour."""
    raters = "Simulated raters" if standing.is_simulated else "People"
    text, colour = ("Metrics", ACCENT) if standing.source == "metric" else (raters, PEOPLE)
    drawing.add(Text(x, HEADINGS, text, FONT_SIZE - 0.5, colour=colour, is_bold=True))
    start = x + measure_width(text, FONT_SIZE - 0.5) + 8
    if start < x + width:
        drawing.add(Line(start, HEADINGS, x + width, HEADINGS, colour, 0.8, 0.45))


def _bounds(standing: Standing, known: set[str]) -> tuple[float, float]:
    placed = [place for system, place in standing.placed.items() if system in known]
    return find_bounds(end for place in placed for end in (place.value, place.low, place.high))


def _draw_panel(
    drawing: Drawing,
    panel: Panel,
    order: Sequence[System],
    standing: Standing,
    shapes: dict[str, Corners | None],
) -> None:
    colour = ACCENT if standing.source == "metric" else PEOPLE
    arrow = "" if standing.higher_is_better is None else " ↑" if standing.higher_is_better else " ↓"
    room = int(panel.width / (0.64 * FONT_SIZE)) - 2
    drawing.add(Text(panel.left, TITLES, f"{shorten(standing.label, room)}{arrow}", is_bold=True))
    panel.draw_scale(drawing, most=max(3, int(panel.width / 34)))
    placed = [standing.placed.get(system.name) for system in order]
    for row, (place, system) in enumerate(zip(placed, order, strict=True)):
        y = panel.y(row)
        drawing.add(Line(panel.left, y, panel.left + panel.width, y, GRID, 0.7, 0.16))
        if place is None:
            continue
        if place.low is not None and place.high is not None and math.isfinite(place.low + place.high):
            drawing.add(Line(panel.x(place.low), y, panel.x(place.high), y, colour, 2.4, 0.42, is_round=True))
        drawing.add(make_symbol(shapes.get(system.name), panel.x(place.value), y, 2.6, colour))
    clusters = [place.cluster for place in placed if place is not None and place.cluster is not None]
    if clusters == sorted(clusters):  # else the rows are in another order
        for row, (above, below) in enumerate(pairwise(placed), start=1):
            if above and below and above.cluster != below.cluster:
                y = panel.y(row - 0.5)
                drawing.add(Line(panel.left - 3, y, panel.left + panel.width + 3, y, width=1.0, alpha=0.8))
