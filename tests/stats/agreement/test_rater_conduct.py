"""Runs of one value, correlation with the other raters, and attention checks, beside slow and obvious versions."""

from itertools import groupby

import numpy as np
import pytest

from genchal.stats.agreement.rater_conduct import correlate_with_others, find_longest_runs, judge_attention


def test_a_run_is_found_with_the_share_of_others_and_its_expected_number() -> None:
    # Rater 0 gives 5 four times in a row; of the others' eight judgements two are 5.
    value = np.array([1.0, 5, 5, 5, 5, 2, 5, 1, 2, 3, 4, 5, 1, 2])
    rater = np.array([0] * 6 + [1] * 8)
    found = find_longest_runs(value, rater, np.zeros(14, dtype=np.int64), 3, fewest=4)
    assert (found.length[0], found.n[0], found.value[0], found.share[0]) == (4, 6, 5.0, 0.25)
    assert found.expected[0] == pytest.approx(0.25**4 * (1 + 2 * 0.75))
    assert (found.length[1], found.length[2]) == (1, 0)  # the third has no judgements


def test_a_value_that_nobody_else_gives_does_not_hide_a_long_run() -> None:
    value = np.array([99.0, *[5.0] * 12, *np.tile([4.0, 5.0, 6.0], 8)])
    rater = np.array([0] * 13 + [1] * 24)
    assert find_longest_runs(value, rater, np.zeros(37, dtype=np.int64), 2).length[0] == 12


def test_longest_runs_are_those_of_a_loop() -> None:
    rng = np.random.default_rng(1)
    for _ in range(100):
        n = int(rng.integers(1, 60))
        value, rater, group = rng.integers(0, 3, n).astype(float), rng.integers(0, 4, n), rng.integers(0, 2, n)
        found = find_longest_runs(value, rater, group, 4, fewest=100, fewest_whole=100)
        for person in range(4):
            runs = [
                len(list(run))
                for criterion in range(2)
                for _, run in groupby(value[(rater == person) & (group == criterion)].tolist())
            ]
            assert found.length[person] == max(runs, default=0)


def test_correlation_with_others_is_that_of_a_loop() -> None:
    rng = np.random.default_rng(1)
    items, raters = 30, 5
    table = rng.normal(size=items)[:, None] + rng.normal(0, 0.5, (items, raters))
    table[rng.random((items, raters)) < 0.3] = np.nan
    item, rater = np.nonzero(~np.isnan(table))
    found = correlate_with_others(table[item, rater], rater, item, np.zeros(len(item), dtype=np.int64), raters)
    for person in range(raters):
        others = np.delete(table, person, axis=1)
        counts = (~np.isnan(others)).sum(axis=1)
        mean = np.nansum(others, axis=1) / np.maximum(counts, 1)
        both = ~np.isnan(table[:, person]) & (counts > 0)
        assert found.n[person] == both.sum()
        assert found.correlation[person] == pytest.approx(np.corrcoef(table[both, person], mean[both])[0, 1])


def test_scales_of_criteria_and_strictness_do_not_matter() -> None:
    rng = np.random.default_rng(2)
    quality = rng.normal(size=20)
    value = np.concatenate([quality, quality + 3, 1000 * quality, 1000 * quality - 50])
    rater, group = np.tile(np.repeat([0, 1], 20), 2), np.repeat([0, 1], 40)
    found = correlate_with_others(value, rater, np.tile(np.arange(20), 4), group, 2)
    assert found.correlation == pytest.approx([1.0, 1.0])
    assert found.n.tolist() == [40, 40]


def test_who_shares_no_items_or_does_not_vary_has_no_correlation() -> None:
    value, rater = np.array([1.0, 2, 3, 5, 5, 5, 7]), np.array([0, 0, 0, 1, 1, 1, 2])
    found = correlate_with_others(value, rater, np.array([0, 1, 2, 0, 1, 2, 9]), np.zeros(7, dtype=np.int64), 3)
    assert np.isnan(found.correlation).all()
    assert found.n.tolist() == [3, 3, 0]


def test_attention_checks_are_decided_by_most_raters_if_three_answered() -> None:
    value = np.array([100.0, 100, 50, 100, 50, 10, 20, 30])
    rater = np.array([0, 1, 2, 0, 1, 0, 1, 2])
    check = np.array([0, 0, 0, 1, 1, 2, 2, 2])  # decided; answered by two; no majority
    found = judge_attention(value, rater, check, 4)
    assert found.n.tolist() == [1, 1, 1, 0]
    assert found.right[:3].tolist() == [1.0, 1.0, 0.0]
    assert np.isnan(found.right[3])
