"""Means over sentences of sentence means, raw and standardised."""

import numpy as np
import pytest

from genchal.stats.ranking.direct_assessment import assessment_means
from genchal.stats.ranking.means import rater_z_scores


def test_a_sentence_that_was_assessed_often_counts_once() -> None:
    value = np.array([10.0, 20.0, 60.0, 50.0])
    system, item = np.array([0, 0, 0, 1]), np.array([7, 7, 8, 7])
    found = assessment_means(value, value / 10, system, item, 3)
    assert found.raw[:2].tolist() == [(15 + 60) / 2, 50]
    assert found.z[:2].tolist() == [(1.5 + 6) / 2, 5]
    assert np.isnan([found.raw[2], found.z[2]]).all()
    assert found.sentences.tolist() == [2, 1, 0]
    assert found.assessments.tolist() == [3, 1, 0]


def test_scores_of_constant_raters_count_raw_only() -> None:
    value = np.array([10.0, 20.0, 30.0, 50.0, 50.0, 70.0])
    rater, system = np.array([0, 0, 0, 1, 1, 2]), np.array([0, 1, 0, 0, 1, 1])
    standard = rater_z_scores(value, rater)
    assert standard.constant.tolist() == [1, 2]  # always the same; one score only
    found = assessment_means(value, standard.z, system, np.array([0, 0, 1, 2, 2, 3]), 2)
    assert found.raw.tolist() == [30, (20 + 50 + 70) / 3]
    assert found.z.tolist() == pytest.approx([0, 0])  # -1 and 1; 0
    assert found.standardised.tolist() == [2, 1]


def test_it_is_the_loop_over_sentences() -> None:
    rng = np.random.default_rng(1)
    for _ in range(200):
        n = int(rng.integers(1, 60))
        value, system, item = rng.normal(size=n), rng.integers(0, 3, n), rng.integers(0, 6, n)
        value[rng.random(n) < 0.1] = np.nan
        found = assessment_means(value, value, system, item, 3)
        for one in range(3):
            known = (system == one) & ~np.isnan(value)
            means = [value[known & (item == unit)].mean() for unit in np.unique(item[known])]
            assert found.raw[one] == pytest.approx(np.mean(means) if means else np.nan, nan_ok=True)
            assert found.sentences[one] == len(means)
