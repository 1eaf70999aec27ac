"""How raters work, seen from their ratings alone: runs of one value, agreement with the rest, attention checks."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from genchal.text.arrays.ragged import FloatArray, IntArray, combine_codes

FEWEST_ANSWERS = 3  # to an attention check, from which on there can be a majority


@dataclass(frozen=True, slots=True)
class LongestRuns:
    """An entry per rater: the longest run of one value, in one of the `group`s of judgements.

    It has `length` of the rater's `n` judgements there, all of `value`, which others give with the frequency `share`;
    NaN where there are no others. `expected` is how many runs as long would be expected if the rater gave it as often
    as others.
    """

    length: IntArray
    n: IntArray
    value: FloatArray
    share: FloatArray
    expected: FloatArray
    group: IntArray


@dataclass(frozen=True, slots=True)
class WithOthers:
    """An entry per rater: Pearson's correlation with the mean of the others, over `n` items; NaN if not defined."""

    correlation: FloatArray
    n: IntArray


@dataclass(frozen=True, slots=True)
class AttentionAnswers:
    """An entry per rater: how many attention checks were decided, and which share was answered like most raters do."""

    n: IntArray
    right: FloatArray


def find_longest_runs(
    value: FloatArray, rater: IntArray, group: IntArray, raters: int, fewest: int = 10, fewest_whole: int = 3
) -> LongestRuns:
    """Find every rater's longest run of one value; judgements stand in the order in which they were made.

    It is the one that chance explains worst among those of at least `fewest` judgements, or of all that the rater gave
    in a group, if these are `fewest_whole` or more; without such runs it is the longest one.

    `group` numbers what is judged on a scale of its own, such as criteria. If a value is given with probability p, the
    number of runs of at least L among n judgements has the mean p^L (1 + (n - L)(1 - p)). Others' frequencies stand in
    for p, so that runs at the end of a scale where everybody's judgements are do not count against anyone. Do not trust
    it where similar items stand next to each other.
    """
    cell = np.unique(combine_codes(rater, group), return_inverse=True)[1]
    order = np.argsort(cell, kind="stable")
    kind = np.unique(value, return_inverse=True)[1]
    begins = np.flatnonzero((np.diff(cell[order], prepend=-1) != 0) | (np.diff(kind[order], prepend=-1) != 0))
    length = np.diff(np.append(begins, len(order)))
    first = order[begins]  # a judgement of every run
    sizes = np.bincount(cell)[cell[first]]
    of_value = combine_codes(group, kind)
    same, in_group = _count(of_value)[first], _count(group)[first]
    own = _count(combine_codes(cell, kind))[first]
    others = in_group - sizes
    share = np.divide(same - own, others, out=np.full(len(first), np.nan), where=others > 0)
    chance = np.nan_to_num(share, nan=0.0)
    expected = chance**length * (1 + (sizes - length) * (1 - chance))
    is_long = (length >= fewest) | ((length == sizes) & (length >= fewest_whole))
    best = np.lexsort((-length, np.where(is_long, expected, 0.0), ~is_long, rater[first]))
    best = best[np.diff(rater[first][best], prepend=-1) != 0]
    place, rows = rater[first][best], first[best]
    found = LongestRuns(
        length=np.zeros(raters, dtype=np.int64),
        n=np.zeros(raters, dtype=np.int64),
        value=np.full(raters, np.nan),
        share=np.full(raters, np.nan),
        expected=np.full(raters, np.nan),
        group=np.zeros(raters, dtype=np.int64),
    )
    found.length[place], found.n[place], found.group[place] = length[best], sizes[best], group[rows]
    found.value[place], found.share[place], found.expected[place] = value[rows], share[best], expected[best]
    return found


def correlate_with_others(
    value: FloatArray, rater: IntArray, item: IntArray, group: IntArray, raters: int
) -> WithOthers:
    """Correlate every rater with the mean of all others on the items that both have judged.

    Values are standardised by `group` (criteria may have different scales), and both sides are centred by rater and
    group: strictness does not matter, nor do differences between criteria. A rater's several judgements of an item
    count as their mean. A low value may also mean that the others are wrong, or that items hardly differ.
    """
    deviation = np.sqrt(np.maximum(_mean(value**2, group) - _mean(value, group) ** 2, 0.0))[group]
    scaled = np.divide(value - _mean(value, group)[group], deviation, out=np.zeros(len(value)), where=deviation > 0)
    thing = np.unique(combine_codes(item, group), return_inverse=True)[1]
    _, rows, cell = np.unique(combine_codes(rater, thing), return_index=True, return_inverse=True)
    own = _mean(scaled, cell)
    judges = np.bincount(thing[rows])[thing[rows]]
    total = np.bincount(thing[rows], own)[thing[rows]]
    shared = judges > 1
    rows, own, rest = rows[shared], own[shared], (total - own)[shared] / (judges[shared] - 1)
    centre = np.unique(combine_codes(rater[rows], group[rows]), return_inverse=True)[1]
    own, rest = own - _mean(own, centre)[centre], rest - _mean(rest, centre)[centre]
    both, first, second = (
        np.bincount(rater[rows], product, raters) for product in (own * rest, own * own, rest * rest)
    )
    varies = (first > 1e-12) & (second > 1e-12)
    correlation = np.divide(both, np.sqrt(first * second), out=np.full(raters, np.nan), where=varies)
    return WithOthers(correlation, np.bincount(rater[rows], minlength=raters))


def judge_attention(value: FloatArray, rater: IntArray, check: IntArray, raters: int) -> AttentionAnswers:
    """Count answers to attention checks that are those of most raters.

    What a check asks for is not in files of ratings, but most raters do it. A check is decided if three or more
    judgements of it are there, and more than half of them have the same value; others do not count.
    """
    kind = np.unique(value, return_inverse=True)[1]
    same, judged = _count(combine_codes(check, kind)), _count(check)
    most = np.zeros(int(check.max(initial=-1)) + 1, dtype=np.int64)
    np.maximum.at(most, check, same)
    decided = (judged >= FEWEST_ANSWERS) & (2 * most[check] > judged)
    n = np.bincount(rater[decided], minlength=raters)
    right = np.bincount(rater[decided & (same == most[check])], minlength=raters)
    return AttentionAnswers(n, np.divide(right, n, out=np.full(raters, np.nan), where=n > 0))


def _count(codes: IntArray) -> IntArray:
    """How often each entry's code occurs."""
    _, place, often = np.unique(codes, return_inverse=True, return_counts=True)
    return np.asarray(often[place], dtype=np.int64)


def _mean(value: FloatArray, codes: IntArray) -> FloatArray:
    """The mean of every code; 0 where a code does not occur."""
    counts = np.bincount(codes)
    return np.asarray(np.bincount(codes, value) / np.maximum(counts, 1), dtype=np.float64)
