"""Is one system better than another? Paired tests of corpus scores (Koehn 2004; Riezler and Maxwell 2005).

Both tests look at two systems on the same instances, so that what is hard for both does not count as a difference.
They take many pairs of systems at once; a pair is two places in the arrays, and a difference is the second system's
score minus the first one's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from genchal.stats.resampling.bootstrap import MOST_UNITS, WEIGHTS_AT_ONCE, bundle_rows
from genchal.text.arrays.ragged import FloatArray, IntArray

Centring = Literal["signed", "absolute"]
VALUES_AT_ONCE = 1 << 21  # keeps intermediate arrays at 16 MB however many pairs and trials there are
NOISE = 4.0  # standard errors by which the mean of resamples may miss the observed difference by chance
SAME = 1e-12  # relative: scores closer than this differ by rounding only


@dataclass(frozen=True, slots=True)
class PairedBootstrap:
    """Differences with intervals and p-values, an entry per pair.

    `wins` is the share of resamples in which the second system scores higher, ties counted by half.
    """

    difference: FloatArray
    low: FloatArray
    high: FloatArray
    p_value: FloatArray
    wins: FloatArray
    pairs: IntArray
    resamples: int
    confidence: float
    centring: Centring


@dataclass(frozen=True, slots=True)
class Randomisation:
    """Differences and p-values, an entry per pair; `exact` are those for which all swaps were gone through."""

    difference: FloatArray
    p_value: FloatArray
    exact: NDArray[np.bool_]
    pairs: IntArray
    trials: int


def paired_bootstrap(
    values: FloatArray,
    resampled: FloatArray,
    pairs: IntArray,
    confidence: float = 0.95,
    centring: Centring = "signed",
) -> PairedBootstrap:
    """Test differences between the scores of systems by resamples that all systems share (Koehn 2004).

    `values` has a score per system, `resampled` is resamples x systems (from `bootstrap_totals`, for instance), `pairs`
    is pairs x 2. Resampled differences scatter around the observed one; moved to the middle, they show what chance
    alone can do. The two-sided p-value is the share of them that lie at least as far out as the observed difference,
    with 1 added above and below the line (Davison and Hinkley 1997, chapter 4): ``|d* - mean d*| >= |d|``. Differences
    of 0 and of 2 d count, unless the mean is further from d than chance would have it. The interval is what that test
    leaves possible (Hall 1988, the symmetric bootstrap interval): it has 0 outside where p is at most 1 - `confidence`,
    and only there. Both ask about the difference of the two scores.

    With `centring` "absolute" it is sacreBLEU's (after Riezler and Maxwell 2005), which takes absolute values before it
    subtracts their mean: ``|d*| - mean |d*| > |d|``. Only one of the two tails is left then, so that systems that do
    not differ are called different at the 0.05 level about twice as often as they should be, and a system that is
    compared with itself is found to differ. The interval remains that of "signed".

    Do not trust it with fewer than about 30 instances: resamples then vary too little, and p-values are too small. One
    instance cannot be resampled at all. Resamples in which a score is NaN are left out; the p-value is NaN if all are.
    """
    pairs = np.asarray(pairs, dtype=np.int64).reshape(-1, 2)
    difference = values[pairs[:, 1]] - values[pairs[:, 0]]
    low, high, p_value, wins = np.full((4, len(pairs)), np.nan)
    for some in _portions(len(pairs), len(resampled)):
        first, second = resampled[:, pairs[some, 0]], resampled[:, pairs[some, 1]]
        sampled = np.where(_is_same(first, second), 0.0, second - first)
        sampled[np.isnan(first) | np.isnan(second)] = np.nan
        scale = _scale(values, pairs[some])
        far = _distances(sampled, difference[some], scale)
        reach = _reach(far, confidence)
        low[some], high[some] = difference[some] - reach, difference[some] + reach
        known = np.count_nonzero(~np.isnan(sampled), axis=0)
        with np.errstate(invalid="ignore"):
            wins[some] = ((sampled > 0).sum(axis=0) + (sampled == 0).sum(axis=0) / 2) / known
        further = _further_out(sampled, far, difference[some], scale, centring)
        p_value[some] = np.where(known > 0, (further + 1) / (known + 1), np.nan)
    p_value[np.isnan(difference)] = np.nan
    return PairedBootstrap(difference, low, high, p_value, wins, pairs, len(resampled), confidence, centring)


def _distances(sampled: FloatArray, difference: FloatArray, scale: FloatArray) -> FloatArray:
    """How far resampled differences lie from their middle; NaN where they are not known.

    A difference of 0, and one of twice the observed one, lie exactly as far out as the observed one if the middle is
    that one. Where systems differ on a few instances only, many resamples have these differences, and the noise of
    their mean must not decide which of the two count.
    """
    known = np.maximum(np.count_nonzero(~np.isnan(sampled), axis=0), 1)
    mean = np.nansum(sampled, axis=0) / known
    far = np.abs(sampled - mean)
    spread = np.sqrt(np.nansum(far**2, axis=0) / known)
    is_middle = np.abs(mean - difference) <= NOISE * spread / np.sqrt(known) + SAME * scale
    twice = np.abs(sampled - 2 * difference) <= SAME * scale
    return np.where(is_middle & ((sampled == 0) | twice), np.abs(difference), far)


def _reach(far: FloatArray, confidence: float) -> FloatArray:
    """How far resampled differences lie from their middle, but for the share that is left out; NaN without any."""
    known = np.count_nonzero(~np.isnan(far), axis=0)
    ordered = np.sort(np.where(np.isnan(far), -1.0, far), axis=0)[::-1]
    # The p-value counts what lies as far out, and adds 1: so many may lie further out than the bound, or on it.
    left_out = np.maximum(np.floor(np.round((1 - confidence) * (known + 1), 9)).astype(np.int64), 1)
    reach = np.take_along_axis(ordered, left_out[None, :] - 1, axis=0)[0]
    return np.where(known > 0, reach, np.nan)


def _further_out(
    sampled: FloatArray, distances: FloatArray, difference: FloatArray, scale: FloatArray, centring: Centring
) -> IntArray:
    """How many resampled differences, put in the middle, lie as far out as the observed ones."""
    far = np.abs(difference)
    if centring == "absolute":
        known = np.maximum(np.count_nonzero(~np.isnan(sampled), axis=0), 1)
        centred = np.abs(sampled) - np.nansum(np.abs(sampled), axis=0) / known
        return np.asarray(np.count_nonzero(centred > far, axis=0))
    return np.asarray(np.count_nonzero(distances >= far - SAME * scale, axis=0))


def approximate_randomisation(
    rows: FloatArray,
    pairs: IntArray,
    score: Callable[[FloatArray], FloatArray],
    trials: int,
    rng: np.random.Generator,
) -> Randomisation:
    """Test differences between systems by swapping their outputs (Noreen 1989; Riezler and Maxwell 2005).

    `rows` is systems x instances x columns without NaN, and `score` turns totals (columns last) into scores. If two
    systems do not differ, it does not matter which of them an output is ascribed to. A trial tosses a coin for every
    instance, swaps the two systems' rows where it shows heads, and scores both again. The two-sided p-value is the
    share of trials with a difference at least as large as the observed one, 1 added above and below the line. The same
    coins serve all pairs. More than 4,096 instances are swapped in that many random bundles, which is as valid.

    Where there are no more ways of swapping than trials, all of them are gone through, and p is their share. Only
    instances on which the rows of a pair differ count for that: swapping equal rows does nothing.

    It assumes nothing about the distribution of scores and holds its level with few instances too; with n of them
    p-values do not fall below 2 to the power of 1 - n. It tests whether systems are the same in every respect that the
    score sees, not their means alone, and gives no interval. Rows that are sums of several outputs in one system and of
    a single one in the other must not be given to it: they are not alike to begin with.
    """
    pairs = np.asarray(pairs, dtype=np.int64).reshape(-1, 2)
    systems, instances, columns = rows.shape
    flat = rows.transpose(1, 0, 2).reshape(instances, systems * columns)
    if instances > MOST_UNITS:
        flat = bundle_rows(flat, rng)
    totals = flat.sum(axis=0).reshape(systems, columns)
    values = score(totals)
    difference = values[pairs[:, 1]] - values[pairs[:, 0]]
    bound = np.abs(difference) - SAME * _scale(values, pairs)
    p_value, exact = _count_all_swaps(flat.reshape(-1, systems, columns), pairs, score, bound, trials)
    drawn = np.flatnonzero(~exact)
    as_large = np.zeros(len(drawn), dtype=np.int64)
    for done in range(0, trials if len(drawn) else 0, step := max(1, WEIGHTS_AT_ONCE // max(len(flat), 1))):
        signs = _signs(min(step, trials - done), len(flat), rng)
        tossed = (signs @ flat).reshape(len(signs), systems, columns)
        for some in _portions(len(drawn), len(signs) * columns):
            first, second = pairs[drawn[some]].T
            # Signed sums of both tell how much a trial has moved from one system to the other.
            moved = tossed[:, first] - tossed[:, second]
            both = totals[first] + totals[second]
            apart = np.abs(score((both - moved) / 2) - score((both + moved) / 2))
            as_large[some] += np.count_nonzero(apart >= bound[drawn[some]], axis=0)
    p_value[drawn] = (as_large + 1) / (trials + 1)
    p_value[np.isnan(difference)] = np.nan
    return Randomisation(difference, p_value, exact, pairs, trials)


def _count_all_swaps(
    rows: FloatArray, pairs: IntArray, score: Callable[[FloatArray], FloatArray], bound: FloatArray, trials: int
) -> tuple[FloatArray, NDArray[np.bool_]]:
    """The share of all swaps with a difference as large as the observed one, of pairs with few enough ways of swapping.

    `rows` is units x systems x columns. The first of the units that differ stays: swapping all others instead only
    turns the difference round.
    """
    p_value, exact = np.full(len(pairs), np.nan), np.zeros(len(pairs), dtype=np.bool_)
    for place, (first, second) in enumerate(pairs.tolist()):
        apart = rows[:, first] - rows[:, second]
        differing = np.flatnonzero(apart.any(axis=1))
        free = max(len(differing) - 1, 0)
        if 2**free > trials:
            continue
        bits = np.arange(2**free)[:, None] >> np.arange(free) & 1
        signs = np.hstack([np.ones((len(bits), min(len(differing), 1))), 1.0 - 2.0 * bits])
        moved, both = signs @ apart[differing], (rows[:, first] + rows[:, second]).sum(axis=0)
        found = np.abs(score((both - moved) / 2) - score((both + moved) / 2))
        exact[place] = True
        p_value[place] = np.count_nonzero(found >= bound[place]) / len(bits)
    return p_value, exact


def _signs(trials: int, units: int, rng: np.random.Generator) -> FloatArray:
    """Fair coins as 1 and -1."""
    width = 4 * -(-units // 32)  # bytes a trial, in whole words: the stream does not depend on how trials are portioned
    tosses = np.frombuffer(rng.bytes(trials * width), dtype=np.uint8).reshape(trials, width)
    return 1.0 - 2.0 * np.unpackbits(tosses, axis=1, count=units).astype(np.float64)


def _portions(pairs: int, each: int) -> Iterator[slice]:
    """Pairs in portions that fit into memory."""
    step = max(1, VALUES_AT_ONCE // max(each, 1))
    return (slice(start, start + step) for start in range(0, pairs, step))


def _scale(values: FloatArray, pairs: IntArray) -> FloatArray:
    """The larger of the two scores of every pair: what rounding errors are measured by."""
    result: FloatArray = np.abs(values[pairs]).max(axis=1)
    return result


def _is_same(first: FloatArray, second: FloatArray) -> NDArray[np.bool_]:
    """Whether scores differ by rounding at most."""
    return np.abs(second - first) <= SAME * np.maximum(np.abs(first), np.abs(second))
