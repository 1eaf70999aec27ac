"""Baseline generators: what each promises, and what all do."""

import json
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given

from genchal.domain import Act, DialogueAct, Generator, Instance, Output, Parameters, Scene, SlotValues, Text
from genchal.errors import InvalidInput
from genchal.generators import GENERATORS
from genchal.generators._bigrams import BigramModel
from genchal.generators.mined_templates import MinedTemplates
from genchal.generators.random import Random
from genchal.generators.templates import Templates
from genchal.text.values.delexicalise import delexicalise, lexicalise
from strategies import slot_instances, trial_instances


def instance(pairs: str, *references: str) -> Instance:
    slots = tuple((slot, value) for slot, value in (pair.split("=") for pair in pairs.split("; ")))
    return Instance(pairs, SlotValues(slots), references)


TRAIN = [
    instance("name=Heron Loop; effort=easy", "Heron Loop is easy.", "An easy walk: Heron Loop!"),
    instance("name=Fox Way; effort=hard", "Fox Way is hard.", "You will sweat on Fox Way."),
    instance("name=Fox Way; dogs=no", "No dogs on Fox Way."),
    instance("name=Owl Path; dogs=yes", "Bring your dog to Owl Path."),
]


def rng() -> np.random.Generator:
    return np.random.default_rng(1)


def outputs(generator: Generator, *tests: Instance) -> Sequence[Output]:
    return generator.fitted(TRAIN, [], rng()).generate(tests, rng())


def trials(instances: list[Instance]) -> list[Instance]:
    """Scenes that give a set to put into words as well, so that every generator for scenes can do its work."""
    scenes = [one.input for one in instances]
    return [
        replace(one, input=replace(scene, given=frozenset({("type", "tug")})))
        for one, scene in zip(instances, scenes, strict=True)
        if isinstance(scene, Scene)
    ]


@pytest.mark.parametrize("name", list(GENERATORS))
@given(slots=slot_instances(), scenes=trial_instances())
def test_every_generator_writes_one_output_per_instance_and_the_same_under_the_same_seed_and_from_a_file(
    name: str, slots: list[Instance], scenes: list[Instance]
) -> None:
    generator = GENERATORS[name].example()
    if not {SlotValues, Scene} & set(generator.takes):
        pytest.skip("the contract of other inputs is beside their generators")
    instances, known = (slots, TRAIN) if SlotValues in generator.takes else (trials(scenes), [])
    fitted = generator.fitted([*known, *instances], [], rng())
    first, second = fitted.generate(instances, rng()), fitted.generate(instances, rng())
    assert len(first) == len(instances)
    assert first == second
    learnt = fitted.parameters()
    stored = Parameters(learnt.arrays, json.loads(json.dumps(learnt.values)))
    assert generator.with_parameters(stored).generate(instances, rng()) == first


@pytest.mark.parametrize("name", list(GENERATORS))
def test_every_generator_names_itself_and_says_which_inputs_it_needs(name: str) -> None:
    generator = GENERATORS[name].example()
    assert generator.name == name
    assert all([generator.card.method, generator.card.published, generator.card.limits, generator.card.citation])
    with pytest.raises(InvalidInput, match=f"generator '{name}' needs"):
        generator.fitted([], [], rng()).generate([Instance("1", Text("x"))], rng())


def test_random_copies_a_reference_with_the_same_slots_whatever_the_values() -> None:
    known = {reference for one in TRAIN[:2] for reference in one.references}
    seen = {outputs(Random(), *[instance("name=Elm Walk; effort=easy")] * 50)[i] for i in range(50)}
    assert seen == known


def test_random_fills_in_the_slots_it_is_told_to() -> None:
    found = set(outputs(Random(fill="name, food"), *[instance("name=Elm Walk; effort=easy")] * 50))
    assert found == {"Elm Walk is easy.", "An easy walk: Elm Walk!", "Elm Walk is hard.", "You will sweat on Elm Walk."}


def test_dialogue_acts_are_answered_by_type_and_slots() -> None:
    def turn(kind: str, *pairs: tuple[str, str | None]) -> DialogueAct:
        return DialogueAct((Act(kind, pairs),))

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


def test_mined_templates_say_the_values_of_the_input() -> None:
    found = outputs(MinedTemplates(), *[instance("name=Elm Walk; effort=hard")] * 40)
    assert set(found) == {"Elm Walk is hard.", "A hard walk: Elm Walk!"}


def test_mined_templates_keep_yes_and_no_apart() -> None:
    assert outputs(MinedTemplates(), instance("name=Elm Walk; dogs=no"), instance("name=Elm Walk; dogs=yes")) == [
        "No dogs on Elm Walk.",
        "Bring your dog to Elm Walk.",
    ]


def test_mined_templates_drop_references_that_do_not_show_every_value() -> None:
    # "You will sweat on Fox Way." does not contain "hard", so nothing is learnt from it.
    fitted = MinedTemplates().fitted(TRAIN, [], rng())
    assert all("sweat" not in template for templates in fitted._templates.values() for template in templates)


def test_the_language_model_chooses_the_same_template_every_time() -> None:
    found = outputs(MinedTemplates(choice="lm"), *[instance("name=Elm Walk; effort=hard")] * 20)
    assert len(set(found)) == 1


def test_mined_templates_never_say_what_the_input_does_not() -> None:
    assert outputs(MinedTemplates(), instance("name=Elm Walk")) == [None]
    assert outputs(MinedTemplates(), instance("name=Elm Walk; effort=easy; food=pub"))[0] is not None


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


@pytest.mark.parametrize(
    "text", ["", "x = [", "sentence = 3", "[[sentence]]\nslots = []\ntext = 'a'", "[[sentence]]\ntext = 'a'"]
)
def test_templates_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(InvalidInput, match="template"):
        Templates(text).fitted([], [], rng())


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


def test_doubled_braces_are_text() -> None:
    text = "[[sentence]]\nslots = ['name']\ntext = '{name} is a {{tea}} walk.'"
    assert outputs(Templates(text), instance("name=Elm")) == ["Elm is a {tea} walk."]
