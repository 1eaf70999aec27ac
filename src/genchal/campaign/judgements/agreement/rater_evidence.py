"""Evidence about raters: control items, times, runs of one value and the rest of the raters, from a ratings file."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from genchal.domain.ratings import KINDS, ItemKind, Ratings
from genchal.domain.results.judgements.quality_control import PassRules, RaterFault
from genchal.errors import counted
from genchal.stats.agreement.quality_control import FEWEST_PAIRS, ControlPairs, IntraRater, control_pairs, intra_rater
from genchal.stats.agreement.rater_conduct import (
    AttentionAnswers,
    LongestRuns,
    WithOthers,
    correlate_with_others,
    find_longest_runs,
    judge_attention,
)
from genchal.text.arrays.ragged import FloatArray, IntArray, combine_codes

FEWEST_SHARED = 10  # items judged by others too, below which disagreement with them says nothing
APART = 2.33  # standard errors below the typical correlation: one in a hundred raters by chance
LARGEST = 0.999  # correlation: beyond it Fisher's z has no end
FEWEST_CONSTANT = 3  # judgements, from which on they can all be the same


@dataclass(frozen=True, slots=True)
class KindMeans:
    """Numbers of judgements of a kind by rater, and their means."""

    n: IntArray
    mean: FloatArray


@dataclass(frozen=True, slots=True)
class RaterEvidence:
    """What a file says about its raters; every array has an entry per rater.

    `seconds` and `sheet_seconds` are medians for a judgement and for a sheet, NaN if unknown.
    """

    scored: KindMeans
    references: KindMeans
    damaged: ControlPairs
    repeats: ControlPairs
    own: IntraRater
    attention: AttentionAnswers
    seconds: FloatArray
    sheet_seconds: FloatArray
    runs: LongestRuns
    others: WithOthers
    criteria: tuple[str, ...]

    @property
    def reference_gap(self) -> FloatArray:
        """How much higher references score than outputs."""
        return self.references.mean - self.scored.mean

    @property
    def typical_seconds(self) -> float:
        """The median rater's time for a judgement."""
        return _median(self.seconds)

    @property
    def typical_correlation(self) -> float:
        """The median rater's correlation with the mean of the others."""
        return _median(self.others.correlation[self.others.n >= FEWEST_SHARED])

    def is_below_typical(self, rater: int) -> bool:
        """Whether a rater's correlation with the others is below the typical one by more than chance explains.

        By Fisher's z: where nobody agrees with anybody, nobody stands out.
        """
        both = np.clip([self.typical_correlation, self.others.correlation[rater]], -LARGEST, LARGEST)
        typical, own = np.arctanh(both)
        return bool((typical - own) * math.sqrt(max(int(self.others.n[rater]) - 3, 0)) > APART)


def gather_rater_evidence(ratings: Ratings, rules: PassRules) -> RaterEvidence:
    """Look at every rater's judgements.

    A control item belongs to the scored judgement of the same instance, system and criterion by the same rater, on the
    same sheet if there is one. Runs follow the times of the answers, or the file where there are none.
    """
    raters = len(ratings.rater.names)
    test = rules.control_test
    first, second, rows = _pairs(ratings, "damaged")
    damaged = control_pairs(first, second, ratings.rater.codes[rows], raters, test)
    first, again, rows = _pairs(ratings, "repeat")
    repeats = control_pairs(first, again, ratings.rater.codes[rows], raters, test)
    seconds, sheet_seconds = _seconds(ratings)
    scored = ratings.kind == KINDS.index("scored")
    scored = np.flatnonzero(scored & np.isfinite(ratings.value))
    scored = scored[np.argsort(np.nan_to_num(ratings.answered_at[scored], nan=-np.inf), kind="stable")]
    value, rater, criterion = ratings.value[scored], ratings.rater.codes[scored], ratings.criterion.codes[scored]
    item = combine_codes(ratings.instance.codes[scored], ratings.system.codes[scored])
    on_scale = _is_on_scale(value, criterion)
    asked = np.flatnonzero((ratings.kind == KINDS.index("attention")) & np.isfinite(ratings.value))
    checks = combine_codes(*(column.codes[asked] for column in (ratings.instance, ratings.system, ratings.criterion)))
    check = np.unique(checks, return_inverse=True)[1]
    return RaterEvidence(
        scored=_means(ratings, "scored"),
        references=_means(ratings, "reference"),
        damaged=damaged,
        repeats=repeats,
        own=intra_rater(first, again, ratings.sheet.codes[rows], len(ratings.sheet.names)),
        attention=judge_attention(ratings.value[asked], ratings.rater.codes[asked], check, raters),
        seconds=seconds,
        sheet_seconds=sheet_seconds,
        runs=find_longest_runs(
            value[on_scale], rater[on_scale], criterion[on_scale], raters, rules.longest_run, FEWEST_CONSTANT
        ),
        others=correlate_with_others(value, rater, item, criterion, raters),
        criteria=ratings.criterion.names,
    )


def find_faults(evidence: RaterEvidence, rater: int, rules: PassRules) -> Iterator[tuple[RaterFault, str]]:
    """What a rater can be blamed for, with the evidence in words."""
    n, p = int(evidence.damaged.n[rater]), float(evidence.damaged.p_lower[rater])
    if n >= FEWEST_PAIRS[rules.control_test] and not p < rules.control_level:
        fall = float(evidence.damaged.difference[rater])
        moved = f"{abs(fall):.3g} {'higher' if fall < 0 else 'lower'}"
        yield (
            "damaged",
            (f"damaged copies do not score lower than originals ({moved} on average, p = {p:.2g}, {n} pairs)"),
        )
    n, p = int(evidence.repeats.n[rater]), float(evidence.repeats.p_different[rater])
    if n and p < rules.control_level:
        apart = f"{evidence.repeats.distance[rater]:.3g} apart on average"
        yield "repeats", f"repeats score differently ({apart}, p = {p:.2g}, {n} pairs)"
    gap = float(evidence.reference_gap[rater])
    if gap <= 0:
        yield "references", f"references score {-gap:.3g} lower than outputs on average"
    asked, right = int(evidence.attention.n[rater]), float(evidence.attention.right[rater])
    if right < rules.attention_right:
        yield "attention", f"answers {round(right * asked)} of {asked} attention checks as most raters do"
    n = int(evidence.scored.n[rater])
    if n < rules.fewest_judgements:
        yield "few", f"only {counted(n, 'judgement')}"
    yield from (("straight", text) for text in _straight_lines(evidence, rater, rules))
    yield from (("speed", text) for text in _speed(evidence, rater, rules))
    shared, together = int(evidence.others.n[rater]), float(evidence.others.correlation[rater])
    if shared >= FEWEST_SHARED and together <= rules.others_correlation and evidence.is_below_typical(rater):
        typical = f"typically {evidence.typical_correlation:.2f}"
        yield "disagreement", f"correlates at {together:.2f} with the mean of the others ({shared} items; {typical})"


def was_tested(evidence: RaterEvidence, rater: int, fault: RaterFault) -> bool:
    """Whether there is anything to judge a rater by under a check."""
    match fault:
        case "damaged":
            return bool(evidence.damaged.n[rater])
        case "repeats":
            return bool(evidence.repeats.n[rater])
        case "references":
            return not math.isnan(evidence.reference_gap[rater])
        case "attention":
            return bool(evidence.attention.n[rater])
        case "speed":
            return not math.isnan(evidence.sheet_seconds[rater])
        case "straight":
            return bool(evidence.scored.n[rater] >= FEWEST_CONSTANT)
        case "disagreement":
            enough = evidence.others.n[rater] >= FEWEST_SHARED
            return bool(enough and not math.isnan(evidence.others.correlation[rater]))
        case "few":
            return True


def _straight_lines(evidence: RaterEvidence, rater: int, rules: PassRules) -> Iterator[str]:
    runs = evidence.runs
    length, n, share = int(runs.length[rater]), int(runs.n[rater]), float(runs.share[rater])
    is_whole = length == n >= FEWEST_CONSTANT
    if not (is_whole or length >= rules.longest_run) or not runs.expected[rater] <= rules.run_chance:
        return
    others = "" if math.isnan(share) else f" (others: {share:.0%} of judgements)"
    scale = f" in {evidence.criteria[runs.group[rater]]}" if len(evidence.criteria) > 1 else ""
    value = f"{runs.value[rater]:g}"
    if is_whole:
        yield f"gave all {n:,} items the same value{scale}, {value}{others}"
    else:
        yield f"gave {value} to {length:,} items in a row{scale}{others}"


def _speed(evidence: RaterEvidence, rater: int, rules: PassRules) -> Iterator[str]:
    sheet, each, typical = evidence.sheet_seconds[rater], evidence.seconds[rater], evidence.typical_seconds
    if sheet < rules.sheet_seconds:
        yield f"takes {sheet:.1f} s for a sheet (limit {rules.sheet_seconds:g} s)"
    if each < rules.judgement_seconds:
        yield f"takes {each:.1f} s for a judgement (limit {rules.judgement_seconds:g} s)"
    elif each < rules.fast_share * typical:
        yield f"takes {each:.1f} s for a judgement (others typically {typical:.1f} s)"


def _is_on_scale(value: FloatArray, criterion: IntArray) -> NDArray[np.bool_]:
    """Whether judgements are more than yes or no; all are taken if none is.

    A box that is hardly ever ticked has long runs with good raters, too: they differ in how often they tick it.
    """
    seldom = np.ones(int(criterion.max(initial=-1)) + 1, dtype=np.bool_)
    seldom[criterion[(value != 0.0) & (value != 1.0)]] = False
    return ~seldom[criterion] if not seldom.all() else np.ones(len(value), dtype=np.bool_)


def _median(values: FloatArray) -> float:
    """The median of what is known; NaN if nothing is."""
    known = values[~np.isnan(values)]
    return float(np.median(known)) if len(known) else math.nan


def _pairs(ratings: Ratings, kind: ItemKind) -> tuple[FloatArray, FloatArray, IntArray]:
    """Values of originals and of control items of a kind that have an original, and the rows of the latter."""
    columns = (ratings.rater, ratings.instance, ratings.system, ratings.criterion)
    key = combine_codes(*(column.codes for column in columns))
    with_sheet = combine_codes(key, ratings.sheet.codes)
    scored = np.flatnonzero((ratings.kind == KINDS.index("scored")) & ~np.isnan(ratings.value))
    control = np.flatnonzero((ratings.kind == KINDS.index(kind)) & ~np.isnan(ratings.value))
    near, far = (_first_of(keys[scored], keys[control]) for keys in (with_sheet, key))
    place = np.where(near >= 0, near, far)
    found = place >= 0
    rows = control[found]
    return ratings.value[scored[place[found]]], ratings.value[rows], rows


def _first_of(known: IntArray, wanted: IntArray) -> IntArray:
    """Where each wanted key first stands among the known ones, -1 where it does not."""
    keys, firsts = np.unique(known, return_index=True)
    if not len(keys):
        return np.full(len(wanted), -1)
    place = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    return np.where(keys[place] == wanted, firsts[place], -1)


def _means(ratings: Ratings, kind: ItemKind) -> KindMeans:
    rows = (ratings.kind == KINDS.index(kind)) & ~np.isnan(ratings.value)
    rater, raters = ratings.rater.codes[rows], len(ratings.rater.names)
    n = np.bincount(rater, minlength=raters)
    total = np.bincount(rater, ratings.value[rows], raters)
    return KindMeans(n, np.divide(total, n, out=np.full(raters, np.nan), where=n > 0))


def _seconds(ratings: Ratings) -> tuple[FloatArray, FloatArray]:
    """Every rater's median time for a judgement (that of a sheet, over the judgements on it), and for a sheet.

    Practice is not counted.
    """
    raters = len(ratings.rater.names)
    took = ratings.answered_at - ratings.shown_at
    known = np.flatnonzero(~np.isnan(took) & (ratings.kind != KINDS.index("practice")))
    rater = ratings.rater.codes[known]
    _, first, place, counts = np.unique(
        combine_codes(rater, ratings.sheet.codes[known]), return_index=True, return_inverse=True, return_counts=True
    )
    longest = np.zeros(len(first))
    np.maximum.at(longest, place, took[known])
    return _medians(longest / counts, rater[first], raters), _medians(longest, rater[first], raters)


def _medians(value: FloatArray, owner: IntArray, owners: int) -> FloatArray:
    """The median of every owner's values; NaN where there are none."""
    found = np.full(owners, np.nan)
    order = np.lexsort((value, owner))
    begins = np.flatnonzero(np.diff(owner[order], prepend=-1))
    ends = np.append(begins[1:], len(order))
    if len(order):
        middle = (value[order][(begins + ends - 1) // 2] + value[order][(begins + ends) // 2]) / 2
        found[owner[order][begins]] = middle
    return found


def find_constant_raters(value: FloatArray, rater: IntArray, raters: int, fewest: int) -> NDArray[np.bool_]:
    """Whether each rater gave so many judgements or more, all of the same value."""
    low, high = np.full(raters, np.inf), np.full(raters, -np.inf)
    np.minimum.at(low, rater, value)
    np.maximum.at(high, rater, value)
    return np.asarray((low == high) & (np.bincount(rater, minlength=raters) >= fewest))
