"""Step 6: results to a folder with the report."""

from __future__ import annotations

from pathlib import Path

from genchal.campaign.generate import instances_digest
from genchal.domain import CampaignResults
from genchal.domain.campaign import ReportEntry
from genchal.reports.report import render_report
from genchal.resources.files import write_whole
from genchal.resources.results import ResultStore, digest

NOTE = "report.digest"


def write_report(results: CampaignResults, wanted: ReportEntry, folder: Path, store: ResultStore) -> None:
    """Write every file of the report; each appears whole or not at all. `wanted` is what it has besides scores."""
    files = render_report(results)
    for name, content in files.items():
        write_whole(folder / name, content)
    store.save_note(NOTE, "\n".join([_fingerprint(results, wanted), *sorted(files)]))


def report_is_current(results: CampaignResults, wanted: ReportEntry, folder: Path, store: ResultStore) -> bool:
    """Whether the report in the folder was made from these very results and is complete."""
    note = store.load_note(NOTE)
    if note is None:
        return False
    fingerprint, *files = note.split("\n")
    return fingerprint == _fingerprint(results, wanted) and all((folder / name).is_file() for name in files)


def _fingerprint(results: CampaignResults, wanted: ReportEntry) -> str:
    """Fingerprint of everything a report shows, or that what it shows is made from."""
    parts = [repr(wanted), repr((results.name, results.seed, results.version, results.resamples, results.confidence))]
    for track in results.tracks:
        parts += [repr(track.systems), repr(track.measures), repr(track.scores), instances_digest(track.instances)]
        parts += [repr((one.system, one.metric, one.values.tolist())) for one in track.segments]
        parts += [repr((name, outputs)) for name, outputs in track.outputs.items()]
    return digest(parts)
