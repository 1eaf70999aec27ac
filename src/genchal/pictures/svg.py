"""SVG as text: elements with everything escaped, and the frame that all pictures share."""

from __future__ import annotations

import re
from html import escape
from typing import NewType

Svg = NewType(
    "Svg", str
)  # markup that is known to be well-formed; a plain string becomes it only through `escape_text`
Value = str | float

# Direction marks that reach over other text, and characters that neither XML nor HTML may hold.
_OVERRIDES = re.compile("[\u202a-\u202e\u2066-\u2069\ufeff]")
_ILLEGAL = re.compile("[^\x20-\x7e\xa0-\ud7ff\ue000-\ufdcf\ufdf0-\ufffd\U00010000-\U0010ffff]")
_BLANK = re.compile(r"\s+")
_PLAIN = re.compile(r"[A-Za-z0-9#().,:; -]*")  # most values of attributes are ours, and need no looking after


def clean_text(text: str) -> str:
    """Text as it can be shown: one line, no marks that turn other text round, � for what cannot be shown."""
    return _ILLEGAL.sub("\ufffd", _OVERRIDES.sub("", _BLANK.sub(" ", text))).strip()


def escape_text(text: str) -> Svg:
    """Text as markup."""
    return Svg(escape(clean_text(text)))


def element(name: str, /, *children: Svg, **attributes: Value) -> Svg:
    """Write an element; an underscore in the name of an attribute is a hyphen, one at its end is dropped."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{write_value(value)}"'
        for key, value in attributes.items()
        if value != ""
    )
    return Svg(f"<{name}{written}>{''.join(children)}</{name}>" if children else f"<{name}{written}/>")


def write_value(value: Value) -> str:
    """Write the value of an attribute: text escaped, numbers with at most two decimals."""
    if isinstance(value, str):
        return value if _PLAIN.fullmatch(value) else escape(clean_text(value))
    return f"{value:.2f}".rstrip("0").rstrip(".") if value % 1 else f"{value:.0f}"


def join(*parts: Svg) -> Svg:
    """Several elements one after the other."""
    return Svg("".join(parts))


def group(*children: Svg, **attributes: Value) -> Svg:
    """Elements that share attributes."""
    return element("g", *children, **attributes)


def at(x: float, y: float, *children: Svg, scale: float = 1) -> Svg:
    """Elements moved to a place and scaled around their own origin."""
    scaled = "" if scale == 1 else f" scale({write_value(scale)} {write_value(scale)})"
    return group(*children, transform=f"translate({write_value(x)} {write_value(y)}){scaled}")


def path(d: str, /, **attributes: Value) -> Svg:
    """A path."""
    return element("path", d=d, **attributes)


def rect(x: float, y: float, width: float, height: float, rx: float = 0, /, **attributes: Value) -> Svg:
    """A rectangle, with round corners if `rx` is given."""
    return element("rect", x=x, y=y, width=width, height=height, **({"rx": rx} if rx else {}), **attributes)


def ellipse(cx: float, cy: float, rx: float, ry: float, /, **attributes: Value) -> Svg:
    """An ellipse."""
    return element("ellipse", cx=cx, cy=cy, rx=rx, ry=ry, **attributes)


def stroke(d: str, width: float = 2, colour: str = "currentColor", **attributes: Value) -> Svg:
    """A line along a path."""
    return path(
        d, fill="none", stroke=colour, stroke_width=width, stroke_linecap="round", stroke_linejoin="round", **attributes
    )


def canvas(
    kind: str,
    width: float,
    height: float,
    *children: Svg,
    prefix: str,
    title: str,
    description: str = "",
    role: str = "img",
    natural: str = "",
) -> Svg:
    """The svg element of a picture: its coordinates, its name, and what it tells people who hear the page.

    The direction is fixed, since a page from right to left would turn anchors of text round; texts find their own.
    """
    names = [f"{prefix}-title"]
    heads = [element("title", escape_text(title), id=names[0])]
    if clean_text(description):
        names.append(f"{prefix}-desc")
        heads.append(element("desc", escape_text(description), id=names[1]))
    return element(
        "svg",
        *heads,
        *children,
        xmlns="http://www.w3.org/2000/svg",
        id=prefix,
        class_=f"picture picture-{kind}",
        viewBox=f"0 0 {write_value(width)} {write_value(height)}",
        role=role,
        aria_labelledby=" ".join(names),
        direction="ltr",
        fill="currentColor",
        width=natural,  # only of what is scrolled; other pictures are as wide as the page lets them
    )
