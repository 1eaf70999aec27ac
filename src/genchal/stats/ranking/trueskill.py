"""Ranking by TrueSkill (Herbrich, Minka and Graepel 2007), as the E2E report and WMT before it use it.

A run keeps a mean and a deviation for every system and updates two of them at a time; which two, and on which of their
observed comparisons, is drawn (Sakaguchi, Post and Van Durme 2014). Runs differ by chance, so that there are many of
them. Here they go side by side: a state is an array systems x runs, and a step updates all runs at once.

TrueSkill is a trademark of Microsoft; the word here names the published method.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr, ndtri

from genchal.text.arrays.ragged import FloatArray, IntArray

SIGMA = 0.5  # deviation of a system before anything is known
STEPS_A_BETA = 40  # beta is sigma x steps / 40: the E2E report's setting, slow learning in many small steps
DRAW_PROBABILITY = 0.25  # also the report's; it sets how close two systems must be to draw
FAR = 1e3  # stands for infinity among bounds, in deviations: its density is exactly 0
TAIL, LONGEST_TAIL = 4.0, 37.0  # deviations: beyond these, probabilities lose digits, and vanish
PEAK = 1 / math.sqrt(2 * math.pi)
DRAWN_AT_ONCE = 1 << 20  # random numbers kept at a time


@dataclass(frozen=True, slots=True)
class TrueSkillRuns:
    """Where the runs ended: `mu` and `sigma` are runs x systems, NaN for systems that were never compared."""

    mu: FloatArray
    sigma: FloatArray
    steps: int
    beta: float
    draw_probability: float
    comparisons: int

    @property
    def score(self) -> FloatArray:
        """A score per system: its mean over the runs."""
        result: FloatArray = self.mu.mean(axis=0)
        return result


def trueskill_runs(
    tables: FloatArray,
    runs: int,
    rng: np.random.Generator,
    steps: int | None = None,
    draw_probability: float = DRAW_PROBABILITY,
) -> TrueSkillRuns:
    """Rank systems by `runs` independent runs over comparisons with draws.

    `tables` counts comparisons (from `tabulate_comparisons`): systems x systems x 3, how often the first system was
    worse than the second, equal, better; a leading axis may hold a table for every run. In every step the system with
    the largest sigma meets another one, drawn with probability proportional to ``exp(-|difference of mu|)``, and one of
    the observations of that pair is drawn, with replacement. mu starts at 0 and sigma at 0.5, nothing is added to sigma
    (tau = 0), beta is ``0.5 steps / 40``; there is one step more than comparisons, unless `steps` says otherwise.

    Do not read the spread of runs as the uncertainty of the ranking: runs differ in the order of drawing alone. That
    other raters or other inputs would have said something else is not in it. The number of steps leaves scores as they
    are, but the spread goes with 1 / sqrt(steps): with four times the steps, the same data look twice as sure.
    """
    tables = np.asarray(tables, dtype=np.float64)
    if tables.ndim == 4 and len(tables) != runs:
        raise ValueError("as many tables as runs, or one for all")
    counts = tables.sum(axis=-1)
    systems = counts.shape[-1]
    comparisons = round(float(counts.sum()) / 2 / (len(tables) if tables.ndim == 4 else 1))
    steps = comparisons + 1 if steps is None else steps
    beta = SIGMA * steps / STEPS_A_BETA
    mu, variance = np.zeros((systems, runs)), np.full((systems, runs), SIGMA**2)
    never = np.broadcast_to(~(counts > 0).any(axis=-1), (runs, systems)).T
    variance[never] = 0.0  # is chosen last, and so never
    if not never.all():
        play = _Play(mu, variance, tables, beta, draw_probability)
        for start in range(0, steps, portion := max(1, DRAWN_AT_ONCE // (2 * runs))):
            for uniform in rng.random((min(portion, steps - start), 2, runs)):
                play.step(uniform)
    mu[never] = variance[never] = np.nan
    return TrueSkillRuns(mu.T.copy(), np.sqrt(variance).T, steps, beta, draw_probability, comparisons)


class _Play:
    """The state of all runs, systems x runs, and a step of each; arrays are addressed flat, which is quickest."""

    def __init__(
        self, mu: FloatArray, variance: FloatArray, tables: FloatArray, beta: float, draw_probability: float
    ) -> None:
        self.systems, self.runs = mu.shape
        self.mu, self.variance = mu, variance
        self.flat_mu, self.flat_variance = mu.reshape(-1), variance.reshape(-1)
        self.columns = np.arange(self.runs)
        self.beta = beta
        self.bounds = outcome_bounds(beta, draw_probability)
        counts = tables.sum(axis=-1)
        met = counts > 0
        self.partners = None if _all_met(met) else _partners(met)
        # Up to which random number an outcome is "worse", and up to which it is "equal".
        with np.errstate(invalid="ignore"):
            shares = np.nan_to_num(np.cumsum(tables, axis=-1)[..., :2] / counts[..., None])
        self.thresholds = np.ascontiguousarray(np.moveaxis(shares, -1, 0)).reshape(2, -1)
        self.table_starts = self.columns * self.systems**2 if tables.ndim == 4 else np.zeros(self.runs, np.int64)
        self.up_to = np.tri(self.systems)
        self.places = np.zeros((2, self.runs), dtype=np.int64)

    def step(self, uniform: FloatArray) -> None:
        """Choose two systems and an observation of theirs in every run, and update."""
        first = self.variance.argmax(axis=0)
        own = first * self.runs + self.columns
        weight = self.mu - self.flat_mu[own]
        np.abs(weight, out=weight)
        np.negative(weight, out=weight)
        np.exp(weight, out=weight)
        if self.partners is None:
            weight.reshape(-1)[own] = 0.0
        else:
            weight *= self.partners[:, self.table_starts // self.systems + first]
        reached = self.up_to @ weight  # sums up to each system
        # The random number is above 0 and at most 1: a system with weight 0 is never the first to reach it.
        second = np.add.reduce(reached < (1.0 - uniform[0]) * reached[-1], axis=0)
        places = self.places
        places[0] = own
        np.multiply(second, self.runs, out=places[1])
        places[1] += self.columns
        pair = self.table_starts + first * self.systems + second
        outcome = np.add.reduce(self.thresholds.take(pair, axis=1) <= uniform[1], axis=0)
        self.flat_mu[places], self.flat_variance[places] = update_two_players(
            self.flat_mu.take(places), self.flat_variance.take(places), np.take(self.bounds, outcome, axis=1), self.beta
        )


def _all_met(met: NDArray[np.bool_]) -> bool:
    """Whether every system was compared with every other."""
    return bool((met | np.eye(met.shape[-1], dtype=bool)).all())


def _partners(met: NDArray[np.bool_]) -> FloatArray:
    """Who can be drawn for whom: systems x (tables x) systems, 1 or 0."""
    return np.moveaxis(met, -1, 0).reshape(met.shape[-1], -1).astype(np.float64)


def tabulate_comparisons(
    left: IntArray, right: IntArray, outcome: IntArray, systems: int, weights: FloatArray | None = None
) -> FloatArray:
    """Count comparisons: systems x systems x 3, how often one was worse (0), equal (1), better (2) than another.

    `outcome` is 1 where the left system was better, -1 where the right one was, 0 for a draw.
    """
    size = systems * systems * 3
    there = np.bincount((left * systems + right) * 3 + outcome + 1, weights, minlength=size)
    back = np.bincount((right * systems + left) * 3 + 1 - outcome, weights, minlength=size)
    return (there + back).astype(np.float64).reshape(systems, systems, 3)


def update_two_players(
    mu: FloatArray, variance: FloatArray, bounds: FloatArray, beta: float
) -> tuple[FloatArray, FloatArray]:
    """Update pairs of players (first axis) after a game each: new means and variances.

    `bounds` says between which two values the difference of the performances lay (`outcome_bounds`): beyond the draw
    margin for a win of the first player, within it for a draw (Herbrich et al. 2007, their figure 2 and equations).
    """
    spread = np.sqrt(variance[0] + variance[1] + 2 * beta**2)
    shift, shrink = _truncate_moments((bounds - (mu[0] - mu[1])) / spread)
    share = variance / spread
    moved = share * shift
    np.negative(moved[1], out=moved[1])
    moved += mu
    return moved, variance - share * share * shrink


def _truncate_moments(bounds: FloatArray) -> tuple[FloatArray, FloatArray]:
    """By how much a standard normal variable moves, and its variance shrinks, once known to lie between bounds."""
    low, high = bounds
    below = ndtr(bounds)
    mass = below[1] - below[0]
    density = np.exp(-0.5 * bounds * bounds) * PEAK
    if low.max() > TAIL or high.min() < -LONGEST_TAIL:
        # In the upper tail differences are taken on the other side, where they are exact.
        mass = np.where(low > 0, ndtr(-low) - ndtr(-high), mass)
        nearer = np.where(np.abs(low) < np.abs(high), low, high)
        lost = np.abs(nearer) > LONGEST_TAIL
        mass[lost] = 1.0  # no floating-point number is that small
        shift = (density[0] - density[1]) / mass
        shrink = shift * shift + (high * density[1] - low * density[0]) / mass
        # So far out, all of it sits at the nearer bound.
        return np.where(lost, nearer, shift), np.where(lost, 1.0, shrink)
    shift = (density[0] - density[1]) / mass
    bounds *= density
    return shift, shift * shift + (bounds[1] - bounds[0]) / mass


def outcome_bounds(beta: float, draw_probability: float = DRAW_PROBABILITY) -> FloatArray:
    """Where the difference of two performances lies if the first was worse, equal, better: low and high, 2 x 3."""
    margin = float(ndtri((draw_probability + 1) / 2)) * math.sqrt(2) * beta
    far = FAR * max(beta, SIGMA)
    return np.array([[-far, -margin, margin], [-margin, margin, far]])
