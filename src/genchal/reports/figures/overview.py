"""The one figure on top of a report: systems as rows, metrics at the left, people at the right."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from genchal.domain.results.campaign import LATE, ORACLE, TrackResults
from genchal.domain.submission import System
from genchal.reports.figures.drawing import (
    ACCENT,
    EDGE,
    FONT_SIZE,
    GRID,
    INCH,
    PEOPLE,
    PHONE,
    PHONE_NAME,
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
NARROWEST, WIDEST, LONGEST_NAME = 1.12 * INCH, 4.0 * INCH, 26
GAP, GROUP_GAP = 0.2 * INCH, 0.4 * INCH
HEADINGS, TITLES, TOP, BOTTOM = 9.0, 26.0, 38.0, 18.0
MOST_METRICS, MOST_CRITERIA = 5, 3
PHONE_PANELS, PHONE_ROWS = 2, 12  # beside each other; rows below which metrics, or criteria, have a further line
MANY_SYSTEMS, LOW_ROW = 12, 0.205 * INCH  # rows of many systems are lower


def draw_overview(
    track: TrackResults, order: Sequence[System], measures: Sequence[Standing], people: Sequence[Standing]
) -> Drawing | None:
    """Draw the first measures and criteria, systems in this order; None where nothing is known of any system.

    A point is a value, a line its interval, a rule a step from a cluster to the next.
    """
    known, metrics, criteria = _choose_panels(order, measures, people)
    panels = [*metrics, *criteria]
    if not panels:
        return None
    names = _shorten_names(order, LONGEST_NAME)
    left = EDGE + 7 + widest(names)
    gaps = (len(panels) - 1) * GAP + (GROUP_GAP - GAP if metrics and criteria else 0)
    width = min(max((WIDTH - left - EDGE - gaps) / len(panels), NARROWEST), WIDEST)
    row = _row_height(order)
    rows = Panel(left, TOP, width, len(order), 0, 1, row)
    drawing = Drawing(left + len(panels) * width + gaps + EDGE + 7, 0)
    drawing.add(*(Text(left - 7, rows.y(place), name, anchor="end") for place, name in enumerate(names)))
    shapes, x = system_shapes(track.systems), left
    for place, standing in enumerate(panels):
        if place == len(metrics) and metrics:
            x += GROUP_GAP - GAP
        if place in (0, len(metrics)):
            group = (len(metrics) if standing.source == "metric" else len(criteria)) * (width + GAP) - GAP
            _draw_heading(drawing, x, HEADINGS, group, standing)
        _draw_panel(drawing, Panel(x, TOP, width, len(order), *_bounds(standing, known), row), order, standing, shapes)
        x += width + GAP
    end = draw_family_legend(
        drawing, family_shapes(track.systems), left, rows.bottom + BOTTOM + 9, drawing.width - EDGE
    )
    drawing.height = max(rows.bottom + BOTTOM, end - 2)
    return drawing


def draw_phone_overview(
    track: TrackResults, order: Sequence[System], measures: Sequence[Standing], people: Sequence[Standing]
) -> Drawing | None:
    """Draw the same for a phone: people above metrics, two panels in a line; many systems have one line of each."""
    known, metrics, criteria = _choose_panels(order, measures, people)
    most = PHONE_PANELS * max(1, PHONE_ROWS // max(1, len(order)))
    lines = [
        (group[start : start + PHONE_PANELS], start == 0)
        for group in (criteria[:most], metrics[:most])
        for start in range(0, len(group), PHONE_PANELS)
    ]
    if not lines:
        return None
    names, shapes, row, top = _shorten_names(order, PHONE_NAME), system_shapes(track.systems), _row_height(order), TOP
    left = EDGE + 7 + widest(names)
    width = (PHONE - left - EDGE - (PHONE_PANELS - 1) * GAP) / PHONE_PANELS
    drawing, bottom = Drawing(PHONE, 0), 0.0
    for line, is_first in lines:
        if is_first:
            _draw_heading(drawing, left, top - TOP + HEADINGS, PHONE - EDGE - left, line[0])
        else:
            top -= TITLES - HEADINGS  # no heading
        for place, standing in enumerate(line):
            panel = Panel(left + place * (width + GAP), top, width, len(order), *_bounds(standing, known), row)
            _draw_panel(drawing, panel, order, standing, shapes)
            bottom = panel.bottom
        middles = (bottom - (len(order) - place - 0.5) * row for place in range(len(order)))
        drawing.add(*(Text(left - 7, y, name, anchor="end") for y, name in zip(middles, names, strict=True)))
        top = bottom + BOTTOM + TOP
    end = draw_family_legend(drawing, family_shapes(track.systems), EDGE, bottom + BOTTOM + 9, PHONE - EDGE)
    drawing.height = max(bottom + BOTTOM, end - 2)
    return drawing


def _choose_panels(
    order: Sequence[System], measures: Sequence[Standing], people: Sequence[Standing]
) -> tuple[set[str], list[Standing], list[Standing]]:
    """The systems that rows are for, and the first measures and criteria that know any of them."""
    known = {system.name for system in order}
    metrics = [standing for standing in measures if known & set(standing.placed)]
    criteria = [standing for standing in people if known & set(standing.placed)]
    return known, metrics[:MOST_METRICS], criteria[:MOST_CRITERIA]


def _shorten_names(order: Sequence[System], longest: int) -> list[str]:
    signs = [f"{LATE if system.late else ''}{ORACLE if system.oracle else ''}" for system in order]
    names = [shorten(system.name, longest) for system in order]
    return [f"{name} {sign}".rstrip() for name, sign in zip(names, signs, strict=True)]


def _row_height(order: Sequence[System]) -> float:
    return ROW if len(order) <= MANY_SYSTEMS else LOW_ROW


def _draw_heading(drawing: Drawing, x: float, y: float, width: float, standing: Standing) -> None:
    """Say whose numbers follow, above a rule in their colour."""
    raters = "Simulated raters" if standing.is_simulated else "People"
    text, colour = ("Metrics", ACCENT) if standing.source == "metric" else (raters, PEOPLE)
    drawing.add(Text(x, y, text, FONT_SIZE - 0.5, colour=colour, is_bold=True))
    start = x + measure_width(text, FONT_SIZE - 0.5) + 8
    if start < x + width:
        drawing.add(Line(start, y, x + width, y, colour, 0.8, 0.45))


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
    size = FONT_SIZE - 1 if panel.width < NARROWEST else FONT_SIZE
    room = int((panel.width + GAP / 2) / (0.64 * size)) - 2
    drawing.add(
        Text(panel.left, panel.top - TOP + TITLES, f"{shorten(standing.label, room)}{arrow}", size, is_bold=True)
    )
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
