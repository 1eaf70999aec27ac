"""Attribute sets of the TUNA corpus: what is measured of people and of released systems, and minimality exactly."""

from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from genchal.campaign.reading.instances import load_references
from genchal.campaign.reading.submissions import load_outputs
from genchal.campaign.scoring.request import make_request
from genchal.campaign.scoring.score import score_files
from genchal.domain import Instance, Scene
from genchal.domain.campaign import Reading
from genchal.domain.results.scores import Scoring, Uncertainty
from genchal.domain.scenes.distinguishing import Descriptions

pytestmark = pytest.mark.slow

PREDICTIONS = "predictions_monroe_potts_2015.tsv.xz"
DOMAINS = {"furniture": ["furniture"], "people": ["people"], "both": ["furniture", "people"]}


def scored(data: Path, domain: str, files: list[str], metrics: str) -> Scoring:
    references = [data / "tuna" / f"{one}.xml.xz" for one in DOMAINS[domain]]
    return score_files(files, Reading(tuple(references)), make_request(metrics), Uncertainty(resamples=0))


@pytest.fixture(scope="module")
def instances(data: Path) -> tuple[Instance, ...]:
    paths = [data / "tuna" / f"{domain}.xml.xz" for domain in ("furniture", "people")]
    return load_references(paths, None, None)[1]


@pytest.fixture(scope="module")
def shortest(instances: tuple[Instance, ...]) -> dict[str, int]:
    """Subsets of what the target has by length, until one is true of no distractor: the slow way, for all scenes."""
    lengths = {}
    for instance in instances:
        target, distractors = _things(instance)
        subsets = (set(some) for size in range(len(target) + 1) for some in combinations(sorted(target), size))
        lengths[instance.id] = len(next(some for some in subsets if not any(some <= own for own in distractors)))
    return lengths


def _things(instance: Instance) -> tuple[set[tuple[str, str]], list[set[tuple[str, str]]]]:
    """What the target has, and what each of the distractors has."""
    scene = instance.input
    assert isinstance(scene, Scene)
    having = [({(one.name, one.value) for one in entity.attributes}, entity.is_target) for entity in scene.entities]
    (target,) = (own for own, is_target in having if is_target)
    return target, [own for own, is_target in having if not is_target]


def test_the_shortest_sets_are_those_of_all_subsets_on_every_scene(
    instances: tuple[Instance, ...], shortest: dict[str, int]
) -> None:
    found = {one.id: Descriptions(one.input).fewest() for one in instances if isinstance(one.input, Scene)}
    assert found == shortest
    assert Counter(shortest.values()) == {1: 628, 2: 149, 3: 3}


def test_what_systems_and_people_say_is_minimal_where_all_subsets_say_so(
    data: Path, instances: tuple[Instance, ...], shortest: dict[str, int]
) -> None:
    path = data / "tuna" / PREDICTIONS
    result = scored(data, "both", [str(path), "@HUMAN"], "uniqueness,minimality")
    found = {(one.system, one.metric): dict(zip(one.instances, one.values, strict=True)) for one in result.segments}
    things = {one.id: _things(one) for one in instances}
    said = {name: {one.id or "": one.attributes for one in records} for name, records in load_outputs(path).items()}
    said["HUMAN"] = {one.id: one.input.attribute_sets[0] for one in instances if isinstance(one.input, Scene)}
    assert sum(map(len, said.values())) == 7 * 780
    for system, sets in said.items():
        for trial, attributes in sets.items():
            assert attributes is not None
            if any(value.startswith("not ") for _, value in attributes):
                continue
            target, distractors = things[trial]
            unique = attributes <= target and not any(attributes <= own for own in distractors)
            assert found[system, "uniqueness"][trial] == unique
            assert found[system, "minimality"][trial] == (unique and len(attributes) == shortest[trial])
