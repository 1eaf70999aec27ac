"""Drawings as files: SVG for pages and for files; PDF and PNG where matplotlib is installed, which brings the font.

PNG, and PDF with letters that join or run from right to left, are drawn by matplotlib.
"""

from __future__ import annotations

import logging
import warnings
from html import escape
from io import BytesIO
from typing import Any, Literal, get_args

from genchal.errors import NeedsExtra
from genchal.reports.figures.drawing import (
    ACCENT,
    BASELINE,
    GRID,
    INCH,
    INK,
    PEOPLE,
    Dot,
    Drawing,
    Line,
    Mark,
    Polygon,
    Rectangle,
    Text,
)
from genchal.reports.figures.pdf import can_write, write_pdf

Format = Literal["svg", "pdf", "png"]
FORMATS: tuple[Format, ...] = get_args(Format)
Colours = dict[str, str]

# A figure for a screen lies on light or dark pages alike: this grey has a contrast of 4.5 with white and with black.
# Teal and orange differ for people who confuse red and green, and in lightness.
SCREEN: Colours = {INK: "#767676", ACCENT: "#0d9488", PEOPLE: "#cf6a1a", GRID: "#8b9299"}
PRINT: Colours = {INK: "#262626", ACCENT: "#0d9488", PEOPLE: "#c25e10", GRID: "#8b9299"}
PAGE: Colours = {  # light or dark, as the page is
    INK: "var(--muted)",
    ACCENT: "var(--accent)",
    PEOPLE: "var(--people)",
    GRID: "var(--muted)",
}
FONTS = "system-ui, 'Segoe UI', 'DejaVu Sans', Helvetica, Arial, sans-serif"
PIXEL = 96 / INCH  # CSS pixels in a point


def save_figure(drawing: Drawing, format: Format, alt: str = "") -> bytes:  # noqa: A002  (the trade's word)
    """Save a drawing; the same drawing is the same bytes. `alt` says what it shows, where the format has a place."""
    if format == "svg":
        return _write_svg_file(drawing, alt).encode("utf-8", errors="replace")
    if not can_save(format):
        raise NeedsExtra(f"a figure as {format.upper()}", "figures")
    if format == "pdf" and can_write(drawing):
        return write_pdf(drawing, PRINT, _clean(alt))
    return _save_with_matplotlib(drawing, format, _clean(alt))


def _write_svg_file(drawing: Drawing, alt: str) -> str:
    width, height = drawing.width * PIXEL, drawing.height * PIXEL
    role, title = (' role="img"', f"<title>{escape(_clean(alt), quote=False)}</title>\n") if alt else ("", "")
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_number(width)}" height="{_number(height)}"'
        f' viewBox="0 0 {_number(drawing.width)} {_number(drawing.height)}" font-family="{escape(FONTS)}"{role}>\n'
        f"{title}{_write_marks(drawing, SCREEN)}\n</svg>\n"
    )


def inline_figure(drawing: Drawing, label: str, kind: str = "") -> str:
    """A drawing as an element of a page, in the page's colours and font; `label` says what it shows.

    `kind` is its class in the page: there, styles may choose between drawings of the same thing.
    """
    named = f' class="{kind}"' if kind else ""
    width, height = drawing.width * PIXEL, drawing.height * PIXEL
    return (
        f'<svg{named} viewBox="0 0 {_number(drawing.width)} {_number(drawing.height)}" width="{width:.0f}"'
        f' height="{height:.0f}" style="--natural:{width:.0f}px" role="img" aria-label="{escape(_clean(label))}">'
        f"{_write_marks(drawing, PAGE)}</svg>"
    )


def _write_marks(drawing: Drawing, colours: Colours) -> str:
    return "\n".join(_write_mark(mark, colours) for mark in drawing.marks)


def _write_mark(mark: Mark, colours: Colours) -> str:
    match mark:
        case Line():
            ends = f'x1="{_number(mark.x1)}" y1="{_number(mark.y1)}" x2="{_number(mark.x2)}" y2="{_number(mark.y2)}"'
            cap = ' stroke-linecap="round"' if mark.is_round else ""
            paint = _paint("stroke", mark.colour, colours, mark.alpha)
            return f'<line {ends} {paint} stroke-width="{_number(mark.width)}"{cap}/>'
        case Rectangle():
            place = f'x="{_number(mark.x)}" y="{_number(mark.y)}"'
            size = f'width="{_number(mark.width)}" height="{_number(mark.height)}"'
            edge = ""
            if mark.edge:
                edge = f' {_paint("stroke", mark.edge, colours)} stroke-width="{_number(mark.edge_width)}"'
            return f"<rect {place} {size} {_paint('fill', mark.colour, colours, mark.alpha)}{edge}/>"
        case Dot():
            place = f'cx="{_number(mark.x)}" cy="{_number(mark.y)}" r="{_number(mark.radius)}"'
            return f"<circle {place} {_paint('fill', mark.colour, colours)}/>"
        case Polygon():
            corners = " ".join(f"{_number(x)},{_number(y)}" for x, y in mark.points)
            return f'<polygon points="{corners}" {_paint("fill", mark.colour, colours, mark.alpha)}/>'
        case Text():
            return _write_text(mark, colours)


def _write_text(mark: Text, colours: Colours) -> str:
    shift = BASELINE * mark.size
    x, y = (mark.x + shift, mark.y) if mark.upright else (mark.x, mark.y + shift)
    turned = f' transform="rotate(-90 {_number(x)} {_number(y)})"' if mark.upright else ""
    anchor = "" if mark.anchor == "start" else f' text-anchor="{mark.anchor}"'
    bold = ' font-weight="600"' if mark.is_bold else ""
    return (
        f'<text x="{_number(x)}" y="{_number(y)}" font-size="{_number(mark.size)}"{anchor}{bold} dir="auto" '
        f"{_paint('fill', mark.colour, colours)}{turned}>{escape(_clean(mark.text), quote=False)}</text>"
    )


def _paint(what: str, colour: str, colours: Colours, alpha: float = 1.0) -> str:
    opacity = f" {what}-opacity={alpha:.3g}".replace("=", '="') + '"' if alpha < 1 else ""
    # A variable of a page is a style; an attribute would not know it.
    value = colours.get(colour, colour)
    return f'style="{what}:{value}"{opacity}' if value.startswith("var(") else f'{what}="{value}"{opacity}'


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _clean(text: str) -> str:
    """Text without what XML cannot hold."""
    return "".join(
        char if char in "\t\n" or " " <= char <= "\ud7ff" or "\ue000" <= char <= "\ufffd" or char > "\uffff" else "�"
        for char in text
    )


# The file must not depend on the user's settings (rcdefaults), on the time, or on chance.
_SETTINGS: dict[Literal["pdf", "font", "text"], dict[str, object]] = {
    "pdf": {"fonttype": 42},
    "font": {"family": ["sans-serif"], "sans-serif": ["DejaVu Sans"]},
    "text": {"parse_math": False, "usetex": False},
}
_SAVING: dict[str, dict[str, Any]] = {
    "pdf": {"transparent": True, "metadata": {"CreationDate": None, "Creator": None, "Producer": None}},
    "png": {"dpi": 200, "facecolor": "white", "metadata": {"Software": None}},
}


def can_save(format: Format) -> bool:  # noqa: A002  (the trade's word)
    """Whether figures can be saved in a format here."""
    import importlib.util

    return format == "svg" or importlib.util.find_spec("matplotlib") is not None


def _save_with_matplotlib(drawing: Drawing, format: Format, alt: str) -> bytes:  # noqa: A002  (the trade's word)
    """Draw the marks on an empty matplotlib figure of the same size."""
    import matplotlib
    from matplotlib.figure import Figure

    # Fonts may be looked for on first use, and that is nobody's concern.
    logging.getLogger("matplotlib.font_manager").setLevel(logging.ERROR)
    with matplotlib.rc_context(), warnings.catch_warnings():
        matplotlib.rcdefaults()
        for group, settings in _SETTINGS.items():
            matplotlib.rc(group, **settings)
        warnings.filterwarnings("ignore", message="Glyph .* missing from", category=UserWarning)
        figure = Figure(figsize=(drawing.width / INCH, drawing.height / INCH))
        axes = figure.add_axes((0, 0, 1, 1))
        axes.set_xlim(0, drawing.width)
        axes.set_ylim(drawing.height, 0)
        axes.axis("off")
        for mark in drawing.marks:
            _draw_with_matplotlib(axes, mark)
        content = BytesIO()
        saving = _SAVING[format]
        named = {"Title": alt} if alt else {}
        figure.savefig(content, format=format, **saving | {"metadata": {**saving["metadata"], **named}})
    return content.getvalue()


def _draw_with_matplotlib(axes: Any, mark: Mark) -> None:
    from matplotlib import patches
    from matplotlib.lines import Line2D

    match mark:
        case Line():
            colour = PRINT.get(mark.colour, mark.colour)
            cap: Literal["round", "butt"] = "round" if mark.is_round else "butt"
            ends = [mark.x1, mark.x2], [mark.y1, mark.y2]
            axes.add_line(
                Line2D(*ends, color=colour, linewidth=mark.width, alpha=mark.alpha, solid_capstyle=cap, clip_on=False)
            )
        case Rectangle():
            axes.add_patch(
                patches.Rectangle(
                    (mark.x, mark.y),
                    mark.width,
                    mark.height,
                    facecolor=(PRINT.get(mark.colour, mark.colour), mark.alpha),
                    edgecolor=PRINT.get(mark.edge, mark.edge) if mark.edge else "none",
                    linewidth=mark.edge_width if mark.edge else 0,
                )
            )
        case Dot():
            axes.add_patch(
                patches.Circle((mark.x, mark.y), mark.radius, color=PRINT.get(mark.colour, mark.colour), linewidth=0)
            )
        case Polygon():
            fill = (PRINT.get(mark.colour, mark.colour), mark.alpha)
            axes.add_patch(patches.Polygon(mark.points, closed=True, facecolor=fill, edgecolor="none", linewidth=0))
        case Text():
            shift = BASELINE * mark.size
            axes.text(
                mark.x + (shift if mark.upright else 0),
                mark.y + (0 if mark.upright else shift),
                mark.text,
                ha={"start": "left", "middle": "center", "end": "right"}[mark.anchor],
                va="baseline",
                rotation=90 if mark.upright else 0,
                rotation_mode="anchor",
                fontsize=mark.size,
                fontweight="bold" if mark.is_bold else "normal",
                color=PRINT.get(mark.colour, mark.colour),
            )
