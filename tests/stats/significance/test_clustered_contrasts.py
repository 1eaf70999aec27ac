"""The default test on ratings: against regression by hand and statsmodels, at the edges, without a difference."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from genchal.stats.significance import _jackknife
from genchal.stats.significance.clustered_contrasts import comparison_contrasts, system_contrasts

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
ONE_PAIR = np.array([[0, 1]])


def made(
    rng: np.random.Generator, systems: int, raters: int, items: int, share: float = 0.5
) -> tuple[Floats, Ints, Ints, Ints]:
    """Ratings of a random part of all cells, with effects of raters and items."""
    cells = np.array(list(itertools.product(range(systems), range(raters), range(items))))
    system, rater, item = cells[rng.random(len(cells)) < share].T
    value = rng.normal(size=raters)[rater] + rng.normal(size=items)[item] + rng.normal(size=len(system))
    return value, system, rater, item


def dummies(*codes: Ints) -> Floats:
    return np.concatenate([np.eye(int(one.max()) + 1)[one] for one in codes], axis=1)


def test_effects_are_those_of_least_squares_with_all_dummies() -> None:
    for seed in range(50):
        rng = np.random.default_rng(seed)
        value, system, rater, item = made(rng, 4, 6, 9)
        found = system_contrasts(value, system, rater, item, np.array([[0, 1], [1, 3], [2, 0]]))
        fitted = np.linalg.lstsq(dummies(system, rater, item), value, rcond=None)[0][:4]
        assert found.removed == ("rater", "instance")
        assert found.difference == pytest.approx([fitted[1] - fitted[0], fitted[3] - fitted[1], fitted[0] - fitted[2]])


def test_the_variance_is_that_of_leaving_out_raters_and_items_by_hand() -> None:
    rng = np.random.default_rng(1)
    value, system, rater, item = made(rng, 3, 5, 12, 0.7)
    found = system_contrasts(value, system, rater, item, ONE_PAIR)

    def fit(kept: NDArray[np.bool_]) -> float:
        effects = np.linalg.lstsq(dummies(system, rater, item)[kept], value[kept], rcond=None)[0]
        return float(effects[1] - effects[0])

    whole = fit(np.ones(len(value), dtype=bool))
    parts = []
    for codes, number in ((rater, 5), (item, 12)):
        moved = [fit(codes != one) - whole for one in range(number)]
        parts.append(sum(one**2 for one in moved))
    design = dummies(system, rater, item)
    hat = design @ np.linalg.pinv(design)
    weight = (np.linalg.pinv(design)[1] - np.linalg.pinv(design)[0]) * (value - hat @ value)
    cell = rater * 12 + item
    shared = sum(weight[cell == one].sum() ** 2 for one in np.unique(cell))
    assert found.error[0] ** 2 == pytest.approx(max(sum(parts) - shared, *parts))


def test_with_one_rating_a_cell_and_one_rater_it_is_nearly_the_paired_t_test() -> None:
    from scipy.stats import ttest_rel

    scores = np.random.default_rng(2).normal(size=(2, 40))
    system, item = np.repeat([0, 1], 40), np.tile(np.arange(40), 2)
    found = system_contrasts(scores.ravel(), system, np.zeros(80, dtype=np.int64), item, ONE_PAIR)
    expected = ttest_rel(scores[1], scores[0])
    assert found.t[0] == pytest.approx(expected.statistic * np.sqrt(39 / 40))  # leaving out is a little more careful
    assert found.degrees[0] == pytest.approx(39)
    assert "one rater" in found.warnings()[0]


def test_effects_are_close_to_statsmodels_and_its_two_way_clustered_errors() -> None:
    import statsmodels.api as sm

    rng = np.random.default_rng(3)
    value, system, rater, item = made(rng, 2, 30, 60, 0.3)
    found = system_contrasts(value, system, rater, item, ONE_PAIR)
    design = np.column_stack([system, dummies(rater), dummies(item)[:, 1:]])
    fit = sm.OLS(value, design).fit(cov_type="cluster", cov_kwds={"groups": np.column_stack([rater, item])})
    assert found.difference[0] == pytest.approx(fit.params[0])
    # Leaving out clusters is a little more careful than the scores that statsmodels uses.
    error = float(np.sqrt(fit.cov_params()[0, 0]))
    assert error * 0.9 < found.error[0] < error * 1.4


def test_raters_who_see_one_system_each_are_clustered_by_but_not_taken_out() -> None:
    rng = np.random.default_rng(4)
    system = np.repeat([0, 1], 100)
    rater = np.repeat(np.arange(20), 10)  # ten raters see system 0, ten system 1
    item = np.tile(np.arange(100), 2)
    value = rng.normal(size=20)[rater] + rng.normal(size=200)
    found = system_contrasts(value, system, rater, item, ONE_PAIR)
    assert found.removed == ("instance",)
    assert found.difference[0] == pytest.approx(value[100:].mean() - value[:100].mean())
    assert found.p_value[0] > 0.01


def test_what_nothing_connects_has_no_difference() -> None:
    system, rater = np.array([0, 0, 1, 1]), np.array([0, 0, 1, 1])
    item = np.array([0, 1, 2, 3])
    found = system_contrasts(np.arange(4.0), system, rater, item, ONE_PAIR)
    # Nothing is shared: neither effect can be taken out, and the difference is that of means, hanging on one rater.
    assert found.removed == ()
    assert np.isnan(found.p_value[0])
    assert "single rater" in found.notes[0]
    missing = system_contrasts(np.arange(4.0), system, rater, item, np.array([[0, 2]]))
    assert np.isnan(missing.difference[0])
    assert "connects" in missing.notes[0]


@pytest.mark.parametrize("number", [0, 1, 2])
def test_next_to_no_ratings_have_no_p_value(number: int) -> None:
    codes = np.arange(number, dtype=np.int64)
    found = system_contrasts(np.ones(number), codes, np.zeros_like(codes), np.zeros_like(codes), ONE_PAIR)
    assert np.isnan(found.p_value[0])
    assert found.notes[0]


def test_equal_ratings_differ_nowhere() -> None:
    value, system, rater, item = made(np.random.default_rng(5), 3, 4, 10, 0.8)
    found = system_contrasts(np.full_like(value, 3.7), system, rater, item, np.array([[0, 1], [1, 2]]))
    assert found.p_value.tolist() == [1, 1]
    assert found.difference == pytest.approx(0, abs=1e-12)


@given(st.integers(0, 10_000), st.integers(1, 4), st.integers(1, 6), st.integers(1, 8), st.floats(0.05, 1))
def test_any_design_gives_numbers_or_a_reason(seed: int, systems: int, raters: int, items: int, share: float) -> None:
    rng = np.random.default_rng(seed)
    value, system, rater, item = made(rng, systems, raters, items, share)
    value = np.round(value)
    value[rng.random(len(value)) < 0.1] = np.nan
    pairs = np.array(list(itertools.permutations(range(systems), 2)), dtype=np.int64).reshape(-1, 2)
    found = system_contrasts(value, system, rater, item, pairs)
    for p_value, note in zip(found.p_value.tolist(), found.notes, strict=True):
        assert (0 <= p_value <= 1) == (note == "")
    back = {(a, b): place for place, (a, b) in enumerate(pairs.tolist())}
    for (a, b), place in back.items():
        assert found.p_value[place] == pytest.approx(found.p_value[back[b, a]], nan_ok=True)


def test_more_clusters_than_groups_are_left_out_in_groups(monkeypatch: pytest.MonkeyPatch) -> None:
    value, system, rater, item = made(np.random.default_rng(6), 2, 40, 60, 0.4)
    single = system_contrasts(value, system, rater, item, ONE_PAIR)
    monkeypatch.setattr(_jackknife, "GROUPS", 20)
    grouped = system_contrasts(value, system, rater, item, ONE_PAIR)
    assert grouped.difference == pytest.approx(single.difference)
    assert grouped.error == pytest.approx(single.error, rel=0.4)


def test_comparisons_are_a_regression_on_who_met_whom() -> None:
    rng = np.random.default_rng(7)
    left, right = np.array([rng.choice(4, 2, replace=False) for _ in range(300)]).T
    outcome = rng.integers(-1, 2, 300).astype(np.float64)
    rater, item = rng.integers(0, 12, 300), rng.integers(0, 60, 300)
    found = comparison_contrasts(left, right, outcome, rater, item, np.array([[0, 1], [2, 3]]))
    design = np.eye(4)[left] - np.eye(4)[right]
    effect = np.linalg.lstsq(design, outcome, rcond=None)[0]
    assert found.effect == pytest.approx(effect)
    assert found.difference == pytest.approx([effect[1] - effect[0], effect[3] - effect[2]])
    assert ((found.p_value > 0) & (found.p_value <= 1)).all()


@pytest.mark.slow
def test_systems_that_do_not_differ_are_told_apart_in_one_comparison_of_twenty() -> None:
    rng = np.random.default_rng(8)
    sheets = np.arange(150)
    rater, item = np.repeat(sheets % 10, 2), np.repeat(sheets // 3, 2)
    system = np.tile([0, 1], 150)
    alarms = 0
    for _ in range(200):
        value = rng.normal(size=(10, 2))[rater, system] * 0.5 + rng.normal(size=(50, 2))[item, system] * 0.5
        value += rng.normal(size=10)[rater] + rng.normal(size=50)[item] + rng.normal(size=300)
        alarms += int(system_contrasts(value, system, rater, item, ONE_PAIR).p_value[0] <= 0.05)
    assert alarms <= 20  # 10 expected at most, standard deviation 3.1
