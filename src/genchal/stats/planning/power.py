"""How many items and raters a study needs: power of the default test, by simulation, and comparisons still missing."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from genchal.stats.significance._jackknife import GROUPS, effective_number, find_telling_ways
from genchal.stats.significance.correction import step_down
from genchal.text.arrays.ragged import FloatArray, IntArray

VALUES_AT_ONCE = 1 << 22


@dataclass(frozen=True, slots=True)
class RatingSpread:
    """Variances that decide the power: of rater x system, item x system, and the rest.

    What raters and items add to all systems alike cancels out, as a rater judges all systems of an item side by side.
    """

    rater_system: float
    item_system: float
    residual: float


@dataclass(frozen=True, slots=True)
class Power:
    """Share of simulated studies in which a real difference is found, with its Monte Carlo error."""

    power: float
    error: float
    difference: float
    items: int
    raters: int
    judgements: int
    systems: int
    level: float
    simulations: int


@dataclass(frozen=True, slots=True)
class NeededComparisons:
    """An entry per pair: by what factor the data must grow, and how many comparisons that adds to those there are.

    The factor is 1 at most where the pair is separated already, infinite where there is no difference to find.
    """

    factor: FloatArray
    further: FloatArray
    pairs: IntArray
    level: float
    power: float


def power_by_simulation(
    spread: RatingSpread,
    difference: float,
    items: int,
    raters: int,
    rng: np.random.Generator,
    judgements: int = 3,
    systems: int = 2,
    level: float = 0.05,
    simulations: int = 1000,
) -> Power:
    """Simulate studies and count how often the default test finds a difference after Holm.

    A study has `items` instances, each judged `judgements` times; a judgement is one rater with the outputs of all
    systems side by side; sheets are dealt evenly among the raters. One system is better than all others, which are
    equal, by `difference`. Power is the share of its pairs that `system_contrasts` finds at `level`, adjusted by Holm
    for all pairs. Effects are normal; where ratings crowd at an end of the scale real studies see less.

    The answer is no better than the variances: a pilot with 5 raters knows theirs within a factor of two or so. With
    `difference` 0 the result is the rate of false alarms per pair.
    """
    from scipy.special import stdtr

    sheets = np.arange(items * judgements)
    item, rater = sheets // judgements, sheets % raters
    real = np.triu_indices(systems, k=1)[0] == 0
    found: list[FloatArray] = []
    step = max(1, VALUES_AT_ONCE // (len(sheets) * systems))
    for start in range(0, simulations, step):
        some = min(step, simulations - start)
        value = rng.normal(0.0, np.sqrt(spread.residual), (some, len(sheets), systems))
        value += rng.normal(0.0, np.sqrt(spread.rater_system), (some, raters, systems))[:, rater]
        value += rng.normal(0.0, np.sqrt(spread.item_system), (some, items, systems))[:, item]
        value[..., 0] += difference
        t, degrees = compute_test_statistics(value, rater, item)
        p_value = 2 * stdtr(degrees, -np.abs(t))
        right_way = t < 0  # the second system minus the first one, and the first one is better
        found.append(np.mean((step_down(p_value) <= level)[:, real] & (right_way[:, real] | (difference == 0)), axis=1))
    share = np.concatenate(found)
    error = float(share.std(ddof=1) / np.sqrt(simulations)) if simulations > 1 else float("nan")
    return Power(float(share.mean()), error, difference, items, raters, judgements, systems, level, simulations)


def compute_test_statistics(value: FloatArray, rater: IntArray, item: IntArray) -> tuple[FloatArray, FloatArray]:
    """Statistics t and degrees of freedom of `system_contrasts` for many studies, where every sheet has all systems.

    `value` is studies x sheets x systems. On such sheets regression is no more than averaging differences.
    """
    _, sheets, systems = value.shape
    first, second = np.triu_indices(systems, k=1)
    total = value.sum(axis=1)
    mean = total / sheets
    parts, freedom = [], []
    cells = len(np.unique(rater * (int(item.max()) + 1) + item))
    for way in find_telling_ways([len(np.unique(rater)), len(np.unique(item))], cells):
        codes = (rater, item)[way]
        group = codes % GROUPS
        order = np.argsort(group, kind="stable")
        begins = np.flatnonzero(np.diff(group[order], prepend=-1))
        sums = np.add.reduceat(value[:, order], begins, axis=1)
        size = np.bincount(group).astype(np.float64)
        moved = (total[:, None] - sums) / (sheets - size)[None, :, None] - mean[:, None]
        parts.append(_apart(moved, first, second))
        freedom.append(effective_number(np.bincount(codes).astype(np.float64)) - 1)
    shared = _apart((value - mean[:, None]) / sheets, first, second)
    variance = parts[0] if len(parts) == 1 else np.maximum(sum(parts) - shared, np.maximum(*parts))
    shares = [part.sum(axis=1, keepdims=True) / variance.sum(axis=1, keepdims=True) for part in parts]
    degrees = 1.0 / sum(share**2 / free for share, free in zip(shares, freedom, strict=True))
    degrees = np.broadcast_to(np.maximum(degrees, 1.0), variance.shape)
    t: FloatArray = (mean[:, second] - mean[:, first]) / np.sqrt(variance)
    return t, degrees


def comparisons_needed(
    difference: FloatArray,
    error: FloatArray,
    pairs: IntArray,
    comparisons: int,
    level: float = 0.05,
    power: float = 0.8,
    family: int | None = None,
    degrees: FloatArray | None = None,
) -> NeededComparisons:
    """Say how many further comparisons would separate systems, if the differences seen so far are the real ones.

    `difference` and `error` are those of `comparison_contrasts` (or `system_contrasts`) on `comparisons` of them. The
    standard error is taken to shrink with the square root of their number, new raters and items coming in the same
    proportion; raters who are asked for more of the same do not bring that. `level` is divided by `family`, the number
    of pairs that are tested (default: those given); `degrees` of freedom of t make few clusters count as few.

    Differences that were picked because they look small, or large, are not the real ones: read the numbers as orders of
    magnitude, and plan for a difference worth seeing instead where you can.
    """
    from scipy.special import ndtri, stdtrit

    pairs = np.asarray(pairs, dtype=np.int64).reshape(-1, 2)
    quantile = 1 - level / (2 * max(family or len(pairs), 1))
    reach = (ndtri(quantile) if degrees is None else stdtrit(degrees, quantile)) + ndtri(power)
    with np.errstate(divide="ignore", invalid="ignore"):
        factor = (reach * error / np.abs(difference)) ** 2
    return NeededComparisons(factor, np.maximum(np.ceil((factor - 1) * comparisons), 0.0), pairs, level, power)


def _apart(values: FloatArray, first: IntArray, second: IntArray) -> FloatArray:
    """Sums over the second axis of squared differences between systems, studies x pairs."""
    gram = np.einsum("ngs,ngt->nst", values, values, optimize=True)
    both = np.einsum("nss->ns", gram)
    return np.asarray(np.maximum(both[:, first] + both[:, second] - 2 * gram[:, first, second], 0.0))
