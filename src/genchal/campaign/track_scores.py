"""Scores of a track: its outputs are collected and measured, summed up, and tested against each other."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from genchal.campaign.config.remedies import write_keys
from genchal.campaign.generation.generate import fingerprint_instances
from genchal.campaign.outputs import collect_outputs, list_entries, take_first_outputs
from genchal.campaign.parts import Progress, StoredParts
from genchal.campaign.reading.alignment import describe_missing
from genchal.campaign.reading.instances import find_grouping
from genchal.campaign.reading.submissions import SystemOutputs
from genchal.campaign.scoring.compare import compare_evidence
from genchal.campaign.scoring.evidence import (
    LoadedEvidence,
    Machinery,
    fingerprint_evidence,
    gather_evidence,
    tell_notes,
)
from genchal.campaign.scoring.missing import check_any_scored, check_references, describe_conditions
from genchal.campaign.scoring.request import Request, request_track
from genchal.campaign.scoring.row_cache import MetricRowCache
from genchal.campaign.scoring.rows import write_count
from genchal.campaign.scoring.score import summarise
from genchal.campaign.scoring.subsets import score_subsets
from genchal.domain.campaign import MOST_COMPARED, Campaign, Entry, Track
from genchal.domain.instance import count_references
from genchal.domain.results.campaign import Measure, TrackResults
from genchal.domain.results.comparison import VERSION as COMPARISON_VERSION
from genchal.domain.results.comparison import Comparing, Comparisons
from genchal.domain.results.scores import SegmentScores, Uncertainty
from genchal.errors import InvalidInput, counted
from genchal.resources.results import digest


@dataclass(frozen=True, slots=True)
class ScoredTrack:
    """The results of a track, the fingerprint of what they were made from, and how much had to be made."""

    results: TrackResults
    fingerprint: tuple[str, ...]
    generated: int
    measured: int
    reused: int


def score_track(
    campaign: Campaign,
    track: Track,
    cache: MetricRowCache,
    machinery: Machinery,
    parts: StoredParts,
    progress: Progress,
) -> ScoredTrack:
    """Collect the outputs of a track and score them; what is stored already is not made again."""
    entries = list_systems(campaign, track)
    collected = collect_outputs(campaign, track, entries, cache.store, progress, stored_only=cache.stored_only)
    outputs = collected.outputs
    request = request_track(campaign, track.name, outputs.instances)
    systems, instances = counted(len(entries), "system"), counted(len(outputs.instances), "instance")
    progress(f"{track.name}: {counted(len(request.metrics), 'metric')} of {systems} on {instances}")
    evidence = measure_track(track, outputs, request, replace(machinery, cache=cache))
    tell_notes(outputs, machinery)
    for note in _describe_gaps(track, entries, outputs, request):
        machinery.progress(note)
    uncertainty = Uncertainty(campaign.resamples, campaign.confidence, campaign.seed)
    results = replace(
        summarise_track(track, outputs, evidence, uncertainty),
        comparisons=_compare_systems(campaign, evidence, parts, progress),
        subsets=tuple(score_subsets(evidence, outputs.instances, track.score_by, uncertainty, track.name)),
    )
    for note in _describe_unscored(entries, results):
        machinery.progress(note)
    stored = [is_stored for system in evidence.systems for is_stored in system.stored]
    return ScoredTrack(
        results,
        fingerprint_track(track, outputs, evidence),
        collected.generated,
        stored.count(False),
        collected.reused + stored.count(True),
    )


def count_gaps(entries: Sequence[Entry], outputs: SystemOutputs) -> dict[str, int]:
    """Systems whose files or generators leave instances without an output, and how many."""
    submitted = {entry.system.name for entry in entries if entry.references is None and not entry.system.withdrawn}
    counts = {
        submission.system.name: submission.given().count(False)
        for submission in outputs.submissions
        if submission.system.name in submitted
    }
    return {name: count for name, count in counts.items() if count}


def _describe_gaps(track: Track, entries: Sequence[Entry], outputs: SystemOutputs, request: Request) -> Iterator[str]:
    """A line for every system with gaps."""
    missing = track.missing or request.missing or "not_scored"
    gaps = count_gaps(entries, outputs)
    for submission in outputs.submissions:
        if submission.system.name in gaps and (note := describe_missing(submission, outputs.instances, missing)):
            yield write_keys(note)


def _describe_unscored(entries: Sequence[Entry], results: TrackResults) -> Iterator[str]:
    """A line for every system that is shown without any score."""
    unscored = results.unscored()
    for entry in entries:
        if entry.system.name in unscored and not entry.system.withdrawn:
            has_own = entry.references is not None
            why = ": a reference is compared with others, and no instance has several" if has_own else ""
            yield f"{entry.system.name} is not scored by any metric{why}"


def list_systems(campaign: Campaign, track: Track) -> list[Entry]:
    """The systems of a track; there must be one."""
    entries = list_entries(campaign, track)
    if not entries:
        raise InvalidInput(
            f"track '{track.name}' has no systems",
            f'Add a [[system]] with track = "{track.name}", or remove the track.',
        )
    return entries


def measure_track(track: Track, outputs: SystemOutputs, request: Request, machinery: Machinery) -> LoadedEvidence:
    """The rows of a track's outputs."""
    missing = track.missing or request.missing or "not_scored"
    check_references(request, outputs.instances, [track.test])
    conditions = describe_conditions(find_grouping(outputs.task, track.group, outputs.instances), missing)
    evidence = gather_evidence(outputs, request, missing, conditions, machinery)
    check_any_scored(evidence.systems)
    return evidence


def summarise_track(
    track: Track, outputs: SystemOutputs, evidence: LoadedEvidence, uncertainty: Uncertainty
) -> TrackResults:
    """Turn the rows of a track into its scores."""
    scoring = summarise(evidence, uncertainty, track.name)
    return TrackResults(
        name=track.name,
        task=outputs.task.name,
        language=track.language,
        instances=outputs.instances,
        systems=tuple(submission.system for submission in outputs.submissions),
        measures=_measures(evidence, write_count(set(map(count_references, outputs.instances)))),
        scores=scoring.scores,
        segments=tuple(_keep_first_round(track, segments) for segments in scoring.segments),
        outputs=take_texts(outputs),
    )


def _keep_first_round(track: Track, segments: SegmentScores) -> SegmentScores:
    """Segment scores of the outputs that reports show: where instances are divided several times, the first ones."""
    size = len(set(segments.instances))
    if track.folds is None or len(segments.instances) != size * track.folds.seeds:
        return segments
    return replace(segments, instances=segments.instances[:size], values=segments.values[:size])


def take_texts(outputs: SystemOutputs) -> dict[str, tuple[str | None, ...]]:
    """One text per instance of every system."""
    return {
        submission.system.name: take_first_outputs(submission, len(outputs.instances))
        for submission in outputs.submissions
    }


def fingerprint_track(track: Track, outputs: SystemOutputs, evidence: LoadedEvidence) -> tuple[str, ...]:
    """Fingerprint of everything that the results of a track are made from, but for what people said."""
    texts = take_texts(outputs)
    return (
        repr((track.name, track.language, outputs.task.name, track.score_by)),
        repr([submission.system for submission in outputs.submissions]),
        fingerprint_instances(outputs.instances),
        digest([digest(name, own) for name, own in texts.items()]),
        *fingerprint_evidence(evidence),
    )


def plan_comparisons(
    campaign: Campaign, evidence: LoadedEvidence
) -> tuple[LoadedEvidence, Comparing, list[str]] | None:
    """Which systems are tested, how, and what the tests depend on; None where there are no tests.

    Systems that are not shown are not tested. By default very many systems are not, nor are any without resamples.
    """
    shown = replace(evidence, systems=[system for system in evidence.systems if not system.system.withdrawn])
    count, wanted = len(shown.systems), campaign.report.comparisons
    if wanted is None:
        wanted = count <= MOST_COMPARED and campaign.resamples > 0
    if not wanted or count < 2 or not evidence.metrics:
        return None
    how = Comparing(all_pairs=True, confidence=campaign.confidence, seed=campaign.seed)
    return shown, how, [str(COMPARISON_VERSION), repr(how), *fingerprint_evidence(shown)]


def _compare_systems(
    campaign: Campaign, evidence: LoadedEvidence, parts: StoredParts, progress: Progress
) -> Comparisons | None:
    """Paired tests of all pairs of systems."""
    plan = plan_comparisons(campaign, evidence)
    if plan is None:
        return None
    shown, how, basis = plan

    def compare() -> Comparisons:
        count = len(shown.systems)
        progress(f"testing {counted(count * (count - 1) // 2, 'pair')} of systems")
        return compare_evidence(shown, how)

    return parts.obtain("comparisons", Comparisons, basis, compare)


def _measures(evidence: LoadedEvidence, references: str) -> tuple[Measure, ...]:
    """The columns of the leaderboard: metrics, then derived scores, which know no bounds."""
    measures = []
    for chosen in evidence.metrics:
        low, high = chosen.metric.card.low * chosen.scale, chosen.metric.card.high * chosen.scale
        signature = chosen.signature(references, evidence.conditions)
        measures.append(Measure(chosen.label, chosen.label, chosen.higher_is_better, low, high, signature))
    signatures = {measure.name: measure.signature for measure in measures}
    for derived in evidence.derived:
        signature = derived.signature(digest([signatures[label] for label in derived.ingredients])[:8])
        name, is_better = derived.name, derived.higher_is_better
        measures.append(Measure(name, name, is_better, -math.inf, math.inf, signature))
    return tuple(measures)
