"""Colours of heat maps: lightness alone tells values apart, whatever colours somebody sees, and in grey print."""

from __future__ import annotations

Colour = tuple[float, float, float]

# From nearly white to deep teal.
LOW: Colour = (0.945, 0.969, 0.965)
MIDDLE: Colour = (0.42, 0.72, 0.69)
HIGH: Colour = (0.02, 0.29, 0.30)
DARK, LIGHT, MUTED = "#111111", "#ffffff", "#666666"
READABLE = 0.19  # luminance up to which light ink is easier to read than dark ink; the contrast is 4.3 or more
# Up to this p, from dark to pale, with the ink that can be read on it; beyond the last level nothing is significant.
P_SHADES = ((0.001, "#12605c", "#ffffff"), (0.01, "#3f9c93", "#111111"), (0.05, "#a6d8d0", "#111111"))
PALE, PALE_INK, UNTESTED = "#eef1f1", "#555555", "#fafafa"


def blend(share: float) -> Colour:
    """A colour between the palest, 0, and the darkest, 1."""
    share = min(max(share, 0.0), 1.0)
    start, end, part = (LOW, MIDDLE, 2 * share) if share < 0.5 else (MIDDLE, HIGH, 2 * share - 1)
    red, green, blue = (first + (last - first) * part for first, last in zip(start, end, strict=True))
    return red, green, blue


def shade_p_value(p_value: float) -> tuple[str, str]:
    """The colour of a p-value, and the ink on it."""
    return next(((shade, ink) for limit, shade, ink in P_SHADES if p_value <= limit), (PALE, PALE_INK))


def choose_ink(colour: Colour) -> str:
    """The ink that can be read on a colour."""
    return LIGHT if luminance(colour) < READABLE else DARK


def write_colour(colour: Colour) -> str:
    """A colour as #rrggbb."""
    return "#" + "".join(f"{round(255 * part):02x}" for part in colour)


def luminance(colour: Colour) -> float:
    """Relative luminance (WCAG 2.1), near enough."""
    red, green, blue = colour
    return float(0.2126 * red**2.2 + 0.7152 * green**2.2 + 0.0722 * blue**2.2)
