"""The TUNA corpus, singular part (Gatt, van der Sluis and van Deemter 2007): sizes, and nothing lost in reading."""

from collections import Counter
from pathlib import Path

import pytest

from genchal.domain import Instance, Scene
from genchal.resources.files import read_lines
from genchal.tasks.attribute_tables import read_attribute_sets
from genchal.tasks.tuna import Tuna, read_trial_outputs

TRIALS = {"furniture": 420, "people": 360}  # together 780, as in Gatt and Belz (2010)


@pytest.fixture(scope="module")
def trials(data: Path) -> dict[str, list[Instance]]:
    files = {domain: data / "tuna" / f"{domain}.xml.xz" for domain in TRIALS}
    return {domain: list(Tuna().parse(read_lines(path), path.name)) for domain, path in files.items()}


def scenes(instances: list[Instance]) -> list[Scene]:
    return [one.input for one in instances if isinstance(one.input, Scene)]


@pytest.mark.parametrize("domain", TRIALS)
def test_trials_are_balanced(trials: dict[str, list[Instance]], domain: str) -> None:
    instances, size = trials[domain], TRIALS[domain]
    assert len(instances) == size
    assert len({one.meta["participant"] for one in instances}) == 60
    assert Counter(one.meta["condition"] for one in instances) == {"+LOC": size // 2, "-LOC": size // 2}
    assert Counter((one.meta["cardinality"], one.meta["similarity"]) for one in instances) == {("1", "similar"): size}


@pytest.mark.parametrize("domain", TRIALS)
def test_a_scene_has_one_target_six_distractors_and_one_description(
    trials: dict[str, list[Instance]], domain: str
) -> None:
    for scene in scenes(trials[domain]):
        assert (scene.domain, len(scene.entities), len(scene.targets), len(scene.attribute_sets)) == (domain, 7, 1, 1)
    assert all(len(one.references) == 1 and "  " not in one.references[0] for one in trials[domain])


# Attributes in the sets (those given twice in a trial count once: 9 and 10 fewer than there are elements).
@pytest.mark.parametrize(("domain", "attributes", "true"), [("furniture", 1310, 361), ("people", 1095, 297)])
def test_most_attribute_sets_are_true_of_the_target(
    trials: dict[str, list[Instance]], domain: str, attributes: int, true: int
) -> None:
    pairs = [(scene.attribute_sets[0], scene.targets[0].attributes) for scene in scenes(trials[domain])]
    assert sum(len(used) for used, _ in pairs) == attributes
    assert sum(used <= {(one.name, one.value) for one in target} for used, target in pairs) == true


def test_the_one_negated_attribute_is_told_from_what_it_denies(trials: dict[str, list[Instance]]) -> None:
    used = [(name, value) for scene in scenes(trials["furniture"]) for name, value in scene.attribute_sets[0]]
    assert [pair for pair in used if pair[1].startswith("not ")] == [("colour", "not red")]


@pytest.mark.parametrize("domain", TRIALS)
def test_what_is_written_can_be_read_again(trials: dict[str, list[Instance]], domain: str) -> None:
    lines = list(Tuna().render(trials[domain]))
    assert list(Tuna().parse(lines, "written")) == trials[domain]
    outputs = read_trial_outputs(lines, "written")
    assert [(one.id, one.text) for one in outputs] == [(one.id, one.references[0]) for one in trials[domain]]


def test_predictions_answer_every_trial(data: Path, trials: dict[str, list[Instance]]) -> None:
    path = data / "tuna" / "predictions_monroe_potts_2015.tsv.xz"
    systems = read_attribute_sets(read_lines(path), path.name)
    answered = {one.id for instances in trials.values() for one in instances}
    assert len(systems) == 6
    assert all(len(outputs) == 780 and {one.id for one in outputs} == answered for outputs in systems.values())
