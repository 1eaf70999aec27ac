"""Levels of the D-Level scale as stacked bars, a row per system (Figure 4 and A.7-A.8 of the E2E report)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from genchal.domain.results.levels import LevelShares
from genchal.reports.figures.canvas import FONT_SIZE, GRID, ROW, Format, drawn, start_rows

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PANEL, TOP, BOTTOM, MEAN = 4.6, 0.56, 0.48, 0.55  # inches
# From pale to dark: the levels are ordered. Neighbours differ in lightness, so that print without colours will do.
COLOURS = ("#e3f2ef", "#bfe3dc", "#92d0c6", "#60b9ad", "#2f9d94", "#1b7d80", "#1a5b6b", "#173b52")
SHOWN = 0.045  # shares that have room for their number
DARK_FROM = 4  # levels with light numbers


def levels_plot(systems: Sequence[LevelShares], format: Format) -> bytes:  # noqa: A002  (matplotlib's word)
    """Draw the share of every level, systems from top to bottom in the order given, the mean level at the right."""
    return drawn(lambda ink: _draw(systems, ink), format)


def _draw(systems: Sequence[LevelShares], ink: str) -> Figure:
    figure, axes = start_rows([levels.system for levels in systems], ink, PANEL, MEAN, TOP, BOTTOM)
    axes.set_xlim(0, 1)
    axes.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0%", "25%", "50%", "75%", "100%"])
    for row, levels in enumerate(systems):
        _bar(axes, row, levels, ink)
    _legend(axes, max(1, len(systems)), ink)
    axes.set_xlabel("share of sentences", color=ink, fontsize=FONT_SIZE - 1)
    return figure


def _bar(axes: Axes, row: int, levels: LevelShares, ink: str) -> None:
    across = axes.get_yaxis_transform()
    if not levels.sentences:
        axes.text(0.01, row, "no sentence", va="center_baseline", color=ink, fontsize=FONT_SIZE - 1)
        return
    start = 0.0
    for level, share in enumerate(levels.shares):
        axes.barh(row, share, left=start, height=0.74, color=COLOURS[level], edgecolor=GRID, linewidth=0.3)
        if share >= SHOWN:
            axes.text(
                start + share / 2,
                row,
                f"{100 * share:.0f}",
                ha="center",
                va="center_baseline",
                fontsize=FONT_SIZE - 2,
                color="#ffffff" if level >= DARK_FROM else "#262626",
            )
        start += share
    axes.text(
        1 + MEAN / PANEL, row, f"{levels.mean:.2f}", transform=across, ha="right", va="center_baseline", color=ink
    )


def _legend(axes: Axes, rows: int, ink: str) -> None:
    from matplotlib.patches import Patch

    patches = [Patch(facecolor=colour, edgecolor=GRID, linewidth=0.3, label=str(n)) for n, colour in enumerate(COLOURS)]
    legend = axes.legend(
        handles=patches,
        title="level",
        ncols=len(COLOURS),
        loc="lower left",
        bbox_to_anchor=(0, 1 + 0.06 / (rows * ROW)),
        borderaxespad=0,
        borderpad=0,
        frameon=False,
        fontsize=FONT_SIZE - 1,
        title_fontsize=FONT_SIZE - 1,
        handlelength=1.0,
        handletextpad=0.35,
        columnspacing=0.9,
        alignment="left",
        labelcolor=ink,
    )
    legend.get_title().set_color(ink)
    across = axes.get_yaxis_transform()
    axes.text(
        1 + MEAN / PANEL, -0.62, "mean", transform=across, va="bottom", ha="right", color=ink, fontsize=FONT_SIZE - 1
    )
