"""Scores with intervals and tests that hold for other raters and other instances: the bootstrap, clustered both ways.

Judgements of one rater resemble each other, and so do judgements of one instance. Three bootstraps draw whole raters,
whole instances, and whole sheets (what one rater said about one instance). Their covariances are put together as
Cameron, Gelbach and Miller (2011) do: by rater + by instance - by both, since what belongs to a single sheet is in the
first two alike. Drawing raters and instances at the same time instead (Owen 2007, the pigeonhole bootstrap) counts
that part three times, and gives intervals up to 1.7 times too wide.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from genchal.stats.resampling.bootstrap import MOST_UNITS, bootstrap_totals
from genchal.stats.significance._regression import number_levels
from genchal.stats.significance.correction import holm
from genchal.text.arrays.ragged import FloatArray, IntArray

Estimator = Callable[[FloatArray], FloatArray]  # totals (any leading axes, columns last) to scores (systems last)


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
        places = unit[self.observation] * self.columns + self.column
        sums = np.bincount(places, self.value, units * self.columns).reshape(units, self.columns)
        return np.asarray(sums, dtype=np.float64)


def bundle_units(unit: IntArray, rng: np.random.Generator) -> tuple[IntArray, int]:
    """Numbers of units, and how many there are; more than 4,096 are put together in so many random bundles."""
    units = int(unit.max(initial=-1)) + 1
    return (unit, units) if units <= MOST_UNITS else ((rng.permutation(units) % MOST_UNITS)[unit], MOST_UNITS)


@dataclass(frozen=True, slots=True)
class ClusteredScores:
    """Scores and their covariances by rater, by instance and by both (systems x systems each).

    `clusters` has the numbers of raters and of instances, `effective` those that count: a rater who did half of the
    work makes the other ones few. A covariance is NaN where there is a single unit to draw. Systems that are not
    `determined` depend on one rater or one instance, though there are others: nothing says how they would fare with
    those.
    """

    score: FloatArray
    covariances: tuple[FloatArray, FloatArray, FloatArray]
    clusters: tuple[int, int]
    effective: tuple[float, float]
    resamples: int
    determined: NDArray[np.bool_]

    def variance(self, contrasts: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Variances of sums of scores with these weights (contrasts x systems), and degrees of freedom of t."""
        used = [way for way, units in enumerate(self.clusters) if units > 1]
        if not used:
            nothing = np.full(len(contrasts), np.nan)
            return nothing, nothing
        # Systems without a score are in no contrast that is asked for; their NaN must not spread to the others.
        known = [np.nan_to_num(covariance, nan=0.0) for covariance in self.covariances]
        parts = np.array(
            [np.einsum("cs,st,ct->c", contrasts, covariance, contrasts, optimize=True) for covariance in known]
        )
        largest = parts[used].max(axis=0)
        both = largest if len(used) == 1 else np.maximum(parts[0] + parts[1] - parts[2], largest)
        with np.errstate(divide="ignore", invalid="ignore"):
            # Satterthwaite (1946): a variance from few clusters is uncertain itself.
            degrees = both**2 / sum(parts[way] ** 2 / max(self.effective[way] - 1, 1.0) for way in used)
        both[(contrasts[:, ~self.determined] != 0).any(axis=1)] = np.nan
        return both, np.where(both > 0, np.maximum(degrees, 1.0), np.nan)

    def interval(self, confidence: float) -> tuple[FloatArray, FloatArray]:
        """Bounds of every score, by t; NaN where nothing varies, since nothing can then be said."""
        from scipy.special import stdtrit

        variance, degrees = self.variance(np.eye(len(self.score)))
        half = np.where(variance > 0, stdtrit(degrees, (1 + confidence) / 2) * np.sqrt(variance), np.nan)
        return self.score - half, self.score + half

    def tests(self) -> PairTests:
        """Test every two systems, two-sided, by t; p-values are adjusted by Holm for all pairs."""
        from scipy.special import stdtr

        first, second = np.triu_indices(len(self.score), k=1)
        contrasts = np.zeros((len(first), len(self.score)))
        contrasts[np.arange(len(first)), first] = 1.0
        contrasts[np.arange(len(first)), second] = -1.0
        variance, degrees = self.variance(contrasts)
        difference = self.score[first] - self.score[second]
        scale = np.maximum(np.abs(self.score[first]), np.abs(self.score[second]))
        same = np.abs(difference) <= 1e-12 * scale
        with np.errstate(divide="ignore", invalid="ignore"):
            p_value = 2 * stdtr(degrees, -np.abs(difference) / np.sqrt(variance))
        # Without any spread there is nothing to test by, unless there is no difference either.
        p_value = np.where(same & ~np.isnan(variance), 1.0, np.where(variance > 0, p_value, np.nan))
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


def clustered_scores(
    evidence: Contributions,
    rater: IntArray,
    instance: IntArray,
    estimate: Estimator,
    resamples: int,
    rng: np.random.Generator,
) -> ClusteredScores:
    """Score systems, and bootstrap the scores by raters, by instances and by both together.

    `rater` and `instance` number those of every observation; `estimate` turns totals of the evidence into scores. Each
    of the three bootstraps draws `resamples` times. Intervals assume that scores are about normal; their degrees of
    freedom follow Satterthwaite. Do not trust them with fewer than about 10 raters or 50 instances.
    """
    units = number_units(rater, instance)
    draws = [estimate(bootstrap_totals(evidence.sums_by(unit, rng), resamples, rng)) for unit in units]
    return combine_draws(estimate(evidence.totals()), draws, units)


def number_units(rater: IntArray, instance: IntArray) -> tuple[IntArray, IntArray, IntArray]:
    """Numbers, without gaps, of the rater, the instance, and both together of every observation."""
    both = rater * (int(instance.max(initial=0)) + 1) + instance
    return number_levels(rater), number_levels(instance), number_levels(both)


def combine_draws(
    score: FloatArray, draws: Sequence[FloatArray], units: tuple[IntArray, IntArray, IntArray]
) -> ClusteredScores:
    """Put together scores and what resampling by rater, by instance and by both has made of them."""
    counts = [int(unit.max(initial=-1)) + 1 for unit in units]
    effective = [_effective(unit) for unit in units]
    covariances = [_covariance(scores, number) for scores, number in zip(draws, effective, strict=True)]
    return ClusteredScores(
        score,
        (covariances[0], covariances[1], covariances[2]),
        (counts[0], counts[1]),
        (effective[0], effective[1]),
        len(draws[0]),
        np.ones(len(score), dtype=bool),
    )


def find_repeated_systems(system: IntArray, systems: int, *units: IntArray) -> NDArray[np.bool_]:
    """Whether every system was judged in more than one of each kind of units (raters, instances) that has several."""
    repeated = np.ones(systems, dtype=bool)
    for unit in units:
        number = int(unit.max(initial=0)) + 1
        if len(np.unique(unit)) > 1:
            pairs = np.unique(system * number + unit)
            repeated &= np.bincount(pairs // number, minlength=systems) > 1
    return repeated


def _covariance(draws: FloatArray, units: float) -> FloatArray:
    """Covariance of resampled scores, enlarged where (effective) units are few; NaN with one unit.

    Resamples in which a system has no score are left out for that system.
    """
    systems = draws.shape[1]
    if units <= 1:
        return np.full((systems, systems), np.nan)
    known = np.isfinite(draws)
    filled = np.where(known, draws, 0.0)
    mean = filled.sum(axis=0) / np.maximum(known.sum(axis=0), 1)
    centred = np.where(known, draws - mean, 0.0)
    counted = known.astype(np.float64).T @ known
    with np.errstate(divide="ignore", invalid="ignore"):
        covariance: FloatArray = centred.T @ centred / np.where(counted > 1, counted - 1, np.nan)
    return covariance * (max(units, 2.0) / (max(units, 2.0) - 1))


def _effective(unit: IntArray) -> float:
    """How many units of equal size are worth as much: (sum n) squared / sum of n squared."""
    sizes = np.bincount(unit).astype(np.float64)
    return float(sizes.sum() ** 2 / (sizes**2).sum()) if len(unit) else 0.0
