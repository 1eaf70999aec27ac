"""Quality control of raters: control items of a ratings file to verdicts with reasons."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from genchal.domain.ratings import KINDS, ItemKind, Ratings
from genchal.domain.results.numbers import finite_or_none
from genchal.domain.results.quality_control import PassRules, QualityControl, RaterCheck, RaterVerdict
from genchal.errors import InvalidInput, counted
from genchal.stats.agreement.quality_control import FEWEST_PAIRS, ControlPairs, control_pairs, intra_rater
from genchal.text.arrays.ragged import FloatArray, IntArray, combine_codes

SHOWN = 5  # raters whose reasons are given beside a ranking; genchal agree has all


def check_raters(ratings: Ratings, rules: PassRules | None = None) -> QualityControl:
    """Test every rater on repeats, damaged copies and references, and flag those who are too fast, constant or rare.

    A control item belongs to the scored judgement of the same instance, system and criterion by the same rater, on the
    same sheet if there is one. Only control items make a rater fail; who had none cannot be tested, and is kept.
    """
    rules = rules or PassRules()
    raters = len(ratings.rater.names)
    damaged = _control(ratings, "damaged", rules)
    first, again, rows = _pairs(ratings, "repeat")
    repeats = control_pairs(first, again, ratings.rater.codes[rows], raters, rules.test)
    scored = _means(ratings, "scored")
    references = _means(ratings, "reference")
    seconds = _seconds(ratings)
    typical = float(np.median(seconds[~np.isnan(seconds)])) if not np.isnan(seconds).all() else math.nan
    checks = []
    for rater, name in enumerate(ratings.rater.names):
        gap = references.mean[rater] - scored.mean[rater]
        reasons = [*_damage(damaged, rater, rules), *_repeats(repeats, rater, rules)]
        if rules.references and gap <= 0:
            reasons.append(f"references score {-gap:.3g} lower than outputs on average")
        was_tested = damaged.n[rater] or repeats.n[rater] or (rules.references and not math.isnan(gap))
        verdict: RaterVerdict = "fail" if reasons else "pass" if was_tested else "untested"
        if verdict == "pass" and 0 < damaged.n[rater] < FEWEST_PAIRS[rules.test]:
            verdict = "untested"
            reasons = [f"{counted(int(damaged.n[rater]), 'damaged copy').replace('copys', 'copies')}: too few to test"]
        checks.append(
            RaterCheck(
                rater=name,
                verdict=verdict,
                reasons=tuple(reasons),
                flags=tuple(_flags(scored, rater, float(seconds[rater]), typical, rules)),
                judgements=int(scored.n[rater]),
                damaged=int(damaged.n[rater]),
                damaged_difference=finite_or_none(damaged.difference[rater]),
                damaged_p=finite_or_none(damaged.p_lower[rater]),
                repeats=int(repeats.n[rater]),
                repeat_distance=finite_or_none(repeats.distance[rater]),
                repeat_correlation=finite_or_none(repeats.correlation[rater]),
                repeat_p=finite_or_none(repeats.p_different[rater]),
                references=int(references.n[rater]),
                reference_difference=finite_or_none(gap),
                seconds=finite_or_none(seconds[rater]),
                signature=rules.signature(),
            )
        )
    own = intra_rater(first, again, ratings.sheet.codes[rows], len(ratings.sheet.names))
    return QualityControl(tuple(checks), rules, finite_or_none(own.value), own.known)


def keep_passing(ratings: Ratings, control: QualityControl) -> Ratings:
    """Set aside, with a count, the judgements of raters who failed."""
    passing = control.passing()
    failing = np.array([name not in passing for name in ratings.rater.names], dtype=np.bool_)
    gone = int(failing.sum())
    reason = f"{counted(gone, 'rater')} did not pass quality control"
    return ratings.without(reason, failing[ratings.rater.codes]) if gone else ratings


def apply_quality_control(ratings: Ratings, rules: PassRules | None = None) -> Ratings:
    """Check raters, and set aside those who failed, with reasons; ``notes["quality control"]`` has the outcome."""
    control = check_raters(ratings, rules)
    failed = [check for check in control if check.verdict == "fail"]
    kept = keep_passing(ratings, control)
    if failed:
        named = "; ".join(f"{check.rater}: {', '.join(check.reasons)}" for check in failed[:SHOWN])
        more = f"; and {len(failed) - SHOWN} more" if len(failed) > SHOWN else ""
        *before, last = kept.set_aside
        kept = replace(kept, set_aside=(*before, replace(last, reason=f"{last.reason} ({named}{more})")))
    if not len(kept):
        raise InvalidInput("no rater passes quality control", "See genchal agree --quality-control for the reasons.")
    notes = {"quality control": next(iter(control.sentences())), "pass rules": control.rules.signature()}
    return replace(kept, notes={**kept.notes, **notes})


def sign_pass_rules(ratings: Ratings) -> str:
    """What quality control adds to a signature: nothing where there was none."""
    return f"|{ratings.notes['pass rules']}" if "pass rules" in ratings.notes else ""


def _control(ratings: Ratings, kind: ItemKind, rules: PassRules) -> ControlPairs:
    first, second, rows = _pairs(ratings, kind)
    return control_pairs(first, second, ratings.rater.codes[rows], len(ratings.rater.names), rules.test)


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


def find_constant_raters(value: FloatArray, rater: IntArray, raters: int, fewest: int) -> NDArray[np.bool_]:
    """Whether each rater gave so many judgements or more, all of the same value."""
    low, high = np.full(raters, np.inf), np.full(raters, -np.inf)
    np.minimum.at(low, rater, value)
    np.maximum.at(high, rater, value)
    return np.asarray((low == high) & (np.bincount(rater, minlength=raters) >= fewest))


class _Means:
    """Numbers of judgements of a kind by rater, their means, and whether they are all the same."""

    def __init__(self, value: FloatArray, rater: IntArray, raters: int) -> None:
        self.n = np.bincount(rater, minlength=raters)
        self.mean = np.divide(np.bincount(rater, value, raters), self.n, out=np.full(raters, np.nan), where=self.n > 0)
        self.is_constant = find_constant_raters(value, rater, raters, fewest=3)


def _means(ratings: Ratings, kind: ItemKind) -> _Means:
    rows = (ratings.kind == KINDS.index(kind)) & ~np.isnan(ratings.value)
    return _Means(ratings.value[rows], ratings.rater.codes[rows], len(ratings.rater.names))


def _seconds(ratings: Ratings) -> FloatArray:
    """Every rater's median time for a judgement: that of a sheet, over the judgements on it; NaN if unknown."""
    found = np.full(len(ratings.rater.names), np.nan)
    took = ratings.answered_at - ratings.shown_at
    known = np.flatnonzero(~np.isnan(took))
    if not len(known):
        return found
    rater = ratings.rater.codes[known]
    _, first, place, counts = np.unique(
        combine_codes(rater, ratings.sheet.codes[known]), return_index=True, return_inverse=True, return_counts=True
    )
    longest = np.zeros(len(first))
    np.maximum.at(longest, place, took[known])
    each = longest / counts
    owner = rater[first]
    order = np.lexsort((each, owner))
    begins = np.flatnonzero(np.diff(owner[order], prepend=-1))
    ends = np.append(begins[1:], len(order))
    middle = (each[order][(begins + ends - 1) // 2] + each[order][(begins + ends) // 2]) / 2
    found[owner[order][begins]] = middle
    return found


def _damage(damaged: ControlPairs, rater: int, rules: PassRules) -> Iterator[str]:
    n, p = int(damaged.n[rater]), float(damaged.p_lower[rater])
    if n >= FEWEST_PAIRS[rules.test] and not p < rules.level:
        fall = float(damaged.difference[rater])
        moved = f"{fall:.3g} lower" if fall >= 0 else f"{-fall:.3g} higher"
        yield f"damaged copies do not score lower than originals ({moved} on average, p = {p:.2g}, {n} pairs)"


def _repeats(repeats: ControlPairs, rater: int, rules: PassRules) -> Iterator[str]:
    n, p = int(repeats.n[rater]), float(repeats.p_different[rater])
    if n and p < rules.level:
        yield (f"repeats score differently ({repeats.distance[rater]:.3g} apart on average, p = {p:.2g}, {n} pairs)")


def _flags(scored: _Means, rater: int, seconds: float, typical: float, rules: PassRules) -> Iterator[str]:
    n = int(scored.n[rater])
    if n < rules.fewest:
        yield f"only {counted(n, 'judgement')}"
    if scored.is_constant[rater]:
        yield f"gave all {n:,} items the same value, {scored.mean[rater]:g}"
    limit = rules.seconds if rules.seconds is not None else rules.fast * typical
    if seconds < limit:
        yield f"takes {seconds:.1f} s for a judgement (others typically {typical:.1f} s)"
