"""How wide text is in LaTeX's usual font, so that a table is laid out before LaTeX sees it.

Widths are those of Computer Modern at 10 pt, in points, as pdfLaTeX reports them. Kerning is left out: with it a
text is a little narrower than it is said to be. Other usual fonts, such as Times, are narrower, too.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace

from genchal.domain.results.table import Table, TableForm
from genchal.reports.names import one_line
from genchal.reports.tables.cells import Notation, write_rows
from genchal.reports.tables.latex_text import CONTROL, MATHEMATICS

_GLYPHS = {
    2.8: "!',.:;[]`il|",
    3.3: " -fjI",
    3.9: "()rst",
    4.4: "cez",
    5.0: '"$*/0123456789\\ago{}?J–',
    5.6: "Sbdhnpukqvxy",
    6.5: "Z^~LF",
    7.2: "EPBCTwR",
    7.8: "ADHNUVXY&+<=>@GKOQ_",
    8.3: "↑↓",  # with the blank before an arrow
    9.2: "#%mM—",
    10.3: "W",
}
_WIDTHS = {character: width for width, characters in _GLYPHS.items() for character in characters}
_MATHEMATICAL = 7.8
_OTHER = 18.0  # of a character of another script, of which pdfLaTeX prints four digits in small type
_BOLD = 1.16
SCRIPT = 0.8  # \scriptsize, in which bounds and marks are set whatever the size of a table

# Between these stand parts of a cell that are bold, or smaller than the rest.
_STRONG, _SMALL = ("\x10", "\x11"), ("\x0e", "\x0f")
_WORD = re.compile(r"\S+?(?:(?<=\w)-(?=\w)|(?<=[_/])(?=\w)|\s+|$)")
_PART = re.compile("([\x0e-\x11])")


@dataclass(frozen=True, slots=True)
class Width:
    """The width at 10 pt of what is set in a table's size, of its widest word, and of what is set in small type."""

    text: float = 0.0
    word: float = 0.0
    small: float = 0.0

    def at(self, scale: float) -> float:
        """The width in a size of type that is so much narrower."""
        return self.text * scale + self.small * SCRIPT


def measure_text(text: str) -> float:
    """The width of a text in points, at 10 pt."""
    return sum(_width_of(character) for character in text)


def split_words(text: str) -> list[str]:
    """Split a text where LaTeX may begin a new line: after blanks, which the words keep, and inside names."""
    return _WORD.findall(text)


def measure_rows(table: Table, form: TableForm, notation: Notation) -> list[list[Width]]:
    """The widths of all cells, written as LaTeX writes them."""
    ruler = replace(
        notation,
        escape=lambda text: CONTROL.sub("", one_line(text)),
        number=lambda text: text.replace("-", "−"),
        small=lambda text: text.join(_SMALL),
        group=lambda text: text,
        strong=lambda text: text.join(_STRONG),
        marks=lambda text: text.join(_SMALL),
        dash="–",
        missing="–",
    )
    return [[_measure_cell(cell) for cell in row] for row in write_rows(table, form, ruler)]


def _measure_cell(cell: str) -> Width:
    text = word = small = 0.0
    is_bold = is_small = False
    for part in _PART.split(cell):
        if part in _STRONG:
            is_bold = part == _STRONG[0]
        elif part in _SMALL:
            is_small = part == _SMALL[0]
        elif is_small:
            small += measure_text(part)
        else:
            weight = _BOLD if is_bold else 1.0
            text += measure_text(part) * weight
            word = max([word, *(weight * measure_text(found.rstrip()) for found in split_words(part))])
    return Width(text, word, small)


def _width_of(character: str) -> float:
    known = _WIDTHS.get(character)
    if known is not None:
        return known
    if character in MATHEMATICS:
        return _MATHEMATICAL
    return _WIDTHS.get(unicodedata.normalize("NFD", character)[0], _OTHER)
