"""What a report may show of a track: nothing of withdrawn systems, wherever they took part."""

from __future__ import annotations

from dataclasses import replace

from genchal.domain.results.campaign import TrackResults
from genchal.domain.results.people import CriterionResults, HumanEvaluation


def hide_withdrawn(track: TrackResults) -> TrackResults:
    """The track without results of withdrawn systems. Ranks stay what they were, with gaps."""
    hidden = frozenset(system.name for system in track.systems if system.withdrawn)
    if not hidden:
        return track
    comparisons = track.comparisons and replace(
        track.comparisons,
        comparisons=tuple(pair for pair in track.comparisons if not hidden & {pair.system_a, pair.system_b}),
    )
    levels = track.levels and replace(
        track.levels,
        systems=tuple(shares for shares in track.levels.systems if shares.system not in hidden),
        comparisons=tuple(pair for pair in track.levels.comparisons if not hidden & {pair.system_a, pair.system_b}),
        sentences=tuple(sentence for sentence in track.levels.sentences if sentence.system not in hidden),
    )
    return replace(
        track,
        systems=tuple(system for system in track.systems if not system.withdrawn),
        scores=tuple(score for score in track.scores if score.system not in hidden),
        segments=tuple(segment for segment in track.segments if segment.system not in hidden),
        outputs={name: texts for name, texts in track.outputs.items() if name not in hidden},
        comparisons=comparisons if comparisons and comparisons.comparisons else None,
        levels=levels,
        subsets=tuple(subset.without(hidden) for subset in track.subsets),
        people=tuple(_hide_in_evaluation(evaluation, hidden) for evaluation in track.people),
    )


def _hide_in_evaluation(evaluation: HumanEvaluation, hidden: frozenset[str]) -> HumanEvaluation:
    coverage, quality = evaluation.coverage, evaluation.quality
    return replace(
        evaluation,
        criteria=tuple(_hide_in_criterion(results, hidden) for results in evaluation.criteria),
        segments=tuple(segments for segments in evaluation.segments if segments.system not in hidden),
        coverage=coverage and replace(coverage, systems=tuple(row for row in coverage if row.system not in hidden)),
        quality=quality and replace(quality, means=tuple(line for line in quality.means if line.system not in hidden)),
    )


def _hide_in_criterion(results: CriterionResults, hidden: frozenset[str]) -> CriterionResults:
    ranking, differences, assessment = results.ranking, results.differences, results.assessment
    return replace(
        results,
        ranking=replace(
            ranking,
            systems=tuple(ranked for ranked in ranking if ranked.system not in hidden),
            pairs=tuple(pair for pair in ranking.pairs if not hidden & {pair.system_a, pair.system_b}),
        ),
        differences=differences
        and replace(
            differences,
            differences=tuple(pair for pair in differences if not hidden & {pair.system_a, pair.system_b}),
        ),
        assessment=assessment and assessment.without(hidden),
    )
