"""All kinds of pictures, together."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genchal.domain import Act, Attribute, DependencyTree, DialogueAct, Entity, Input, Node, Scene, SlotValues, Text
from genchal.errors import UnknownName
from genchal.pictures import PICTURES, PictureOptions, PictureWords, draw_picture, write_stylesheet
from genchal.pictures.style import PALETTE
from pictures.checks import HOSTILE, assert_harmless, local, parsed, texts
from strategies import dependency_trees, dialogue_acts, scenes, slot_values

VENUE = SlotValues(
    (("name", "The Mill"), ("eatType", "pub"), ("food", "English"), ("near", "Ranch"), ("area", "riverside"))
)


def placed(scene: Scene) -> PictureOptions:
    """Options that put the entities of a scene one after the other."""
    positions = {entity.id: (number // 5 + 1, number % 5 + 1) for number, entity in enumerate(scene.entities)}
    return PictureOptions(prefix="p", positions=positions, clickable=True, reveal=True, frame_targets=True)


def inputs_with(text: str) -> list[Input]:
    """Inputs of every kind that say this text wherever they can."""
    tree = DependencyTree(
        (
            Node("1", text, text, text, "_", "_", "0", text, "_", "_"),
            Node("2", "a", "a", "X", "_", "_", "1", text, "_", "_"),
        )
    )
    return [
        SlotValues(
            (*VENUE.pairs[:1], ("near", text), ("eatType", "pub"), ("food", text), (text, text), ("area", text))
        ),
        SlotValues((("name", text), ("area", "city centre"), ("priceRange", text), ("customer rating", text))),
        SlotValues(((text, text),)),
        DialogueAct((Act(text, ((text, text), (text, None))), Act(f"?{text}"))),
        Scene(
            text,
            (Entity(text, (Attribute(text, text), Attribute("type", text))), Entity(f"{text}2", (), is_target=True)),
        ),
        tree,
        DependencyTree(tree.nodes, (f"text = {text} a",)),
    ]


@pytest.mark.parametrize("text", HOSTILE, ids=ascii)
def test_hostile_text_is_only_shown(text: str) -> None:
    for given_input in inputs_with(text):
        options = placed(given_input) if isinstance(given_input, Scene) else PictureOptions(prefix="p")
        svg = draw_picture(given_input, options)
        assert svg is not None
        assert_harmless(svg, "p")


@given(st.one_of(slot_values, dialogue_acts, dependency_trees(), scenes()))
def test_any_input_but_text_has_a_picture(given_input: Input) -> None:
    options = placed(given_input) if isinstance(given_input, Scene) else PictureOptions(prefix="p")
    svg = draw_picture(given_input, options)
    assert svg is not None
    assert_harmless(svg, "p")


@given(slot_values)
def test_no_slot_value_is_lost(meaning: SlotValues) -> None:
    drawn = "".join(draw_picture(meaning, kind="cards") or "")
    for _, value in meaning.pairs:
        if len(value) < 5 and value.isalnum() and value.isascii():
            assert value in drawn


def test_plain_text_has_no_picture() -> None:
    assert draw_picture(Text("a walk")) is None


def test_a_kind_can_be_asked_for() -> None:
    assert "picture-map" in (draw_picture(VENUE) or "")
    assert "picture-cards" in (draw_picture(VENUE, kind="cards") or "")
    assert draw_picture(VENUE, kind="tree") is None
    with pytest.raises(UnknownName, match="Did you mean 'cards'"):
        draw_picture(VENUE, kind="card")


def test_each_kind_draws_something_of_its_own() -> None:
    drawn = {
        name: [
            PICTURES[name](one, placed(one) if isinstance(one, Scene) else PictureOptions()) for one in inputs_with("a")
        ]
        for name in PICTURES
    }
    assert {name: [svg is not None for svg in svgs] for name, svgs in drawn.items()} == {
        "slot_map": [True, True, False, False, False, False, False],
        "cards": [True, True, True, True, False, False, False],
        "scene": [False, False, False, False, True, False, False],
        "tree": [False, False, False, False, False, True, True],
    }


def test_a_picture_has_a_name_and_a_description_for_those_who_hear_the_page() -> None:
    svg = parsed(
        draw_picture(VENUE, PictureOptions(prefix="q", words=PictureWords(slot_map="Die Angaben als Karte"))) or ""
    )
    title, description = list(svg)[:2]
    assert (local(title.tag), title.text, title.attrib["id"]) == ("title", "Die Angaben als Karte", "q-title")
    assert (local(description.tag), description.attrib["id"]) == ("desc", "q-desc")
    assert description.text == "name: The Mill; eatType: pub; food: English; near: Ranch; area: riverside"
    assert svg.attrib["role"] == "img"
    assert svg.attrib["aria-labelledby"] == "q-title q-desc"


def test_pictures_have_no_size_of_their_own_but_trees_which_scroll() -> None:
    svg = parsed(draw_picture(VENUE) or "")
    assert "viewBox" in svg.attrib
    assert not {"width", "height"} & svg.attrib.keys()
    scroller = parsed(draw_picture(inputs_with("a")[-1]) or "")
    assert scroller.attrib["class"] == "picture-scroll"
    assert scroller.attrib["tabindex"] == "0"
    assert scroller[0].attrib["width"].endswith("em")


def test_a_prefix_that_is_no_plain_word_is_refused() -> None:
    for prefix in ("", "1a", "a b", 'a"', "ä"):
        with pytest.raises(ValueError, match="prefix"):
            PictureOptions(prefix=prefix)


def test_the_style_sheet_has_every_colour_twice() -> None:
    sheet = write_stylesheet()
    assert all(sheet.count(f"--picture-{name}: ") == 2 for name in PALETTE)
    assert "url(" not in sheet
    assert "@import" not in sheet


def luminance(colour: str) -> float:
    channels = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(
    ("ink", "ground"),
    [
        *(("muted", "panel"), ("muted", "page"), ("accent", "page"), ("accent", "panel")),
        *(("on-head", "head"), ("on-accent", "good"), ("on-accent", "bad")),
    ],
)
def test_text_stands_out_from_its_ground(ink: str, ground: str, theme: int) -> None:
    low, high = sorted(luminance(PALETTE[name][theme]) for name in (ink, ground))
    assert (high + 0.05) / (low + 0.05) >= 4.5  # WCAG 2.2, success criterion 1.4.3


def test_looking_at_the_package_loads_no_drawings() -> None:
    code = "import sys, genchal.pictures; assert not [one for one in sys.modules if one == 'genchal.pictures.scene']"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_texts_are_those_of_the_input() -> None:
    assert texts(draw_picture(VENUE) or "") == ["Ranch", "The Mill", "English"]
