"""Nothing is concluded from a handful of instances: null campaigns, and campaigns whose systems really differ."""

from dataclasses import replace

import numpy as np
import pytest

import genchal
from genchal.domain import Instance, System, Text
from genchal.domain.results.campaign import Measure, TrackResults
from genchal.domain.results.comparison import Comparisons, Test
from genchal.reports.verdict.claims import Claim
from genchal.reports.verdict.write import write_verdict

WORDS = [
    *("the", "a", "walk", "sea", "path", "dog", "rain", "boat", "steep", "short", "long", "quiet", "by", "to", "over")
]
METRICS = ("bleu", "rouge_l")
BETTER = ("best", "ahead", "errors", "reversal")


def write_text(rng: np.random.Generator, model: list[str], kept: float) -> str:
    """A text that shares some words with another one."""
    return " ".join(word if rng.random() < kept else str(rng.choice(WORDS)) for word in model)


def random_track(
    instances: int,
    seed: int,
    systems: int = 2,
    gain: float = 0.0,
    unreferenced: int = 0,
    test: Test | None = None,
    metrics: tuple[str, ...] = METRICS,
) -> TrackResults:
    """A campaign on random texts; `gain` is what the first system has over the others, 0 if all are alike."""
    rng = np.random.default_rng([instances, seed])
    names = [f"system {number}" for number in range(systems)]
    references, outputs = [], {name: list[str]() for name in names}
    for _ in range(instances):
        words = [str(word) for word in rng.choice(WORDS, size=rng.integers(5, 12))]
        references.append(" ".join(words))
        ease = rng.uniform(0.2, 0.8)
        for name in names:
            outputs[name].append(write_text(rng, words, min(1.0, ease + gain * (name == names[0]))))
    known = references[: instances - unreferenced]
    scored = {name: texts[: len(known)] for name, texts in outputs.items()}
    compared = genchal.compare(scored, known, metrics=metrics, all_pairs=True, test=test, resamples=500)
    scores = genchal.score(scored, known, metrics=metrics, resamples=0).scores
    return TrackResults(
        "random",
        "slots",
        "en",
        tuple(
            Instance(str(place), Text(), (text,) if place < len(known) else ()) for place, text in enumerate(references)
        ),
        tuple(System(name) for name in names),
        tuple(Measure(name, name, True, 0.0, 1.0, f"{name}|nrefs:1") for name in metrics),
        tuple(replace(score, not_scored=unreferenced) for score in scores),
        (),
        {name: tuple(texts) for name, texts in outputs.items()},
        comparisons=compared,
    )


def claim_better(track: TrackResults) -> list[Claim]:
    return [claim for claim in write_verdict(track) if claim.kind in BETTER or claim.others]


def smallest_p(found: Comparisons, metric: str) -> float:
    """What the randomisation test can give at best, after Holm's correction of the smallest p-value."""
    most = max(pair.n for pair in found if pair.metric == metric)
    return found.pairs * 2.0 ** (1 - most)


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("systems", [2, 3, 5])
@pytest.mark.parametrize("instances", range(1, 11))
def test_no_system_is_better_on_so_few_instances_that_the_test_cannot_reject(
    instances: int, systems: int, seed: int
) -> None:
    """The first system is far better than all others; 0.05 can be reached from 6 instances on, by 2 systems."""
    track = random_track(instances, seed, systems, gain=0.8)
    assert track.comparisons is not None
    assert {pair.test for pair in track.comparisons} == {"randomisation"}
    for claim in claim_better(track):
        assert all(smallest_p(track.comparisons, metric) <= 0.05 for metric in claim.measures), claim.sentence
        assert "test:paired-ar" in claim.test


def test_a_clear_difference_on_few_instances_is_found_where_it_can_be() -> None:
    found = [bool(claim_better(random_track(10, seed, gain=0.8))) for seed in range(10)]
    assert sum(found) >= 9


def count_false_claims(instances: int, campaigns: int, test: Test | None, metrics: tuple[str, ...]) -> int:
    """In how many campaigns of two systems that are alike one is said to be better."""
    return sum(
        bool(claim_better(random_track(instances, seed, test=test, metrics=metrics))) for seed in range(campaigns)
    )


def test_campaigns_without_a_difference_rarely_say_that_there_is_one() -> None:
    """90 campaigns of 2 to 10 instances at 0.05: 4.5 expected at most, 10 or more in one of 70 such tests."""
    false = [count_false_claims(instances, 10, None, ("rouge_l",)) for instances in range(2, 11)]
    assert sum(false) <= 9
    assert sum(false[:4]) == 0  # 2 to 5 instances: the test cannot reject
    by_bootstrap = [count_false_claims(instances, 10, "bootstrap", ("rouge_l",)) for instances in range(2, 11)]
    assert sum(by_bootstrap) > 9
