"""What the five systems of the E2E challenge promise for every input: unknown slots, odd values, dialogue acts."""

from pathlib import Path

import pytest

from genchal.campaign.generation.generate import generate_outputs, make_generator
from genchal.domain import Act, DialogueAct, Instance
from genchal.errors import UserError
from genchal.generators import GENERATORS
from slot_inputs import TRAIN, instance, outputs, turn

HAND_WRITTEN = ["tuda", "dangnt", "forge1"]
SYSTEMS = [*HAND_WRITTEN, "forge3", "tr2"]
PLACE = "name=Zizzi; eatType=pub; food=French; priceRange=cheap; customer rating=low; area=riverside; near=Ranch"


def written(name: str, pairs: str, **settings: object) -> str | None:
    made = make_generator(name, settings, Path())
    (output,) = outputs(made, instance(pairs))
    assert output is None or isinstance(output, str)
    return output


@pytest.mark.parametrize("name", SYSTEMS)
def test_an_empty_input_has_no_output(name: str) -> None:
    assert written(name, "") is None


@pytest.mark.parametrize("name", SYSTEMS)
def test_fifty_slots_are_all_said(name: str) -> None:
    text = written(name, "; ".join(["name=Elm", *(f"slot{number}=value{number}" for number in range(49))]))
    assert text is not None
    assert all(f"value{number}" in text for number in range(49))


@pytest.mark.parametrize("name", SYSTEMS)
def test_values_in_other_scripts_are_said_as_they_are(name: str) -> None:
    text = written(name, "name=夜のカフェ; area=Старый город; food=मसाला")
    assert text is not None
    assert all(value in text for value in ("夜のカフェ", "Старый город", "मसाला"))


@pytest.mark.parametrize("name", HAND_WRITTEN)
@pytest.mark.parametrize("slots", ["; dogs=no", "; familyFriendly=yes", "; familyFriendly=no; opening hours=9 to 5"])
def test_unknown_slots_and_unseen_values_are_added_to_the_words_of_the_domain(name: str, slots: str) -> None:
    text = written(name, PLACE.replace("riverside", "old harbour") + slots)
    assert text is not None
    assert text.startswith("Zizzi is a")
    assert "in the old harbour" in text
    assert ("For dogs, the answer is no." in text) == ("dogs" in slots)
    assert ("Its opening hours are 9 to 5." in text) == ("hours" in slots)


@pytest.mark.parametrize("name", HAND_WRITTEN)
def test_another_domain_is_said_in_plain_words(name: str) -> None:
    assert written(name, "name=Fox Way; effort=easy; bestSeason=late spring; stiles=no") == (
        "This is Fox Way. Its effort is easy. Its best season is late spring. For stiles, the answer is no."
    )
    assert written(name, "effort=easy; parking=") == "The effort is easy. There is parking."


@pytest.mark.parametrize("name", HAND_WRITTEN)
def test_the_words_of_e2e_are_used_for_its_slots_only(name: str) -> None:
    assert written(name, "name=Zizzi") == "This is Zizzi."
    assert written(name, "name=Zizzi; near=Ranch") != written(name, "name=Zizzi; near=Ranch", wordings="none")
    assert written(name, "name=Zizzi; near=Ranch") == written(name, "name=Zizzi; near=Ranch", wordings="e2e")


@pytest.mark.parametrize("name", HAND_WRITTEN)
@pytest.mark.parametrize("text", ["x = [", "other = 1", "text = '{name'", "wording = 3", "slots = 3"])
def test_a_file_of_something_else_is_refused_in_one_line(name: str, text: str, tmp_path: Path) -> None:
    (tmp_path / "words.toml").write_text(text, encoding="utf-8")
    with pytest.raises(UserError, match=r"^wordings: [^\n]+$"):
        generate_outputs(make_generator(name, {"wordings": "words.toml"}, tmp_path), (), (), TRAIN, seed=1)


@pytest.mark.parametrize("name", HAND_WRITTEN)
def test_a_file_that_is_not_there_is_named(name: str, tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"words\.toml"):
        make_generator(name, {"wordings": "words.toml"}, tmp_path)


@pytest.mark.parametrize(
    ("given", "text"),
    [
        (turn("?request", ("area", None), ("food", None)), "Which area and food would you like?"),
        (turn("?confirm", ("food", "Thai")), "Did I get it right that the food is Thai?"),
        (turn("?select", ("food", "Thai"), ("food", "Greek")), "Which would you prefer: Thai or Greek?"),
        (turn("inform_no_match", ("area", "Soho")), "I found nothing for which the area is Soho."),
        (turn("goodbye"), "Goodbye."),
        (turn("play_fanfare"), "Play fanfare."),
        (turn("?request"), "Request."),
        (
            turn("inform", ("name", "Moro"), ("food", "Thai"), ("food", "Greek")),
            "This is Moro. Its food is Thai and Greek.",
        ),
        (turn("inform", ("area", "dontcare")), "Any area will do."),
        (
            DialogueAct((Act("offer", (("name", "Moro"),)), Act("inform", (("area", "Soho"),)), Act("reqmore"))),
            "This is Moro. Its area is Soho. Is there anything else?",
        ),
    ],
)
@pytest.mark.parametrize("name", HAND_WRITTEN)
def test_dialogue_acts_are_said_plainly(name: str, given: DialogueAct, text: str) -> None:
    assert outputs(make_generator(name, {}, Path()), Instance("1", given)) == [text]


def test_no_two_systems_write_the_same() -> None:
    train = [
        instance("name=Elm; effort=hard; dogs=no", "Elm is hard. It has no dogs."),
        instance("name=Fox; effort=easy; dogs=no", "Fox, an easy walk, has no dogs."),
    ]
    tests = [instance(PLACE), instance("name=Oak; effort=hard; dogs=no")]
    written = [tuple(outputs(GENERATORS[name].example(), *tests, train=train)) for name in SYSTEMS]
    assert len(set(written)) == len(SYSTEMS)
