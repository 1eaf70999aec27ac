"""Bradley and Terry's model of comparisons (1952), with ties as Davidson has them (1970).

A system i has a strength s_i. Compared with j it wins with a probability proportional to exp((s_i - s_j) / 2), loses
with exp((s_j - s_i) / 2), and ties with a constant nu that is estimated too. A tie then counts as half a win to either
side, and the more alike two systems are, the more often they tie. Without ties this is Bradley and Terry's own model.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from genchal.stats.resampling.clustered import Contributions
from genchal.text.arrays.ragged import FloatArray, IntArray

PRIOR = 0.1  # strengths are normal a priori with a variance of 1 / this: hardly any lie beyond 6 and -6
LONGEST_STEP = 2.0  # of a strength in one step of Newton's method
SOLVED_AT_ONCE = 1 << 21  # numbers in the matrices that are solved together


@dataclass(frozen=True, slots=True)
class BradleyTerry:
    """Strengths (natural logarithms, mean 0) with leading axes as the totals had; `tie` is nu, 0 without ties.

    `steps` is how many steps of Newton's method were taken, `change` how much the last one changed.
    """

    strength: FloatArray
    tie: FloatArray
    prior: float
    steps: int
    change: float


def collect_comparisons(left: IntArray, right: IntArray, outcome: IntArray, systems: int) -> Contributions:
    """What comparisons add: points (a win 1, a tie half) per system, comparisons per pair, ties.

    `outcome` is 1 where the left system is better, -1 where the right one is, 0 for a tie.
    """
    rows = np.arange(len(outcome))
    low, high = np.minimum(left, right), np.maximum(left, right)
    pair = systems + low * systems - low * (low + 1) // 2 + high - low - 1
    ties = np.full(len(outcome), systems + systems * (systems - 1) // 2)
    gain = (outcome + 1) / 2
    return Contributions(
        np.tile(rows, 4),
        np.concatenate([left, right, pair, ties]),
        np.concatenate([gain, 1 - gain, np.ones(len(outcome)), (outcome == 0).astype(np.float64)]),
        systems + systems * (systems - 1) // 2 + 1,
    )


def collect_wins(left: IntArray, right: IntArray, outcome: IntArray, systems: int) -> Contributions:
    """What comparisons add: wins of every system over every other one; ties add nothing."""
    decided = np.flatnonzero(outcome)
    winner = np.where(outcome > 0, left, right)[decided]
    loser = np.where(outcome > 0, right, left)[decided]
    return Contributions(decided, winner * systems + loser, np.ones(len(decided)), systems * systems)


def expected_wins(totals: FloatArray, systems: int) -> FloatArray:
    """Mean over opponents of the share of comparisons won, ties left out (Koehn 2012; WMT's score in 2013).

    How often two systems met does not count, so that a system is not helped by weak opponents it met often. Opponents
    with which nothing was decided are left out; NaN where that leaves none. Totals are those of `collect_wins`.
    """
    wins = totals.reshape(*totals.shape[:-1], systems, systems)
    met = wins + np.swapaxes(wins, -1, -2)
    with np.errstate(divide="ignore", invalid="ignore"):
        share = np.where(met > 0, wins / met, 0.0)
        found: FloatArray = share.sum(axis=-1) / (met > 0).sum(axis=-1)
    return found


def win_rates(totals: FloatArray, systems: int) -> FloatArray:
    """Points over comparisons, ties counted by half; NaN where a system was not compared.

    It depends on whom a system met: use it only where all met each other about equally often.
    """
    counts = _by_pair(totals, systems).sum(axis=-1)
    with np.errstate(divide="ignore", invalid="ignore"):
        rates: FloatArray = totals[..., :systems] / counts
    return rates


def bradley_terry(
    totals: FloatArray,
    systems: int,
    prior: float = PRIOR,
    start: BradleyTerry | None = None,
    tolerance: float = 1e-11,
    most_steps: int = 60,
) -> BradleyTerry:
    """Estimate strengths from totals of `collect_comparisons`, any leading axes, by Newton's method.

    The estimate is the most likely one under a normal prior on strengths (and on the logarithm of nu) with mean 0 and
    variance ``1 / prior``. With the default of 0.1 it moves estimates from hundreds of comparisons in their third
    digit; it is what keeps a system that won all its comparisons from an infinite strength. With 0 it is the plain
    maximum, which must exist: every system must have won, at least indirectly, against every other.

    Strengths of systems that are not connected by comparisons cannot be compared. A system without comparisons has
    NaN. Do not trust strengths if systems beat each other in circles: one number a system cannot express that.
    """
    flat = totals.reshape(-1, totals.shape[-1])
    strength, tie = np.zeros((len(flat), systems)), np.zeros(len(flat))
    begin = (np.zeros(systems), 0.0)
    if start is not None:
        first = np.nan_to_num(start.strength.reshape(-1, systems)[0])
        begin = (first, float(np.log(np.maximum(start.tie.reshape(-1)[0], 1e-9))))
    steps, change = 0, 0.0
    portion = max(1, SOLVED_AT_ONCE // (systems + 1) ** 2)
    for place in range(0, len(flat), portion):
        some = slice(place, place + portion)
        strength[some], tie[some], taken, last = _newton(flat[some], systems, prior, begin, tolerance, most_steps)
        steps, change = max(steps, taken), max(change, last)
    shape = totals.shape[:-1]
    return BradleyTerry(strength.reshape(*shape, systems), tie.reshape(shape), prior, steps, change)


def strength_covariances(totals: FloatArray, found: BradleyTerry) -> tuple[FloatArray, FloatArray]:
    """Covariances of strengths if comparisons were independent, at the estimate and for equal systems.

    Without one cluster or another, a system that has won everything has still won everything, and its strength hardly
    moves: such a model has the least variance that should be believed. At the estimate it is too large for strengths
    that are far apart (Hauck and Donner 1977), for equal systems too small; with their geometric mean a winner of n out
    of n comparisons has t near the square root of n, that of the score test.
    """
    equal = np.where(np.isnan(found.strength), np.nan, 0.0)
    return _covariance(totals, found, found.strength), _covariance(totals, found, equal)


def _covariance(totals: FloatArray, found: BradleyTerry, strength: FloatArray) -> FloatArray:
    """The inverse of the curvature of the log-likelihood at these strengths."""
    counts = _by_pair(totals, len(strength))
    half = (strength[:, None] - strength[None, :]) / 2
    whole = np.exp(half) + np.exp(-half) + found.tie
    ahead = np.sinh(half) / whole
    spread = np.nan_to_num(counts * ((1 - found.tie / whole) / 4 - ahead**2))
    return invert_curvature(np.diag(spread.sum(axis=1)) - spread, found.prior)


def invert_curvature(curvature: FloatArray, prior: float) -> FloatArray:
    """Covariance of strengths with mean 0 from the curvature of their log-likelihood and the prior's."""
    systems = len(curvature)
    centre = np.eye(systems) - 1.0 / max(systems, 1)
    inverse = np.linalg.inv(curvature + 1.0 / max(systems, 1) + prior * np.eye(systems))
    return np.asarray(centre @ inverse @ centre, dtype=np.float64)


def _newton(
    totals: FloatArray, systems: int, prior: float, start: tuple[FloatArray, float], tolerance: float, most_steps: int
) -> tuple[FloatArray, FloatArray, int, float]:
    points, ties = totals[:, :systems], totals[:, -1]
    counts = _by_pair(totals, systems)
    played = counts.sum(axis=-1) > 0
    has_ties = ties > 0
    strength = np.tile(start[0], (len(totals), 1))
    log_tie = np.full(len(totals), start[1])
    wins = points - counts.sum(axis=-1) / 2  # wins minus losses, halved
    diagonal = np.arange(systems)
    steps, change = 0, np.inf
    while steps < most_steps and change >= tolerance:
        half = (strength[:, :, None] - strength[:, None, :]) / 2
        tie = np.where(has_ties, np.exp(log_tie), 0.0)[:, None, None]
        up, down = np.exp(half), np.exp(-half)
        whole = up + down + tie
        win, draw = up / whole, tie / whole
        ahead = (win - down / whole) / 2
        spread = counts * ((1 - draw) / 4 - ahead**2)
        mixed = -(counts * ahead * draw).sum(axis=-1)
        matrix = np.empty((len(totals), systems + 1, systems + 1))
        matrix[:, :systems, :systems] = 1.0 - spread  # the ones keep the mean at 0, where nothing else does
        matrix[:, diagonal, diagonal] = 1.0 + spread.sum(axis=-1) - spread[:, diagonal, diagonal] + prior
        matrix[:, diagonal, diagonal] += ~played
        matrix[:, :systems, -1] = matrix[:, -1, :systems] = np.where(has_ties[:, None], mixed, 0.0)
        matrix[:, -1, -1] = np.where(has_ties, (counts * draw * (1 - draw)).sum(axis=(1, 2)) / 2 + prior, 1.0)
        slope = np.empty((len(totals), systems + 1))
        slope[:, :systems] = wins - (counts * ahead).sum(axis=-1) - prior * strength
        slope[:, -1] = np.where(has_ties, ties - (counts * draw).sum(axis=(1, 2)) / 2 - prior * log_tie, 0.0)
        move = np.clip(np.linalg.solve(matrix, slope[..., None])[..., 0], -LONGEST_STEP, LONGEST_STEP)
        strength += move[:, :systems]
        strength -= strength.mean(axis=1, keepdims=True)
        log_tie += move[:, -1]
        change = float(np.abs(move).max(initial=0.0))
        steps += 1
    strength[~played] = np.nan
    return strength, np.where(has_ties, np.exp(log_tie), 0.0), steps, change


def _by_pair(totals: FloatArray, systems: int) -> FloatArray:
    """Comparisons as a symmetric matrix."""
    counts = np.zeros((*totals.shape[:-1], systems, systems))
    first, second = np.triu_indices(systems, k=1)
    counts[..., first, second] = counts[..., second, first] = totals[..., systems : systems + len(first)]
    return counts
