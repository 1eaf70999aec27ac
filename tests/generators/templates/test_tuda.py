"""TUDA: a text with optional constituents."""

import pytest

from genchal.errors import InvalidInput
from genchal.generators.templates._optional import parse_optional
from genchal.generators.templates.tuda import Tuda
from slot_inputs import instance, outputs

WORDS = """
text = "[{name}|This walk] is a[ {effort}] walk[ {distance}][, {dogs:no}without dogs|, with dogs{dogs:yes}]."
[values.distance]
default = "of {value}"
"1 km" = "round the corner"
"""


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ("name=Elm; effort=easy; distance=8 km; dogs=no", "Elm is an easy walk of 8 km, without dogs."),
        ("name=Elm; dogs=yes", "Elm is a walk, with dogs."),
        ("effort=hard; distance=1 km", "This walk is a hard walk round the corner."),
        ("name=Elm; dogs=perhaps", "Elm is a walk. Its dogs are perhaps."),
    ],
)
def test_constituents_are_left_out_where_the_input_lacks_their_slots(given: str, text: str) -> None:
    assert outputs(Tuda(wordings=WORDS), instance(given)) == [text]


def test_without_optional_constituents_the_text_is_filled_in_for_every_slot() -> None:
    given = instance("name=Elm; effort=easy; distance=8 km")
    assert outputs(Tuda(wordings=WORDS, optional=False), given) == ["Elm is an easy walk. Elm is a walk of 8 km."]


def test_a_bracket_without_slots_of_its_own_needs_one_inside() -> None:
    text = parse_optional("x[ and[ {a}][ {b}]]")
    assert text.choose({}) is None
    assert text.choose({"b": "1"}) == ("x and {b}", frozenset("b"))
    assert text.slots == {"a", "b"}


@pytest.mark.parametrize("text", ["a [b", "a ] b", "a | b", "a {b", "a } b", "{}"])
def test_brackets_and_braces_that_do_not_match_are_refused(text: str) -> None:
    with pytest.raises(InvalidInput, match="wordings: "):
        parse_optional(text)
