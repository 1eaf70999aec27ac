"""Drawings are files that an editor can open, and filling them in is safe."""

import re
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest

import genchal.pictures
from genchal.pictures.drawing import fill_drawing
from genchal.pictures.style import PALETTE
from pictures.checks import ELEMENTS, HOSTILE, local, parsed

FILES = sorted((Path(genchal.pictures.__file__).parent / "drawings").glob("*.svg"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_drawing_can_be_opened_as_it_is(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    declared = dict(re.findall(r'<!ENTITY ([a-z-]+) "([^"]*)">', text))
    # An editor shows the colours of a light page, or a value of our own.
    assert {name: PALETTE[name][0] for name in declared if name in PALETTE} == {
        name: value for name, value in declared.items() if name in PALETTE
    }
    assert set(re.findall(r"&([a-z-]+);", text)) == set(declared)
    opened = ElementTree.fromstring(text)
    assert {local(element.tag) for element in opened.iter()} <= ELEMENTS
    assert not {"style", "href", "id"} & {name for element in opened.iter() for name in element.attrib}
    assert float(opened.attrib["viewBox"].split()[2]) > 0


def test_no_two_drawings_are_the_same() -> None:
    contents = {path.stem: re.sub("<!ENTITY.*>", "", path.read_text(encoding="utf-8")) for path in FILES}
    assert not [pair for pair in combinations(contents, 2) if contents[pair[0]] == contents[pair[1]]]


def test_layers_are_drawn_where_they_are_asked_for() -> None:
    plain, bearded, glasses = (fill_drawing("person-front", *layers, hair="#000000") for layers in LAYERS)
    assert "#8f2f2a" in plain  # a mouth, and lips in a beard
    assert len(bearded) > len(plain)
    assert '<g stroke="#2a2522" stroke-width="2.4">' in glasses
    assert "class" not in plain + bearded + glasses


LAYERS: tuple[tuple[str, ...], ...] = ((), ("hasBeard",), ("hasGlasses",))


@pytest.mark.parametrize("value", HOSTILE)
def test_what_fills_a_slot_cannot_leave_its_attribute(value: str) -> None:
    star = parsed(f"<svg>{fill_drawing('star', fill=value, outline='red')}</svg>")
    assert [local(element.tag) for element in star.iter()] == ["svg", "polygon"]
    assert set(star[0].attrib) == {"points", "fill", "stroke", "stroke-linejoin"}


def test_a_slot_that_is_neither_given_nor_a_colour_of_the_palette_is_refused() -> None:
    with pytest.raises(KeyError, match="hair"):
        fill_drawing("person-front")
