"""Text that fits its box, whatever it is: in one line, in two, smaller, and at last shortened.

The page's font is not known here, so widths are estimated, rather too wide than too narrow.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from genchal.pictures.svg import Svg, Value, clean_text, element, escape_text, group, join

ELLIPSIS = "\u2026"
LEADING = 1.18  # distance of lines, in sizes of the text
BOLD = 1.1  # how much wider bold text is
SHRUNK = (1.0, 0.9, 0.8, 0.72)  # sizes to try, in turn
LONGEST = 400  # characters that are looked at; no box holds more

_NARROW = frozenset("iljtfrI.,:;'|!()[]-` ")
_BROAD = frozenset("mwMW@%&\u2026\u2014\u00bd")


@dataclass(frozen=True, slots=True)
class Fitted:
    """Lines of a text at a size, and whether some of it was left out."""

    lines: tuple[str, ...]
    size: float
    is_cut: bool

    @property
    def height(self) -> float:
        """Height of all lines."""
        return len(self.lines) * self.size * LEADING


def estimate_width(text: str, size: float) -> float:
    """Estimate how wide a text is."""
    return sum(map(_em, text)) * size


@lru_cache(maxsize=4096)
def _em(character: str) -> float:
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    if character in _NARROW:
        return 0.42
    if character in _BROAD:
        return 1.0
    if unicodedata.east_asian_width(character) in "WF":
        return 1.3 if ord(character) > 0xFFFF else 1.06
    if character.isascii():
        return 0.74 if character.isupper() else 0.61
    return 0.76


def fit_text(text: str, width: float, size: float, lines: int = 2) -> Fitted:
    """Fit a text into so many lines of a width: broken between words, then smaller, then within words, then cut."""
    clean = clean_text(text)
    words = clean[:LONGEST].split(" ")
    if len(clean) <= LONGEST:
        for factor in SHRUNK:
            filled = _filled(words, width, size * factor)
            if len(filled) <= lines and all(estimate_width(line, size * factor) <= width for line in filled):
                return Fitted(tuple(filled), size * factor, is_cut=False)
    small = size * SHRUNK[-1]
    pieces = [piece for word in words for piece in _pieces(word, width, small)]
    filled = _filled(pieces, width, small)
    if len(filled) <= lines and len(clean) <= LONGEST:
        return Fitted(tuple(filled), small, is_cut=False)
    last = "".join(_taken(" ".join(filled[lines - 1 :]), width - estimate_width(ELLIPSIS, small), small)).rstrip()
    return Fitted((*filled[: lines - 1], last + ELLIPSIS), small, is_cut=True)


def _filled(words: list[str], width: float, size: float) -> list[str]:
    filled: list[str] = []
    for word in words:
        if filled and estimate_width(f"{filled[-1]} {word}", size) <= width:
            filled[-1] += f" {word}"
        else:
            filled.append(word)
    return filled


def _pieces(word: str, width: float, size: float) -> Iterator[str]:
    if estimate_width(word, size) <= width:
        yield word
        return
    piece: list[str] = []
    for cluster in _clusters(word):
        if piece and estimate_width("".join([*piece, cluster]), size) > width:
            yield "".join(piece)
            piece = []
        piece.append(cluster)
    yield "".join(piece)


def _taken(text: str, width: float, size: float) -> Iterator[str]:
    used = 0.0
    for cluster in _clusters(text):
        used += estimate_width(cluster, size)
        if used > width:
            return
        yield cluster


def _clusters(text: str) -> Iterator[str]:
    """Characters with the marks that belong to them, which no break may part."""
    cluster = ""
    for character in text:
        joins = (
            unicodedata.category(character) in ("Mn", "Mc", "Me") or character == "\u200d" or cluster.endswith("\u200d")
        )
        if cluster and not joins:
            yield cluster
            cluster = ""
        cluster += character
    if cluster:
        yield cluster


def write_text(
    text: str,
    x: float,
    middle: float,
    width: float,
    size: float = 15,
    *,
    lines: int = 2,
    anchor: str = "middle",
    **attributes: Value,
) -> Svg:
    """Write a text around the height `middle`; where it had to be cut, the whole is its tooltip."""
    fitted = fit_text(text, width / (BOLD if "font_weight" in attributes else 1), size, lines)
    return write_fitted(fitted, text, x, middle, anchor=anchor, **attributes)


def write_fitted(
    fitted: Fitted, text: str, x: float, middle: float, *, anchor: str = "middle", **attributes: Value
) -> Svg:
    """Write a text that was fitted before."""
    first = middle - fitted.height / 2 + fitted.size * 0.94  # the base line of the first line
    drawn = join(
        *(
            # An element for each line: a line is a paragraph of its own when its direction is detected.
            element(
                "text",
                escape_text(line),
                x=x,
                y=first + number * fitted.size * LEADING,
                font_size=fitted.size,
                text_anchor=anchor,
                unicode_bidi="plaintext",
                **attributes,
            )
            for number, line in enumerate(fitted.lines)
            if line
        )
    )
    return group(element("title", escape_text(text)), drawn) if fitted.is_cut else drawn
