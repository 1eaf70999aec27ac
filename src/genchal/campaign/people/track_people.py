"""The human evaluations of a track: found again, or made from its ratings and studies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from genchal.campaign.parts import Progress, StoredParts
from genchal.campaign.people.evaluate import evaluate_people
from genchal.campaign.people.simulate import list_simulations
from genchal.campaign.people.sources import JudgementSource, list_sources
from genchal.campaign.track_scores import ScoredTrack
from genchal.domain.campaign import Campaign
from genchal.domain.results.campaign import TrackResults
from genchal.domain.results.people import HumanEvaluation
from genchal.domain.results.scores import Uncertainty

PART = "people"
VERSION = 6  # raised when an evaluation of the same judgements and scores has anything else in it


def add_people(
    campaign: Campaign, scored: ScoredTrack, parts: StoredParts, progress: Progress, database: str | None = None
) -> TrackResults:
    """Add the evaluations of all ratings and studies of a track that have judgements."""
    track = scored.results
    uncertainty = Uncertainty(campaign.resamples, campaign.confidence, campaign.seed)
    found = []
    for source in (*list_sources(campaign, track.name, database), *list_simulations(campaign, track.name, track)):

        def evaluate(source: JudgementSource = source) -> HumanEvaluation:
            progress(f"evaluating {source.entry.name}")
            return evaluate_people(source, track, uncertainty)

        basis = list_basis(source, scored.fingerprint, uncertainty)
        found.append(parts.obtain(PART, HumanEvaluation, basis, evaluate))
    return replace(track, people=tuple(found))


def list_basis(source: JudgementSource, track: Sequence[str], uncertainty: Uncertainty) -> list[str]:
    """All that an evaluation depends on, scores among them; where files lie is no part of it."""
    entry = replace(source.entry, files=())
    settings = [repr(entry), repr(source.rules), repr(uncertainty)]
    return [str(VERSION), *settings, source.origin, source.fingerprint, *track]
