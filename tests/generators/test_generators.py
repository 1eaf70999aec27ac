"""Random references, and what generators for slots and values share."""

import pytest
from hypothesis import given

from genchal.domain import Generator, Instance, SlotValues
from genchal.errors import InvalidInput
from genchal.generators._bigrams import BigramModel
from genchal.generators._slots import unnumbered
from genchal.generators.linear.sheff1 import Sheff1
from genchal.generators.neural.data.meanings import Delexicalisation, read_meaning
from genchal.generators.random import Random
from genchal.generators.templates.forge3 import Forge3
from genchal.generators.templates.mined_templates import MinedTemplates
from genchal.generators.templates.tr2 import Tr2
from genchal.text.values.delexicalise import delexicalise, lexicalise
from slot_inputs import TRAIN, instance, outputs, rng, turn
from strategies import slot_instances


def test_random_copies_a_reference_with_the_same_slots_whatever_the_values() -> None:
    known = {reference for one in TRAIN[:2] for reference in one.references}
    seen = {outputs(Random(), *[instance("name=Elm Walk; effort=easy")] * 50)[i] for i in range(50)}
    assert seen == known


def test_random_fills_in_the_slots_it_is_told_to() -> None:
    found = set(outputs(Random(fill="name, food"), *[instance("name=Elm Walk; effort=easy")] * 50))
    assert found == {"Elm Walk is easy.", "An easy walk: Elm Walk!", "Elm Walk is hard.", "You will sweat on Elm Walk."}


def test_random_fills_in_only_what_the_input_has(caplog: pytest.LogCaptureFixture) -> None:
    assert outputs(Random(fill="name"), instance("effort=easy")) == [None]
    assert outputs(Random(fill="effort"), instance("name=Elm Walk"))[0] in (
        "No dogs on Fox Way.",
        "Bring your dog to Owl Path.",
    )
    assert not caplog.messages
    outputs(Random(fill="name, title"), instance("name=Elm Walk; effort=easy"))
    assert caplog.messages == ["random: fill names slots that training does not have: title"]


def test_random_fills_in_every_value_of_a_slot_that_occurs_again() -> None:
    train = [instance("dish=soup; dish=pie", "First soup, then pie."), instance("dish=tea", "Only tea.")]
    found = outputs(Random(fill="dish"), instance("dish=fish; dish=cake"), instance("dish=rice"), train=train)
    assert found == ["First fish, then cake.", "Only rice."]


def test_only_numbers_of_repeated_slots_are_taken_off() -> None:
    kept = ["name", "# reviews", "#1", "a#b"]
    assert [*map(unnumbered, [*kept, "name#2"])] == [*kept, "name"]


@pytest.mark.parametrize("kind", [Forge3, Tr2])
def test_slots_with_braces_in_their_names_have_no_place_in_templates(kind: type[Generator]) -> None:
    train = [
        instance("name=Fox Way; km{up}=9", "Fox Way climbs 9 km."),
        instance("name=Owl Path", "Owl Path is a walk."),
    ]
    found = outputs(kind(), instance("name=Elm Walk; km{up}=4"), train=train)
    assert found == ["Elm Walk is a walk. Its km up is 4."]
    hidden = Delexicalisation(frozenset({"name", "km{up}"}))
    meaning = read_meaning(instance("name=Elm Walk; km{up}=4"), "neural")
    assert hidden.hide(meaning) == (("name", "*"), ("km{up}", "4"))


@pytest.mark.parametrize("kind", [Random, MinedTemplates, Forge3, Tr2, Sheff1])
def test_training_instances_without_references_are_an_error(kind: type[Generator]) -> None:
    with pytest.raises(InvalidInput, match="nothing to learn from: the training instances have no references"):
        outputs(kind(), instance("name=Elm Walk"), train=[instance("name=Fox Way")])


def test_dialogue_acts_are_answered_by_type_and_slots() -> None:
    train = [
        Instance("1", turn("inform", ("name", "Fox Way")), ("Fox Way is a walk.",)),
        Instance("2", turn("confirm", ("name", "Fox Way")), ("Did you say Fox Way?",)),
        Instance("3", turn("bye"), ("Goodbye.",)),
    ]
    tests = [Instance("4", turn("confirm", ("name", "Elm Walk"))), Instance("5", turn("bye"))]
    assert Random().fitted(train, [], rng()).generate(tests, rng()) == ["Did you say Fox Way?", "Goodbye."]
    assert MinedTemplates().fitted(train, [], rng()).generate(tests, rng()) == ["Did you say Elm Walk?", "Goodbye."]


def test_random_falls_back_to_the_most_similar_slots() -> None:
    assert outputs(Random(), instance("name=A; dogs=no; food=pub"))[0] in (
        "No dogs on Fox Way.",
        "Bring your dog to Owl Path.",
    )


def test_values_are_found_as_whole_words_longest_first_in_any_case() -> None:
    pairs = [("distance", "6 km"), ("start", "Old Mill"), ("name", "Old Mill Walk")]
    template, found = delexicalise("Easy: 16 km. OLD MILL WALK, 6 km from Old Mill.", pairs)
    assert template == "Easy: 16 km. {name}, {distance} from {start}."
    assert found == {"distance", "start", "name"}


def test_filling_in_agrees_with_the_article_and_the_start_of_a_sentence() -> None:
    assert lexicalise("{food} first. {food}, an {effort} walk, a {effort} walk", {"food": "pub", "effort": "easy"}) == (
        "Pub first. Pub, an easy walk, an easy walk"
    )
    assert (
        lexicalise("an {effort} walk of an {distance}", {"effort": "hard", "distance": "8 km"})
        == "a hard walk of an 8 km"
    )


@given(instances=slot_instances())
def test_filling_in_undoes_delexicalising(instances: list[Instance]) -> None:
    for one in instances:
        assert isinstance(one.input, SlotValues)
        text = "Go: " + " ".join(f"{{x}} {value}" for _, value in one.input.pairs)
        template, _ = delexicalise(text, one.input.pairs)
        assert lexicalise(template, dict(one.input.pairs)).lower() == text.lower()


def test_the_language_model_prefers_what_it_has_seen() -> None:
    model = BigramModel.trained([["a", "b", "c"]] * 3 + [["c", "a"]])
    assert model.score(["a", "b", "c"]) > model.score(["c", "b", "a"])
