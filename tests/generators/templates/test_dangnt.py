"""DANGNT: rules for structures and for words."""

import pytest

from genchal.errors import InvalidInput
from genchal.generators.templates.dangnt import Dangnt
from slot_inputs import instance, outputs, rng

RULES = """
[[structure]]
when = { dogs = "no" }
sentences = [["name", "dogs"], ["effort", "distance"]]
[[structure]]
without = ["distance"]
sentences = [["effort", "name"]]
[[wording]]
slot = "name"
after = ["effort"]
text = "walk called {name}"
[[wording]]
slot = "name"
before = ["dogs"]
text = "{name} has"
[[wording]]
slot = "name"
text = "this is {name}"
[[wording]]
slot = "dogs"
after = ["name"]
text = "no dogs"
[[wording]]
slot = "dogs"
when = { dogs = "yes" }
text = "dogs are welcome"
[[wording]]
slot = "effort"
before = ["name"]
text = "there is a {effort}"
[[wording]]
slot = "effort"
text = "it is {effort}"
[[wording]]
slot = "distance"
after = ["effort"]
text = "and {distance} long"
[[wording]]
slot = "distance"
text = "it is {distance} long"
"""


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ("name=Elm; distance=8 km; dogs=no; effort=easy", "Elm has no dogs. It is easy and 8 km long."),
        ("name=Elm; effort=easy; dogs=yes", "There is an easy walk called Elm. Dogs are welcome."),
        ("name=Elm; distance=8 km", "This is Elm. It is 8 km long."),
        ("name=Elm; dogs=perhaps", "This is Elm. Its dogs are perhaps."),
    ],
)
def test_the_first_structure_and_the_first_wording_that_suit_are_used(given: str, text: str) -> None:
    assert outputs(Dangnt(wordings=RULES), instance(given)) == [text]


def test_without_structures_every_slot_has_a_sentence() -> None:
    given = instance("name=Elm; effort=easy; dogs=yes")
    assert outputs(Dangnt(wordings=RULES, structures=False), given) == ["This is Elm. It is easy. Dogs are welcome."]


@pytest.mark.parametrize(
    "rules",
    [
        "[[wording]]\nslot = 'a'",
        "[[wording]]\nslot = 'a'\ntext = 'a'\nafter = 'b'",
        "[[wording]]\nslot = 'a'\ntext = 'a'\nwhen = 'b'",
        "[[wording]]\nslot = 'a'\ntext = 'a'\n[[structure]]\nsentences = ['a']",
        "[[wording]]\nslot = 'a'\ntext = 'a'\n[[structure]]\nwithout = []",
    ],
)
def test_a_wrong_rule_is_named(rules: str) -> None:
    with pytest.raises(InvalidInput, match=r"(wording|structure) 1"):
        Dangnt(wordings=rules).fitted([], [], rng())
