"""What a report has besides scores: statistics of the texts, and how alike the systems are.

Both follow from the outputs, so that they are worked out only when a report is written, and not stored by themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from genchal.campaign.reading.delexicalise import check_slots, delexicalised_submissions
from genchal.campaign.scoring.evidence import Machinery
from genchal.campaign.scoring.request import Wanted, choose, parse_request
from genchal.campaign.scoring.similarity import similarities
from genchal.campaign.texts.describe import DescribingTexts, describe_source
from genchal.campaign.texts.described_texts import NamedTexts, TextSource
from genchal.domain import CampaignResults, Submission, TrackResults
from genchal.domain.campaign import ReportEntry
from genchal.domain.results.profiles import ProfileNumber
from genchal.domain.results.similarity import Similarities
from genchal.tasks import TASKS

Progress = Callable[[str], None]


def with_parts(
    results: CampaignResults, wanted: ReportEntry, machinery: Machinery, progress: Progress
) -> CampaignResults:
    """Add what the campaign asks for to every track."""
    if not (wanted.statistics or wanted.similarity):
        return results
    tracks = []
    for track in results.tracks:
        submissions = [
            submission for submission in _shown(track) if any(output is not None for output in submission.outputs)
        ]
        if wanted.delexicalise:
            check_slots(track.instances, wanted.delexicalise)
        tracks.append(
            replace(
                track,
                statistics=_statistics(track, submissions, wanted, progress),
                similarities=_similarities(track, submissions, wanted, results.seed, machinery, progress),
            )
        )
    return replace(results, tracks=tuple(tracks))


def _shown(track: TrackResults) -> list[Submission]:
    """One output per instance of every system that is shown."""
    return [
        Submission(system, tuple(range(len(track.instances))), track.outputs[system.name]) for system in track.ranked()
    ]


def _statistics(
    track: TrackResults, submissions: Sequence[Submission], wanted: ReportEntry, progress: Progress
) -> tuple[ProfileNumber, ...]:
    if not wanted.statistics or not submissions:
        return ()
    progress(f"counting words of {len(submissions)} systems")
    parts = []
    for submission in submissions:
        there = [(place, output) for place, output in enumerate(submission.outputs) if output is not None]
        inputs = tuple(track.instances[place].input for place, _ in there)
        texts = tuple(output for _, output in there)
        parts.append(NamedTexts(submission.system.name, texts, inputs, tuple(place for place, _ in there)))
    how = DescribingTexts(wanted.statistics, delexicalise=wanted.delexicalise)
    return describe_source(TextSource(tuple(parts), is_data=False), how, progress=progress).numbers


def _similarities(
    track: TrackResults,
    submissions: Sequence[Submission],
    wanted: ReportEntry,
    seed: int,
    machinery: Machinery,
    progress: Progress,
) -> Similarities | None:
    if not wanted.similarity or len(submissions) < 2:
        return None
    progress(f"comparing {len(submissions)} systems with each other")
    choice = choose(Wanted([parse_request(text) for text in wanted.similarity]), TASKS[track.task]())
    conditions = []
    if wanted.delexicalise:
        submissions = delexicalised_submissions(track.instances, submissions, wanted.delexicalise)
        conditions = [f"delex:{' '.join(wanted.delexicalise)}"]
    return similarities(track.instances, submissions, choice, conditions, seed, machinery)
