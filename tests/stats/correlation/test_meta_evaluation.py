"""Metric-human correlations by level and grouping, their bootstrap and their permutation, against slow twins."""

import itertools

import numpy as np
import pytest
from numpy.typing import NDArray

from genchal.domain.results.correlation import CorrelationLevel, CorrelationMethod, Resample, Within
from genchal.stats.correlation import meta_resampling
from genchal.stats.correlation._resamples import correlate_resamples
from genchal.stats.correlation.coefficients import correlation
from genchal.stats.correlation.meta_evaluation import UnitGroups, meta_correlation
from genchal.stats.correlation.meta_resampling import meta_bootstrap, meta_permutation
from genchal.stats.correlation.pairwise_accuracy import calibrated_accuracy
from genchal.stats.resampling.bootstrap import percentile_interval

Floats = NDArray[np.float64]
Counts = NDArray[np.int64]
METHODS: tuple[CorrelationMethod, ...] = ("pearson", "spearman", "kendall", "accuracy")
SYSTEMS, ITEMS = 5, 12
SYSTEM, INSTANCE = (codes.ravel() for codes in np.indices((SYSTEMS, ITEMS)))


def scored(seed: int) -> tuple[Floats, Floats]:
    """Scores of two metrics and of people, with ties and gaps."""
    rng = np.random.default_rng(seed)
    quality = rng.normal(size=SYSTEMS)[SYSTEM] + rng.normal(size=ITEMS)[INSTANCE] / 2
    scores = np.round(quality + rng.normal(size=(2, SYSTEMS * ITEMS)), 1)
    human = np.round(quality + rng.normal(size=SYSTEMS * ITEMS))
    scores[0, rng.random(SYSTEMS * ITEMS) < 0.1] = np.nan
    human[rng.random(SYSTEMS * ITEMS) < 0.2] = np.nan
    return scores, human


@pytest.mark.parametrize("method", METHODS)
def test_segments_are_correlated_all_together_or_group_by_group(method: CorrelationMethod) -> None:
    (x, _), y = scored(1)
    whole = meta_correlation(x, y, UnitGroups(SYSTEM, INSTANCE), method)
    assert whole.value == pytest.approx(float(correlation(x, y, method).value))
    groupings: dict[Within, NDArray[np.int64]] = {"item": INSTANCE, "system": SYSTEM}
    for within, codes in groupings.items():
        found = meta_correlation(x, y, UnitGroups(SYSTEM, INSTANCE, "segment", within), method)
        each = [correlation(x[codes == code], y[codes == code], method) for code in range(codes.max() + 1)]
        values = [float(one.value) for one in each]
        assert found.group_values == pytest.approx(np.array(values), nan_ok=True)
        assert found.value == pytest.approx(np.nanmean(values))
        assert np.isnan(found.p_value)


@pytest.mark.parametrize("method", METHODS)
def test_systems_are_correlated_by_their_means_over_what_each_side_has(method: CorrelationMethod) -> None:
    (x, _), y = scored(2)
    means = [[np.nanmean(values[code == SYSTEM]) for code in range(SYSTEMS)] for values in (x, y)]
    found = meta_correlation(x, y, UnitGroups(SYSTEM, INSTANCE, "system"), method)
    theirs = correlation(np.array(means[0]), np.array(means[1]), method)
    assert found.value == pytest.approx(float(theirs.value))
    assert found.n == theirs.n
    assert found.p_value == pytest.approx(float(theirs.p_value), nan_ok=True)


# --- The bootstrap ---------------------------------------------------------------------------------------------------


def by_hand(
    x: Floats, y: Floats, within: Within | None, method: CorrelationMethod, systems: Counts, items: Counts
) -> float:
    """A resample written out: copies of systems and of instances are systems and instances."""
    chosen = [(s, i) for s in np.repeat(np.arange(SYSTEMS), systems) for i in np.repeat(np.arange(ITEMS), items)]
    rows = np.array([s * ITEMS + i for s, i in chosen])
    copies = np.array(list(itertools.product(range(int(sum(systems))), range(int(sum(items))))))
    units = UnitGroups(copies[:, 0], copies[:, 1], "system" if within is None else "segment", within or "none")
    return meta_correlation(x[rows], y[rows], units, method).value


@pytest.mark.parametrize("method", ["pearson", "spearman", "kendall"])
@pytest.mark.parametrize("within", ["none", "item", "system", None])
@pytest.mark.parametrize("resample", ["inputs", "systems", "both"])
def test_a_resample_is_a_corpus_with_copies(
    resample: Resample, within: Within | None, method: CorrelationMethod
) -> None:
    scores, y = scored(3)
    units = UnitGroups(SYSTEM, INSTANCE, "system" if within is None else "segment", within or "none")
    found = meta_bootstrap(scores, y, units, method, 20, np.random.default_rng(4), resample)
    weights = list(meta_resampling._weights(units, 20, np.random.default_rng(4), resample))
    systems, items = (np.concatenate([one[side] for one in weights]).astype(np.int64) for side in (1, 2))
    for metric, draw in itertools.product(range(2), range(20)):
        expected = by_hand(scores[metric], y, within, method, systems[draw], items[draw])
        assert found.values[draw, metric] == pytest.approx(expected, abs=1e-9, nan_ok=True)


@pytest.mark.parametrize("n", [2, 7, 64, 65, 150])
def test_accuracy_in_a_resample_leaves_copies_out(n: int) -> None:
    rng = np.random.default_rng(n)
    x, y = rng.integers(0, 5, size=(2, n)).astype(np.float64)
    weights = rng.integers(0, 3, size=(15, n)).astype(np.float64)
    found = correlate_resamples(x, y, weights, "accuracy")
    first, second = np.triu_indices(n, 1)
    right = np.sign(x[first] - x[second]) == np.sign(y[first] - y[second])
    for draw, row in enumerate(weights):
        pairs = row[first] * row[second]
        expected = (pairs * right).sum() / pairs.sum() if pairs.sum() else np.nan
        assert found[draw] == pytest.approx(expected, nan_ok=True)


def test_portions_of_resamples_change_nothing_but_the_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    scores, y = scored(5)
    units = UnitGroups(SYSTEM, INSTANCE)
    whole = meta_bootstrap(scores, y, units, "pearson", 400, np.random.default_rng(1))
    monkeypatch.setattr(meta_resampling, "WEIGHTS_AT_ONCE", 60 * 7)
    parts = meta_bootstrap(scores, y, units, "pearson", 400, np.random.default_rng(1))
    assert parts.values.mean(axis=0) == pytest.approx(whole.values.mean(axis=0), abs=0.05)
    assert not np.isnan(parts.values).any()


# --- Permutation -----------------------------------------------------------------------------------------------------


def test_swapping_systems_comes_close_to_all_ways_of_swapping() -> None:
    rng = np.random.default_rng(6)
    a, b, human = rng.normal(size=(3, SYSTEMS * ITEMS))
    units = UnitGroups(SYSTEM, INSTANCE, "system")
    found = meta_permutation(a, b, human, units, "pearson", 4000, np.random.default_rng(7), "systems")
    first, second = ((one - one.mean()) / one.std() for one in (a, b))
    differences = []
    for heads in itertools.product([False, True], repeat=SYSTEMS):
        swap = np.array(heads)[SYSTEM]
        one, other = np.where(swap, second, first), np.where(swap, first, second)
        differences.append(
            meta_correlation(one, human, units, "pearson").value
            - meta_correlation(other, human, units, "pearson").value
        )
    assert found.difference == pytest.approx(differences[0])
    exact = np.mean(np.abs(differences) >= abs(differences[0]) - 1e-12)
    assert found.p_value == pytest.approx(exact, abs=0.03)


def test_a_metric_does_not_differ_from_itself_on_another_scale() -> None:
    scores, human = scored(8)
    for within in ("none", "item", "system"):
        units = UnitGroups(SYSTEM, INSTANCE, "segment", within)
        found = meta_permutation(scores[1], 5 * scores[1] + 3, human, units, "pearson", 99, np.random.default_rng(1))
        assert found.difference == pytest.approx(0, abs=1e-12)
        assert found.p_value == 1


def equally_good(rng: np.random.Generator, systems: int, items: int) -> tuple[Floats, Floats, Floats]:
    """Two metrics and people: what they share is quality, and each favours some systems, inputs and outputs."""
    system, instance = (codes.ravel() for codes in np.indices((systems, items)))
    own = [
        rng.normal(size=systems)[system] / 2 + rng.normal(size=items)[instance] / 2 + 0.7 * rng.normal(size=len(system))
        for _ in range(4)
    ]
    return own[0] + own[1], own[0] + own[2], own[0] + own[3]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("level", "within", "swap", "low", "high"),
    [
        ("system", "none", "systems", 0.01, 0.09),
        ("segment", "item", "systems", 0.01, 0.09),
        ("segment", "system", "inputs", 0.01, 0.09),
        ("system", "none", "both", 0.25, 1.0),  # not a test of equal correlations
        ("segment", "item", "both", 0.1, 1.0),
    ],
)
def test_swapping_holds_its_level_where_the_right_thing_is_swapped(
    level: CorrelationLevel, within: Within, swap: Resample, low: float, high: float
) -> None:
    # 200 simulations know a share of 0.05 to 0.015.
    rng = np.random.default_rng(9)
    system, instance = (codes.ravel() for codes in np.indices((15, 20)))
    units = UnitGroups(system, instance, level, within)
    p_values = [
        meta_permutation(*equally_good(rng, 15, 20), units, "pearson", 99, rng, swap).p_value for _ in range(200)
    ]
    assert low <= np.mean(np.array(p_values) <= 0.05) <= high


@pytest.mark.parametrize(("resample", "low", "high"), [("both", 0.92, 1.0), ("inputs", 0.0, 0.8)])
def test_intervals_cover_where_both_systems_and_inputs_are_drawn(resample: Resample, low: float, high: float) -> None:
    # The coefficient of all outputs that there might be is 1/2: half of what varies is shared.
    rng = np.random.default_rng(10)
    system, instance = (codes.ravel() for codes in np.indices((12, 50)))
    units = UnitGroups(system, instance)
    covered = []
    for _ in range(200):
        metric, _, human = equally_good(rng, 12, 50)
        drawn = meta_bootstrap(metric[None], human, units, "pearson", 200, rng, resample).values
        bounds = percentile_interval(drawn, 0.95)
        covered.append(bounds.low[0] <= 0.5 <= bounds.high[0])
    assert low <= np.mean(covered) <= high


# --- Tie calibration -------------------------------------------------------------------------------------------------


def accuracy_by_hand(scores: Floats, human: Floats, groups: NDArray[np.int64], epsilon: float) -> float:
    """Mean over groups of the share of pairs that are ordered alike or tied in both."""
    shares = []
    for code in np.unique(groups):
        rows = np.flatnonzero((groups == code) & ~np.isnan(scores) & ~np.isnan(human))
        pairs = list(itertools.combinations(rows, 2))
        if pairs:
            right = 0
            for i, j in pairs:
                apart = scores[i] - scores[j]
                right += (0 if abs(apart) <= epsilon else np.sign(apart)) == np.sign(human[i] - human[j])
            shares.append(right / len(pairs))
    return float(np.mean(shares))


def test_calibration_tries_every_epsilon() -> None:
    for seed in range(8):
        scores, human = scored(seed + 20)
        found = calibrated_accuracy(scores[0], human, INSTANCE)
        known = scores[0][~np.isnan(scores[0])]
        candidates = np.unique(np.abs(known[:, None] - known))
        tried = [accuracy_by_hand(scores[0], human, INSTANCE, epsilon) for epsilon in candidates]
        assert found.accuracy == pytest.approx(accuracy_by_hand(scores[0], human, INSTANCE, 0.0))
        assert found.calibrated == pytest.approx(max(tried))
        assert accuracy_by_hand(scores[0], human, INSTANCE, found.epsilon) == pytest.approx(max(tried))


def test_a_metric_without_ties_gains_by_calibration_where_people_tie() -> None:
    rng = np.random.default_rng(10)
    human = np.repeat([0.0, 1.0], 30)
    scores = human * 10 + rng.normal(size=60)
    found = calibrated_accuracy(scores, human)
    assert found.accuracy < 0.55  # of 1,770 pairs 870 are ties, and none of them is seen
    assert found.calibrated > 0.95
    assert found.human_ties == pytest.approx(870 / 1770)


def test_nothing_to_compare_is_not_a_number() -> None:
    found = calibrated_accuracy(np.array([1.0, np.nan]), np.array([1.0, 2.0]))
    assert np.isnan(found.calibrated)
    assert found.pairs == 0
