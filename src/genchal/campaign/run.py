"""A whole campaign: everything that is not up to date is generated, scored and reported."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from genchal.campaign.config.load import load_campaign
from genchal.campaign.config.remedies import name_keys_in_remedies
from genchal.campaign.parts import Progress, StoredParts
from genchal.campaign.people.over_systems import correlate_over_systems
from genchal.campaign.people.sources import check_rating_files
from genchal.campaign.people.track_people import add_people
from genchal.campaign.published.compare import compare_published
from genchal.campaign.report import (
    add_parts,
    fingerprint_report,
    is_comparison_current,
    is_report_current,
    write_report,
)
from genchal.campaign.scoring.evidence import (
    Machinery,
)
from genchal.campaign.scoring.row_cache import MetricRowCache
from genchal.campaign.track_scores import score_track
from genchal.domain.campaign import Campaign
from genchal.domain.results.campaign import CampaignResults, TrackResults
from genchal.domain.results.people import describe_evaluation, list_caveats, tabulate_people
from genchal.domain.results.shown import ShownResult
from genchal.domain.results.table import Table
from genchal.engines import Engine, make_engine
from genchal.engines.watched import Watched
from genchal.errors import counted, list_some
from genchal.resources.files import sweep
from genchal.resources.results import ResultStore
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
    fingerprint: str = field(default="", repr=False)  # of all that the report shows

    @property
    def did_nothing(self) -> bool:
        """Whether everything was up to date."""
        return not (self.generated or self.measured or self.computed or self.report_written)

    def tables(self) -> tuple[Table, ...]:
        """The leaderboard of every track, then what people found, criterion by criterion."""
        tracks = self.results.tracks
        names = [track.name if len(tracks) > 1 else "" for track in tracks]
        people = (tabulate_people(track.people, name) for track, name in zip(tracks, names, strict=True))
        return (*self.results.tables(), *itertools.chain.from_iterable(people))

    def data_tables(self) -> tuple[Table, ...]:
        """The scores of all tracks, a row each."""
        return self.results.data_tables()

    def payload(self) -> dict[str, object]:
        """What --json prints: the scores of all tracks, what people found, and what was done."""
        tracks = self.results.tracks
        shown = {(track.name, system.name) for track in tracks for system in track.ranked()}
        scores = [score for track in tracks for score in track.scores if (track.name, score.system) in shown]
        people = [{"track": track.name, **describe_evaluation(found)} for track in tracks for found in track.people]
        done = {"generated": self.generated, "scored": self.measured, "computed": self.computed, "reused": self.reused}
        published = {"published": self.results.published.counts()} if self.results.published else {}
        return {"scores": scores, "people": people, **done, **published, "report": self.report}

    def summary(self) -> str:
        """What was done, what of the ratings was not used, what became of published numbers, where the report is."""
        made = f"{self.generated} generated, {self.measured} scored"
        made += f", {counted(self.computed, 'other result')} computed" if self.computed else ""
        done = f"{made}, {self.reused} found up to date"
        if self.did_nothing:
            done = f"everything is up to date ({self.reused} stored results reused)"
        published = f"{self.results.published.sentence()}\n" if self.results.published else ""
        tracks = self.results.tracks
        scopes = [
            f"{f'{track.name}: ' if len(tracks) > 1 else ''}{sentence}\n"
            for track in tracks
            for sentence in track.scope_sentences()
        ]
        caveats = [f"{line}\n" for track in tracks for found in track.people for line in list_caveats(found)]
        return f"{''.join((*scopes, *caveats))}{done}\n{published}report: {self.report}"


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
    notice = notice or _say_nothing
    if campaign.absent_tracks:
        notice(f"left out, since their data are not on this machine: {list_some(campaign.absent_tracks, 12)}")
    progress = progress or _say_nothing
    machinery = Machinery(Watched(engine, progress), progress=notice)
    rows = MetricRowCache(store, keeps_all=True)
    done = _make_results(campaign, rows, machinery, progress, database)
    is_current = is_report_current(done.fingerprint, report, store) and is_comparison_current(done.results, store)
    if not is_current:
        progress("writing the report")
        write_report(done.results, campaign.report, done.fingerprint, report, store)
    return replace(done, report=report / "index.html", report_written=not is_current)


def report_campaign(path: Path | str | None = None, out: Path | str | None = None, database: str | None = None) -> Path:
    """Write the report of a campaign from stored results; nothing is generated or scored again."""
    campaign = load_campaign(path)
    folder = Path(out) if out is not None else campaign.folder
    store = ResultStore(folder / "results")
    done = _load_outcome(campaign, store, database)
    write_report(done.results, campaign.report, done.fingerprint, folder / "report", store)
    return folder / "report" / "index.html"


def load_results(campaign: Campaign, folder: Path, database: str | None = None) -> CampaignResults:
    """The results of a campaign from what is stored; what is not up to date is an error that says what to run."""
    return _load_outcome(campaign, ResultStore(folder / "results"), database).results


def _load_outcome(campaign: Campaign, store: ResultStore, database: str | None) -> RunOutcome:
    rows = MetricRowCache(store, keeps_all=True, stored_only=True)
    return _make_results(campaign, rows, Machinery(), _say_nothing, database)


def _make_results(
    campaign: Campaign, rows: MetricRowCache, machinery: Machinery, progress: Progress, database: str | None
) -> RunOutcome:
    """Everything that a report shows, and how much of it had to be made; the report is yet to be written."""
    with name_keys_in_remedies():
        return _make_named_results(campaign, rows, machinery, progress, database)


def _list_generated(campaign: Campaign) -> set[tuple[str, str]]:
    """Tracks and names of systems whose outputs a generator of the campaign writes."""
    made = [entry.system for entry in campaign.entries if entry.generator or entry.model]
    return {(system.track or "", system.name) for system in made}


def _make_named_results(
    campaign: Campaign, rows: MetricRowCache, machinery: Machinery, progress: Progress, database: str | None
) -> RunOutcome:
    parts = StoredParts(rows.store)
    check_rating_files(campaign)
    scored = [score_track(campaign, track, rows, machinery, parts, progress) for track in campaign.tracks]
    tracks = [add_people(campaign, track, parts, progress, database) for track in scored]
    results = add_parts(_campaign_results(campaign, tracks), campaign.report, machinery, parts, progress)
    over_systems = correlate_over_systems(campaign.correlations, results.tracks, campaign.confidence)
    numbers = StoredParts(rows.store)
    published = compare_published(results, campaign.report, numbers, machinery, progress, _list_generated(campaign))
    results = replace(results, published=published, over_systems=over_systems)
    return RunOutcome(
        results,
        Path(),
        generated=sum(track.generated for track in scored),
        measured=sum(track.measured for track in scored),
        reused=sum(track.reused for track in scored) + parts.reused + numbers.reused,
        computed=parts.computed + numbers.computed,
        report_written=False,
        fingerprint=fingerprint_report(campaign, [track.fingerprint for track in scored], parts),
    )


def _campaign_results(campaign: Campaign, tracks: Sequence[TrackResults]) -> CampaignResults:
    return CampaignResults(
        campaign.name, campaign.seed, __version__, campaign.resamples, campaign.confidence, tuple(tracks)
    )


def _say_nothing(text: str) -> None:
    pass
