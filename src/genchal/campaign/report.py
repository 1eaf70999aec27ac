"""Step 6: results to a folder with the report, and what the report has besides scores and people.

Statistics of the texts, D-Levels, and how alike the systems are follow from the outputs. They are stored, each as a
whole.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from genchal.campaign.generate import fingerprint_instances
from genchal.campaign.parts import Progress, StoredParts
from genchal.campaign.reading.delexicalise import check_slots, delexicalise_submissions
from genchal.campaign.reading.submissions import SystemOutputs
from genchal.campaign.scoring.evidence import Machinery
from genchal.campaign.scoring.request import make_request
from genchal.campaign.scoring.similarity import compare_outputs
from genchal.campaign.texts.describe import describe_source
from genchal.campaign.texts.described_texts import TextSource, name_texts
from genchal.campaign.texts.dlevel import level_outputs
from genchal.domain import Submission
from genchal.domain.campaign import ReportEntry
from genchal.domain.results.campaign import CampaignResults, TrackResults
from genchal.domain.results.levels import Levels, LevelSettings
from genchal.domain.results.profiles import DescribingTexts, ProfileNumber
from genchal.domain.results.similarity import Similarities
from genchal.reports.report_files import render_report
from genchal.resources.dataclass_json import write_value
from genchal.resources.files import write_whole
from genchal.resources.results import ResultStore, digest
from genchal.tasks import TASKS

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
    parts = [repr(replace(wanted, published=()))]
    parts += [repr((results.name, results.seed, results.version, results.resamples, results.confidence))]
    parts += [json.dumps(write_value(results.published))]
    for track in results.tracks:
        parts += [repr(track.systems), repr(track.measures), repr(track.scores), fingerprint_instances(track.instances)]
        parts += [repr((segment.system, segment.metric, segment.values.tolist())) for segment in track.segments]
        parts += [repr((name, outputs)) for name, outputs in track.outputs.items()]
        made = (track.statistics, track.similarities, track.levels, track.comparisons, track.people)
        parts += [json.dumps(write_value(part)) for part in made]
    return digest(parts)


def add_parts(
    results: CampaignResults, wanted: ReportEntry, machinery: Machinery, parts: StoredParts, progress: Progress
) -> CampaignResults:
    """Add what the campaign asks for to every track, from what is stored where it is."""
    if not (wanted.statistics or wanted.similarity or wanted.levels):
        return results
    return replace(
        results,
        tracks=tuple(
            _add_to_track(track, wanted, results.seed, machinery, parts, progress) for track in results.tracks
        ),
    )


def _add_to_track(
    track: TrackResults,
    wanted: ReportEntry,
    seed: int,
    machinery: Machinery,
    parts: StoredParts,
    progress: Progress,
) -> TrackResults:
    submissions = _shown(track)
    if wanted.delexicalise:
        check_slots(track.instances, wanted.delexicalise)
    if not submissions:
        return track
    texts = [
        track.task,
        fingerprint_instances(track.instances),
        *(digest(submission.system.name, submission.outputs) for submission in submissions),
    ]
    made: dict[str, Any] = {}
    if wanted.statistics:
        basis = [repr((wanted.statistics, wanted.delexicalise)), *texts]
        made["statistics"] = parts.obtain(
            "statistics",
            tuple[ProfileNumber, ...],
            basis,
            lambda: _statistics(track, submissions, wanted, progress),
        )
    if wanted.similarity and len(submissions) > 1:
        basis = [repr((wanted.similarity, wanted.delexicalise, seed)), *texts]
        made["similarities"] = parts.obtain(
            "similarities",
            Similarities,
            basis,
            lambda: _similarities(track, submissions, wanted, seed, machinery, progress),
        )
    if wanted.levels and track.language.partition("-")[0] == "en":
        how = LevelSettings(delexicalise=wanted.delexicalise, seed=seed)
        made["levels"] = parts.obtain(
            "levels", Levels, [repr(how), *texts], lambda: _levels(track, submissions, how, machinery, progress)
        )
    return replace(track, **made)


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
) -> Similarities:
    progress(f"comparing {len(submissions)} systems with each other")
    conditions = []
    if wanted.delexicalise:
        submissions = delexicalise_submissions(track.instances, submissions, wanted.delexicalise)
        conditions = [f"delex:{' '.join(wanted.delexicalise)}"]
    outputs = SystemOutputs(TASKS[track.task](), track.instances, tuple(submissions))
    return compare_outputs(outputs, make_request(wanted.similarity), conditions, seed, machinery)


def _levels(
    track: TrackResults,
    submissions: Sequence[Submission],
    how: LevelSettings,
    machinery: Machinery,
    progress: Progress,
) -> Levels:
    progress(f"parsing the sentences of {len(submissions)} systems")
    outputs = SystemOutputs(TASKS[track.task](), track.instances, tuple(submissions))
    return level_outputs(outputs, how, machinery=machinery)
