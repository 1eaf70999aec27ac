"""Do intervals of rankings cover the truth, and do tests between systems that do not differ keep quiet?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from genchal.domain.ratings import Ratings
from genchal.stats.ranking.bradley_terry import bradley_terry, collect_comparisons, win_rates
from genchal.stats.ranking.clusters import ranks_of_runs
from genchal.stats.ranking.means import average_ratings, collect_ratings, rater_z_scores
from genchal.stats.ranking.trueskill import tabulate_comparisons, trueskill_runs
from genchal.stats.resampling.clustered import ClusteredScores, clustered_scores
from genchal.stats.significance.correction import holm
from genchal.text.arrays.ragged import FloatArray, IntArray

METHODS = ("mean", "z", "wins", "bradley-terry")
SEED = 2026
SYSTEMS = 5
RATERS_A_ITEM = 3
REPEATS, RESAMPLES, TRUESKILL_REPEATS = 400, 200, 60
SETTINGS = ((5, 20), (10, 50), (10, 200), (20, 50), (40, 200))  # raters, items
# Standard deviations: of raters, items, raters' and items' own likes for systems, and of single ratings.
RATER, ITEM, RATER_SYSTEM, ITEM_SYSTEM, NOISE = 0.7, 0.5, 0.3, 0.4, 0.7
GAINS = np.array([0.6, 0.3, 0.0, -0.3, -0.6])


@dataclass(frozen=True)
class Data:
    """Ratings of all systems on every item by three raters each, side by side."""

    value: FloatArray
    system: IntArray
    rater: IntArray
    item: IntArray

    @property
    def ratings(self) -> Ratings:
        """The same as ratings; a sheet is what one rater said about one item."""
        sheet = self.item * (self.rater.max() + 1) + self.rater
        rater, names, item, system = (map(str, one.tolist()) for one in (self.rater, sheet, self.item, self.system))
        return Ratings.from_columns(self.value, rater, names, item, system, ["quality"] * len(self.value))


def simulated(raters: int, items: int, gains: FloatArray, rng: np.random.Generator) -> Data:
    """Draw ratings with effects of raters, of items, and of either with systems."""
    item = np.repeat(np.arange(items), RATERS_A_ITEM)
    # Work is uneven, as in crowds: some raters see several times as many items as others.
    shares = rng.gamma(2.0, size=raters) + 0.2
    keys = np.log(rng.random((items, raters))) / shares
    rater = np.argsort(-keys, axis=1)[:, :RATERS_A_ITEM].ravel()
    value = (
        rng.normal(0, RATER, raters)[rater, None]
        + rng.normal(0, ITEM, items)[item, None]
        + rng.normal(0, RATER_SYSTEM, (raters, SYSTEMS))[rater]
        + rng.normal(0, ITEM_SYSTEM, (items, SYSTEMS))[item]
        + rng.normal(0, NOISE, (len(item), SYSTEMS))
        + gains
    )
    system = np.tile(np.arange(SYSTEMS), len(item))
    # Five points, so that there are ties.
    rounded = np.clip(np.round(value * 1.2 + 3), 1, 5).ravel()
    return Data(rounded, system, np.repeat(rater, SYSTEMS), np.repeat(item, SYSTEMS))


def scored(data: Data, method: str, rng: np.random.Generator, resamples: int = RESAMPLES) -> ClusteredScores:
    """Scores by a method, with covariances by rater and item."""
    if method in ("mean", "z"):
        value = data.value if method == "mean" else rater_z_scores(data.value, data.rater).z
        evidence = collect_ratings(value, data.system, SYSTEMS)
        return clustered_scores(evidence, data.rater, data.item, average_ratings, resamples, rng)
    pairs = data.ratings.pairwise()
    order = np.array([int(name) for name in pairs.systems])
    evidence = collect_comparisons(order[pairs.left], order[pairs.right], pairs.outcome, SYSTEMS)
    if method == "wins":
        return clustered_scores(
            evidence, pairs.rater, pairs.instance, lambda totals: win_rates(totals, SYSTEMS), resamples, rng
        )
    whole = bradley_terry(evidence.totals(), SYSTEMS)

    def strengths(totals: FloatArray) -> FloatArray:
        return bradley_terry(totals, SYSTEMS, start=whole, tolerance=1e-6, most_steps=10).strength

    return clustered_scores(evidence, pairs.rater, pairs.instance, strengths, resamples, rng)


class Naive(NamedTuple):
    """Means of ratings taken for independent."""

    covered: FloatArray
    p_value: FloatArray


def naive(data: Data, truth: FloatArray) -> Naive:
    """Intervals and tests as if every rating were independent of all others."""
    by_system = data.value.reshape(-1, SYSTEMS)
    mean, error = by_system.mean(axis=0), by_system.std(axis=0, ddof=1) / np.sqrt(len(by_system))
    first, second = np.triu_indices(SYSTEMS, k=1)
    z = (mean[first] - mean[second]) / np.hypot(error[first], error[second])
    from scipy.special import ndtr

    return Naive(np.abs(mean - truth) <= 1.96 * error, 2 * ndtr(-np.abs(z)))


def true_scores(gains: FloatArray) -> dict[str, FloatArray]:
    """What the methods would find with very many raters and items."""
    rng = np.random.default_rng(9)
    data = simulated(1500, 20_000, gains, rng)
    return {method: scored(data, method, rng, resamples=2).score for method in METHODS}


def run() -> dict[str, object]:
    """Simulate campaigns without and with differences between systems."""
    same = np.zeros(SYSTEMS)
    truths = true_scores(GAINS)
    level = float(true_scores(same)["mean"].mean())
    results: dict[str, object] = {"systems": SYSTEMS, "raters_an_item": RATERS_A_ITEM, "data_sets": REPEATS}
    print("raters items  method          covers  width   false alarms: a pair, any   finds", flush=True)
    for raters, items in SETTINGS:
        rows = {}
        for method in METHODS:
            null = {"mean": level, "wins": 0.5}.get(method, 0.0)
            rows[method] = _method(raters, items, method, np.full(SYSTEMS, null), truths[method])
        rows["naive mean"] = _naive(raters, items, level)
        if (raters, items) in SETTINGS[:2]:
            rows["trueskill clusters"] = _trueskill(raters, items)
        for name, row in rows.items():
            print(f"{raters:6} {items:5}  {name:18} " + "  ".join(f"{key} {value:.3f}" for key, value in row.items()))
        results[f"{raters} raters, {items} items"] = rows
    return results


def _method(raters: int, items: int, method: str, null: FloatArray, truth: FloatArray) -> dict[str, float]:
    covered, widths, covered_gain, alarms, anyone, found = [], [], [], [], [], []
    for repeat in range(REPEATS):
        rng = np.random.default_rng([SEED, raters, items, repeat])
        one = scored(simulated(raters, items, np.zeros(SYSTEMS), rng), method, rng)
        low, high = one.interval(0.95)
        covered.append((low <= null) & (null <= high))
        widths.append((high - low, one.score))
        adjusted = one.tests().adjusted
        alarms.append(adjusted <= 0.05)
        anyone.append((adjusted <= 0.05).any())
        other = scored(simulated(raters, items, GAINS, rng), method, rng)
        low, high = other.interval(0.95)
        covered_gain.append((low <= truth) & (truth <= high))
        found.append(other.tests().adjusted <= 0.05)
    # How wide intervals are beside 2 x 1.96 standard deviations of the scores themselves.
    ideal = 2 * 1.96 * np.std([score for _, score in widths], axis=0)
    return {
        "coverage": float(np.mean(covered)),
        "coverage_with_differences": float(np.mean(covered_gain)),
        "width_beside_ideal": float(np.mean([width for width, _ in widths]) / ideal.mean()),
        "false_alarms_a_pair": float(np.mean(alarms)),
        "any_false_alarm": float(np.mean(anyone)),
        "pairs_found": float(np.mean(found)),
    }


def _naive(raters: int, items: int, level: float) -> dict[str, float]:
    rng = np.random.default_rng([SEED, raters, items])
    found = [naive(simulated(raters, items, np.zeros(SYSTEMS), rng), np.full(SYSTEMS, level)) for _ in range(REPEATS)]
    adjusted = [holm(one.p_value).adjusted <= 0.05 for one in found]
    return {
        "coverage": float(np.mean([one.covered for one in found])),
        "false_alarms_a_pair_unadjusted": float(np.mean([one.p_value <= 0.05 for one in found])),
        "false_alarms_a_pair": float(np.mean(adjusted)),
        "any_false_alarm": float(np.mean([one.any() for one in adjusted])),
    }


def _trueskill(raters: int, items: int) -> dict[str, float]:
    """How often runs of TrueSkill find clusters among systems that do not differ."""
    split, apart = [], []
    for repeat in range(TRUESKILL_REPEATS):
        rng = np.random.default_rng([SEED, raters, items, repeat])
        pairs = simulated(raters, items, np.zeros(SYSTEMS), rng).ratings.pairwise()
        table = tabulate_comparisons(pairs.left, pairs.right, pairs.outcome, SYSTEMS)
        runs = trueskill_runs(table, 200, rng)
        ranks = ranks_of_runs(runs.score, runs.mu)
        split.append(ranks.cluster.max() > 1)
        apart.append(np.mean(ranks.cluster[:, None] != ranks.cluster) * SYSTEMS / (SYSTEMS - 1))
    return {"false_alarms_a_pair": float(np.mean(apart)), "any_false_alarm": float(np.mean(split))}
