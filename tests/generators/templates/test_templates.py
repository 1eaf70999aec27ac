"""Hand-written sentences: what the generator `templates` promises."""

import pytest

from genchal.errors import InvalidInput
from genchal.generators.templates.templates import Templates
from slot_inputs import instance, outputs, rng


def test_hand_written_templates_say_every_slot_once() -> None:
    text = """
[[sentence]]
slots = ["name", "effort"]
when = { effort = "easy" }
text = "{name} is an easy walk."
[[sentence]]
slots = ["name"]
text = "{name} is a walk."
[[sentence]]
slots = ["effort"]
text = "It is {effort}."
"""
    easy, hard = instance("name=Elm; effort=easy"), instance("name=Elm; effort=hard")
    assert outputs(Templates(text), easy, hard) == ["Elm is an easy walk.", "Elm is a walk. It is hard."]


def test_all_values_of_a_slot_are_said() -> None:
    text = "[[sentence]]\nslots = ['dish']\ntext = 'There is {dish}.'"
    assert outputs(Templates(text), instance("dish=soup; dish=pie; dish=soup")) == ["There is soup and pie."]


@pytest.mark.parametrize(
    "text", ["", "x = [", "sentence = 3", "[[sentence]]\nslots = []\ntext = 'a'", "[[sentence]]\ntext = 'a'"]
)
def test_templates_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(InvalidInput, match="template"):
        Templates(text).fitted([], [], rng())


def test_doubled_braces_are_text() -> None:
    text = "[[sentence]]\nslots = ['name']\ntext = '{name} is a {{tea}} walk.'"
    assert outputs(Templates(text), instance("name=Elm")) == ["Elm is a {tea} walk."]
