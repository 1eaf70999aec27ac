"""Drawings as PDF files: one page of the drawing's size, with its font inside and its alternative text.

matplotlib takes a third of a second for one, most of it for the font, and a report has dozens. Files are of version
1.4, which every LaTeX includes without a warning.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping, Sequence

from genchal.reports.figures.drawing import BASELINE, Dot, Drawing, Line, Mark, Polygon, Rectangle, Text
from genchal.reports.figures.fonts import EmbeddedFont, embed_font, is_plain

ARC = 0.5522847  # how far the handles of four Bézier curves reach that make a circle of radius 1
Fonts = Mapping[bool, EmbeddedFont]  # by boldness


def can_write(drawing: Drawing) -> bool:
    """Whether all texts are plain: letters that join, or run from right to left, need a program that knows how."""
    return all(is_plain(mark.text) for mark in drawing.marks if isinstance(mark, Text))


def write_pdf(drawing: Drawing, colours: Mapping[str, str], alt: str = "") -> bytes:
    """Write a drawing in these colours; the same drawing is the same bytes."""
    texts = [mark for mark in drawing.marks if isinstance(mark, Text)]
    fonts = {
        is_bold: embed_font("".join(mark.text for mark in texts if mark.is_bold == is_bold), is_bold)
        for is_bold in sorted({mark.is_bold for mark in texts})
    }
    painter = _Painter(colours, fonts)
    for mark in drawing.marks:
        painter.draw(mark)
    # Places are from the top left, those of PDF from the bottom left.
    content = f"/Figure <</MCID 0>> BDC\n1 0 0 -1 0 {_number(drawing.height)} cm\n" + "\n".join(painter.lines) + "\nEMC"
    return _write_file(drawing, content.encode("ascii"), painter.alphas, fonts, alt)


class _Painter:
    """Marks as operators of a page."""

    def __init__(self, colours: Mapping[str, str], fonts: Fonts) -> None:
        self.colours, self.fonts = colours, fonts
        self.alphas: dict[float, str] = {1.0: "A0"}
        self.lines: list[str] = []

    def draw(self, mark: Mark) -> None:
        """Add a mark."""
        match mark:
            case Line():
                path = f"{_numbers(mark.x1, mark.y1)} m {_numbers(mark.x2, mark.y2)} l"
                self._stroke(path, mark.colour, mark.width, mark.alpha, cap=int(mark.is_round))
            case Rectangle():
                path = f"{_numbers(mark.x, mark.y, mark.width, mark.height)} re"
                self._fill(path, mark.colour, mark.alpha)
                if mark.edge:
                    self._stroke(path, mark.edge, mark.edge_width)
            case Dot():
                self._fill(_circle(mark.x, mark.y, mark.radius), mark.colour)
            case Polygon():
                first, *others = (_numbers(*point) for point in mark.points)
                self._fill(" ".join([f"{first} m", *(f"{point} l" for point in others), "h"]), mark.colour, mark.alpha)
            case Text():
                self._write(mark)

    def _fill(self, path: str, colour: str, alpha: float = 1.0) -> None:
        self.lines.append(f"/{self._alpha(alpha)} gs {self._colour(colour)} rg {path} f")

    def _stroke(self, path: str, colour: str, width: float, alpha: float = 1.0, cap: int = 0) -> None:
        paint = f"/{self._alpha(alpha)} gs {self._colour(colour)} RG {_number(width)} w {cap} J"
        self.lines.append(f"{paint} {path} S")

    def _write(self, mark: Text) -> None:
        font = self.fonts[mark.is_bold]
        back = {"start": 0.0, "middle": 0.5, "end": 1.0}[mark.anchor] * font.measure(mark.text, mark.size)
        shift = BASELINE * mark.size
        if mark.upright:
            place = f"0 -1 -1 0 {_numbers(mark.x + shift, mark.y + back)}"
        else:
            place = f"1 0 0 -1 {_numbers(mark.x - back, mark.y + shift)}"
        glyphs = "".join(f"{glyph:04x}" for glyph in font.encode(mark.text))
        paint = f"/A0 gs {self._colour(mark.colour)} rg"
        self.lines.append(f"{paint} BT /F{int(mark.is_bold)} {_number(mark.size)} Tf {place} Tm <{glyphs}> Tj ET")

    def _colour(self, role: str) -> str:
        colour = self.colours.get(role, role).removeprefix("#")
        return _numbers(*(int(colour[place : place + 2], 16) / 255 for place in (0, 2, 4)))

    def _alpha(self, alpha: float) -> str:
        return self.alphas.setdefault(alpha, f"A{len(self.alphas)}")


def _circle(x: float, y: float, radius: float) -> str:
    reach = ARC * radius
    curves = (
        (x + radius, y + reach, x + reach, y + radius, x, y + radius),
        (x - reach, y + radius, x - radius, y + reach, x - radius, y),
        (x - radius, y - reach, x - reach, y - radius, x, y - radius),
        (x + reach, y - radius, x + radius, y - reach, x + radius, y),
    )
    return " ".join([f"{_numbers(x + radius, y)} m", *(f"{_numbers(*curve)} c" for curve in curves)])


def _write_file(drawing: Drawing, content: bytes, alphas: Mapping[float, str], fonts: Fonts, alt: str) -> bytes:
    """Number the objects, and put them one after the other with a table of their places."""
    text = _text(alt)
    states = " ".join(f"/{name} <</ca {_number(alpha)} /CA {_number(alpha)}>>" for alpha, name in alphas.items())
    first_font = 9  # each font takes five objects
    places = {is_bold: first_font + 5 * number for number, is_bold in enumerate(fonts)}
    named = " ".join(f"/F{int(is_bold)} {place} 0 R" for is_bold, place in places.items())
    objects = [
        b"<</Type /Catalog /Pages 2 0 R /Lang (en) /MarkInfo <</Marked true>> /StructTreeRoot 5 0 R>>",
        b"<</Type /Pages /Kids [3 0 R] /Count 1>>",
        (
            f"<</Type /Page /Parent 2 0 R /MediaBox [0 0 {_numbers(drawing.width, drawing.height)}] /Contents 4 0 R"
            f" /StructParents 0 /Group <</S /Transparency /CS /DeviceRGB>>"
            f" /Resources <</ExtGState <<{states}>> /Font <<{named}>>>>>>"
        ).encode(),
        _stream(content),
        b"<</Type /StructTreeRoot /K 6 0 R /ParentTree 7 0 R /ParentTreeNextKey 1>>",
        f"<</Type /StructElem /S /Figure /P 5 0 R /Pg 3 0 R /K 0 /Alt {text}>>".encode(),
        b"<</Nums [0 [6 0 R]]>>",
        f"<</Title {text}>>".encode(),
    ]
    for is_bold, font in fonts.items():
        objects += _font_objects(font, places[is_bold])
    return _join(objects)


def _font_objects(font: EmbeddedFont, place: int) -> Iterable[bytes]:
    """A font as five objects, the first of which has the number `place`."""
    box = " ".join(map(str, font.box))
    widths = " ".join(map(str, font.widths))
    yield (
        f"<</Type /Font /Subtype /Type0 /BaseFont /{font.name} /Encoding /Identity-H"
        f" /DescendantFonts [{place + 1} 0 R] /ToUnicode {place + 4} 0 R>>"
    ).encode()
    yield (
        f"<</Type /Font /Subtype /CIDFontType2 /BaseFont /{font.name} /CIDToGIDMap /Identity"
        f" /CIDSystemInfo <</Registry (Adobe) /Ordering (Identity) /Supplement 0>>"
        f" /FontDescriptor {place + 2} 0 R /W [0 [{widths}]]>>"
    ).encode()
    yield (
        f"<</Type /FontDescriptor /FontName /{font.name} /Flags 4 /FontBBox [{box}] /ItalicAngle 0"
        f" /Ascent {font.ascent} /Descent {font.descent} /CapHeight {font.ascent} /StemV 80"
        f" /FontFile2 {place + 3} 0 R>>"
    ).encode()
    yield _stream(font.data, f" /Length1 {len(font.data)}")
    yield _stream(_characters(font))


def _characters(font: EmbeddedFont) -> bytes:
    """Which character every glyph is, so that texts can be searched and copied."""
    known = [f"<{glyph:04x}> <{char.encode('utf-16-be').hex()}>" for char, glyph in font.glyphs.items()]
    groups = [known[start : start + 100] for start in range(0, len(known), 100)]  # no group may be longer
    listed = "\n".join(f"{len(group)} beginbfchar\n" + "\n".join(group) + "\nendbfchar" for group in groups)
    return (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Characters def /CMapType 2 def\n"
        f"1 begincodespacerange <0000> <ffff> endcodespacerange\n{listed}\n"
        "endcmap CMapName currentdict /CMap defineresource pop end end"
    ).encode("ascii")


def _stream(data: bytes, more: str = "") -> bytes:
    packed = zlib.compress(data, 9)
    return f"<</Length {len(packed)} /Filter /FlateDecode{more}>>\nstream\n".encode() + packed + b"\nendstream"


def _join(objects: Sequence[bytes]) -> bytes:
    file = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    starts = []
    for number, content in enumerate(objects, start=1):
        starts.append(len(file))
        file += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = len(file)
    file += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    file += b"".join(b"%010d 00000 n \n" % start for start in starts)
    file += b"trailer\n<</Size %d /Root 1 0 R /Info 8 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, table)
    return bytes(file)


def _text(text: str) -> str:
    """A text outside of pages, in hexadecimal UTF-16."""
    return f"<feff{text.encode('utf-16-be', errors='replace').hex()}>"


def _numbers(*values: float) -> str:
    return " ".join(map(_number, values))


def _number(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")
