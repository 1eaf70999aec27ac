"""Attribute sets of the TUNA corpus: our own measurements of people, of released systems and of Full Brevity.

Nothing published has these numbers: a change is seen, a mistake is not. What is checked independently is in
tests/golden/test_tuna_sets.py.
"""

from collections.abc import Mapping
from itertools import combinations
from pathlib import Path

import pytest

from genchal.campaign.reading.instances import load_references
from genchal.campaign.scoring.request import make_request
from genchal.campaign.scoring.score import score_files, score_submissions
from genchal.domain import Instance, Scene, Submission, System
from genchal.domain.campaign import Reading
from genchal.domain.results.scores import Scoring, Uncertainty

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


def _things(instance: Instance) -> tuple[set[tuple[str, str]], list[set[tuple[str, str]]]]:
    """What the target has, and what each of the distractors has."""
    scene = instance.input
    assert isinstance(scene, Scene)
    having = [({(one.name, one.value) for one in entity.attributes}, entity.is_target) for entity in scene.entities]
    (target,) = (own for own, is_target in having if is_target)
    return target, [own for own, is_target in having if not is_target]


# Full Brevity (Dale 1989): the shortest set, the first in the order of the attributes; then the same with the type.
@pytest.mark.parametrize(
    ("domain", "alone", "with_type"),
    [
        ("furniture", (0.335, 0.147, 0.005, 1.0, 1.0), (0.614, 0.338, 0.164, 0.014, 1.0)),
        ("people", (0.228, 0.110, 0.008, 1.0, 1.0), (0.508, 0.262, 0.131, 0.0, 1.0)),
    ],
)
def test_full_brevity_is_minimal_and_unlike_people(
    instances: tuple[Instance, ...], domain: str, alone: tuple[float, ...], with_type: tuple[float, ...]
) -> None:
    scenes = [one.input for one in instances if isinstance(one.input, Scene) and one.input.domain == domain]
    trials = [Instance(str(place), scene) for place, scene in enumerate(scenes)]
    short, typed = [], []
    for trial, scene in zip(trials, scenes, strict=True):
        own = [(one.name, one.value) for one in scene.targets[0].attributes]
        subsets = (frozenset(some) for size in range(len(own) + 1) for some in combinations(own, size))
        _, distractors = _things(trial)
        short.append(next(some for some in subsets if not any(some <= other for other in distractors)))
        typed.append(short[-1] | {one for one in own if one[0] == "type"})
    places, nothing = tuple(range(len(trials))), (None,) * len(trials)
    brief, longer = (
        Submission(System(name), places, nothing, attribute_sets=tuple(sets))
        for name, sets in (("FB", short), ("FB+TYPE", typed))
    )
    names = ["dice", "masi", "set_accuracy", "minimality", "uniqueness"]
    result = score_submissions(trials, [brief, longer], names, resamples=0)
    assert tuple(round(result[name, "FB"].value, 3) for name in names) == alone
    assert tuple(round(result[name, "FB+TYPE"].value, 3) for name in names) == with_type


# Our own measurements: nothing published to compare them with is at hand.
SYSTEMS: Mapping[str, Mapping[str, tuple[float, float, float]]] = {
    "furniture": {
        "S0_basic": (0.6718, 0.3550, 0.1452),
        "S0_gen": (0.6629, 0.2763, 0.0476),
        "S0_basic+gen": (0.7167, 0.4473, 0.2643),
        "S1_basic": (0.7209, 0.4405, 0.2048),
        "S1_gen": (0.7009, 0.4231, 0.1333),
        "S1_basic+gen": (0.7253, 0.4698, 0.2429),
    },
    "people": {
        "S0_basic": (0.5480, 0.2691, 0.0889),
        "S0_gen": (0.4749, 0.2200, 0.0611),
        "S0_basic+gen": (0.5767, 0.3237, 0.1611),
        "S1_basic": (0.5819, 0.2723, 0.0972),
        "S1_gen": (0.5398, 0.2075, 0.0194),
        "S1_basic+gen": (0.6460, 0.3848, 0.1917),
    },
    "both": {
        "S0_basic": (0.6147, 0.3154, 0.1192),
        "S0_gen": (0.5761, 0.2503, 0.0538),
        "S0_basic+gen": (0.6521, 0.3902, 0.2167),
        "S1_basic": (0.6567, 0.3628, 0.1551),
        "S1_gen": (0.6265, 0.3236, 0.0808),
        "S1_basic+gen": (0.6887, 0.4306, 0.2192),
    },
}


@pytest.mark.parametrize("domain", DOMAINS)
def test_released_systems_have_the_scores_that_the_cards_tell_of(data: Path, domain: str) -> None:
    result = scored(data, domain, [str(data / "tuna" / PREDICTIONS)], "dice,masi,set_accuracy")
    for system, values in SYSTEMS[domain].items():
        assert [round(result[name, system].value, 4) for name in ("dice", "masi", "set_accuracy")] == list(values)
        assert result["dice", system].n == {"furniture": 420, "people": 360, "both": 780}[domain]


@pytest.mark.parametrize(
    ("domain", "strict", "ignored", "counts", "minimal", "with_free_type"),
    [
        ("furniture", 0.7286, 0.8000, 0.8571, 0.0048, 0.1524),
        ("people", 0.7889, 0.9167, 0.9611, 0.0167, 0.2222),
        ("both", 0.7564, 0.8538, 0.9051, 0.0103, 0.1846),
    ],
)
def test_people_do_not_always_identify_and_seldom_say_no_more_than_they_must(
    data: Path, domain: str, strict: float, ignored: float, counts: float, minimal: float, with_free_type: float
) -> None:
    metrics = "uniqueness,uniqueness:untrue=ignored,uniqueness:untrue=counts,minimality,minimality:free=type"
    result = scored(data, domain, ["@HUMAN"], metrics)
    found = [round(score.value, 4) for score in result]
    assert found == [strict, ignored, counts, minimal, with_free_type]
