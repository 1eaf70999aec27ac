"""What a campaign has, what is out of date and what is missing; nothing is computed or written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from genchal.campaign.config.load import find_campaign, load_campaign
from genchal.campaign.config.remedies import write_keys
from genchal.campaign.outputs import OutputCollector
from genchal.campaign.parts import StoredParts
from genchal.campaign.people.simulate import list_simulations
from genchal.campaign.people.sources import JudgementSource, find_database, list_sources
from genchal.campaign.people.track_people import PART as PEOPLE
from genchal.campaign.people.track_people import list_basis
from genchal.campaign.reading.submissions import SystemOutputs
from genchal.campaign.report import NOTE, fingerprint_report, is_report_current, plan_parts
from genchal.campaign.scoring.evidence import Evidence, Machinery
from genchal.campaign.scoring.request import MetricRequest, Request, request_track
from genchal.campaign.scoring.row_cache import MetricRowCache, NotStored
from genchal.campaign.track_scores import (
    count_gaps,
    fingerprint_track,
    list_systems,
    measure_track,
    plan_comparisons,
    summarise_track,
)
from genchal.domain.campaign import Campaign, Track
from genchal.domain.results.people import HumanEvaluation
from genchal.domain.results.scores import Uncertainty
from genchal.domain.results.status import CampaignStatus, PeopleStatus, ReportState, TrackStatus
from genchal.errors import UserError
from genchal.resources.results import ResultStore

if TYPE_CHECKING:
    from genchal.campaign.studies.status import StudyStatus


def read_campaign_status(
    path: Path | str | None = None, out: Path | str | None = None, database: str | None = None
) -> CampaignStatus:
    """Look at the campaign in a file or folder (default: the current one), and at its results in `out`."""
    file = find_campaign(path)
    campaign = load_campaign(file)
    folder = Path(out) if out is not None else campaign.folder
    looking = _Looking(campaign, ResultStore(folder / "results"), database)
    looked = [looking.look_at_track(track) for track in campaign.tracks]
    return CampaignStatus(
        campaign=campaign.name,
        place=str(file.parent),
        tracks=tuple(each.status for each in looked),
        people=tuple(looking.look_at_people(looked)),
        report=looking.look_at_report(folder / "report", looked),
    )


@dataclass(frozen=True, slots=True)
class _LookedAt:
    """The state of a track, and its fingerprint if all of its scores are stored."""

    track: Track
    status: TrackStatus
    fingerprint: tuple[str, ...] | None = None


class _Looking:
    """Goes through a campaign as a run does, and stops where something would have to be made."""

    def __init__(self, campaign: Campaign, store: ResultStore, database: str | None) -> None:
        self.campaign, self.store, self.database = campaign, store, database
        self.parts = StoredParts(store)
        self._are_people_current = True

    def look_at_track(self, track: Track) -> _LookedAt:
        """Outputs, scores, and what else is made from them."""
        status = TrackStatus(track.name)
        try:
            entries = list_systems(self.campaign, track)
            collector = OutputCollector(self.campaign, track, self.store, stored_only=True)
            submissions, missing, problems = [], [], []
            for entry in entries:
                try:
                    submissions.append(collector.collect(entry))
                except UserError as error:
                    missing.append(entry.system.name)
                    problems += [write_keys(str(error))] if entry.generator is None else []
            outputs = collector.finish(submissions).outputs
            request = request_track(self.campaign, track.name, outputs.instances)
            status = TrackStatus(
                track=track.name,
                instances=len(outputs.instances),
                systems=tuple(entry.system.name for entry in entries),
                without_outputs=tuple(missing),
                metrics=_name_metrics(request.metrics),
                not_scored=_name_metrics(request.metrics),
                gaps=tuple(count_gaps(entries, outputs).items()),
                problems=tuple(problems),
            )
            return _LookedAt(track, status) if missing else self._look_at_scores(track, status, outputs, request)
        except UserError as error:
            return _LookedAt(track, replace(status, problems=(*status.problems, write_keys(str(error)))))

    def _look_at_scores(self, track: Track, status: TrackStatus, outputs: SystemOutputs, request: Request) -> _LookedAt:
        evidence = self._load_rows(track, outputs, request)
        if evidence is None:
            stale = [
                metric
                for metric in request.metrics
                if self._load_rows(track, outputs, replace(request, metrics=(metric,), derived=())) is None
            ]
            return _LookedAt(track, replace(status, not_scored=_name_metrics(stale)))
        plan = plan_comparisons(self.campaign, evidence)
        results = summarise_track(track, outputs, evidence, Uncertainty(resamples=0))
        wanted: dict[str, list[str]] = {"comparisons": plan[2]} if plan else {}
        wanted.update(plan_parts(results, self.campaign.report, self.campaign.seed).items())
        lost = tuple(name for name, basis in wanted.items() if not self.parts.is_stored(name, basis))
        status = replace(status, not_scored=(), not_computed=lost)
        return _LookedAt(track, status, fingerprint_track(track, outputs, evidence))

    def _load_rows(self, track: Track, outputs: SystemOutputs, request: Request) -> Evidence | None:
        cache = MetricRowCache(self.store, keeps_all=True, stored_only=True)
        try:
            return measure_track(track, outputs, request, Machinery(cache=cache))
        except NotStored:
            return None

    def look_at_people(self, looked: list[_LookedAt]) -> Iterator[PeopleStatus]:
        """Ratings and studies: whether they are evaluated, and how far studies are."""
        progress = {study.name: study for study in self._read_progress()}
        seen = set()
        for each in looked:
            try:
                sources = list_sources(self.campaign, each.track.name, self.database)
            except UserError as error:
                self._are_people_current = False
                for entry in self.campaign.ratings:
                    if entry.track == each.track.name and entry.files:
                        yield PeopleStatus(
                            entry.name, entry.track, "file", "unreadable", problem=write_keys(str(error))
                        )
                continue
            for source in (*sources, *list_simulations(self.campaign, each.track.name)):
                seen.add(source.entry.study)
                yield self._look_at_source(source, each, progress.get(source.entry.study or ""))
        for design in self.campaign.studies:
            track = design.track or self.campaign.tracks[0].name
            names = _list_stored_names(self.campaign, design.name)
            for name in names:
                if name not in seen and name in progress:
                    done = progress[name].progress
                    yield PeopleStatus(name, track, "study", "no answers yet", sheets=done.answered, wanted=done.wanted)
            if not any(name in progress for name in names):
                yield PeopleStatus(design.name, track, "study", "not created")

    def _look_at_source(self, source: JudgementSource, each: _LookedAt, study: StudyStatus | None) -> PeopleStatus:
        uncertainty = Uncertainty(self.campaign.resamples, self.campaign.confidence, self.campaign.seed)
        made = None
        if each.fingerprint is not None:
            basis = list_basis(source, each.fingerprint, uncertainty)
            made = self.parts.find(PEOPLE, HumanEvaluation, basis)
        self._are_people_current &= made is not None
        return PeopleStatus(
            source.entry.name,
            each.track.name,
            source.origin,
            "evaluated" if made else "not evaluated",
            judgements=made.size.judgements if made else None,
            sheets=study.progress.answered if study else None,
            wanted=study.progress.wanted if study else None,
        )

    def _read_progress(self) -> tuple[StudyStatus, ...]:
        place = find_database(self.campaign, self.database)
        if place is None:
            return ()
        from genchal.campaign.studies.status import read_study_status
        from genchal.store.store import open_store

        with open_store(place, create=False) as store:
            return read_study_status(store).studies

    def look_at_report(self, folder: Path, looked: list[_LookedAt]) -> ReportState:
        """Whether the report shows what is stored; people must have been looked at before."""
        if self.store.load_note(NOTE) is None or not (folder / "index.html").is_file():
            return "not written"
        known = [each.fingerprint for each in looked if each.fingerprint is not None]
        is_whole = len(known) == len(looked) and all(each.status.is_current for each in looked)
        if not is_whole or not self._are_people_current:
            return "out of date"
        fingerprint = fingerprint_report(self.campaign, known, self.parts)
        return "current" if is_report_current(fingerprint, folder, self.store) else "out of date"


def _name_metrics(metrics: list[MetricRequest] | tuple[MetricRequest, ...]) -> tuple[str, ...]:
    return tuple(metric.label or metric.name for metric in metrics)


def _list_stored_names(campaign: Campaign, name: str) -> list[str]:
    from genchal.campaign.studies.collected import list_stored_names

    return list_stored_names(next(design for design in campaign.studies if design.name == name))
