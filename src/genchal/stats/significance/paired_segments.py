"""Paired tests of segment scores: Student's t, Wilcoxon's signed ranks, and effect sizes.

Scores are systems x instances. A pair is two places in the array, and differences are the second system's scores minus
the first one's. An instance counts where both have a score; NaN is not a score.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

import numpy as np

from genchal.text.arrays.ragged import FloatArray, IntArray

ScoreBlocks = Callable[[], Iterator[FloatArray]]  # scores in blocks of instances, from the beginning each time
SAME = 1e-12  # relative: differences closer than this differ by rounding only
MOST_EXACT = 50  # differences, up to which the distribution of rank sums is worked out


@dataclass(frozen=True, slots=True)
class EffectSizes:
    """Cohen's d_z (1988), an entry per pair: mean difference / standard deviation of differences.

    `first` and `second` are the two systems' means over the `n` instances that both have.
    """

    difference: FloatArray
    deviation: FloatArray
    d_z: FloatArray
    first: FloatArray
    second: FloatArray
    n: IntArray
    pairs: IntArray


@dataclass(frozen=True, slots=True)
class PairedT:
    """Mean differences with intervals, an entry per pair; `t` has n - 1 degrees of freedom."""

    t: FloatArray
    p_value: FloatArray
    low: FloatArray
    high: FloatArray
    effect: EffectSizes
    confidence: float


@dataclass(frozen=True, slots=True)
class SignedRanks:
    """Rank sums of the differences for and against the second system, an entry per pair.

    `rank_biserial` is their difference over their sum: 1 if all differences are in its favour, -1 if none is.
    `zeros` of the `n` instances show no difference.
    """

    rank_sum: FloatArray
    other_rank_sum: FloatArray
    p_value: FloatArray
    rank_biserial: FloatArray
    n: IntArray
    zeros: IntArray
    pairs: IntArray


def effect_sizes(scores: FloatArray, pairs: IntArray) -> EffectSizes:
    """Mean differences in units of their own standard deviation: by how much an instance favours the second system.

    0.2 is often called small, 0.5 medium, 0.8 large (Cohen 1988). No difference anywhere is 0; a difference that is the
    same everywhere is infinite, and one instance has none (NaN). Do not compare d_z of different metrics or test sets.
    """
    pairs = np.asarray(pairs, dtype=np.int64).reshape(-1, 2)
    first, second, difference, deviation, d_z = np.full((5, len(pairs)), np.nan)
    n = np.zeros(len(pairs), dtype=np.int64)
    for place, (a, b) in enumerate(_common(scores, pairs)):
        n[place] = len(a)
        if not len(a):
            continue
        first[place], second[place] = a.mean(), b.mean()
        apart = _apart(a, b)
        difference[place] = apart.mean()
        if len(a) > 1:
            spread = apart.std(ddof=1)
            deviation[place] = 0.0 if spread <= SAME * np.abs(apart).max() else spread
        if not apart.any():
            d_z[place] = 0.0
        elif deviation[place] == 0:
            d_z[place] = math.copysign(math.inf, difference[place])
        else:
            d_z[place] = difference[place] / deviation[place]
    return EffectSizes(difference, deviation, d_z, first, second, n, pairs)


def effect_sizes_of_blocks(blocks: ScoreBlocks, pairs: IntArray) -> EffectSizes:
    """The same of scores that come in blocks of instances, systems x instances each; they are gone through twice."""
    first_two = list(islice(blocks(), 2))
    if len(first_two) == 1:
        return effect_sizes(first_two[0], pairs)
    pairs = np.asarray(pairs, dtype=np.int64).reshape(-1, 2)
    first, second, difference, squares, largest = np.zeros((5, len(pairs)))
    n = np.zeros(len(pairs), dtype=np.int64)
    for block in blocks():
        for place, (a, b) in enumerate(_common(block, pairs)):
            apart = _apart(a, b)
            n[place] += len(a)
            first[place] += a.sum()
            second[place] += b.sum()
            difference[place] += apart.sum()
            largest[place] = max(largest[place], np.abs(apart).max(initial=0.0))
    with np.errstate(invalid="ignore"):
        first, second, difference = first / n, second / n, difference / n
    for block in blocks():
        for place, (a, b) in enumerate(_common(block, pairs)):
            squares[place] += np.square(_apart(a, b) - difference[place]).sum()
    with np.errstate(divide="ignore", invalid="ignore"):
        deviation = np.where(n > 1, np.sqrt(squares / (n - 1)), np.nan)
        deviation[deviation <= SAME * largest] = 0.0
        d_z = np.where(largest == 0, 0.0, difference / deviation)
    d_z[n == 0] = np.nan
    return EffectSizes(difference, deviation, d_z, first, second, n, pairs)


def paired_t(scores: FloatArray, pairs: IntArray, confidence: float = 0.95) -> PairedT:
    """Test mean differences between segment scores (Student 1908), two-sided, with intervals.

    It asks whether the means of segment scores differ; for BLEU that is not the question whether corpus scores do. It
    relies on means being nearly normal: trust it from about 30 instances on, later where a few differences are huge.
    Instances must be independent. If there is no difference anywhere, p is 1; one instance has no p-value (NaN).
    """
    return paired_t_of_effects(effect_sizes(scores, pairs), confidence)


def paired_t_of_effects(effect: EffectSizes, confidence: float = 0.95) -> PairedT:
    """The same from means and deviations that are known already."""
    from scipy.special import stdtr, stdtrit

    with np.errstate(divide="ignore", invalid="ignore"):
        error = effect.deviation / np.sqrt(effect.n)
        t = np.where(effect.difference == 0, 0.0, effect.difference / error)
        p_value = 2 * stdtr(effect.n - 1.0, -np.abs(t))
        half = stdtrit(effect.n - 1.0, (1 + confidence) / 2) * error
    p_value = np.where(effect.d_z == 0, 1.0, np.where(effect.n > 1, p_value, np.nan))
    t, half = (np.where(effect.n > 1, values, np.nan) for values in (t, half))
    return PairedT(t, p_value, effect.difference - half, effect.difference + half, effect, confidence)


def wilcoxon(scores: FloatArray, pairs: IntArray) -> SignedRanks:
    """Test differences between segment scores by their signed ranks (Wilcoxon 1945), two-sided.

    Instances without a difference are left out first; equal differences share the mean of their ranks. Up to 50
    differences all ways of giving them signs are counted, ties included; beyond that the rank sum is taken as normal,
    its variance corrected for ties. If there is no difference at all, p is 1; without a common instance it is NaN. The
    effect size is the matched-pairs rank-biserial correlation (King and Minium 2003; Kerby 2014).

    It asks whether differences lie symmetrically around 0, not whether means differ: many small gains may outvote a few
    large losses. Do not trust it where most differences are zero, for only the others are looked at.
    """
    pairs = np.asarray(pairs, dtype=np.int64).reshape(-1, 2)
    gains, losses, p_value, biserial = np.full((4, len(pairs)), np.nan)
    n, zeros = np.zeros((2, len(pairs)), dtype=np.int64)
    for place, (a, b) in enumerate(_common(scores, pairs)):
        apart = _apart(a, b)
        changed = apart[apart != 0]
        n[place], zeros[place] = len(a), len(a) - len(changed)
        if not len(a):
            continue
        doubled, ties = _doubled_ranks(changed)
        gain, total = int(doubled[changed > 0].sum()), int(doubled.sum())
        gains[place], losses[place] = gain / 2, (total - gain) / 2
        biserial[place] = (2 * gain - total) / total if total else 0.0
        p_value[place] = _signed_rank_p(gain, doubled, ties)
    return SignedRanks(gains, losses, p_value, biserial, n, zeros, pairs)


def wilcoxon_in_order(differences: Iterable[FloatArray], n: int, zeros: int) -> SignedRanks:
    """Signed ranks of one pair whose `n` differences come in pieces, the smallest absolute values first.

    `zeros` of them show no difference; they are left out already.
    """
    changed = n - zeros
    if changed <= MOST_EXACT:
        few = np.concatenate([np.empty(0), *differences, np.zeros(zeros)])
        return wilcoxon(np.stack([np.zeros(len(few)), few]), np.array([[0, 1]]))
    gain = cubes = done = 0
    open_group = np.empty(0)  # equal differences that may go on in the next piece
    for piece in differences:
        known = np.concatenate([open_group, piece])
        absolute = np.abs(known)
        starts = np.flatnonzero(np.diff(absolute, prepend=-1.0) > SAME * absolute)
        closed = len(known) if done + len(known) == changed else int(starts[-1])
        starts = starts[starts < closed]
        if len(starts):
            counts = np.diff(starts, append=closed)
            doubled = 2 * (done + starts) + counts + 1
            gain += int((doubled * np.add.reduceat(known[:closed] > 0, starts, dtype=np.int64)).sum())
            cubes += sum(count**3 - count for count in counts[counts > 1].tolist())
        open_group, done = known[closed:], done + closed
    total = changed * (changed + 1)
    return SignedRanks(
        rank_sum=np.array([gain / 2]),
        other_rank_sum=np.array([(total - gain) / 2]),
        p_value=np.array([_normal_p(gain, changed, cubes)]),
        rank_biserial=np.array([(2 * gain - total) / total]),
        n=np.array([n]),
        zeros=np.array([zeros]),
        pairs=np.array([[0, 1]]),
    )


def take_differences(block: FloatArray, pair: tuple[int, int]) -> FloatArray:
    """The differences of a pair in a block of scores, where both have a score; 0 where they are rounding errors."""
    ((first, second),) = _common(block, np.array([pair]))
    return _apart(first, second)


def _common(scores: FloatArray, pairs: IntArray) -> Iterator[tuple[FloatArray, FloatArray]]:
    """The scores of both systems of every pair, where both have one."""
    known = ~np.isnan(scores)
    for first, second in pairs.tolist():
        both = known[first] & known[second]
        yield scores[first, both], scores[second, both]


def _apart(first: FloatArray, second: FloatArray) -> FloatArray:
    """Differences; 0 where they are rounding errors."""
    apart = second - first
    return np.where(np.abs(apart) <= SAME * np.maximum(np.abs(first), np.abs(second)), 0.0, apart)


def _doubled_ranks(differences: FloatArray) -> tuple[IntArray, IntArray]:
    """Twice the mean rank of every absolute difference, hence whole numbers, and how many share each rank."""
    sizes = np.abs(differences)
    ordered = np.sort(sizes)
    # A rank begins where a value lies above the one before by more than rounding.
    starts = np.flatnonzero(np.diff(ordered, prepend=-1.0) > SAME * ordered)
    counts = np.diff(starts, append=len(ordered))
    group = np.searchsorted(ordered[starts], sizes, side="right") - 1
    return (2 * starts + counts + 1)[group], counts


def _signed_rank_p(gain: int, doubled: IntArray, ties: IntArray) -> float:
    """How often signs given at random lead to a rank sum (doubled) at least as far from its mean."""
    n, total = len(doubled), int(doubled.sum())
    if n == 0:
        return 1.0
    if n <= MOST_EXACT:
        ways = np.zeros(total + 1)  # in how many ways each sum comes about: whole numbers up to 2 ** 50
        ways[0] = 1.0
        for rank in doubled.tolist():
            ways[rank:] = ways[rank:] + ways[:-rank]
        tail = ways[: min(gain, total - gain) + 1].sum()
        return min(1.0, float(2 * tail / 2.0**n))
    return _normal_p(gain, n, float((ties.astype(np.float64) ** 3 - ties).sum()))


def _normal_p(gain: int, n: int, cubes: float) -> float:
    """The same by the normal distribution, for many differences; `cubes` corrects for groups of equal ones."""
    variance = n * (n + 1) * (2 * n + 1) / 24 - cubes / 48
    z = abs(gain / 2 - n * (n + 1) / 4) / math.sqrt(variance)
    return math.erfc(z / math.sqrt(2))
