"""A whole campaign: everything that is not up to date is generated, scored and reported."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from genchal.campaign.config import load_campaign
from genchal.campaign.outputs import collect_outputs, list_entries, take_first_outputs
from genchal.campaign.parts import Progress, StoredParts
from genchal.campaign.people.track_people import add_people
from genchal.campaign.report import add_parts, is_report_current, write_report
from genchal.campaign.scoring.compare import compare_evidence
from genchal.campaign.scoring.evidence import (
    Evidence,
    Machinery,
    fingerprint_evidence,
    gather_evidence,
    tell_notes,
)
from genchal.campaign.scoring.missing import check_any_scored, check_references, describe_conditions
from genchal.campaign.scoring.request import request_track
from genchal.campaign.scoring.row_cache import MetricRowCache
from genchal.campaign.scoring.rows import count_references, write_count
from genchal.campaign.scoring.score import summarise
from genchal.domain.campaign import MOST_COMPARED, Campaign, Track
from genchal.domain.results.campaign import CampaignResults, Measure, TrackResults
from genchal.domain.results.comparison import VERSION as COMPARISON_VERSION
from genchal.domain.results.comparison import Comparing, Comparisons
from genchal.domain.results.people import describe_evaluation, tabulate_people
from genchal.domain.results.scores import Uncertainty
from genchal.domain.results.shown import ShownResult
from genchal.domain.results.table import Table
from genchal.engines import Engine, make_engine
from genchal.errors import InvalidInput, counted
from genchal.resources.files import sweep
from genchal.resources.results import ResultStore, digest
from genchal.version import __version__


@dataclass(frozen=True, slots=True, repr=False)
class RunOutcome(ShownResult):
    """What a run did: counts of work done and of work found up to date.

    `computed` counts the other parts of the results: human evaluations, paired tests, statistics of texts.
    """

    results: CampaignResults
    report: Path
    generated: int
    measured: int
    reused: int
    report_written: bool
    computed: int = 0

    @property
    def did_nothing(self) -> bool:
        """Whether everything was up to date."""
        return not (self.generated or self.measured or self.computed or self.report_written)

    def tables(self) -> tuple[Table, ...]:
        """The leaderboard of every track, then what people found, criterion by criterion."""
        return (
            *self.results.tables(),
            *(table for track in self.results.tracks for table in tabulate_people(track.people)),
        )

    def data_tables(self) -> tuple[Table, ...]:
        """The scores of all tracks, a row each."""
        return self.results.data_tables()

    def payload(self) -> dict[str, object]:
        """What --json prints: the scores of all tracks, what people found, and what was done."""
        tracks = self.results.tracks
        scores = [score for track in tracks for score in track.scores]
        people = [{"track": track.name, **describe_evaluation(found)} for track in tracks for found in track.people]
        done = {"generated": self.generated, "scored": self.measured, "computed": self.computed, "reused": self.reused}
        return {"scores": scores, "people": people, **done, "report": self.report}

    def summary(self) -> str:
        """What was done, and where the report is."""
        made = f"{self.generated} generated, {self.measured} scored"
        made += f", {counted(self.computed, 'other result')} computed" if self.computed else ""
        done = f"{made}, {self.reused} found up to date"
        if self.did_nothing:
            done = f"everything is up to date ({self.reused} stored results reused)"
        return f"{done}\nreport: {self.report}"


def run_campaign(
    path: Path | str | None = None,
    out: Path | str | None = None,
    progress: Progress | None = None,
    *,
    notice: Progress | None = None,
    engine: Engine | str | None = None,
    cache: bool = True,
    database: str | None = None,
) -> RunOutcome:
    """Run the campaign in a file or folder (default: the current one); results and report go to `out` (default: there).

    `engine` is where scoring runs (``"processes:4"``), by default as the campaign says. Without `cache` stored results
    are not used, but made again and stored. `database` is where the campaign's studies are, by default campaign.db
    beside its file. `progress` hears of every step, `notice` of what should not be missed: tables that are made once, a
    cache that cannot be written.
    """
    campaign = load_campaign(path)
    folder = Path(out) if out is not None else campaign.folder
    store = ResultStore(folder / "results", reads=cache)
    report = folder / "report"
    store.sweep()
    sweep(report)
    if engine is None or isinstance(engine, str):
        engine = make_engine(engine or campaign.engine)
    machinery = Machinery(engine, progress=notice or _say_nothing)
    progress = progress or _say_nothing
    rows = MetricRowCache(store, keeps_all=True)
    results, done = _make_results(campaign, rows, machinery, progress, database)
    is_current = is_report_current(results, campaign.report, report, store)
    if not is_current:
        progress("writing the report")
        write_report(results, campaign.report, report, store)
    return replace(done, report=report / "index.html", report_written=not is_current)


def report_campaign(path: Path | str | None = None, out: Path | str | None = None, database: str | None = None) -> Path:
    """Write the report of a campaign from stored results; nothing is generated or scored again."""
    campaign = load_campaign(path)
    folder = Path(out) if out is not None else campaign.folder
    results = load_results(campaign, folder, database)
    write_report(results, campaign.report, folder / "report", ResultStore(folder / "results"))
    return folder / "report" / "index.html"


def load_results(campaign: Campaign, folder: Path, database: str | None = None) -> CampaignResults:
    """The results of a campaign from what is stored; what is not up to date is an error that says what to run."""
    rows = MetricRowCache(ResultStore(folder / "results"), keeps_all=True, stored_only=True)
    return _make_results(campaign, rows, Machinery(), _say_nothing, database)[0]


def _make_results(
    campaign: Campaign, rows: MetricRowCache, machinery: Machinery, progress: Progress, database: str | None
) -> tuple[CampaignResults, RunOutcome]:
    """Everything that a report shows, and how much of it had to be made."""
    parts = StoredParts(rows.store)
    scored = [score_track(campaign, track, rows, machinery, parts, progress) for track in campaign.tracks]
    tracks = [add_people(campaign, track.results, parts, progress, database) for track in scored]
    results = add_parts(_campaign_results(campaign, tracks), campaign.report, machinery, parts, progress)
    return results, RunOutcome(
        results,
        Path(),
        generated=sum(track.generated for track in scored),
        measured=sum(track.measured for track in scored),
        reused=sum(track.reused for track in scored) + parts.reused,
        computed=parts.computed,
        report_written=False,
    )


@dataclass(frozen=True, slots=True)
class ScoredTrack:
    """The results of a track, and how much of them had to be made."""

    results: TrackResults
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
    entries = list_entries(campaign, track)
    if not entries:
        raise InvalidInput(
            f"track '{track.name}' has no systems",
            f'Add a [[system]] with track = "{track.name}", or remove the track.',
        )
    collected = collect_outputs(campaign, track, entries, cache.store, progress, stored_only=cache.stored_only)
    outputs = collected.outputs
    request = request_track(campaign, track.name, outputs.instances)
    systems, instances = counted(len(entries), "system"), counted(len(outputs.instances), "instance")
    progress(f"{track.name}: {counted(len(request.metrics), 'metric')} of {systems} on {instances}")
    missing = track.missing or request.missing or "not_scored"
    check_references(request, outputs.instances, [track.test])
    conditions = describe_conditions(track.group or outputs.task.group, missing)
    evidence = gather_evidence(outputs, request, missing, conditions, replace(machinery, cache=cache))
    check_any_scored(evidence.systems)
    tell_notes(outputs, machinery)
    uncertainty = Uncertainty(campaign.resamples, campaign.confidence, campaign.seed)
    scoring = summarise(evidence, uncertainty, track.name)
    results = TrackResults(
        name=track.name,
        task=outputs.task.name,
        language=track.language,
        instances=outputs.instances,
        systems=tuple(entry.system for entry in entries),
        measures=_measures(evidence, write_count(set(map(count_references, outputs.instances)))),
        scores=scoring.scores,
        segments=scoring.segments,
        outputs={
            submission.system.name: take_first_outputs(submission, len(outputs.instances))
            for submission in outputs.submissions
        },
        comparisons=_compare_systems(campaign, evidence, parts, progress),
    )
    stored = [is_stored for system in evidence.systems for is_stored in system.stored]
    return ScoredTrack(results, collected.generated, stored.count(False), collected.reused + stored.count(True))


def _compare_systems(
    campaign: Campaign, evidence: Evidence, parts: StoredParts, progress: Progress
) -> Comparisons | None:
    """Paired tests of all pairs of systems that are shown; none where the campaign wants none, or has too many."""
    shown = replace(evidence, systems=[system for system in evidence.systems if not system.system.withdrawn])
    count, wanted = len(shown.systems), campaign.report.comparisons
    if wanted is None:
        wanted = count <= MOST_COMPARED and campaign.resamples > 0
    if not wanted or count < 2 or not evidence.metrics:
        return None
    how = Comparing(all_pairs=True, confidence=campaign.confidence, seed=campaign.seed)

    def compare() -> Comparisons:
        progress(f"testing {counted(count * (count - 1) // 2, 'pair')} of systems")
        return compare_evidence(shown, how)

    basis = [str(COMPARISON_VERSION), repr(how), *fingerprint_evidence(shown)]
    return parts.obtain("comparisons", Comparisons, basis, compare)


def _campaign_results(campaign: Campaign, tracks: Sequence[TrackResults]) -> CampaignResults:
    return CampaignResults(
        campaign.name, campaign.seed, __version__, campaign.resamples, campaign.confidence, tuple(tracks)
    )


def _measures(evidence: Evidence, references: str) -> tuple[Measure, ...]:
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


def _say_nothing(text: str) -> None:
    pass
