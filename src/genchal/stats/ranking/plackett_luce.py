"""Plackett and Luce's model of rankings (Luce 1959; Plackett 1975): who comes first, then who of the rest, and so on.

At every stage a system is chosen with a probability proportional to exp(its strength). With two systems a sheet this is
Bradley and Terry's model. Ties are not part of the model: a ranking with ties stands for all orders that it leaves
open, each with the same small weight, so that two systems that tie get half a win each.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from genchal.stats.ranking.bradley_terry import LONGEST_STEP, PRIOR, invert_curvature
from genchal.stats.resampling.clustered import Contributions
from genchal.text.arrays.ragged import FloatArray, IntArray, offsets_of

MOST_ORDERS = 24  # of a ranking with ties; where more are possible, so many are drawn


@dataclass(frozen=True, slots=True)
class Orders:
    """Strict orders, best first, padded with -1; `ranking` says which ranking each stands for, `weight` how much."""

    system: IntArray
    weight: FloatArray
    ranking: IntArray
    systems: int


@dataclass(frozen=True, slots=True)
class PlackettLuce:
    """Strengths (natural logarithms, mean 0); NaN for a system that is in no ranking of two or more."""

    strength: FloatArray
    prior: float
    steps: int
    change: float
    rankings: int


def break_ties(
    value: FloatArray, ranking: IntArray, system: IntArray, systems: int, rng: np.random.Generator
) -> Orders:
    """Turn values of systems within rankings (higher is better) into strict orders.

    A ranking with ties becomes all orders that are possible, if there are at most 24, otherwise 24 drawn at random.
    Rankings of a single system say nothing and are left out.
    """
    sizes = np.bincount(ranking)
    starts = offsets_of(sizes)[:-1]
    width = int(sizes.max(initial=0))
    sorted_rows = np.lexsort((-value, ranking))
    level = np.zeros(len(value), dtype=np.int64)  # ties share one
    ahead = sorted_rows[:-1]
    differs = (value[ahead] != value[sorted_rows[1:]]) | (ranking[ahead] != ranking[sorted_rows[1:]])
    level[sorted_rows] = np.concatenate([[0], np.cumsum(differs)])
    group_sizes = np.bincount(level)
    possible = np.ones(len(sizes))
    np.multiply.at(possible, ranking[sorted_rows], _shares_of_factorial(level[sorted_rows], group_sizes))
    drawn = np.where(sizes > 1, np.minimum(np.round(possible), MOST_ORDERS), 0).astype(np.int64)
    copies = np.repeat(np.arange(len(sizes)), drawn)
    members = starts[copies][:, None] + np.arange(width)
    inside = np.arange(width) < sizes[copies][:, None]
    rows = sorted_rows[np.where(inside, members, 0)]
    levels = np.where(inside, level[rows], len(value))
    keys = levels + _arrangements(copies, levels, drawn, possible, rng)
    order = np.argsort(keys, axis=1, kind="stable")
    padded = np.where(inside, system[rows], -1)
    return Orders(np.take_along_axis(padded, order, axis=1), 1.0 / drawn[copies], copies, systems)


def _shares_of_factorial(level: IntArray, sizes: IntArray) -> FloatArray:
    """Numbers whose product over a group of n ties is n!: 1, 2 ... n."""
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    return np.asarray(np.arange(len(level)) - starts[level] + 1, dtype=np.float64)


def _arrangements(
    copies: IntArray, levels: IntArray, drawn: IntArray, possible: FloatArray, rng: np.random.Generator
) -> FloatArray:
    """Fractions that put ties into an order: all orders in turn, or random ones where there are too many."""
    fractions = rng.random(levels.shape)
    number = np.arange(len(copies)) - np.concatenate([[0], np.cumsum(drawn)[:-1]])[copies]
    # The k-th order: ties take their places one after another, the digits of k say where (Lehmer's code).
    exact = possible[copies] <= MOST_ORDERS
    if not exact.any():
        return fractions
    rest = number[exact].copy()
    some, picked = levels[exact], np.zeros((int(exact.sum()), levels.shape[1]))
    place = np.ones(len(some), dtype=np.int64)
    for column in range(1, levels.shape[1]):
        place = np.where(some[:, column] == some[:, column - 1], place + 1, 1)
        digit, rest = rest % place, rest // place
        # Goes before `digit` of those that tie with it and came earlier.
        earlier = np.sort(np.where(some[:, :column] == some[:, [column]], picked[:, :column], -1.0), axis=1)
        padded = np.concatenate([np.full((len(some), 1), -1.0), earlier, np.full((len(some), 1), 1.0)], axis=1)
        slot = column - digit  # the place in `earlier` after which it goes
        below = np.maximum(np.take_along_axis(padded, slot[:, None], axis=1)[:, 0], -1.0)
        above = np.take_along_axis(padded, slot[:, None] + 1, axis=1)[:, 0]
        picked[:, column] = np.where(place > 1, (below + above) / 2, 0.0)
    fractions[exact] = (picked + 1) / 2 * 0.999
    return fractions


def plackett_luce(orders: Orders, prior: float = PRIOR, tolerance: float = 1e-11, most_steps: int = 60) -> PlackettLuce:
    """Estimate strengths from rankings by Newton's method.

    The estimate is the most likely one under a normal prior on strengths with mean 0 and variance ``1 / prior``; see
    `bradley_terry`. The model says that the choice between two systems does not depend on the others on a sheet (Luce's
    axiom), which near duplicates break.
    """
    strength = np.zeros(orders.systems)
    steps, change = 0, np.inf
    while steps < most_steps and change >= tolerance:
        totals = collect_rankings(orders, strength).totals()
        moved = _newton_step(totals, strength, prior)
        change = float(np.abs(moved - strength).max(initial=0.0))
        strength = moved
        steps += 1
    seen = np.zeros(orders.systems, dtype=bool)
    seen[orders.system[orders.system >= 0]] = True
    return PlackettLuce(np.where(seen, strength, np.nan), prior, steps, change, len(np.unique(orders.ranking)))


def collect_rankings(orders: Orders, strength: FloatArray) -> Contributions:
    """What rankings add to slope and curvature of the log-likelihood at these strengths; observations are rankings."""
    systems, inside = orders.systems, orders.system >= 0
    number = np.where(inside, orders.system, 0)
    weight = np.where(inside, np.exp(np.nan_to_num(strength)[number]), 0.0)
    left = np.where(inside, np.cumsum(weight[:, ::-1], axis=1)[:, ::-1], 1.0)  # of those not yet chosen, at each stage
    first, second = (np.cumsum(np.where(inside, left**-power, 0.0), axis=1) for power in (1.0, 2.0))
    times = orders.weight[:, None]
    slope = times * (inside - weight * first)
    row, column = np.triu_indices(orders.system.shape[1])
    curve = -weight[:, row] * weight[:, column] * second[:, row]  # row is the earlier of the two
    curve[:, row == column] += weight * first
    curve *= times
    both = inside[:, row] & inside[:, column]
    first, other = number[:, row], number[:, column]
    mirrored = both & (row != column)
    mirror = systems * (1 + other[mirrored]) + first[mirrored]
    ranking = np.broadcast_to(orders.ranking[:, None], both.shape)
    slope_ranking = np.broadcast_to(orders.ranking[:, None], inside.shape)
    return Contributions(
        np.concatenate([slope_ranking[inside], ranking[both], ranking[mirrored]]),
        np.concatenate([number[inside], systems * (1 + first[both]) + other[both], mirror]),
        np.concatenate([slope[inside], curve[both], curve[mirrored]]),
        systems * (systems + 1),
    )


def ranking_covariances(orders: Orders, found: PlackettLuce) -> tuple[FloatArray, FloatArray]:
    """Covariances of strengths if rankings were independent, at the estimate and for equal systems.

    See `strength_covariances` of Bradley and Terry's model.
    """
    systems = orders.systems
    curves = [
        collect_rankings(orders, strength).totals()[systems:].reshape(systems, systems)
        for strength in (found.strength, np.zeros(systems))
    ]
    return invert_curvature(curves[0], found.prior), invert_curvature(curves[1], found.prior)


def take_one_step(totals: FloatArray, found: PlackettLuce) -> FloatArray:
    """Strengths for resampled totals of `collect_rankings` at the estimate: one step of Newton's method from there.

    For resamples, which differ little from the whole, a single step is as good as many (Andrews 2002).
    """
    return np.where(np.isnan(found.strength), np.nan, _newton_step(totals, np.nan_to_num(found.strength), found.prior))


def _newton_step(totals: FloatArray, strength: FloatArray, prior: float) -> FloatArray:
    systems = len(strength)
    slope = totals[..., :systems] - prior * strength
    curve = totals[..., systems:].reshape(*totals.shape[:-1], systems, systems)
    unseen = np.diagonal(curve, axis1=-2, axis2=-1) == 0
    matrix = curve + 1.0 / systems + np.eye(systems) * prior  # the constant keeps the mean at 0
    matrix[..., np.arange(systems), np.arange(systems)] += unseen
    move = np.linalg.solve(matrix, slope[..., None])[..., 0]
    moved = strength + np.clip(move, -LONGEST_STEP, LONGEST_STEP)
    result: FloatArray = moved - moved.mean(axis=-1, keepdims=True)
    return result
