"""Judgements to a human evaluation: by the functions behind rank, agree, differences, coverage and correlate."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np

from genchal.campaign.config.remedies import write_keys
from genchal.campaign.judgements.agree import measure_agreement
from genchal.campaign.judgements.load import UNREAD, collect_remarks, take_reading_notes
from genchal.campaign.judgements.quality_control import check_raters, set_failing_aside
from genchal.campaign.judgements.rank import rank_with_and_without
from genchal.campaign.judgements.ranking.cautions import is_constant
from genchal.campaign.judgements.ranking.coverage import summarise_coverage
from genchal.campaign.judgements.ranking.differences import find_differences
from genchal.campaign.judgements.ranking.direct_assessment import summarise_assessments
from genchal.campaign.judgements.select import keep_scored, leave_out_systems
from genchal.campaign.people.matching import check_names, describe_ratings_without_outputs, hide_withdrawn, match_names
from genchal.campaign.people.metrics_and_people import CorrelatingPeople, correlate_segments, correlate_systems
from genchal.campaign.people.sources import JudgementSource
from genchal.domain.ratings import Ratings
from genchal.domain.results.campaign import TrackResults
from genchal.domain.results.judgements.agreement import Agreeing, Agreements
from genchal.domain.results.judgements.coverage import Coverages, CoverageSettings
from genchal.domain.results.judgements.differences import DifferenceSettings
from genchal.domain.results.judgements.direct_assessment import AssessmentSettings
from genchal.domain.results.people import CriterionResults, EvaluationSize, HumanEvaluation, RatedSegments
from genchal.domain.results.scores import Uncertainty
from genchal.domain.selection import SetAside
from genchal.errors import UserError
from genchal.text.arrays.ragged import combine_codes

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class SelectedJudgements:
    """Judgements under the names of the track: all that were given, and those of raters who count."""

    whole: Ratings
    kept: Ratings


def evaluate_people(source: JudgementSource, track: TrackResults, uncertainty: Uncertainty) -> HumanEvaluation:
    """Evaluate a study or a file of ratings.

    What cannot be computed is left out, and a sentence says why. What the organiser can fix is raised: systems and
    instances that the track does not have, a method that the ratings do not suit.
    """
    entry = source.entry
    what = f"[[ratings]] '{entry.name}'" if source.origin == "file" else f"study '{entry.name}'"
    read, reading = take_reading_notes(source.read())
    matched = match_names(read, entry, what, [system.name for system in track.systems], track.instances)
    check_names(matched, entry, what)
    # What was not read is said of the file, not of each of its criteria.
    unread = [write_keys(matched.notes[key]) for key in UNREAD if key in matched.notes]
    matched = replace(matched, notes={key: note for key, note in matched.notes.items() if key not in UNREAD})
    control = check_raters(matched, source.rules) if source.rules else None

    def choose(ratings: Ratings) -> Ratings:
        return hide_withdrawn(leave_out_systems(ratings, entry.leave_out), track.systems)

    whole = choose(matched)
    kept = choose(set_failing_aside(matched, control)) if control else whole
    lost = describe_ratings_without_outputs(whole, track.outputs, track.instances)
    size = _measure_size(whole, source)
    made = HumanEvaluation(
        name=entry.name,
        origin=source.origin,
        size=size,
        criteria=(),
        method=entry.elicitation,
        is_simulated=entry.simulated,
        follows=entry.simulation.follows if entry.simulation else (),
        quality=control,
        reading=reading,
        warnings=(*collect_remarks(kept), *unread, *lost),
        set_aside=_shorten(kept.set_aside),
    )
    if not len(kept):
        reason = "no rater passes quality control" if len(whole) else "the ratings of all systems are left out"
        return replace(made, warnings=(*made.warnings, f"nothing is left to evaluate: {reason}"))
    judged = SelectedJudgements(whole, kept)
    criteria, warnings = _choose_criteria(source, kept)
    try:
        found = [_evaluate_criterion(criterion, judged, source, track, uncertainty) for criterion in criteria]
    except UserError as error:
        raise error.at(what) from None
    coverage, refused = _summarise_coverage(kept, uncertainty)
    return replace(
        made,
        criteria=tuple(found),
        segments=tuple(segments for name in criteria for segments in _average_segments(kept, name)),
        coverage=coverage,
        warnings=(*made.warnings, *warnings, *refused),
    )


def _choose_criteria(source: JudgementSource, kept: Ratings) -> tuple[list[str], list[str]]:
    """Criteria with different judgements of two systems at least, and what is said of the others."""
    asked = source.entry.criteria
    chosen, warnings = [], []
    for name in asked or kept.criterion.names:
        scored = keep_scored(kept, name) if name in kept.criterion.names else None
        if scored is None or len(scored.system.names) < 2:
            warnings.append(f"{name}: there are no judgements of two systems to compare")
        elif is_constant(scored.value):
            warnings.append(f"{name}: all ratings are {scored.value[0]:g}; there is no variation to evaluate")
        else:
            chosen.append(name)
    return chosen, warnings


def _evaluate_criterion(
    criterion: str, judged: SelectedJudgements, source: JudgementSource, track: TrackResults, uncertainty: Uncertainty
) -> CriterionResults:
    entry, kept = source.entry, judged.kept
    how = entry.rank_by(criterion)
    ranking = rank_with_and_without(judged.whole, kept, criterion, how)
    log = entry.log and not _is_check_box(kept, criterion)
    missing: list[str] = []
    agreeing = Agreeing(
        resamples=uncertainty.resamples,
        confidence=how.confidence,
        seed=how.seed,
        log=log,
        rules=source.rules,
    )
    agreements = _attempt(lambda: measure_agreement(judged.whole, [criterion], agreeing), "agreement", missing)
    differing = DifferenceSettings(log=log, confidence=how.confidence, lower_is_better=how.lower_is_better)
    differences = _attempt(lambda: find_differences(kept, criterion, differing), "differences", missing)
    levels = replace(uncertainty, confidence=how.confidence, seed=how.seed)
    settings = CorrelatingPeople(levels, bool(ranking.how.lower_is_better), log=log, williams=entry.williams)
    by_system = by_segment = None
    if track.measures:
        by_system = _attempt(
            lambda: correlate_systems(kept, ranking, track, settings), "correlations over systems", missing
        )
        by_segment = _attempt(
            lambda: correlate_segments(kept, criterion, track, settings), "correlations over outputs", missing
        )
    assessing = AssessmentSettings(confidence=how.confidence)
    assessment = (
        _attempt(lambda: summarise_assessments(kept, criterion, assessing), "table of direct assessment", missing)
        if entry.direct_assessment
        else None
    )
    return CriterionResults(
        criterion=criterion,
        ranking=replace(ranking, set_aside=_shorten(ranking.set_aside)),
        agreements=agreements.agreements if agreements else (),
        design=agreements.designs.get(criterion) if agreements else None,
        differences=differences and replace(differences, set_aside=_shorten(differences.set_aside)),
        by_system=by_system,
        by_segment=by_segment,
        assessment=assessment and replace(assessment, set_aside=_shorten(assessment.set_aside)),
        missing=(*missing, *_explain_agreement(agreements, criterion)),
    )


def _attempt(step: Callable[[], T], what: str, missing: list[str]) -> T | None:
    """The outcome of a step, or None and a sentence that says why there is none."""
    try:
        return step()
    except UserError as error:
        missing.append(f"No {what}: {error.problem}.")
        return None


def _explain_agreement(found: Agreements | None, criterion: str) -> Iterator[str]:
    if found is not None and criterion in found.designs and found.designs[criterion].kind == "single":
        yield "No agreement: no output has two judgements."


def _is_check_box(ratings: Ratings, criterion: str) -> bool:
    return bool(np.isin(ratings.of(criterion).value, (0.0, 1.0)).all())


def _summarise_coverage(kept: Ratings, uncertainty: Uncertainty) -> tuple[Coverages | None, list[str]]:
    """Shares of added and missed information, where both are asked for."""
    if not {"added", "missed"} <= set(kept.criterion.names):
        return None, []
    refused: list[str] = []
    how = CoverageSettings(uncertainty.confidence)
    found = _attempt(lambda: summarise_coverage(kept, how), "shares of added and missed information", refused)
    return found and replace(found, set_aside=_shorten(found.set_aside)), refused


def _average_segments(kept: Ratings, criterion: str) -> Iterator[RatedSegments]:
    """Means of judgements of each output, system by system, instances in the order of the ratings."""
    judged = keep_scored(kept, criterion)
    for system, name in enumerate(judged.system.names):
        own = np.flatnonzero(judged.system.codes == system)
        used, places, counts = np.unique(judged.instance.codes[own], return_inverse=True, return_counts=True)
        yield RatedSegments(
            system=name,
            criterion=criterion,
            instances=tuple(judged.instance.names[code] for code in used.tolist()),
            means=np.bincount(places, weights=judged.value[own], minlength=len(used)) / counts,
            counts=counts.astype(np.int64),
        )


def _measure_size(ratings: Ratings, source: JudgementSource) -> EvaluationSize:
    """How much people did: judgements that count, but hours and sheets of all that raters were shown."""
    scored = ratings.of_kind("scored")
    seconds: Sequence[float] = source.seconds or _time_sheets(ratings)
    entry = source.entry
    sheets = len(ratings.sheet.names)
    return EvaluationSize(
        judgements=len(scored),
        raters=ratings.raters,
        sheets=sheets if source.seconds or sheets < len(ratings) else 0,  # a file may know of none
        instances=len(scored.instance.names),
        systems=len(scored.system.names),
        hours=math.fsum(seconds) / 3600 if seconds else None,
        seconds_per_sheet=float(np.median(seconds)) if seconds else None,
        cost=entry.cost,
        currency=entry.currency,
    )


def _time_sheets(ratings: Ratings) -> list[float]:
    """Seconds from the showing of each sheet to its last answer, where a file knows both."""
    known = np.isfinite(ratings.shown_at) & np.isfinite(ratings.answered_at)
    if not known.any():
        return []
    sheet = np.unique(combine_codes(ratings.sheet.codes[known], ratings.rater.codes[known]), return_inverse=True)[1]
    count = int(sheet.max()) + 1
    first, last = np.full(count, np.inf), np.full(count, -np.inf)
    np.minimum.at(first, sheet, ratings.shown_at[known])
    np.maximum.at(last, sheet, ratings.answered_at[known])
    return [float(seconds) for seconds in last - first if seconds >= 0]


def _shorten(set_aside: Sequence[SetAside]) -> tuple[SetAside, ...]:
    return tuple(aside.shorten() for aside in set_aside)
