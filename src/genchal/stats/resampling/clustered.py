"""Scores with intervals and tests that hold for other raters and other instances: leaving out one after another.

Judgements of one rater resemble each other, and so do judgements of one instance. Systems are scored again without each
rater, without each instance, and without each sheet (what one rater said about one instance). The variances are put
together as Cameron, Gelbach and Miller (2011) do: by rater + by instance - by both, since what belongs to a single
sheet is in the first two alike. It is the procedure of `system_contrasts`, for scores of any kind.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from genchal.stats.resampling.bootstrap import MOST_UNITS
from genchal.stats.significance._jackknife import (
    GROUPS,
    add_ways,
    effective_numbers,
    find_telling_ways,
    own_degrees,
    own_variance,
    pooled_degrees,
)
from genchal.stats.significance._regression import number_levels
from genchal.stats.significance.correction import holm
from genchal.text.arrays.ragged import FloatArray, IntArray

MOST_GROUPS = GROUPS  # of clusters that are left out one after another
Estimator = Callable[[FloatArray], FloatArray]  # totals (any leading axes, columns last) to scores (systems last)
Rescorer = Callable[[IntArray, int], FloatArray]  # group of every observation, groups: scores without each group


@dataclass(frozen=True, slots=True)
class Contributions:
    """What observations add to the sums that a ranking is made from: `value` to `column`, for an `observation`."""

    observation: IntArray
    column: IntArray
    value: FloatArray
    columns: int

    def totals(self) -> FloatArray:
        """Sums over all observations."""
        return np.asarray(np.bincount(self.column, self.value, self.columns), dtype=np.float64)

    def sums_by(self, unit: IntArray, rng: np.random.Generator) -> FloatArray:
        """Sums over the observations of every unit, units x columns; very many units in random bundles."""
        unit, units = bundle_units(unit, rng)
        return self.sums_in(unit, units)

    def sums_in(self, group: IntArray, groups: int) -> FloatArray:
        """Sums over the observations of every group, groups x columns."""
        places = group[self.observation] * self.columns + self.column
        sums = np.bincount(places, self.value, groups * self.columns).reshape(groups, self.columns)
        return np.asarray(sums, dtype=np.float64)

    def rescore(self, estimate: Estimator) -> Rescorer:
        """Score again by an estimator of totals, without one group after another."""
        totals = self.totals()

        def without(group: IntArray, groups: int) -> FloatArray:
            return estimate(_clear_rounding(totals - self.sums_in(group, groups), totals))

        return without


def _clear_rounding(left: FloatArray, totals: FloatArray) -> FloatArray:
    """Sums of which nothing is left are 0, not what rounding leaves of them."""
    return np.where(np.abs(left) <= 1e-12 * np.abs(totals), 0.0, left)


def bundle_units(unit: IntArray, rng: np.random.Generator) -> tuple[IntArray, int]:
    """Numbers of units, and how many there are; more than 4,096 are put together in so many random bundles."""
    units = int(unit.max(initial=-1)) + 1
    return (unit, units) if units <= MOST_UNITS else ((rng.permutation(units) % MOST_UNITS)[unit], MOST_UNITS)


@dataclass(frozen=True, slots=True)
class Clusters:
    """Raters, instances and sheets of observations, each in at most `MOST_GROUPS` groups, numbered without gaps.

    `counts` says how often a system is judged by a rater, and on an instance (clusters x systems each): a rater who did
    half of the work makes the other ones few. `numbers` are those of raters and instances before grouping. `used` says
    which of the two tell anything: one that has a single cluster does not, nor one whose clusters are single sheets
    within clusters of the other one.
    """

    groups: tuple[IntArray, IntArray, IntArray]
    counts: tuple[FloatArray, FloatArray]
    numbers: tuple[int, int]
    used: tuple[int, ...]


def number_clusters(
    rater: IntArray,
    instance: IntArray,
    judged: IntArray,
    systems: int,
    rng: np.random.Generator,
    most: int = MOST_GROUPS,
) -> Clusters:
    """Number the clusters of observations; `judged` are the systems in each (observations x any, -1 for none)."""
    both = rater * (int(instance.max(initial=0)) + 1) + instance
    units = number_levels(rater), number_levels(instance), number_levels(both)
    numbers = [int(unit.max(initial=-1)) + 1 for unit in units]
    counts = []
    for unit, number in zip(units[:2], numbers[:2], strict=True):
        rows = min(number, MOST_UNITS)
        place = (unit % MOST_UNITS)[:, None] * systems + judged
        table = np.bincount(place[judged >= 0], minlength=rows * systems).reshape(rows, systems)
        counts.append(table.astype(np.float64))
    groups = tuple(_group(unit, number, rng, most) for unit, number in zip(units, numbers, strict=True))
    used = find_telling_ways(numbers[:2], numbers[2])
    return Clusters((groups[0], groups[1], groups[2]), (counts[0], counts[1]), (numbers[0], numbers[1]), tuple(used))


def _group(unit: IntArray, units: int, rng: np.random.Generator, most: int) -> IntArray:
    """Units as they are, or dealt at random to so many groups of equal size."""
    return unit if units <= most else np.asarray((rng.permutation(units) % most)[unit], dtype=np.int64)


@dataclass(frozen=True, slots=True)
class ClusteredScores:
    """Scores, and by how much each moves without a group of raters, of instances, of sheets (groups x systems each).

    Systems that are not `determined` depend on one rater or one instance, though there are others: nothing says how
    they would fare with those. `least` are two covariances (systems x systems) by a model of independent judgements, at
    the estimate and for equal systems; no variance is below their geometric mean.
    """

    score: FloatArray
    moved: tuple[FloatArray, FloatArray, FloatArray]
    clusters: Clusters
    determined: NDArray[np.bool_]
    least: tuple[FloatArray, FloatArray] | None = None

    def turn_round(self) -> ClusteredScores:
        """The same with signs changed, for scores of which lower ones are better."""
        return replace(self, score=-self.score)

    def variance(self, contrasts: FloatArray, *, together: bool) -> tuple[FloatArray, FloatArray]:
        """Variances of sums of scores with these weights (contrasts x systems), and degrees of freedom of t.

        Contrasts that are tested `together` are careful, as `system_contrasts` is: the jackknife's factor (m - 1) / m
        is left out, and degrees of freedom come from the shares of all. By themselves they have that factor, and what
        else makes them neither too small nor too large (`own_variance`). Intervals should cover in 95 % of the cases,
        neither less nor more, and false alarms should be at most 5 % with three raters too.
        """
        used = self.clusters.used
        if not used:
            nothing = np.full(len(contrasts), np.nan)
            return nothing, nothing
        parts, shared = (
            np.stack([self._part(way, contrasts, whole=together) for way in ways]) for ways in (used, (2,))
        )
        unknown = (contrasts[:, ~self.determined] != 0).any(axis=1)
        parts[:, unknown] = np.nan
        shares = [self._shares(way, contrasts) for way in used]
        if together:
            variance = add_ways(parts, shared[0])
            degrees = pooled_degrees(parts, variance, np.stack([effective_numbers(share) for share in shares]))
        else:
            with np.errstate(divide="ignore", invalid="ignore"):
                ways = [own_variance(part, shared[0], share) for part, share in zip(parts, shares, strict=True)]
                variance = add_ways(np.stack([way.variance for way in ways]), shared[0])
                degrees = own_degrees(ways, shared[0], variance)
        if self.least is not None:
            both = [np.einsum("cs,st,ct->c", contrasts, model, contrasts, optimize=True) for model in self.least]
            variance = np.maximum(variance, np.sqrt(np.maximum(both[0] * both[1], 0.0)))
        return variance, np.where(variance > 0, degrees, np.nan)

    def _part(self, way: int, contrasts: FloatArray, *, whole: bool) -> FloatArray:
        """Sums of squared moves of contrasts, one way; `whole` or as the jackknife has it."""
        moved = self.moved[way]
        factor = 1.0 if whole else max(len(moved) - 1, 0) / max(len(moved), 1)
        return np.asarray(factor * ((np.nan_to_num(moved) @ contrasts.T) ** 2).sum(axis=0))

    def _shares(self, way: int, contrasts: FloatArray) -> FloatArray:
        """What clusters have to do with contrasts, clusters x contrasts, if observations counted the same."""
        counts = self.clusters.counts[way]
        totals = np.maximum(counts.sum(axis=0), 1.0)
        return np.asarray(counts / totals**2 @ (contrasts**2).T, dtype=np.float64)

    def interval(self, confidence: float) -> tuple[FloatArray, FloatArray]:
        """Bounds of every score, by t; NaN where nothing varies, since nothing can then be said.

        They hold what is uncertain about the distance of a score from the mean of all systems. How strict the raters
        happened to be with all systems is not in them: a ranking does not depend on it, and a few raters cannot tell
        how strict others are. A system alone has nothing to stand beside, and gets the interval of its score.
        """
        from scipy.special import stdtrit

        comparable = self.determined & np.isfinite(self.score)
        middle = comparable / max(int(comparable.sum()), 1) if comparable.sum() > 1 else np.zeros(len(self.score))
        variance, degrees = self.variance(np.eye(len(self.score)) - middle, together=False)
        half = np.where(variance > 0, stdtrit(degrees, (1 + confidence) / 2) * np.sqrt(variance), np.nan)
        return self.score - half, self.score + half

    def tests(self) -> PairTests:
        """Test every two systems, two-sided, by t; p-values are adjusted by Holm for all pairs."""
        from scipy.special import stdtr

        first, second = np.triu_indices(len(self.score), k=1)
        contrasts = np.zeros((len(first), len(self.score)))
        contrasts[np.arange(len(first)), first] = 1.0
        contrasts[np.arange(len(first)), second] = -1.0
        variance, degrees = self.variance(contrasts, together=True)
        difference = self.score[first] - self.score[second]
        scale = np.maximum(np.abs(self.score[first]), np.abs(self.score[second]))
        same = is_same_score(self.score[first], self.score[second])
        with np.errstate(divide="ignore", invalid="ignore"):
            varies = variance > (1e-12 * scale) ** 2  # anything below is rounding
            p_value = 2 * stdtr(degrees, -np.abs(difference) / np.sqrt(variance))
        # Without any spread there is nothing to test by, unless there is no difference either.
        p_value = np.where(same & ~np.isnan(variance), 1.0, np.where(varies, p_value, np.nan))
        return PairTests(np.stack([first, second], axis=1), difference, p_value, holm(p_value).adjusted)


@dataclass(frozen=True, slots=True)
class PairTests:
    """Differences (the first system's score minus the second one's) and p-values, an entry per pair."""

    pairs: IntArray
    difference: FloatArray
    p_value: FloatArray
    adjusted: FloatArray

    def better(self, level: float, systems: int) -> NDArray[np.bool_]:
        """Whether a system (row) is significantly better than another (column)."""
        found = np.zeros((systems, systems), dtype=bool)
        clear = self.adjusted <= level + 1e-12
        sides = np.where(self.difference[clear, None] > 0, self.pairs[clear], self.pairs[clear, ::-1])
        found[sides[:, 0], sides[:, 1]] = True
        return found


def is_same_score(first: FloatArray | float, second: FloatArray | float) -> NDArray[np.bool_]:
    """Whether scores differ by rounding at most."""
    return np.asarray(np.abs(first - second) <= 1e-12 * np.maximum(np.abs(first), np.abs(second)))


def clustered_scores(
    score: FloatArray,
    rescore: Rescorer,
    clusters: Clusters,
    least: tuple[FloatArray, FloatArray] | None = None,
) -> ClusteredScores:
    """Score systems again without one cluster after another: by raters, by instances, and by both together.

    `rescore` gets the group of every observation and returns the scores without each group; `Contributions.rescore`
    makes one from an estimator. More than 200 clusters are left out in 200 random groups. Intervals assume that scores
    are about normal; degrees of freedom of tests are those of `system_contrasts`. Do not trust them with fewer than
    about 5 raters or 20 instances.
    """
    moved = []
    for group in clusters.groups:
        groups = int(group.max(initial=-1)) + 1
        moved.append(rescore(group, groups) - score if groups > 1 else np.zeros((0, len(score))))
    return combine_leave_outs(score, (moved[0], moved[1], moved[2]), clusters, least)


def combine_leave_outs(
    score: FloatArray,
    moved: tuple[FloatArray, FloatArray, FloatArray],
    clusters: Clusters,
    least: tuple[FloatArray, FloatArray] | None = None,
) -> ClusteredScores:
    """Put together scores and by how much they move; a system that has no score without some group hangs on it."""
    hangs = np.any([np.isnan(moved[way]).any(axis=0) for way in clusters.used], axis=0) & np.isfinite(score)
    return ClusteredScores(score, moved, clusters, np.broadcast_to(~hangs, score.shape), least)


def find_repeated_systems(system: IntArray, systems: int, *units: IntArray) -> NDArray[np.bool_]:
    """Whether every system was judged in more than one of each kind of units (raters, instances) that has several."""
    repeated = np.ones(systems, dtype=bool)
    for unit in units:
        number = int(unit.max(initial=0)) + 1
        if len(np.unique(unit)) > 1:
            pairs = np.unique(system * number + unit)
            repeated &= np.bincount(pairs // number, minlength=systems) > 1
    return repeated
