"""Baselines on the E2E data: ranges of BLEU that they had, near the challenge's systems of the same kind.

The random reference is described in the report (about 0.30 with names filled in); the others are ours alone.
"""

from pathlib import Path

import pytest

from genchal.campaign.generation.generate import generate_outputs, make_generator, make_submission
from genchal.campaign.reading.instances import load_instances
from genchal.campaign.reading.submissions import SystemOutputs
from genchal.campaign.scoring.evidence import gather_evidence
from genchal.campaign.scoring.request import make_request
from genchal.campaign.scoring.score import summarise
from genchal.domain import Instance, System, Task
from genchal.domain.results.scores import Uncertainty

pytestmark = pytest.mark.slow

Data = tuple[Task, tuple[Instance, ...], tuple[Instance, ...]]


@pytest.fixture(scope="module")
def e2e(data: Path) -> Data:
    task, train = load_instances(data / "e2e" / "trainset.csv.xz", "e2e")
    return task, train, load_instances(data / "e2e" / "testset_w_refs.csv.xz", "e2e")[1]


@pytest.mark.parametrize(
    ("name", "settings", "low", "high"),
    [
        ("random", {}, 0.18, 0.21),
        ("random", {"fill": "name,near"}, 0.28, 0.32),
        ("mined_templates", {}, 0.42, 0.47),  # TR2 0.4202, FORGe3 0.4599
        ("mined_templates", {"choice": "lm"}, 0.56, 0.60),
        ("tuda", {}, 0.62, 0.64),  # published 0.5657
        ("dangnt", {}, 0.62, 0.64),  # 0.5990
        ("forge1", {}, 0.56, 0.58),  # 0.4207
        ("forge3", {}, 0.57, 0.60),  # 0.4599
        ("tr2", {}, 0.43, 0.455),  # 0.4202
    ],
)
def test_bleu_of_the_baselines(e2e: Data, name: str, settings: dict[str, object], low: float, high: float) -> None:
    assert low <= score_generator(e2e, name, settings, "bleu") <= high


@pytest.mark.parametrize(
    ("name", "most"),
    # 1.5 times what the same lexicon counts in the released outputs: 0, 0.0175, 0.0290, 0.0818, 0.0290
    [("tuda", 0.001), ("dangnt", 0.0262), ("forge1", 0.0434), ("forge3", 0.1227), ("tr2", 0.0434)],
)
def test_slot_errors_are_near_those_of_the_system_of_that_name(e2e: Data, name: str, most: float) -> None:
    assert score_generator(e2e, name, {}, "slot_error") <= most


def score_generator(e2e: Data, name: str, settings: dict[str, object], metric: str) -> float:
    """Score a generator with seed 1 on the test set."""
    task, train, test = e2e
    outputs = generate_outputs(make_generator(name, settings, Path()), train, (), test, seed=1)
    assert None not in outputs
    submission = make_submission(System(name), outputs, len(test))
    evidence = gather_evidence(SystemOutputs(task, tuple(test), (submission,)), make_request(metric))
    return summarise(evidence, Uncertainty(resamples=0))[metric].value
