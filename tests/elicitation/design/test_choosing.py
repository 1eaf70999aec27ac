"""Which comparisons are asked for next, where the ranking so far decides it."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import norm

from genchal.domain.study.study import Block, Item
from genchal.elicitation.design.choosing import Pool, choose_most_informative, measure_pair_information

SYSTEMS = ("a", "b", "c", "d")


def block(number: int, systems: str) -> Block:
    return Block(f"b{number}", tuple(Item(f"{number}{one}", f"i{number}", one, "t") for one in systems))


def pool(*sheets: str) -> Pool:
    return Pool.of([block(number, systems) for number, systems in enumerate(sheets)], SYSTEMS)


def everything(size: int) -> np.ndarray:
    return np.ones(size, dtype=bool)


@given(data=st.data())
def test_a_block_counts_by_all_its_pairs(data: st.DataObject) -> None:
    subsets = st.sets(st.sampled_from(SYSTEMS)).map(lambda some: "".join(sorted(some)))
    sheets = data.draw(st.lists(subsets, min_size=1, max_size=6))
    values = np.array(data.draw(st.lists(st.integers(1, 9), min_size=16, max_size=16)), dtype=float).reshape(4, 4)
    np.fill_diagonal(values, 0)
    summed = pool(*sheets).summed(np.arange(len(sheets)), values)
    for found, sheet in zip(summed, sheets, strict=True):
        assert found == sum(values[SYSTEMS.index(a), SYSTEMS.index(b)] for a, b in combinations(sheet, 2))


@given(mu=st.floats(-3, 3), sigma=st.floats(0.1, 2), beta=st.floats(0.1, 2))
def test_information_is_the_expected_fall_of_the_variance(mu: float, sigma: float, beta: float) -> None:
    found = measure_pair_information(np.array([mu, 0.0]), np.array([sigma, 1.0]), beta)[0, 1]
    variance = sigma**2 + 1
    total = variance + 2 * beta**2
    t = mu / total**0.5

    def fall(t: float) -> float:  # Herbrich et al. 2007: v and w of a win
        v = norm.pdf(t) / norm.cdf(t)
        return float(variance**2 / total * v * (v + t))

    assert found == pytest.approx(norm.cdf(t) * fall(t) + norm.cdf(-t) * fall(-t), rel=1e-6)


def test_comparisons_are_chosen_where_the_ranking_is_least_certain() -> None:
    some, quota = pool("ab", "cd", "ad"), np.full(3, 9)
    mu, beta = np.array([0.0, 0.1, 2.0, 2.0]), 0.5
    sure = np.array([0.1, 0.1, 1.0, 1.0])
    assert choose_most_informative(some, np.zeros(3, int), quota, everything(3), mu, sure, beta) == 1  # little is known
    alike = np.full(4, 0.5)
    far = np.array([0.0, 3.0, 5.0, 5.1])
    assert (
        choose_most_informative(some, np.zeros(3, int), quota, everything(3), far, alike, beta) == 1
    )  # they are close
    assert choose_most_informative(some, quota, quota, everything(3), mu, sure, beta) is None
    extreme = measure_pair_information(np.array([0.0, 500.0]), np.full(2, 0.1), 0.1)
    assert np.isfinite(extreme).all()
