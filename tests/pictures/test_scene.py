"""Scenes of furniture and people."""

import lzma
from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations, product
from pathlib import Path

import numpy as np
import pytest

from genchal.domain import Attribute, Entity, Scene
from genchal.domain.scenes.places import random_places, stated_places
from genchal.errors import InvalidInput
from genchal.pictures import PictureOptions, PictureWords
from genchal.pictures._entities import FURNITURE, PEOPLE, draw_entity
from genchal.pictures.scene import draw, draw_cell
from genchal.tasks.tuna import Tuna
from pictures.checks import assert_harmless, parsed, texts


def combined(values: Mapping[str, tuple[str, ...]]) -> list[dict[str, str]]:
    return [dict(zip(values, one, strict=True)) for one in product(*values.values())]


def thing(name: str, is_target: bool = False, /, **attributes: str) -> Entity:
    return Entity(name, tuple(Attribute(key.replace("_", "-"), value) for key, value in attributes.items()), is_target)


CHAIR = {"type": "chair", "colour": "red", "orientation": "left", "size": "large"}
SCENE = Scene(
    "furniture",
    (
        thing("t", True, **CHAIR, x_dimension="2", y_dimension="3"),
        thing("one", **(CHAIR | {"colour": "blue"}), x_dimension="5", y_dimension="1"),
        thing("two", **(CHAIR | {"size": "small"}), x_dimension="1", y_dimension="1"),
    ),
)
HIDDEN = replace(SCENE, entities=tuple(replace(one, attributes=one.attributes[:4]) for one in SCENE.entities))


def svg_of(scene: Scene, options: PictureOptions | None = None) -> str:
    svg = draw(scene, options or PictureOptions())
    assert svg is not None
    return svg


def entities_in(svg: str) -> list[dict[str, str]]:
    return [dict(one.attrib) for one in parsed(svg).iter() if one.attrib.get("class") == "picture-entity"]


@pytest.mark.parametrize(("values", "number"), [(FURNITURE, 128), (PEOPLE, 768)])
def test_every_combination_of_values_has_a_look_of_its_own(values: Mapping[str, tuple[str, ...]], number: int) -> None:
    looks = {draw_entity(attributes) for attributes in combined(values)}
    assert len(looks) == number
    assert None not in looks


def test_entities_of_the_corpus_look_alike_only_if_their_attributes_are(data: Path) -> None:
    rng = np.random.default_rng(7)
    number = 0
    for domain in ("furniture", "people"):
        with lzma.open(data / "tuna" / f"{domain}.xml.xz", "rt", encoding="utf-8") as lines:
            for instance in Tuna().parse(lines, domain):
                number += 1
                scene = instance.input
                assert isinstance(scene, Scene)
                looks = {entity.id: draw_cell(entity) for entity in scene.entities}
                values = {
                    one.id: {pair for pair in one.attributes if "dimension" not in pair.name} for one in scene.entities
                }
                assert not any("<text" in look for look in looks.values())
                for one, other in combinations(looks, 2):
                    assert (looks[one] == looks[other]) is (values[one] == values[other])
                if number % 10 == 0:
                    positions = stated_places(scene) or random_places(scene, rng)
                    svg = svg_of(scene, PictureOptions(positions=positions, clickable=True))
                    assert len(entities_in(svg)) == len(scene.entities) == 7
    assert number == 780
    assert_harmless(svg, "picture")


def test_entities_stand_where_the_scene_says() -> None:
    assert stated_places(SCENE) == {"t": (3, 2), "one": (1, 5), "two": (1, 1)}
    found = entities_in(svg_of(SCENE))
    assert [(one["data-row"], one["data-column"]) for one in found] == [("1", "1"), ("1", "5"), ("3", "2")]
    assert [one["id"] for one in found] == ["picture-r1c1", "picture-r1c5", "picture-r3c2"]


def test_entities_stand_where_the_caller_says() -> None:
    svg = svg_of(HIDDEN, PictureOptions(positions={"t": (2, 4), "one": (1, 1), "two": (3, 3)}))
    assert [(one["data-row"], one["data-column"]) for one in entities_in(svg)] == [("1", "1"), ("2", "4"), ("3", "3")]


def test_a_scene_without_places_is_refused_since_their_order_would_give_the_target_away() -> None:
    assert stated_places(HIDDEN) is None
    with pytest.raises(InvalidInput, match="Give every entity a place"):
        draw(HIDDEN, PictureOptions())


@pytest.mark.parametrize(
    "positions",
    [{}, {"t": (1, 1)}, {"t": (1, 1), "one": (1, 1), "two": (1, 2)}, {"t": (0, 1), "one": (1, 1), "two": (1, 2)}],
)
def test_positions_that_do_not_fit_are_refused(positions: dict[str, tuple[int, int]]) -> None:
    with pytest.raises(InvalidInput, match="positions"):
        draw(SCENE, PictureOptions(positions=positions))


@pytest.mark.parametrize("value", ["unknown", "0", "", "99", "9" * 6000, "-1", "²", "1.5"])
def test_a_dimension_that_is_no_place_is_not_known(value: str) -> None:
    assert stated_places(Scene("", (thing("a", x_dimension=value, y_dimension="1"),))) is None


def test_two_entities_at_one_place_have_none() -> None:
    same = tuple(thing(name, x_dimension="1", y_dimension="1") for name in "ab")
    assert stated_places(Scene("", same)) is None


def test_random_places_are_different_places_and_all_come_up() -> None:
    rng = np.random.default_rng(3)
    drawn_places = [random_places(SCENE, rng) for _ in range(300)]
    assert all(len(set(one.values())) == 3 for one in drawn_places)
    assert {one["t"] for one in drawn_places} == set(product(range(1, 4), range(1, 6)))
    crowd = Scene("", tuple(thing(str(number)) for number in range(23)))
    assert max(random_places(crowd, rng).values()) <= (5, 5)


def test_nothing_tells_which_entity_is_the_target() -> None:
    options = PictureOptions(positions={"t": (2, 4), "one": (1, 1), "two": (3, 3)}, clickable=True)
    first, second, third = SCENE.entities
    swapped = replace(SCENE, entities=(third, replace(first, is_target=False), replace(second, is_target=True)))
    assert svg_of(SCENE, options) == svg_of(swapped, options)


def test_the_target_is_framed_when_asked_for() -> None:
    framed, plain = svg_of(SCENE, PictureOptions(frame_targets=True)), svg_of(SCENE)
    assert framed.count('stroke="#e00000"') == 1
    assert "#e00000" not in plain
    labels = [one["aria-label"] for one in entities_in(framed)]
    assert labels == [
        "object in row 1, column 1",
        "object in row 1, column 5",
        "object in row 3, column 2, in a red frame",
    ]


def test_entities_are_buttons_whose_names_give_nothing_away() -> None:
    svg = svg_of(SCENE, PictureOptions(clickable=True))
    assert all(
        (one["role"], one["tabindex"], one["aria-pressed"]) == ("button", "0", "false") for one in entities_in(svg)
    )
    assert not any(word in svg for word in ("chair", "blue", "small", '"t"', "two"))
    assert parsed(svg).attrib["role"] == "group"  # an image would hide its buttons


def test_names_give_the_attributes_when_asked_for() -> None:
    svg = svg_of(HIDDEN, PictureOptions(positions={"t": (1, 1), "one": (1, 2), "two": (1, 3)}, reveal=True))
    assert entities_in(svg)[0]["aria-label"] == (
        "object in row 1, column 1: type chair, colour red, orientation left, size large"
    )


def test_an_image_says_what_is_where_and_a_group_of_buttons_leaves_it_to_them() -> None:
    description = parsed(svg_of(SCENE, PictureOptions(frame_targets=True)))[1].text or ""
    assert description.split("; ")[2] == "object in row 3, column 2, in a red frame"
    assert "<desc" not in svg_of(SCENE, PictureOptions(clickable=True))


def test_names_are_in_the_language_of_the_study() -> None:
    words = PictureWords(place="Objekt in Zeile {row}, Spalte {column}")
    assert entities_in(svg_of(SCENE, PictureOptions(words=words)))[0]["aria-label"] == "Objekt in Zeile 1, Spalte 1"


def test_what_cannot_be_drawn_is_written() -> None:
    other = thing("a", **(CHAIR | {"material": "oak"}))
    svg = svg_of(Scene("", (other,)), PictureOptions(positions={"a": (1, 1)}))
    assert texts(svg) == ["type: chair", "colour: red", "orientation: left", "size: large", "material: oak"]


def test_an_attribute_with_two_values_is_written() -> None:
    twice = Entity("a", (*thing("a", **CHAIR).attributes, Attribute("colour", "blue")))
    assert "colour: blue" in texts(f"<svg>{draw_cell(twice)}</svg>")
