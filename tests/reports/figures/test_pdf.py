"""PDF files: the marks of a drawing where SVG has them, texts that can be copied, fonts inside."""

import re
import zlib
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genchal.reports.figures.drawing import Dot, Drawing, Line, Polygon, Rectangle, Text
from genchal.reports.figures.fonts import USUAL, embed_font, is_plain
from genchal.reports.figures.leaderboard import draw_intervals
from genchal.reports.figures.pdf import can_write, write_pdf
from genchal.reports.figures.saving import PRINT, save_figure
from reports.campaigns import TRACK


def read_objects(pdf: bytes) -> list[bytes]:
    """Every object at the place that the table of a file names."""
    start = int(pdf.rsplit(b"startxref\n", 1)[1].split(b"\n")[0])
    places = [int(line[:10]) for line in pdf[start:].split(b"\n") if line.endswith(b" n ")]
    found = []
    for number, place in enumerate(places, start=1):
        assert pdf[place:].startswith(b"%d 0 obj\n" % number)
        found.append(pdf[place : pdf.index(b"\nendobj\n", place)])
    return found


def unpack(content: bytes) -> bytes:
    return zlib.decompress(content.split(b"stream\n", 1)[1].rsplit(b"\nendstream", 1)[0])


def page_of(pdf: bytes) -> str:
    return unpack(read_objects(pdf)[3]).decode("ascii")


def texts_of(pdf: bytes) -> list[str]:
    """The texts of a page, by what the fonts say about their glyphs."""
    objects = read_objects(pdf)
    characters = {}
    for name, place in re.findall(rb"/(F\d) (\d+) 0 R", objects[2]):
        table = unpack(objects[int(place) + 3]).decode("ascii")
        pairs = re.findall(r"<([0-9a-f]{4})> <([0-9a-f]+)>\n", table)
        characters[name.decode()] = {glyph: bytes.fromhex(code).decode("utf-16-be") for glyph, code in pairs}
    shown = re.findall(r"/(F\d) \S+ Tf .*? Tm <([0-9a-f]*)> Tj", page_of(pdf))
    return ["".join(characters[font][glyphs[at : at + 4]] for at in range(0, len(glyphs), 4)) for font, glyphs in shown]


def test_all_kinds_of_marks_are_drawn_from_the_top() -> None:
    drawing = Drawing(100, 50)
    drawing.add(
        Line(1, 2, 3, 4, "grid", 0.7, 0.5, is_round=True),
        Rectangle(5, 6, 7, 8, "#ff0000", 0.25, edge="ink", edge_width=0.3),
        Dot(20, 20, 2),
        Polygon(((1, 1), (2, 2), (3, 1)), "#00ff00"),
    )
    pdf = write_pdf(drawing, PRINT)
    lines = page_of(pdf).splitlines()
    assert lines[1] == "1 0 0 -1 0 50 cm"
    assert lines[2] == "/A1 gs 0.545 0.573 0.6 RG 0.7 w 1 J 1 2 m 3 4 l S"
    assert lines[3] == "/A2 gs 1 0 0 rg 5 6 7 8 re f"
    assert lines[4] == "/A0 gs 0.149 0.149 0.149 RG 0.3 w 0 J 5 6 7 8 re S"
    assert lines[5].startswith("/A0 gs 0.051 0.58 0.533 rg 22 20 m 22 21.105 21.105 22 20 22 c")
    assert lines[6] == "/A0 gs 0 1 0 rg 1 1 m 2 2 l 3 1 l h f"
    page = read_objects(pdf)[2]
    assert b"/A1 <</ca 0.5 /CA 0.5>> /A2 <</ca 0.25 /CA 0.25>>" in page
    assert b"/MediaBox [0 0 100 50]" in page


def test_texts_stand_at_their_anchors_and_can_be_copied() -> None:
    drawing = Drawing(100, 50)
    drawing.add(
        Text(50, 10, "BLEU ↑", 10),
        Text(50, 20, "middle", 10, "middle", is_bold=True),
        Text(50, 30, "Příští stanice", 10, "end"),
        Text(50, 40, "upright", 10, upright=True),
    )
    pdf = write_pdf(drawing, PRINT)
    assert texts_of(pdf) == ["BLEU ↑", "middle", "Příští stanice", "upright"]
    places = re.findall(r"Tf (.*?) Tm", page_of(pdf))
    half = embed_font("", is_bold=True).measure("middle", 10) / 2
    assert places[0] == "1 0 0 -1 50 13.5"
    assert places[1] == f"1 0 0 -1 {50 - half:.3f}".rstrip("0").rstrip(".") + " 23.5"
    assert places[3] == "0 -1 -1 0 53.5 40"


def test_fonts_are_inside_and_their_tables_are_those_that_a_reader_needs() -> None:
    objects = read_objects(write_pdf(draw_intervals(TRACK), PRINT))
    files = [unpack(content) for content in objects if b"/Length1" in content]
    assert len(files) == 2
    for file in files:
        tables = {file[12 + 16 * place :][:4] for place in range(int.from_bytes(file[4:6]))}
        assert {b"glyf", b"head", b"hhea", b"hmtx", b"loca", b"maxp"} <= tables


def test_usual_characters_are_taken_out_of_the_font_once() -> None:
    assert embed_font("BLEU", is_bold=False) is embed_font("slot errors", is_bold=False)
    other = embed_font("naïve", is_bold=False)
    assert other.name != embed_font("", is_bold=False).name
    assert set(embed_font("", is_bold=False).glyphs) == USUAL
    assert embed_font("", is_bold=False).encode("語") == [0]


@pytest.mark.parametrize("name", ["مطعم", "עברית", "नमस्ते", "e\u0301"])
def test_letters_that_join_or_run_from_the_right_are_left_to_matplotlib(name: str) -> None:
    assert not is_plain(name)
    track = replace(TRACK, systems=(replace(TRACK.systems[0], name=name),))
    assert not can_write(draw_intervals(track))
    assert save_figure(draw_intervals(track), "pdf").startswith(b"%PDF")


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=30))
def test_any_text_makes_a_file_whose_objects_are_found(text: str) -> None:
    drawing = Drawing(100, 50, [Text(1, 1, text)])
    if can_write(drawing):
        assert len(read_objects(write_pdf(drawing, PRINT, text))) == 13
