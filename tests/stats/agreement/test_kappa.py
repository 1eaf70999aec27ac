"""Cohen's kappa: published values, statsmodels and scikit-learn, nlg-eval's filter and table, and the edges."""

import math
import warnings

import numpy as np
import pytest
from numpy.typing import NDArray

from genchal.stats.agreement.kappa import CohenKappa, Weights, cohen_kappa
from genchal.stats.agreement.kappa_filter import kappa_filter, kappa_table

Floats = NDArray[np.float64]


def kappas(table: Floats, weights: Weights = "none", categories: Floats | None = None) -> CohenKappa:
    """Kappa of items x raters."""
    items, raters = table.shape
    item, rater = np.repeat(np.arange(items), raters), np.tile(np.arange(raters), items)
    return cohen_kappa(table.ravel(), item, rater, weights, categories=categories)


def test_kappa_of_cohens_own_example() -> None:
    # Cohen (1960), table 1: shares of three diagnoses by two judges, 200 items; kappa = .492.
    shares = np.array([[0.44, 0.05, 0.01], [0.07, 0.20, 0.03], [0.09, 0.05, 0.06]])
    first, second = np.divmod(np.repeat(np.arange(9), np.round(200 * shares).astype(int).ravel()), 3)
    found = kappas(np.stack([first, second], axis=1).astype(float))
    assert found.value[0] == pytest.approx(0.492, abs=0.0005)
    assert [found.observed[0], found.expected[0]] == pytest.approx([0.70, 0.41])


@pytest.mark.parametrize("weights", ["none", "linear", "quadratic"])
def test_thousands_of_kappas_equal_those_of_statsmodels_with_their_errors(weights: Weights) -> None:
    from statsmodels.stats.inter_rater import cohens_kappa

    rng = np.random.default_rng(1)
    for _ in range(350):
        categories, items = int(rng.integers(2, 6)), int(rng.integers(4, 40))
        truth = rng.integers(0, categories, items)
        pair = np.where(rng.random((items, 2)) < 0.5, truth[:, None], rng.integers(0, categories, (items, 2)))
        table = np.zeros((categories, categories))
        np.add.at(table, (pair[:, 0], pair[:, 1]), 1)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            theirs = cohens_kappa(table, wt=None if weights == "none" else weights)
        ours = kappas(pair.astype(float), weights, np.arange(float(categories)))
        if np.isfinite(theirs.kappa):
            assert ours.value[0] == pytest.approx(theirs.kappa, abs=1e-9)
            error = 0.0 if theirs.var_kappa <= 0 else math.sqrt(theirs.var_kappa)
            assert ours.standard_error[0] == pytest.approx(error, abs=1e-7)
        else:
            assert math.isnan(ours.value[0])


def test_pairs_with_missing_cells_equal_scikit_learns() -> None:
    from sklearn.metrics import cohen_kappa_score  # type: ignore[import-untyped]

    rng = np.random.default_rng(2)
    table = np.round(rng.normal(size=(60, 1)) + rng.normal(size=(60, 7)))
    table[rng.random(table.shape) < 0.3] = np.nan
    labels = np.unique(table[~np.isnan(table)])
    for weights in ("none", "linear", "quadratic"):
        found = kappas(table, weights)
        assert len(found.value) == 21
        for place, (a, b) in enumerate(zip(found.first, found.second, strict=True)):
            both = table[~np.isnan(table[:, [a, b]]).any(axis=1)][:, [a, b]]
            theirs = cohen_kappa_score(
                both[:, 0].astype(int),
                both[:, 1].astype(int),
                labels=labels.astype(int),
                weights=None if weights == "none" else weights,
            )
            assert found.n[place] == len(both)
            assert found.value[place] == pytest.approx(theirs, abs=1e-9)


def test_a_constant_rater_has_kappa_0_and_two_alike_have_none() -> None:
    table = np.array([[1.0, 3, 3], [2, 3, 3], [1, 3, 3], [3, 3, 3]])
    found = kappas(table)
    assert found.value[:2].tolist() == [0, 0]
    assert math.isnan(found.value[2])


def test_no_shared_item_is_no_pair_and_one_item_is_a_pair() -> None:
    assert len(kappas(np.array([[1.0, np.nan], [np.nan, 2.0]])).value) == 0
    assert len(kappas(np.full((3, 2), np.nan)).value) == 0
    assert kappas(np.array([[1.0, 2.0]])).value.tolist() == [0]
    assert math.isnan(kappas(np.array([[1.0, 1.0]])).value[0])


def test_the_first_judgement_of_an_item_by_a_rater_counts() -> None:
    value, item, rater = np.array([1.0, 1, 2, 2, 1]), np.array([0, 0, 1, 1, 0]), np.array([0, 1, 0, 1, 0])
    twice = cohen_kappa(np.append(value, 2.0), np.append(item, 0), np.append(rater, 1))
    assert twice.value.tolist() == cohen_kappa(value, item, rater).value.tolist() == [1]


# --- nlg-eval --------------------------------------------------------------------------------------------------------


def crowd() -> Floats:
    """100 items rated 1 to 5 by eleven raters who see the same thing, and seven who do not; noisy ones come first."""
    rng = np.random.default_rng(3)
    truth = rng.integers(1, 6, size=(100, 1))
    good = np.where(rng.random((100, 11)) < 0.75, truth, rng.integers(1, 6, (100, 11)))
    return np.concatenate([rng.integers(1, 6, (100, 7)), good], axis=1).astype(float)


def test_the_filter_removes_raters_until_every_pair_is_above() -> None:
    table = crowd()
    found = kappa_filter(kappas(table), 18)
    assert found.kept.tolist() == list(range(7, 18))
    assert sorted(found.removed.tolist()) == list(range(7))
    left = kappas(table[:, found.kept])
    shares = kappa_table(left.value)
    assert (shares.pairs, int(shares.above[0]), float(shares.share[0])) == (55, 55, 1.0)


def test_who_has_the_most_low_pairs_goes_first_then_the_lowest_mean_then_the_last() -> None:
    def filtered(pairs: dict[tuple[int, int], float], raters: int) -> list[int]:
        first, second = np.array(list(pairs)).T
        nothing = np.zeros(len(pairs))
        kappa = CohenKappa(
            np.array(list(pairs.values())), nothing, nothing, nothing, nothing, nothing, nothing.astype(np.int64),
            first, second, 5, "none", 0.95,
        )  # fmt: skip
        return [int(one) for one in kappa_filter(kappa, raters).removed]

    # Rater 2 has two low pairs, all others at most one.
    assert filtered({(0, 1): 0.5, (0, 2): 0.05, (1, 2): 0.1, (0, 3): 0.5, (1, 3): 0.5, (2, 3): 0.5}, 4) == [2]
    # Raters 0 and 1 share the one low pair; 0 has the lower mean.
    assert filtered({(0, 1): 0.0, (0, 2): 0.3, (1, 2): 0.4}, 3) == [0]
    # The same means: the later one goes.
    assert filtered({(0, 1): 0.0, (0, 2): 0.3, (1, 2): 0.3}, 3) == [1]
    # A pair without a kappa speaks against nobody.
    assert filtered({(0, 1): math.nan, (0, 2): 0.3, (1, 2): 0.3}, 3) == []


def test_the_table_has_the_shares_of_nlg_evals_table_4() -> None:
    # The paper prints 55, 40, 28, 19, 8 and 0 of 55 pairs as 100, 72.7, 50.9, 34.5, 14.5 and 0 percent.
    kappa = np.repeat([0.15, 0.25, 0.35, 0.45, 0.55], [15, 12, 9, 11, 8])
    table = kappa_table(np.append(kappa, math.nan))
    assert table.above.tolist() == [55, 40, 28, 19, 8, 0]
    assert [round(100 * share, 1) for share in table.share.tolist()] == [100, 72.7, 50.9, 34.5, 14.5, 0]
