"""Step 6: results to a folder with the report.

What a report has besides scores, statistics of the texts and how alike the systems are, follows from the outputs: it is
worked out when a report is written, and not stored by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from genchal.campaign.generate import fingerprint_instances
from genchal.campaign.reading.delexicalise import check_slots, delexicalise_submissions
from genchal.campaign.reading.submissions import SystemOutputs
from genchal.campaign.scoring.evidence import Machinery
from genchal.campaign.scoring.request import make_request
from genchal.campaign.scoring.similarity import compare_outputs
from genchal.campaign.texts.describe import describe_source
from genchal.campaign.texts.described_texts import TextSource, name_texts
from genchal.domain import Submission
from genchal.domain.campaign import ReportEntry
from genchal.domain.results.campaign import CampaignResults, TrackResults
from genchal.domain.results.profiles import DescribingTexts, ProfileNumber
from genchal.domain.results.similarity import Similarities
from genchal.reports.report_files import render_report
from genchal.resources.files import write_whole
from genchal.resources.results import ResultStore, digest
from genchal.tasks import TASKS

Progress = Callable[[str], None]
NOTE = "report.digest"


def write_report(results: CampaignResults, wanted: ReportEntry, folder: Path, store: ResultStore) -> None:
    """Write every file of the report; each appears whole or not at all. `wanted` is what it has besides scores."""
    files = render_report(results)
    for name, content in files.items():
        write_whole(folder / name, content)
    store.save_note(NOTE, "\n".join([_fingerprint(results, wanted), *sorted(files)]))


def is_report_current(results: CampaignResults, wanted: ReportEntry, folder: Path, store: ResultStore) -> bool:
    """Whether the report in the folder was made from these very results and is complete."""
    note = store.load_note(NOTE)
    if note is None:
        return False
    fingerprint, *files = note.split("\n")
    return fingerprint == _fingerprint(results, wanted) and all((folder / name).is_file() for name in files)


def _fingerprint(results: CampaignResults, wanted: ReportEntry) -> str:
    """Fingerprint of everything a report shows, or that what it shows is made from."""
    parts = [
        repr(wanted),
        repr(results.published),
        repr((results.name, results.seed, results.version, results.resamples, results.confidence)),
    ]
    for track in results.tracks:
        parts += [repr(track.systems), repr(track.measures), repr(track.scores), fingerprint_instances(track.instances)]
        parts += [repr((segment.system, segment.metric, segment.values.tolist())) for segment in track.segments]
        parts += [repr((name, outputs)) for name, outputs in track.outputs.items()]
    return digest(parts)


def add_parts(
    results: CampaignResults, wanted: ReportEntry, machinery: Machinery, progress: Progress
) -> CampaignResults:
    """Add what the campaign asks for to every track."""
    if not (wanted.statistics or wanted.similarity):
        return results
    tracks = []
    for track in results.tracks:
        if wanted.tracks and track.name not in wanted.tracks:
            tracks.append(track)
            continue
        submissions = _shown(track)
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
    """One output per instance of every system that is shown and has any."""
    return [
        Submission(system, tuple(range(len(track.instances))), track.outputs[system.name])
        for system in track.ranked()
        if any(output is not None for output in track.outputs[system.name])
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
        rows = [(output, track.instances[place].input, place) for place, output in there]
        parts.append(name_texts(submission.system.name, rows))
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
    conditions = []
    if wanted.delexicalise:
        submissions = delexicalise_submissions(track.instances, submissions, wanted.delexicalise)
        conditions = [f"delex:{' '.join(wanted.delexicalise)}"]
    outputs = SystemOutputs(TASKS[track.task](), track.instances, tuple(submissions))
    return compare_outputs(outputs, make_request(wanted.similarity), conditions, seed, machinery)
