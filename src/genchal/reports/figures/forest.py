"""A ranking as a forest plot: a row per system with its score, interval and rank range, clusters set apart."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from genchal.domain.results.ranking import Ranking
from genchal.reports.figures.canvas import ACCENT, EDGE, FONT_SIZE, LONGEST_NAME, Format, drawn, start_rows
from genchal.reports.names import shorten

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PANEL, TOP, BOTTOM = 4.2, 0.42, 0.52  # inches
SCORE_AT, RANKS = 0.65, 1.3  # where the two columns at the right end


def forest_plot(found: Ranking, format: Format) -> bytes:  # noqa: A002  (matplotlib's word)
    """Draw systems from best to worst: a point for each score, a line for its interval, ranks at the right."""
    return drawn(lambda ink: _draw(found, ink), format)


def _draw(found: Ranking, ink: str) -> Figure:
    from matplotlib.ticker import MaxNLocator

    figure, axes = start_rows([ranked.system for ranked in found], ink, PANEL, RANKS, TOP, BOTTOM)
    axes.xaxis.set_major_locator(MaxNLocator(nbins=6, steps=[1, 2, 5, 10]))
    across = axes.get_yaxis_transform()
    label_width = axes.get_position().x0 / axes.get_position().width  # in widths of the panel
    before = None
    for row, ranked in enumerate(found):
        if before is not None and ranked.cluster != before:  # a rule from the first to the last column
            axes.plot(
                [EDGE / PANEL - label_width, 1 + RANKS / PANEL],
                [row - 0.5, row - 0.5],
                transform=across,
                clip_on=False,
                color=ink,
                alpha=0.55,
                linewidth=0.8,
            )
        before = ranked.cluster
        if ranked.low is not None and ranked.high is not None:
            axes.hlines(row, ranked.low, ranked.high, color=ACCENT, linewidth=2.2, alpha=0.5, capstyle="round")
        axes.plot([ranked.score], [row], marker="o", markersize=4.6, color=ACCENT, markeredgewidth=0)
        ranks = str(ranked.rank_low) if ranked.rank_low == ranked.rank_high else f"{ranked.rank_low}–{ranked.rank_high}"
        for place, text in ((SCORE_AT, _score(ranked.score, found.digits)), (RANKS, ranks)):
            axes.text(1 + place / PANEL, row, text, transform=across, va="center_baseline", ha="right", color=ink)
    for place, text in ((SCORE_AT, "score"), (RANKS, "ranks")):
        axes.text(
            1 + place / PANEL, -0.72, text, transform=across, va="bottom", ha="right", color=ink, fontsize=FONT_SIZE - 1
        )
    title = f"{shorten(found.criterion, LONGEST_NAME)} ({found.method})"
    axes.set_title(title, loc="left", fontsize=FONT_SIZE + 0.5, fontweight="bold", color=ink, pad=9)
    bounds = "of the runs" if found.method == "trueskill" else "confidence interval"
    better = "lower" if found.how.lower_is_better else "higher"
    axes.set_xlabel(
        f"score, {better} is better; lines: {found.how.confidence * 100:g}% {bounds}", color=ink, fontsize=FONT_SIZE - 1
    )
    axes.margins(x=0.04)
    return figure


def _score(value: float, digits: int) -> str:
    return f"{value:.{digits}f}".replace("-", "−") if math.isfinite(value) else "–"
