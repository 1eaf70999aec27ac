"""Paired tests against resampling and swapping by hand, against scipy and sacreBLEU, and under the null hypothesis."""

from typing import Any

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from sacrebleu import BLEU
from sacrebleu.significance import PairedTest

from genchal.domain import Batch
from genchal.metrics.bleu import Bleu
from genchal.stats.resampling import bootstrap, paired
from genchal.stats.resampling.bootstrap import bootstrap_totals
from genchal.stats.resampling.paired import approximate_randomisation, paired_bootstrap
from genchal.stats.significance.paired_segments import effect_sizes, paired_t, wilcoxon

Floats = NDArray[np.float64]
ONE_PAIR = np.array([[0, 1]])


def mean(totals: Floats) -> Floats:
    return np.asarray(totals[..., 0] / totals[..., 1])


def as_rows(scores: Floats) -> Floats:
    """Scores, systems x instances, as rows of a mean."""
    return np.stack([scores, np.ones_like(scores)], axis=-1)


def bootstrapped(scores: Floats, pairs: NDArray[np.int64], **settings: Any) -> paired.PairedBootstrap:
    rows = as_rows(scores)
    totals = bootstrap_totals(rows, 1000, np.random.default_rng(1))
    return paired_bootstrap(mean(rows.sum(axis=1)), mean(totals), pairs, **settings)


def randomised(scores: Floats, pairs: NDArray[np.int64], trials: int = 1000) -> paired.Randomisation:
    return approximate_randomisation(as_rows(scores), pairs, mean, trials, np.random.default_rng(1))


# --- The paired bootstrap ------------------------------------------------------------------------------------------


def test_the_paired_bootstrap_counts_resamples_as_one_would_by_hand() -> None:
    rng = np.random.default_rng(2)
    values, resampled = rng.normal(size=3), rng.normal(size=(200, 3)) / 2
    found = paired_bootstrap(values, resampled, np.array([[0, 1], [2, 0]]))
    for place, (a, b) in enumerate([(0, 1), (2, 0)]):
        differences = [line[b] - line[a] for line in resampled]
        middle = sum(differences) / 200
        further = sum(abs(one - middle) >= abs(values[b] - values[a]) for one in differences)
        assert found.p_value[place] == (further + 1) / 201
        assert found.wins[place] == sum(one > 0 for one in differences) / 200
        # As far as the 10th of 200 from the outside: 5 % of 201 are 10, of which the p-value has 1 already.
        reach = sorted((abs(one - middle) for one in differences), reverse=True)[9]
        apart = values[b] - values[a]
        assert [found.low[place], found.high[place]] == pytest.approx([apart - reach, apart + reach])
        assert found.difference[place] == values[b] - values[a]
    assert (found.resamples, found.confidence, found.centring) == (200, 0.95, "signed")


@pytest.mark.parametrize("confidence", [0.9, 0.95])
def test_an_interval_has_0_outside_where_the_test_is_significant_and_only_there(confidence: float) -> None:
    rng = np.random.default_rng(7)
    scores = rng.gamma(0.6, size=(40, 30)) + 0.25 * rng.random((40, 1))
    pairs = np.stack([np.arange(0, 40, 2), np.arange(1, 40, 2)], axis=1)
    totals = bootstrap_totals(scores[..., None], 400, rng)[..., 0] / 30
    found = paired_bootstrap(scores.mean(axis=1), totals, pairs, confidence)
    outside = (found.low > 0) | (found.high < 0)
    assert outside.tolist() == (found.p_value <= 1 - confidence + 1e-12).tolist()
    assert 0 < outside.sum() < len(outside)


def test_changing_sides_changes_the_sign_and_nothing_else() -> None:
    scores = np.random.default_rng(3).normal(size=(2, 50))
    one, other = bootstrapped(scores, ONE_PAIR), bootstrapped(scores, ONE_PAIR[:, ::-1])
    assert one.p_value == other.p_value
    assert one.difference == -other.difference
    assert one.low == pytest.approx(-other.high)
    assert one.wins == pytest.approx(1 - other.wins)
    assert randomised(scores, ONE_PAIR).p_value == randomised(scores, ONE_PAIR[:, ::-1]).p_value


def test_portions_of_pairs_and_trials_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    scores = np.random.default_rng(4).normal(size=(6, 37))
    pairs = np.array([(a, b) for a in range(6) for b in range(a)])
    whole = bootstrapped(scores, pairs), randomised(scores, pairs)
    monkeypatch.setattr(paired, "VALUES_AT_ONCE", 3000)
    monkeypatch.setattr(paired, "WEIGHTS_AT_ONCE", 37 * 301)
    parts = bootstrapped(scores, pairs), randomised(scores, pairs)
    assert [one.p_value.tolist() for one in whole] == [one.p_value.tolist() for one in parts]
    assert whole[0].low.tolist() == parts[0].low.tolist()


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize(
    ("instances", "differing", "expected"),
    [
        (3, 2, 1 / 27),  # none of the two is drawn
        (30, 3, 0.042 + 0.073),  # none of the three in 30 draws with 1 in 10, or at least six
        (100, 3, 0.048 + 0.081),  # the same in 100 draws with 3 in 100
    ],
)
def test_resamples_without_the_few_instances_that_differ_count_whatever_the_noise(
    seed: int, instances: int, differing: int, expected: float
) -> None:
    rows = np.zeros((2, instances, 1))
    rows[1, :differing] = 1
    resampled = bootstrap_totals(rows, 4000, np.random.default_rng(seed))[..., 0] / instances
    found = paired_bootstrap(rows.mean(axis=1)[:, 0], resampled, ONE_PAIR)
    assert found.p_value == pytest.approx(expected, abs=4 * np.sqrt(expected / 4000))
    assert (found.low > 0) == (found.p_value <= 0.05)


def test_a_resample_without_a_score_is_left_out() -> None:
    resampled = np.array([[0.0, 1.0], [0.0, np.nan], [0.0, 2.5]])
    found = paired_bootstrap(np.array([0.0, 1.5]), resampled, ONE_PAIR)
    assert found.wins == 1  # of two
    assert found.p_value == pytest.approx(
        1 / 3
    )  # differences 1 and 2.5, centred -0.75 and 0.75: none as far out as 1.5
    nothing = paired_bootstrap(np.array([0.0, np.nan]), np.full((5, 2), np.nan), ONE_PAIR)
    assert np.isnan([nothing.p_value, nothing.low, nothing.wins]).all()


# --- Approximate randomisation ---------------------------------------------------------------------------------------


def test_randomisation_swaps_rows_as_one_would_by_hand() -> None:
    rng = np.random.default_rng(5)
    rows = rng.integers(0, 9, size=(3, 12, 10)).astype(np.float64)
    rows[..., 4:8] += 9  # n-grams are at least as many as matches
    metric = Bleu(smooth="floor")
    pairs = np.array([[0, 1], [2, 1]])
    found = approximate_randomisation(rows, pairs, metric.summarise, 150, np.random.default_rng(6))
    coins = paired._signs(150, 12, np.random.default_rng(6)) < 0
    for place, (a, b) in enumerate(pairs):
        scores = metric.summarise(rows.sum(axis=1))
        observed, count = abs(scores[b] - scores[a]), 0
        for heads in coins:
            swapped = [np.where(heads[:, None], rows[y], rows[x]) for x, y in ((a, b), (b, a))]
            one, other = (metric.summarise(each.sum(axis=0)) for each in swapped)
            count += abs(other - one) >= observed - 1e-12
        assert found.p_value[place] == (count + 1) / 151
    assert found.trials == 150


def test_randomisation_goes_through_all_ways_of_swapping_or_comes_close() -> None:
    scores = np.random.default_rng(7).normal(size=(2, 12))
    scores[1, 3:7] = scores[0, 3:7]  # swapping these does nothing: 8 differ
    apart = np.delete(scores[1] - scores[0], slice(3, 7))
    signs = 1 - 2 * ((np.arange(256)[:, None] >> np.arange(8)) & 1)
    share = np.mean(np.abs(signs @ apart) >= abs(apart.sum()) - 1e-12)
    exact = randomised(scores, ONE_PAIR, 128)
    assert (exact.p_value[0], exact.exact[0]) == (share, True)
    # 127 trials are fewer than 128 ways: standard error at most 0.045
    drawn = randomised(scores, ONE_PAIR, 127)
    assert drawn.p_value == pytest.approx(share, abs=0.15)
    assert not drawn.exact[0]


@pytest.mark.parametrize("n", range(1, 13))
def test_randomisation_gives_no_p_value_below_what_so_many_instances_can_give(n: int) -> None:
    rng = np.random.default_rng(n)
    rows = rng.integers(0, 9, size=(40, n, 10)).astype(np.float64)  # as BLEU has them: ten columns
    rows[..., 4:8] += 9
    pairs = np.arange(40).reshape(-1, 2)
    found = approximate_randomisation(rows, pairs, Bleu().summarise, 10_000, rng)
    assert found.exact.all()
    assert (found.p_value >= 2.0 ** (1 - n)).all()
    # Whatever the score, as many swaps as the level allows lie as far out: the least p-value is rare where n is large.
    assert np.mean(found.p_value <= 0.05) <= 0.15


def test_pairs_that_share_few_instances_are_exact_beside_pairs_that_share_many() -> None:
    rng = np.random.default_rng(3)
    rows = as_rows(rng.normal(size=(4, 30)))
    rows[2:, 5:] = 0  # not shared: rows of zeros
    both = approximate_randomisation(rows, np.array([[0, 1], [2, 3]]), mean, 500, np.random.default_rng(1))
    alone = approximate_randomisation(rows[2:, :5], ONE_PAIR, mean, 500, np.random.default_rng(1))
    single = approximate_randomisation(rows[:2], ONE_PAIR, mean, 500, np.random.default_rng(1))
    assert both.exact.tolist() == [False, True]
    assert both.p_value.tolist() == [*single.p_value, *alone.p_value]


def test_many_instances_are_swapped_in_bundles(monkeypatch: pytest.MonkeyPatch) -> None:
    scores = np.random.default_rng(8).normal(size=(2, 3000)) + np.array([[0.0], [0.05]])
    single = randomised(scores, ONE_PAIR, 4000).p_value
    monkeypatch.setattr(paired, "MOST_UNITS", 500)
    monkeypatch.setattr(bootstrap, "MOST_UNITS", 500)
    bundled = randomised(scores, ONE_PAIR, 4000).p_value
    # Bundles change the standard deviation of a difference by some 3 %, and z here is about 1.9.
    assert bundled == pytest.approx(single, abs=0.03)
    assert 0.01 < single < 0.2


# --- Segment scores --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [2, 3, 10, 50, 51, 300])
def test_t_is_scipys(n: int) -> None:
    scores = np.random.default_rng(n).normal(size=(2, n))
    found = paired_t(scores, ONE_PAIR, 0.9)
    theirs = scipy.stats.ttest_rel(scores[1], scores[0])
    bounds = theirs.confidence_interval(0.9)
    assert [found.t[0], found.p_value[0]] == pytest.approx([theirs.statistic, theirs.pvalue])
    assert [found.low[0], found.high[0]] == pytest.approx([bounds.low, bounds.high])
    apart = scores[1] - scores[0]
    assert found.effect.d_z[0] == pytest.approx(apart.mean() / apart.std(ddof=1))


@pytest.mark.parametrize("n", [1, 2, 7, 25, 50, 51, 300])
def test_wilcoxon_without_ties_is_scipys(n: int) -> None:
    scores = np.random.default_rng(n).normal(size=(2, n))
    theirs = scipy.stats.wilcoxon(scores[1], scores[0], method="exact" if n <= 50 else "approx")
    found = wilcoxon(scores, ONE_PAIR)
    assert found.p_value[0] == pytest.approx(theirs.pvalue)
    assert min(found.rank_sum[0], found.other_rank_sum[0]) == theirs.statistic


@given(st.lists(st.integers(-4, 4), min_size=1, max_size=9))
def test_wilcoxon_with_ties_and_zeros_counts_all_signs(differences: list[int]) -> None:
    found = wilcoxon(np.array([[0.0] * len(differences), differences]), ONE_PAIR)
    told = np.array([one for one in differences if one])
    ranks = scipy.stats.rankdata(np.abs(told)) if len(told) else np.zeros(0)
    signs = (np.arange(2 ** len(told))[:, None] >> np.arange(len(told))) & 1
    far = abs(ranks[told > 0].sum() - ranks.sum() / 2)
    exact = np.mean(np.abs(signs @ ranks - ranks.sum() / 2) >= far - 1e-9)
    assert found.p_value[0] == pytest.approx(exact)
    assert (found.n[0], found.zeros[0]) == (len(differences), differences.count(0))


def test_wilcoxon_with_many_ties_is_scipys() -> None:
    scores = np.random.default_rng(9).integers(0, 5, size=(2, 200)).astype(np.float64)
    theirs = scipy.stats.wilcoxon(scores[1], scores[0], zero_method="wilcox", correction=False, method="approx")
    assert wilcoxon(scores, ONE_PAIR).p_value[0] == pytest.approx(theirs.pvalue)


def test_differences_that_are_equal_but_for_rounding_share_a_rank() -> None:
    # 0.3 - 0.2, 0.4 - 0.3 and 0.2 - 0.3 differ in their last bits: ranks 2, 2, 2 for, for, against.
    found = wilcoxon(np.array([[0.2, 0.3, 0.3], [0.3, 0.4, 0.2]]), ONE_PAIR)
    assert (found.rank_sum[0], found.other_rank_sum[0]) == (4, 2)
    assert found.rank_biserial[0] == pytest.approx(1 / 3)


def test_instances_that_one_system_lacks_are_left_out() -> None:
    scores = np.random.default_rng(10).normal(size=(3, 40))
    scores[0, :5] = scores[1, 3:9] = np.nan
    pairs = np.array([[0, 1], [0, 2], [1, 2]])
    found, ranks = paired_t(scores, pairs), wilcoxon(scores, pairs)
    assert found.effect.n.tolist() == ranks.n.tolist() == [31, 35, 34]
    alone = scores[:2, 9:]
    assert found.p_value[0] == pytest.approx(paired_t(alone, ONE_PAIR).p_value[0])
    assert ranks.p_value[0] == wilcoxon(alone, ONE_PAIR).p_value[0]


# --- The edges -------------------------------------------------------------------------------------------------------


def test_a_system_does_not_differ_from_itself() -> None:
    scores = np.tile(np.random.default_rng(11).normal(size=40), (2, 1))
    drawn = bootstrapped(scores, ONE_PAIR)
    assert drawn.p_value == randomised(scores, ONE_PAIR).p_value == 1
    assert [drawn.wins[0], drawn.low[0], drawn.high[0]] == [0.5, 0, 0]
    assert paired_t(scores, ONE_PAIR).p_value == wilcoxon(scores, ONE_PAIR).p_value == 1
    assert effect_sizes(scores, ONE_PAIR).d_z == wilcoxon(scores, ONE_PAIR).rank_biserial == 0


def test_one_instance_shows_nothing() -> None:
    scores = np.array([[0.2], [0.7]])
    assert randomised(scores, ONE_PAIR).p_value == wilcoxon(scores, ONE_PAIR).p_value == 1
    t = paired_t(scores, ONE_PAIR)
    assert np.isnan([t.p_value, t.t, t.low, t.effect.d_z]).all()
    assert t.effect.difference == pytest.approx(0.5)


def test_no_common_instance_is_not_a_number() -> None:
    scores = np.array([[0.2, np.nan], [np.nan, 0.7]])
    t, ranks = paired_t(scores, ONE_PAIR), wilcoxon(scores, ONE_PAIR)
    assert np.isnan([t.p_value, t.effect.difference, ranks.p_value, ranks.rank_biserial]).all()
    assert t.effect.n == ranks.n == 0


def test_a_difference_that_is_always_the_same_is_infinitely_many_deviations() -> None:
    scores = np.array([[0.1, 0.2, 0.3], [0.0, 0.1, 0.2]])
    t = paired_t(scores, ONE_PAIR)
    assert [t.p_value[0], t.effect.d_z[0]] == [0, -np.inf]
    assert t.low == t.high == pytest.approx(-0.1)


# --- Validity --------------------------------------------------------------------------------------------------------

COMPARISONS = 1000
PAIRS = np.arange(2 * COMPARISONS).reshape(-1, 2)


def corpora(instances: int, gain: float) -> Floats:
    """Independent comparisons of two systems, the second of which is better by `gain`, in expectation.

    Both share how hard an instance is; scores are skewed and coarse, so that some are equal.
    """
    rng = np.random.default_rng(12)
    ease = rng.gamma(2.0, 0.1, size=(COMPARISONS, 1, instances))
    noise = rng.gamma(1.0, 0.2, size=(COMPARISONS, 2, instances)) + np.array([[0.0], [gain]])
    return np.asarray(np.round(ease + noise, 1).reshape(2 * COMPARISONS, instances))


def p_values(test: str, scores: Floats) -> Floats:
    if test in ("signed", "absolute"):
        return bootstrapped(scores, PAIRS, centring=test).p_value
    if test == "randomisation":
        return randomised(scores, PAIRS).p_value
    return paired_t(scores, PAIRS).p_value if test == "t" else wilcoxon(scores, PAIRS).p_value


@pytest.mark.parametrize("test", ["signed", "randomisation", "t", "wilcoxon"])
def test_p_values_are_uniform_where_there_is_no_difference(test: str) -> None:
    # 1,000 comparisons of 60 instances: shares are known to 0.007 at 0.05, 0.016 at 0.5.
    found = p_values(test, corpora(60, 0.0))
    assert 0.03 <= np.mean(found <= 0.05) <= 0.07
    assert 0.20 <= np.mean(found <= 0.25) <= 0.30
    assert 0.44 <= np.mean(found <= 0.50) <= 0.56


@pytest.mark.parametrize("test", ["signed", "randomisation", "t", "wilcoxon"])
def test_a_difference_is_found(test: str) -> None:
    # Differences have a standard deviation of 0.28, means of 60 of 0.037: a gain of 0.15 is four of them.
    assert np.mean(p_values(test, corpora(60, 0.15)) <= 0.05) > 0.9


def test_sacrebleus_centring_finds_twice_as_many_differences_as_there_should_be() -> None:
    assert 0.08 <= np.mean(p_values("absolute", corpora(60, 0.0)) <= 0.05) <= 0.13


def test_intervals_of_a_difference_cover_it_about_as_often_as_they_say() -> None:
    found = bootstrapped(corpora(60, 0.0), PAIRS)
    assert 0.92 <= np.mean((found.low <= 0) & (found.high >= 0)) <= 0.97


# --- sacreBLEU -------------------------------------------------------------------------------------------------------


def texts(words: int, seed: int) -> list[str]:
    """Sixty sentences that keep most of the words of a reference, and draw the others."""
    rng = np.random.default_rng(seed)
    base = np.random.default_rng(0).integers(0, 30, size=(60, 12))
    return [" ".join(f"w{w}" for w in np.where(rng.random(12) < words / 12, line, 99)) for line in base]


SYSTEMS = {"base": texts(9, 1), "near": texts(9, 2), "far": texts(6, 3), "same": texts(9, 1)}


@pytest.fixture(scope="module")
def rows() -> Floats:
    references = [(text,) for text in texts(12, 0)]
    return np.stack([Bleu().measure(Batch(outputs, references)) for outputs in SYSTEMS.values()])


def peer(test: str, draws: int, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    monkeypatch.setenv("SACREBLEU_SEED", "7")
    named: list[Any] = list(SYSTEMS.items())
    _, scores = PairedTest(named, {"BLEU": BLEU(force=True)}, [texts(12, 0)], test_type=test, n_samples=draws)()
    results: list[Any] = scores["BLEU"][1:]
    return [result.p_value for result in results]


def test_p_values_of_sacrebleus_paired_bootstrap_come_out_exactly(
    rows: Floats, monkeypatch: pytest.MonkeyPatch
) -> None:
    theirs = peer("bs", 1000, monkeypatch)
    totals = bootstrap_totals(rows, 1000, np.random.default_rng(7))  # the very same draws
    score = Bleu().summarise
    pairs = np.array([[0, 1], [0, 2], [0, 3]])
    values = score(rows.sum(axis=1))
    assert paired_bootstrap(values, score(totals), pairs, centring="absolute").p_value.tolist() == theirs
    ours = paired_bootstrap(values, score(totals), pairs).p_value
    assert ours[0] > 1.5 * theirs[0]  # two tails, not one
    assert (theirs[2], ours[2]) == (1 / 1001, 1)  # a system beside itself


def test_p_values_of_sacrebleus_randomisation_come_out_up_to_the_draws(
    rows: Floats, monkeypatch: pytest.MonkeyPatch
) -> None:
    theirs = peer("ar", 4000, monkeypatch)
    pairs = np.array([[0, 1], [0, 2], [0, 3]])
    ours = approximate_randomisation(rows, pairs, Bleu().summarise, 4000, np.random.default_rng(7)).p_value
    # The standard error of a difference of two shares out of 4,000 is at most 0.011.
    assert ours[:2] == pytest.approx(theirs[:2], abs=0.035)
    assert 0.05 < ours[0] < 0.95
    assert ours[1] < 0.01
    assert ours[2] == 1
