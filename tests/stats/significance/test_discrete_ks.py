"""Kolmogorov and Smirnov's test on levels: against all outcomes written out, and against scipy's continuous one."""

import itertools
import math
from collections.abc import Iterator
from typing import get_args

import numpy as np
import pytest
import scipy.stats
from numpy.typing import NDArray

from genchal.stats.significance.discrete_ks import Side, discrete_ks, discrete_ks_two_samples

Ints = NDArray[np.int64]


def compositions(n: int, levels: int) -> Iterator[Ints]:
    """All ways to put n observations on levels."""
    for bars in itertools.combinations(range(n + levels - 1), levels - 1):
        yield np.diff([-1, *bars, n + levels - 1]) - 1


def distance(apart: NDArray[np.float64], side: Side) -> float:
    return max(float({"two-sided": np.abs(apart), "greater": apart, "less": -apart}[side].max()), 0.0)


@pytest.mark.parametrize("side", get_args(Side))
def test_one_sample_is_the_sum_over_all_outcomes(side: Side) -> None:
    rng = np.random.default_rng(1)
    for _ in range(25):
        n, levels = int(rng.integers(1, 9)), int(rng.integers(2, 5))
        share = rng.dirichlet(np.ones(levels))
        if levels > 2:
            share[rng.integers(levels)] = 0.0
            share /= share.sum()
        counts = rng.multinomial(n, np.full(levels, 1 / levels))
        found = discrete_ks(counts, share, side)
        function = np.cumsum(share)
        tail = sum(
            float(scipy.stats.multinomial.pmf(one, n, share))
            for one in compositions(n, levels)
            if distance(np.cumsum(one) / n - function, side) >= found.distance - 1e-9
        )
        assert found.p_value == pytest.approx(tail, abs=1e-10)
        assert found.distance == pytest.approx(distance(np.cumsum(counts) / n - function, side))


@pytest.mark.parametrize("side", get_args(Side))
def test_two_samples_are_the_sum_over_all_deals(side: Side) -> None:
    rng = np.random.default_rng(2)
    for _ in range(40):
        n, m, levels = int(rng.integers(1, 8)), int(rng.integers(1, 8)), int(rng.integers(2, 5))
        first, second = (
            rng.multinomial(n, np.full(levels, 1 / levels)),
            rng.multinomial(m, rng.dirichlet(np.ones(levels))),
        )
        pooled = first + second
        found = discrete_ks_two_samples(first, second, side)
        tail = sum(
            math.prod(math.comb(int(t), int(c)) for t, c in zip(pooled, one, strict=True)) / math.comb(n + m, n)
            for one in compositions(n, levels)
            if (one <= pooled).all()
            and distance(np.cumsum(one) / n - np.cumsum(pooled - one) / m, side) >= found.distance - 1e-9
        )
        assert found.p_value == pytest.approx(tail, abs=1e-10)


def test_it_is_the_exact_continuous_test_where_nothing_is_tied() -> None:
    rng = np.random.default_rng(3)
    for _ in range(50):
        n, m = (int(one) for one in rng.integers(1, 30, 2))
        first = np.zeros(n + m, dtype=np.int64)
        first[rng.choice(n + m, n, replace=False)] = 1
        expected = scipy.stats.ks_2samp(np.flatnonzero(first), np.flatnonzero(1 - first), method="exact")
        assert discrete_ks_two_samples(first, 1 - first).p_value == pytest.approx(expected.pvalue, abs=1e-9)


def test_p_values_are_smaller_than_those_for_continuous_distributions() -> None:
    rng = np.random.default_rng(4)
    for _ in range(50):
        counts = rng.multinomial(40, np.full(5, 0.2))
        found = discrete_ks(counts, np.full(5, 0.2))
        assert found.p_value <= scipy.stats.kstwo.sf(found.distance, 40) + 1e-9


def test_p_values_mean_what_they_say() -> None:
    rng = np.random.default_rng(5)
    share = np.array([0.4, 0.1, 0.05, 0.3, 0.15])
    p_values = np.array([discrete_ks(one, share).p_value for one in rng.multinomial(200, share, size=600)])
    for level in (0.05, 0.2, 0.5):
        assert np.mean(p_values <= level) <= level + 4 * math.sqrt(level * (1 - level) / 600)
    assert np.mean(p_values <= 0.2) > 0.12


def test_thousands_of_observations_are_quick_and_sane() -> None:
    share = np.full(8, 1 / 8)
    same = discrete_ks(np.full(8, 1250), share)
    assert [same.distance, same.p_value] == pytest.approx([0, 1], abs=1e-12)
    other = discrete_ks_two_samples(np.full(8, 600), np.arange(8) * 30 + 500)
    assert 0 <= other.p_value < 0.05


def test_no_observation_is_no_test() -> None:
    assert np.isnan(discrete_ks(np.zeros(3, dtype=np.int64), np.ones(3)).p_value)
    assert np.isnan(discrete_ks_two_samples(np.zeros(3, dtype=np.int64), np.ones(3, dtype=np.int64)).p_value)
