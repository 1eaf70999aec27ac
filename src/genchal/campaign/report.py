"""Step 6: results to a folder with the report, and what the report has besides scores and people.

Statistics of the texts, D-Levels, and how alike the systems are follow from the outputs. They are stored, each as a
whole.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Literal

from genchal.campaign.generation.generate import fingerprint_instances
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
from genchal.domain.campaign import MOST_COMPARED, Campaign, ReportEntry
from genchal.domain.results.campaign import CampaignResults, TrackResults
from genchal.domain.results.levels import Levels, LevelSettings
from genchal.domain.results.profiles import DescribingTexts, ProfileNumber
from genchal.domain.results.similarity import Similarities
from genchal.profile import PROFILES
from genchal.reports.contents.items import ReportStyle
from genchal.reports.report_files import render_report
from genchal.resources.files import read_text, write_whole
from genchal.resources.results import ResultStore, digest, digest_code
from genchal.tasks import TASKS
from genchal.version import __version__

NOTE = "report.digest"
PUBLISHED_NOTE = "published.digest"
USUAL_STATISTICS = ("lengths", "diversity")
PartName = Literal["statistics", "similarities", "levels"]


def write_report(
    results: CampaignResults, wanted: ReportEntry, fingerprint: str, folder: Path, store: ResultStore
) -> None:
    """Write every file of the report; each appears whole or not at all. `fingerprint` is that of all that it shows.

    Files of the report before that this one does not have are removed: they may name systems that are withdrawn now.
    """
    files = render_report(results, make_style(wanted))
    for name, content in files.items():
        write_whole(folder / name, content)
    for name in _list_written(store):
        if name not in files:
            (folder / name).unlink(missing_ok=True)
    store.save_note(NOTE, "\n".join([fingerprint, *sorted(files)]))
    if results.published is not None:
        store.save_note(PUBLISHED_NOTE, digest(repr(results.published)))


def make_style(wanted: ReportEntry) -> ReportStyle:
    """How the report shows numbers, and what it says of text statistics."""
    usual = USUAL_STATISTICS if wanted.has_usual_statistics else ()
    names = dict.fromkeys(request.partition(":")[0] for request in wanted.statistics or usual)
    meanings = {key: meaning for name in names for key, meaning in PROFILES[name].meanings.items()}
    return ReportStyle(wanted.digits, wanted.percent, meanings, wanted.baseline)


def is_report_current(fingerprint: str, folder: Path, store: ResultStore) -> bool:
    """Whether the report in the folder was made from what has this fingerprint, and is complete."""
    note = store.load_note(NOTE)
    is_same = note is not None and note.split("\n")[0] == fingerprint
    return is_same and all((folder / name).is_file() for name in _list_written(store))


def _list_written(store: ResultStore) -> list[str]:
    """The files of the report that was written last; a note that somebody wrote by hand names none elsewhere."""
    note = store.load_note(NOTE)
    names = [] if note is None else note.split("\n")[1:]
    return [name for name in names if not Path(name).is_absolute() and ".." not in Path(name).parts]


def is_comparison_current(results: CampaignResults, store: ResultStore) -> bool:
    """Whether the report has the same numbers beside published ones, which may come from data of their own."""
    return results.published is None or store.load_note(PUBLISHED_NOTE) == digest(repr(results.published))


def fingerprint_report(campaign: Campaign, tracks: Sequence[Sequence[str]], parts: StoredParts) -> str:
    """Fingerprint of everything a report shows: the campaign, its tracks (`fingerprint_track`) and all parts.

    The code that writes reports is in it, too: if that or a template has changed, the report is written again.
    """
    named = repr((campaign.name, campaign.seed, __version__, campaign.resamples, campaign.confidence))
    named += repr(campaign.correlations)
    written_by = digest_code("reports", "domain.results")
    wanted = repr(replace(campaign.report, published=(), frequencies=None))  # their contents count, not their places
    published = [read_text(path) for place in campaign.report.published for path in _list_tables(place)]
    return digest([named, wanted, written_by, *(digest(track) for track in tracks)], sorted(parts.keys), published)


def _list_tables(place: Path) -> list[Path]:
    return sorted(place.glob("*.tsv")) if place.is_dir() else [place]


def add_parts(
    results: CampaignResults, wanted: ReportEntry, machinery: Machinery, parts: StoredParts, progress: Progress
) -> CampaignResults:
    """Add what the campaign asks for to every track, from what is stored where it is."""
    if not (wanted.statistics or wanted.has_usual_statistics or wanted.similarity or wanted.levels):
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
    plan = plan_parts(track, wanted, seed)
    if wanted.delexicalise and plan:
        check_slots(track.instances, wanted.delexicalise)
    made: dict[str, Any] = {}
    for name, basis in plan.items():
        match name:
            case "statistics":
                kind: Any = tuple[ProfileNumber, ...]
                compute: Callable[[], Any] = partial(_statistics, track, submissions, wanted, progress)
            case "similarities":
                kind = Similarities
                compute = partial(_similarities, track, submissions, wanted, seed, machinery, progress)
            case "levels":
                kind = Levels
                compute = partial(_levels, track, submissions, wanted, seed, machinery, progress)
        made[name] = parts.obtain(name, kind, basis, compute)
    return replace(track, **made)


def plan_parts(track: TrackResults, wanted: ReportEntry, seed: int) -> dict[PartName, list[str]]:
    """Which parts the report of a track has, with what they depend on: texts, inputs and settings."""
    if wanted.tracks and track.name not in wanted.tracks:
        return {}
    submissions = _shown(track)
    texts = [
        track.task,
        fingerprint_instances(track.instances),
        *(digest(submission.system.name, submission.outputs) for submission in submissions),
    ]
    plan: dict[PartName, list[str]] = {}
    statistics = _choose_statistics(track, wanted)
    if statistics and submissions:
        words = [] if wanted.frequencies is None else [read_text(wanted.frequencies)]
        plan["statistics"] = [repr((statistics, wanted.delexicalise)), *words, *texts]
    if wanted.similarity and len(submissions) > 1:
        plan["similarities"] = [repr((wanted.similarity, wanted.delexicalise, seed)), *texts]
    if wanted.levels and submissions and track.language.partition("-")[0] == "en":
        plan["levels"] = [repr((wanted.delexicalise, seed, "compared")), *texts]
    return plan


def _choose_statistics(track: TrackResults, wanted: ReportEntry) -> tuple[str, ...]:
    """Those that are named; else usual ones where nothing else says what the texts are like: they need no reference."""
    usual = USUAL_STATISTICS if wanted.has_usual_statistics and not track.measures else ()
    return wanted.statistics or usual


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
    how = DescribingTexts(_choose_statistics(track, wanted), delexicalise=wanted.delexicalise)
    if wanted.frequencies is not None:
        how = replace(how, frequencies=str(wanted.frequencies))
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
    wanted: ReportEntry,
    seed: int,
    machinery: Machinery,
    progress: Progress,
) -> Levels:
    progress(f"parsing the sentences of {len(submissions)} systems")
    outputs = SystemOutputs(TASKS[track.task](), track.instances, tuple(submissions))
    is_compared = 1 < len(submissions) <= MOST_COMPARED
    how = LevelSettings(delexicalise=wanted.delexicalise, seed=seed, compare=is_compared)
    return level_outputs(outputs, how, machinery=machinery)
