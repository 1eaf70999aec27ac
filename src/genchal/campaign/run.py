"""A whole campaign: everything that is not up to date is generated, scored and reported."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from genchal.campaign.config import load_campaign
from genchal.campaign.outputs import collect_outputs, list_entries, take_first_outputs
from genchal.campaign.published.compare import compare_published
from genchal.campaign.report import add_parts, is_report_current, write_report
from genchal.campaign.scoring.evidence import Evidence, Machinery, gather_evidence, tell_notes
from genchal.campaign.scoring.missing import check_any_scored, check_references, describe_conditions
from genchal.campaign.scoring.request import request_track
from genchal.campaign.scoring.row_cache import MetricRowCache
from genchal.campaign.scoring.rows import count_references, write_count
from genchal.campaign.scoring.score import summarise
from genchal.domain.campaign import Campaign, Track
from genchal.domain.results.campaign import CampaignResults, Measure, TrackResults
from genchal.domain.results.scores import Uncertainty
from genchal.domain.results.table import Table
from genchal.engines import Engine, make_engine
from genchal.errors import InvalidInput, counted
from genchal.resources.files import sweep
from genchal.resources.results import ResultStore, digest
from genchal.version import __version__

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class RunOutcome:
    """What a run did: counts of work done and of work found up to date."""

    results: CampaignResults
    report: Path
    generated: int
    measured: int
    reused: int
    report_written: bool

    @property
    def did_nothing(self) -> bool:
        """Whether everything was up to date."""
        return not (self.generated or self.measured or self.report_written)

    def tables(self) -> tuple[Table, ...]:
        """The leaderboard of every track."""
        return self.results.tables()

    def payload(self) -> dict[str, object]:
        """What --json prints: the scores of all tracks, and what was done."""
        scores = [score for track in self.results.tracks for score in track.scores]
        done = {"generated": self.generated, "scored": self.measured, "reused": self.reused}
        published = {"published": self.results.published.counts()} if self.results.published else {}
        return {"scores": scores, **done, **published, "report": self.report}

    def summary(self) -> str:
        """What was done, what became of published numbers, and where the report is."""
        done = f"{self.generated} generated, {self.measured} scored, {self.reused} found up to date"
        if self.did_nothing:
            done = f"everything is up to date ({self.reused} stored results reused)"
        published = f"{self.results.published.sentence()}\n" if self.results.published else ""
        return f"{done}\n{published}report: {self.report}"


def run_campaign(
    path: Path | str | None = None,
    out: Path | str | None = None,
    progress: Progress | None = None,
    *,
    notice: Progress | None = None,
    engine: Engine | str | None = None,
    cache: bool = True,
) -> RunOutcome:
    """Run the campaign in a file or folder (default: the current one); results and report go to `out` (default: there).

    `engine` is where scoring runs (``"processes:4"``), by default as the campaign says. Without `cache` stored results
    are not used, but made again and stored. `progress` hears of every step, `notice` of what should not be missed:
    tables that are made once, a cache that cannot be written.
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
    tracks = [score_track(campaign, track, rows, machinery, progress) for track in campaign.tracks]
    results = _campaign_results(campaign, tracks)
    published = compare_published(results, campaign.report, store, machinery, progress)
    results = replace(results, published=published)
    is_current = is_report_current(results, campaign.report, report, store)
    if not is_current:
        results = add_parts(results, campaign.report, machinery, progress)
        progress("writing the report")
        write_report(results, campaign.report, report, store)
    return RunOutcome(
        results,
        report / "index.html",
        sum(track.generated for track in tracks),
        sum(track.measured for track in tracks),
        sum(track.reused for track in tracks),
        not is_current,
    )


def report_campaign(path: Path | str | None = None, out: Path | str | None = None) -> Path:
    """Write the report of a campaign from stored results; nothing is generated or scored again."""
    campaign = load_campaign(path)
    folder = Path(out) if out is not None else campaign.folder
    store = ResultStore(folder / "results")
    rows, machinery = MetricRowCache(store, keeps_all=True, stored_only=True), Machinery()
    tracks = [score_track(campaign, track, rows, machinery, _say_nothing) for track in campaign.tracks]
    results = _campaign_results(campaign, tracks)
    results = replace(results, published=compare_published(results, campaign.report, store, machinery))
    results = add_parts(results, campaign.report, machinery, _say_nothing)
    write_report(results, campaign.report, folder / "report", store)
    return folder / "report" / "index.html"


@dataclass(frozen=True, slots=True)
class ScoredTrack:
    """The results of a track, and how much of them had to be made."""

    results: TrackResults
    generated: int
    measured: int
    reused: int


def score_track(
    campaign: Campaign, track: Track, cache: MetricRowCache, machinery: Machinery, progress: Progress
) -> ScoredTrack:
    """Collect the outputs of a track and score them; what is stored already is not made again."""
    entries = list_entries(campaign, track)
    if not entries:
        raise InvalidInput(
            f"track '{track.name}' has no systems",
            f'Add a [[system]] with track = "{track.name}", or remove the track.',
        )
    collected = collect_outputs(campaign, track, entries, cache.store, progress, stored_only=cache.stored_only)
    outputs, request = collected.outputs, request_track(campaign, track.name)
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
    )
    stored = [is_stored for system in evidence.systems for is_stored in system.stored]
    return ScoredTrack(results, collected.generated, stored.count(False), collected.reused + stored.count(True))


def _campaign_results(campaign: Campaign, tracks: Sequence[ScoredTrack]) -> CampaignResults:
    results = tuple(track.results for track in tracks)
    return CampaignResults(campaign.name, campaign.seed, __version__, campaign.resamples, campaign.confidence, results)


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
