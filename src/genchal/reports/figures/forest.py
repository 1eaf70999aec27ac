"""A ranking as a forest plot: a row per system with its score, interval and rank range, clusters set apart."""

from __future__ import annotations

import math
from collections.abc import Mapping

from genchal.domain.results.judgements.ranking import Ranking
from genchal.reports.figures.drawing import (
    EDGE,
    FONT_SIZE,
    INCH,
    LONGEST_NAME,
    PEOPLE,
    PHONE,
    Drawing,
    Line,
    Text,
    find_bounds,
    start_rows,
)
from genchal.reports.figures.symbols import Corners, make_symbol
from genchal.reports.names import shorten

PANEL, TOP, BOTTOM = 3.2 * INCH, 0.52 * INCH, 0.46 * INCH
SCORE_AT, RANKS = 0.65 * INCH, 1.3 * INCH  # where the two columns at the right end
PHONE_RANKS = 0.5 * INCH  # a phone has room for the ranks only


def draw_forest(
    found: Ranking, shapes: Mapping[str, Corners | None] | None = None, *, on_phone: bool = False
) -> Drawing:
    """Draw systems from best to worst: a point for each score, a line for its interval, ranks at the right.

    `shapes` are the symbols of systems, dots where they are not given. On a phone there are no scores in numbers.
    """
    beside = PHONE_RANKS if on_phone else RANKS
    columns = (("ranks", beside),) if on_phone else (("score", SCORE_AT), ("ranks", beside))
    bounds = find_bounds((end for ranked in found for end in (ranked.score, ranked.low, ranked.high)), 0.04)
    drawing, panel = start_rows(
        [ranked.system for ranked in found], PANEL, beside, TOP, BOTTOM, bounds, on_phone=on_phone
    )
    panel.draw_scale(drawing, most=3 if on_phone else 6)
    right = panel.left + panel.width
    before = None
    for row, ranked in enumerate(found):
        y = panel.y(row)
        if before is not None and ranked.cluster != before:  # a rule from the first to the last column
            drawing.add(Line(EDGE, panel.y(row - 0.5), right + beside, panel.y(row - 0.5), width=0.8, alpha=0.55))
        before = ranked.cluster
        if ranked.low is not None and ranked.high is not None:
            drawing.add(Line(panel.x(ranked.low), y, panel.x(ranked.high), y, PEOPLE, 2.2, 0.45, is_round=True))
        if math.isfinite(ranked.score):
            shape = (shapes or {}).get(ranked.system)
            drawing.add(make_symbol(shape, panel.x(ranked.score), y, 2.4, PEOPLE))
        ranks = str(ranked.rank_low) if ranked.rank_low == ranked.rank_high else f"{ranked.rank_low}–{ranked.rank_high}"
        cells = {"score": _write_score(ranked.score, found.digits), "ranks": ranks}
        drawing.add(*(Text(right + place, y, cells[name], anchor="end") for name, place in columns))
    drawing.add(*(Text(right + place, TOP - 9, name, FONT_SIZE - 1, "end") for name, place in columns))
    title = f"{shorten(found.criterion, LONGEST_NAME)} ({found.method})"
    drawing.add(Text(EDGE if on_phone else panel.left, 12, title, FONT_SIZE + 0.5, is_bold=True))
    bounds_of = "of the runs" if found.method == "trueskill" else "confidence interval"
    better = "lower" if found.is_low_best else "higher"
    lines = f"{better} is better; lines: {found.how.confidence * 100:g}% {bounds_of}"
    middle, below = (PHONE / 2, lines) if on_phone else (panel.left + PANEL / 2, f"score, {lines}")
    drawing.add(Text(middle, panel.bottom + 24, below, FONT_SIZE - 1, "middle"))
    return drawing


def _write_score(value: float, digits: int) -> str:
    return f"{value:.{digits}f}".replace("-", "−") if math.isfinite(value) else "–"
