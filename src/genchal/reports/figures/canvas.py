"""What all figures have in common: colours and sizes, names measured before they are drawn, and how they are saved."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Callable, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Any, Literal

from genchal.reports.names import shorten

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Format = Literal["svg", "pdf", "png"]

ACCENT = "#0d9488"
GRID = "#8b9299"
# A figure for a screen lies on light or dark pages alike: this grey has a contrast of 4.5 with white and with black.
INK: dict[Format, str] = {"svg": "#767676", "pdf": "#262626", "png": "#262626"}
FONT_SIZE = 9.0
ROW, EDGE = 0.26, 0.12  # inches
LONGEST_NAME = 32

# The file must not depend on the user's settings (rcdefaults), on the time, or on chance (hashsalt).
SETTINGS: dict[Literal["svg", "pdf", "font", "text"], dict[str, object]] = {
    "svg": {"fonttype": "none", "hashsalt": "genchal"},
    "pdf": {"fonttype": 42},
    "font": {"family": ["sans-serif"], "sans-serif": ["DejaVu Sans"], "size": FONT_SIZE},
    "text": {"parse_math": False, "usetex": False},
}
SAVING: dict[Format, dict[str, Any]] = {
    "svg": {"transparent": True, "metadata": {"Date": None, "Creator": None}},
    "pdf": {"transparent": True, "metadata": {"CreationDate": None, "Creator": None, "Producer": None}},
    "png": {"dpi": 200, "facecolor": "white", "metadata": {"Software": None}},
}


def drawn(draw: Callable[[str], Figure], format: Format) -> bytes:  # noqa: A002  (matplotlib's word)
    """Draw with the ink of a format, and save; the same figure is the same bytes."""
    import matplotlib

    # Fonts may be looked for on first use, and that is nobody's concern.
    logging.getLogger("matplotlib.font_manager").setLevel(logging.ERROR)
    with matplotlib.rc_context(), warnings.catch_warnings():
        matplotlib.rcdefaults()
        for group, settings in SETTINGS.items():
            matplotlib.rc(group, **settings)
        # A name in a script that the font does not have is still text in the SVG, where the browser's fonts take over.
        warnings.filterwarnings("ignore", message="Glyph .* missing from", category=UserWarning)
        content = BytesIO()
        draw(INK[format]).savefig(content, format=format, **SAVING[format])
    return content.getvalue()


def start_rows(
    names: Sequence[str], ink: str, panel: float, beside: float, top: float, bottom: float
) -> tuple[Figure, Axes]:
    """A figure with a row per system, the first on top: names at the left, a panel with a faint grid, room beside it.

    Sizes are in inches.
    """
    from matplotlib.figure import Figure

    figure, rows = Figure(), max(1, len(names))
    shown = [shorten(name, LONGEST_NAME) for name in names]
    left = EDGE + 0.1 + widest(figure, shown)
    width, height = left + panel + beside + EDGE, top + rows * ROW + bottom
    figure.set_size_inches(width, height)
    axes = figure.add_axes((left / width, bottom / height, panel / width, rows * ROW / height))
    axes.set_yticks(range(len(shown)), shown)
    axes.set_ylim(rows - 0.5, -0.5)
    style_panel(axes, ink)
    return figure, axes


def style_panel(axes: Axes, ink: str) -> None:
    """Give a panel a faint grid, and neither edges nor ticks."""
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0, colors=ink, labelsize=FONT_SIZE)
    axes.tick_params(axis="x", labelsize=FONT_SIZE - 1)
    axes.grid(axis="x", color=GRID, alpha=0.28, linewidth=0.7)
    axes.set_axisbelow(True)


def widest(figure: Figure, names: Sequence[str]) -> float:
    """How wide the widest of some names is, in inches."""
    probes = [figure.text(0, 0, name) for name in names]
    width = max((probe.get_window_extent().width for probe in probes), default=0.0) / figure.dpi
    for probe in probes:
        probe.remove()
    return float(width)
