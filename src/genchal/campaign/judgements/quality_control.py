"""Quality control of raters: a ratings file to verdicts with evidence and reasons, and to what changes by them."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from genchal.campaign.judgements.agreement.rater_evidence import (
    RaterEvidence,
    find_faults,
    gather_rater_evidence,
    was_tested,
)
from genchal.campaign.judgements.ranking.cautions import name_losing_systems
from genchal.domain.directions import is_lower_better
from genchal.domain.ratings import KINDS, UNKNOWN, Ratings
from genchal.domain.results.judgements.quality_control import (
    PassRules,
    QualityControl,
    RaterCheck,
    RaterVerdict,
    SystemMeans,
)
from genchal.domain.results.numbers import finite_or_none
from genchal.domain.selection import SetAside
from genchal.errors import InvalidInput, counted
from genchal.stats.agreement.quality_control import FEWEST_PAIRS
from genchal.text.arrays.ragged import FloatArray, IntArray

SHOWN = 5  # raters whose reasons are given beside a ranking; genchal agree has all


def check_raters(ratings: Ratings, rules: PassRules | None = None) -> QualityControl:
    """Test every named rater, with evidence: control items, attention checks, speed, straight lines, the other raters.

    Checks that the rules name make a rater fail, the others are flags; who had nothing to be tested by is kept.
    """
    rules = rules or PassRules()
    evidence = gather_rater_evidence(ratings, rules)
    first = np.unique(ratings.rater.codes, return_index=True)[1]
    checks = []
    for rater, name in enumerate(ratings.rater.names):
        if name.startswith(UNKNOWN):
            continue
        faults = list(find_faults(evidence, rater, rules))
        reasons = [text for fault, text in faults if fault in rules.fail_by]
        is_tested = any(was_tested(evidence, rater, fault) for fault in rules.fail_by)
        verdict: RaterVerdict = "fail" if reasons else "pass" if is_tested else "untested"
        few = int(evidence.damaged.n[rater])
        if verdict == "pass" and "damaged" in rules.fail_by and 0 < few < FEWEST_PAIRS[rules.control_test]:
            verdict = "untested"
            reasons = [f"{few} damaged {'copy' if few == 1 else 'copies'}: too few to test"]
        place = SetAside("", 1, files=ratings.files).name_place(int(ratings.line[first[rater]]))
        flags = tuple(text for fault, text in faults if fault not in rules.fail_by)
        checks.append(_record(name, place, verdict, tuple(reasons), flags, evidence, rater, rules))
    named = np.array([not name.startswith(UNKNOWN) for name in ratings.rater.names], dtype=np.bool_)
    unnamed = int((~named[ratings.rater.codes]).sum()) if len(ratings) else 0
    own = evidence.own
    control = QualityControl(tuple(checks), rules, finite_or_none(own.value), own.known, unnamed)
    return replace(control, means=tuple(_compare_means(ratings, control)))


def _record(
    name: str,
    place: str,
    verdict: RaterVerdict,
    reasons: tuple[str, ...],
    flags: tuple[str, ...],
    evidence: RaterEvidence,
    rater: int,
    rules: PassRules,
) -> RaterCheck:
    """Put the evidence about a rater beside the verdict."""
    damaged, repeats, attention = evidence.damaged, evidence.repeats, evidence.attention
    return RaterCheck(
        rater=name,
        line=int(place) if place.isdigit() else place,
        verdict=verdict,
        reasons=reasons,
        flags=flags,
        judgements=int(evidence.scored.n[rater]),
        damaged=int(damaged.n[rater]),
        damaged_difference=finite_or_none(damaged.difference[rater]),
        damaged_p=finite_or_none(damaged.p_lower[rater]),
        repeats=int(repeats.n[rater]),
        repeat_distance=finite_or_none(repeats.distance[rater]),
        repeat_correlation=finite_or_none(repeats.correlation[rater]),
        repeat_p=finite_or_none(repeats.p_different[rater]),
        references=int(evidence.references.n[rater]),
        reference_difference=finite_or_none(evidence.reference_gap[rater]),
        attention=int(attention.n[rater]),
        attention_right=finite_or_none(attention.right[rater]),
        seconds=finite_or_none(evidence.seconds[rater]),
        sheet_seconds=finite_or_none(evidence.sheet_seconds[rater]),
        run=int(evidence.runs.length[rater]),
        run_value=finite_or_none(evidence.runs.value[rater]),
        others_items=int(evidence.others.n[rater]),
        others_correlation=finite_or_none(evidence.others.correlation[rater]),
        signature=rules.signature(),
    )


def _compare_means(ratings: Ratings, control: QualityControl) -> Iterator[SystemMeans]:
    """Means of systems by criterion, of all raters and without those who fail, best first."""
    failing = control.failing()
    fails = np.array([name in failing for name in ratings.rater.names], dtype=np.bool_)
    counts = (ratings.kind == KINDS.index("scored")) & np.isfinite(ratings.value)
    systems = len(ratings.system.names)
    for criterion, name in enumerate(ratings.criterion.names):
        whole = np.flatnonzero(counts & (ratings.criterion.codes == criterion))
        kept = whole[~fails[ratings.rater.codes[whole]]]
        n, mean = zip(*(_average(ratings, rows, systems) for rows in (whole, kept)), strict=True)
        sign = 1.0 if is_lower_better(name, ratings.value[whole]) else -1.0
        ranks = [np.argsort(np.argsort(np.nan_to_num(sign * each, nan=np.inf), kind="stable")) + 1 for each in mean]
        for system in np.argsort(ranks[0], kind="stable").tolist():
            if n[0][system]:
                yield SystemMeans(
                    criterion=name,
                    system=ratings.system.names[system],
                    mean_all=finite_or_none(mean[0][system]),
                    mean=finite_or_none(mean[1][system]),
                    n_all=int(n[0][system]),
                    n=int(n[1][system]),
                    rank_all=int(ranks[0][system]),
                    rank=int(ranks[1][system]) if n[1][system] else None,
                )


def _average(ratings: Ratings, rows: IntArray, systems: int) -> tuple[IntArray, FloatArray]:
    """How many of these judgements each system has, and their mean; NaN without any."""
    code = ratings.system.codes[rows]
    n = np.bincount(code, minlength=systems)
    total = np.bincount(code, ratings.value[rows], systems)
    return n, np.divide(total, n, out=np.full(systems, np.nan), where=n > 0)


def keep_passing(ratings: Ratings, control: QualityControl) -> Ratings:
    """Set aside, with a count, the judgements of raters who failed."""
    failed = control.failing()
    failing = np.array([name in failed for name in ratings.rater.names], dtype=np.bool_)
    gone = int(failing.sum())
    reason = f"{counted(gone, 'rater')} did not pass quality control"
    return ratings.without(reason, failing[ratings.rater.codes]) if gone else ratings


def apply_quality_control(ratings: Ratings, rules: PassRules | None = None, source: str = "RATINGS") -> Ratings:
    """Check raters, and set aside those who failed, with reasons; ``notes["quality control"]`` has the outcome.

    `source` is the file that they come from, for a command that lists everybody's evidence.
    """
    control = check_raters(ratings, rules)
    failed = [check for check in control if check.verdict == "fail"]
    kept = set_failing_aside(ratings, control)
    if not len(kept):
        same = "" if control.rules == PassRules() else ", with the same thresholds"
        listing = f"genchal agree {shlex.quote(source)} --quality-control{same}"
        raise InvalidInput("no rater passes quality control", f"For the reasons, run: {listing}")
    if failed:
        named = "; ".join(f"{check.rater} (line {check.line}): {', '.join(check.reasons)}" for check in failed[:SHOWN])
        more = f"; and {len(failed) - SHOWN} more" if len(failed) > SHOWN else ""
        *before, last = kept.set_aside
        kept = replace(kept, set_aside=(*before, replace(last, reason=f"{last.reason} ({named}{more})")))
    return kept


def set_failing_aside(ratings: Ratings, control: QualityControl) -> Ratings:
    """Keep the judgements of raters who did not fail; notes have the outcome, and no rater is named."""
    kept = keep_passing(ratings, control)
    said = [next(iter(control.sentences())), *_say_losses(ratings, kept)]
    notes = {"quality control": " ".join(said), "pass rules": control.rules.signature()}
    return replace(kept, notes={**kept.notes, **notes})


def _say_losses(before: Ratings, after: Ratings) -> Iterator[str]:
    """Name systems that lose more than a tenth of their scored judgements."""
    systems = name_losing_systems(before.of_kind("scored"), after.of_kind("scored"))
    if systems:
        yield f"Systems that lose more than 10% of their judgements: {systems}."


def check_rules(is_wanted: bool, rules: PassRules | None) -> None:
    """Refuse thresholds of a quality control that was not asked for."""
    if not is_wanted and rules is not None and rules != PassRules():
        raise InvalidInput("there are thresholds, but no quality control is asked for", "Add --quality-control.")


def sign_pass_rules(ratings: Ratings) -> str:
    """What quality control adds to a signature: nothing where there was none."""
    return f"|{ratings.notes['pass rules']}" if "pass rules" in ratings.notes else ""
