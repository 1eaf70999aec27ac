"""Parts of a font that go into PDF files, so that a figure looks the same everywhere and its texts can be copied.

DejaVu Sans comes with matplotlib, and fontTools with it, which takes out the characters that are needed. That takes
longer than everything else in a figure: the usual characters are taken out once for all figures.
"""

from __future__ import annotations

import functools
import hashlib
import io
import unicodedata
from dataclasses import dataclass
from pathlib import Path

USUAL = frozenset(map(chr, range(32, 127))) | frozenset("–−→←↑↓…·°×±≤≥τρα’“”")
FILES = {False: "DejaVuSans", True: "DejaVuSans-Bold"}  # by boldness
MISSING = 0  # the glyph of characters that a font does not have
# Tables that a PDF has no use for: it says itself which glyphs are where.
UNUSED = ("GSUB", "GPOS", "GDEF", "kern", "name", "OS/2", "gasp", "FFTM", "post")


@dataclass(frozen=True, slots=True)
class EmbeddedFont:
    """Some characters of a font: their glyphs, the widths of all glyphs in thousandths of an em, and the font's file.

    `box`, `ascent` and `descent` are in thousandths, too.
    """

    name: str
    glyphs: dict[str, int]
    widths: tuple[int, ...]
    box: tuple[int, int, int, int]
    ascent: int
    descent: int
    data: bytes

    def encode(self, text: str) -> list[int]:
        """The glyphs of a text."""
        return [self.glyphs.get(char, MISSING) for char in text]

    def measure(self, text: str, size: float) -> float:
        """How wide a text is."""
        return size * sum(self.widths[glyph] for glyph in self.encode(text)) / 1000


def is_plain(text: str) -> bool:
    """Whether a text is its characters one after the other, from left to right, as Arabic or Hindi are not."""
    return all(
        char in USUAL
        or (unicodedata.bidirectional(char) not in ("R", "AL", "AN") and unicodedata.category(char)[0] not in "MC")
        for char in text
    )


def embed_font(text: str, is_bold: bool) -> EmbeddedFont:
    """Take what a text needs out of the font."""
    return _embed(frozenset(text) - USUAL, is_bold)


@functools.lru_cache(maxsize=32)
def _embed(more: frozenset[str], is_bold: bool) -> EmbeddedFont:
    import matplotlib
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    path = Path(matplotlib.get_data_path()) / "fonts" / "ttf" / f"{FILES[is_bold]}.ttf"
    wanted = USUAL | more
    options = Options(hinting=False, notdef_outline=True, layout_features=[])
    options.drop_tables = list(UNUSED)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=map(ord, wanted))
    file = io.BytesIO()
    with TTFont(path, lazy=True, recalcTimestamp=False) as font:
        subsetter.subset(font)
        places = font.getReverseGlyphMap()
        glyphs = {chr(code): places[name] for code, name in sorted(font.getBestCmap().items())}
        head, sizes = font["head"], font["hhea"]
        scale = 1000 / head.unitsPerEm
        widths = tuple(round(scale * font["hmtx"][name][0]) for name in font.getGlyphOrder())
        del font["cmap"]
        font.save(file)
    # Two parts of one font have different names, or programs that join files would take one for the other.
    digest = hashlib.sha256("".join(sorted(wanted)).encode("utf-8", errors="replace")).digest()
    tag = "".join(chr(ord("A") + byte % 26) for byte in digest[:6])
    return EmbeddedFont(
        f"{tag}+{FILES[is_bold]}",
        glyphs,
        widths,
        (round(scale * head.xMin), round(scale * head.yMin), round(scale * head.xMax), round(scale * head.yMax)),
        round(scale * sizes.ascent),
        round(scale * sizes.descent),
        file.getvalue(),
    )
