"""Adjusted p-values: worked by hand, beside scipy, and by their properties."""

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from genchal.stats.significance.correction import benjamini_hochberg, holm

FAMILIES = st.lists(st.floats(0, 1), min_size=1, max_size=12).map(np.array)


def test_holm_by_hand() -> None:
    # 0.005 x 4, 0.01 x 3, 0.03 x 2, 0.04 x 1; the last is raised to the one before it.
    found = holm(np.array([0.01, 0.04, 0.03, 0.005]))
    assert found.adjusted == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert (found.family, found.method) == (4, "holm")
    assert holm(np.array([0.6, 0.9])).adjusted.tolist() == [1, 1]


def test_benjamini_and_hochbergs_own_example() -> None:
    # Their 15 p-values (1995, section 3.2): at 0.05 the procedure rejects the four smallest, Bonferroni three.
    published = [
        0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590,
        1.0000,
    ]  # fmt: skip
    p_value = np.array(published)
    assert np.count_nonzero(benjamini_hochberg(p_value).adjusted <= 0.05) == 4
    assert np.count_nonzero(holm(p_value).adjusted <= 0.05) == 3
    # 0.0095 x 15 / 4
    assert benjamini_hochberg(p_value).adjusted[3] == pytest.approx(0.035625)


@given(FAMILIES)
def test_benjamini_hochberg_is_scipys(p_value: np.ndarray) -> None:
    expected = scipy.stats.false_discovery_control(p_value, method="bh")
    assert benjamini_hochberg(p_value).adjusted == pytest.approx(expected)


@given(FAMILIES)
def test_holm_is_what_its_definition_says(p_value: np.ndarray) -> None:
    ordered = sorted(p_value.tolist())
    family = len(ordered)
    expected = [
        min(1.0, max((family - place) * ordered[place] for place in range(ordered.index(p) + 1))) for p in p_value
    ]
    # Equal p-values are all as large as the first of them makes them: factors only fall.
    assert holm(p_value).adjusted == pytest.approx(expected)


@given(FAMILIES)
def test_adjusted_p_values_keep_their_order_and_lie_between_the_plain_ones_and_bonferronis(
    p_value: np.ndarray,
) -> None:
    order = np.argsort(p_value)
    for found in (holm(p_value), benjamini_hochberg(p_value)):
        assert (np.diff(found.adjusted[order]) >= 0).all()
        assert (found.adjusted >= p_value - 1e-15).all()
        assert (found.adjusted <= np.minimum(1, p_value * len(p_value)) + 1e-15).all()
    assert (benjamini_hochberg(p_value).adjusted <= holm(p_value).adjusted + 1e-15).all()


def test_tests_that_were_not_made_do_not_count() -> None:
    with_gap = np.array([0.01, np.nan, 0.02])
    assert holm(with_gap).family == benjamini_hochberg(with_gap).family == 2
    assert holm(with_gap).adjusted == pytest.approx([0.02, np.nan, 0.02], nan_ok=True)
    assert benjamini_hochberg(with_gap).adjusted == pytest.approx([0.02, np.nan, 0.02], nan_ok=True)
    assert holm(np.full(2, np.nan)).family == 0
