"""Control items: paired tests by rater, and agreement of raters with themselves."""

import math

import numpy as np
import pytest
import scipy.stats

from genchal.stats.agreement.quality_control import PairedTest, control_pairs, intra_rater

TESTS: tuple[PairedTest, ...] = ("t", "wilcoxon")
RATERS = np.repeat(np.arange(3), 8)


def test_damage_is_seen_by_who_sees_it() -> None:
    rng = np.random.default_rng(1)
    original = rng.uniform(40, 90, 24)
    fall = np.concatenate([rng.uniform(5, 40, 8), rng.normal(0, 9, 8), -rng.uniform(5, 40, 8)])
    found = control_pairs(original, original - fall, RATERS, 4)
    assert found.p_lower[0] == pytest.approx(1 / 256)  # all eight fall: 1 of 2 ** 8 ways
    assert found.p_lower[1] > 0.05
    assert found.p_lower[2] > 0.95
    assert math.isnan(found.p_lower[3])
    assert found.n.tolist() == [8, 8, 8, 0]
    assert found.difference[0] == pytest.approx(fall[:8].mean())


def test_one_sided_p_values_equal_scipys() -> None:
    rng = np.random.default_rng(2)
    for _ in range(150):
        first = np.round(rng.uniform(0, 100, 24))
        second = first - rng.normal(8, 15, 24)
        by_t, ranks = (control_pairs(first, second, RATERS, 3, test) for test in TESTS)
        for rater in range(3):
            x, y = first[rater == RATERS], second[rater == RATERS]
            assert by_t.p_lower[rater] == pytest.approx(scipy.stats.ttest_rel(x, y, alternative="greater").pvalue)
            theirs = scipy.stats.wilcoxon(x, y, alternative="greater", method="exact").pvalue
            if theirs < 0.5:  # beyond that ours is only known not to be significant
                assert ranks.p_lower[rater] == pytest.approx(theirs)


def test_identical_repeats_do_not_differ_and_correlate_perfectly() -> None:
    value = np.arange(24.0)
    found = control_pairs(value, value, RATERS, 3)
    assert found.p_different.tolist() == [1, 1, 1]
    assert found.distance.tolist() == [0, 0, 0]
    assert found.correlation == pytest.approx([1, 1, 1])


def test_intra_rater_agreement_is_the_mean_over_hits() -> None:
    first = np.array([10.0, 50, 90, 20, 60, 80, 5, 5, 5, 30])
    again = np.array([20.0, 60, 70, 90, 40, 10, 5, 9, 7, 30])
    sheet = np.array([0, 0, 0, 1, 1, 1, 2, 2, 2, 3])
    found = intra_rater(first, again, sheet, 4)
    by_hand = [np.corrcoef(first[sheet == one], again[sheet == one])[0, 1] for one in (0, 1)]
    assert found.value == pytest.approx(np.mean(by_hand))
    assert found.known == 2  # one HIT is constant, one has a single repeat
    assert found.n.tolist() == [3, 3, 3, 1]


def test_no_control_items_are_no_verdict() -> None:
    nothing = np.zeros(0)
    found = control_pairs(nothing, nothing, nothing.astype(np.int64), 2)
    assert np.isnan([found.p_lower, found.p_different, found.distance]).all()
    assert math.isnan(intra_rater(nothing, nothing, nothing.astype(np.int64), 0).value)
