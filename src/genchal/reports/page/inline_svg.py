"""An SVG file of ours made fit to stand inside a web page."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from genchal.reports.figures.canvas import ACCENT, GRID, INK

# The page's colours, so that the figure follows its light or dark theme.
THEME = {INK["svg"]: "var(--muted)", ACCENT: "var(--accent)", GRID: "var(--muted)"}
POINT = 4 / 3  # CSS pixels
FONT = re.compile(r"font-family: [^;]*;?\s*")


def inline_svg(svg: bytes, *, prefix: str, label: str) -> str:
    """Make an svg element without namespaces, metadata and styles of its own; every id starts with `prefix`."""
    # Parsed and written again, not patched as text: a system's name may look like any attribute.
    root = ElementTree.fromstring(svg)  # noqa: S314  (drawn by figures.py, ours)
    for parent in list(root.iter()):
        for child in list(parent):
            if _local(child.tag) in ("metadata", "style"):
                parent.remove(child)
    for element in root.iter():
        element.tag = _local(element.tag)
        element.attrib = {_local(name): _adapted(_local(name), value, prefix) for name, value in element.items()}
        if element.tag == "text":
            element.attrib["dir"] = "auto"
    width, height = (float(root.attrib[side].removesuffix("pt")) * POINT for side in ("width", "height"))
    root.attrib = {
        "viewBox": root.attrib["viewBox"],
        "width": f"{width:.0f}",
        "height": f"{height:.0f}",
        "style": f"--natural:{width:.0f}px",
        "role": "img",
        "aria-label": label,
    }
    return ElementTree.tostring(root, encoding="unicode")


def _local(name: str) -> str:
    return name.rpartition("}")[2]


def _adapted(name: str, value: str, prefix: str) -> str:
    if name == "id":
        return prefix + value
    if name == "href":
        return value.replace("#", f"#{prefix}", 1)
    value = value.replace("url(#", f"url(#{prefix}")
    if name == "style":
        value = FONT.sub("", value)
        for colour, variable in THEME.items():
            value = value.replace(colour, variable)
    return value
