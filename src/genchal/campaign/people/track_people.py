"""The human evaluations of a track: found again, or made from its ratings and studies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from genchal.campaign.generate import fingerprint_instances
from genchal.campaign.parts import Progress, StoredParts
from genchal.campaign.people.evaluate import evaluate_people
from genchal.campaign.people.sources import JudgementSource, list_sources
from genchal.domain.campaign import Campaign
from genchal.domain.results.campaign import TrackResults
from genchal.domain.results.people import HumanEvaluation
from genchal.domain.results.scores import Uncertainty
from genchal.resources.results import digest_arrays

PART = "people"
VERSION = 1  # raised when an evaluation of the same judgements and scores has anything else in it


def add_people(
    campaign: Campaign, track: TrackResults, parts: StoredParts, progress: Progress, database: str | None = None
) -> TrackResults:
    """Add the evaluations of all ratings and studies of a track that have judgements."""
    uncertainty = Uncertainty(campaign.resamples, campaign.confidence, campaign.seed)
    sources = list_sources(campaign, track.name, database)
    if not sources:
        return track
    scores = fingerprint_scores(track)
    found = []
    for source in sources:

        def evaluate(source: JudgementSource = source) -> HumanEvaluation:
            progress(f"evaluating {source.entry.name}")
            return evaluate_people(source, track, uncertainty)

        found.append(parts.obtain(PART, HumanEvaluation, list_basis(source, scores, uncertainty), evaluate))
    return replace(track, people=tuple(found))


def list_basis(source: JudgementSource, scores: Sequence[str], uncertainty: Uncertainty) -> list[str]:
    """All that an evaluation depends on; where files lie is no part of it."""
    entry = replace(source.entry, files=())
    return [
        str(VERSION),
        repr(entry),
        repr(source.rules),
        source.origin,
        source.fingerprint,
        repr(uncertainty),
        *scores,
    ]


def fingerprint_scores(track: TrackResults) -> list[str]:
    """Fingerprint of what judgements are joined with: systems, instances and scores of a track."""
    return [
        repr([(system.name, system.withdrawn) for system in track.systems]),
        fingerprint_instances(track.instances),
        repr(track.measures),
        repr([(score.system, score.metric, score.value) for score in track.scores]),
        repr([(part.system, part.metric, len(part.instances)) for part in track.segments]),
        digest_arrays(part.values for part in track.segments),
    ]
