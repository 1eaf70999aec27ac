"""A whole campaign: everything that is not up to date is generated, scored and reported."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from genchal.campaign.config import load_campaign
from genchal.campaign.generate import (
    as_submission,
    generate_outputs,
    generation_key,
    instances_digest,
    make_generator,
)
from genchal.campaign.reading.instances import Alignment, load_instances, load_submission
from genchal.campaign.report import report_is_current, write_report
from genchal.campaign.report_parts import with_parts
from genchal.campaign.scoring.evidence import Evidence, Machinery, data_conditions, equipped, with_missing
from genchal.campaign.scoring.missing import check_scored, check_subjects
from genchal.campaign.scoring.request import Choice, ChosenMetric, chosen_for
from genchal.campaign.scoring.rows import count_references, counted_references, measure_submissions, measured
from genchal.campaign.scoring.score import Uncertainty, summarise
from genchal.domain import CampaignResults, Instance, Measure, Rows, Submission, TrackResults
from genchal.domain.campaign import Campaign, Entry, Track
from genchal.domain.inputs import format_attribute_set
from genchal.domain.pseudo import pseudo_submission
from genchal.engines import Engine
from genchal.engines.serial import Serial
from genchal.errors import InvalidInput
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


def run_campaign(
    path: Path | str,
    out: Path | str | None = None,
    progress: Progress | None = None,
    *,
    notice: Progress | None = None,
    engine: Engine | None = None,
    cache: bool = True,
) -> RunOutcome:
    """Run a campaign file; results and report go to `out`, by default beside the file.

    Without `cache` stored results are not used, but made again and stored. `progress` hears of every step, `notice`
    of what should not be missed: tables that are made once, a cache that cannot be written.
    """
    campaign = load_campaign(Path(path))
    folder = Path(out) if out is not None else campaign.folder
    store = ResultStore(folder / "results", reads=cache)
    report = folder / "report"
    store.sweep()
    sweep(report)
    silent: Progress = lambda _: None  # noqa: E731
    runner = _Runner(campaign, store, progress or silent, Machinery(engine or Serial(), progress=notice or silent))
    results = runner.results()
    current = report_is_current(results, campaign.report, report, store)
    if not current:
        results = with_parts(results, campaign.report, runner.machinery, runner.progress)
        runner.progress("writing the report")
        write_report(results, campaign.report, report, store)
    return RunOutcome(results, report / "index.html", runner.generated, runner.measured, runner.reused, not current)


def report_campaign(path: Path | str, out: Path | str | None = None) -> Path:
    """Write the report of a campaign from stored results; nothing is generated or scored again."""
    campaign = load_campaign(Path(path))
    folder = Path(out) if out is not None else campaign.folder
    store = ResultStore(folder / "results")
    runner = _Runner(campaign, store, lambda _: None, Machinery(), stored_only=True)
    results = with_parts(runner.results(), campaign.report, runner.machinery, runner.progress)
    write_report(results, campaign.report, folder / "report", store)
    return folder / "report" / "index.html"


def stored_submissions(
    campaign: Campaign, track: Track, systems: Sequence[str] = (), out: Path | None = None
) -> tuple[tuple[Instance, ...], list[Submission]]:
    """The instances of a track and what its systems wrote for them; generators must have run.

    `systems` are those that are wanted, in this order; none named: all but those that were withdrawn.
    """
    store = ResultStore((out or campaign.folder) / "results")
    runner = _Runner(campaign, store, lambda _: None, Machinery(), stored_only=True)
    task, test = load_instances(track.test, track.format, track.group)
    here = {one.system.name: one for one in campaign.entries if one.system.track == track.name}
    wanted = [here[name] for name in systems] or [one for one in here.values() if not one.system.withdrawn]
    alignment, training = Alignment(task, test), _Training(track)
    return test, [runner._submission(entry, alignment, test, training) for entry in wanted]


class _Runner:
    """Goes through the steps of one campaign and counts what had to be done."""

    def __init__(
        self,
        campaign: Campaign,
        store: ResultStore,
        progress: Progress,
        machinery: Machinery,
        stored_only: bool = False,
    ) -> None:
        self.campaign = campaign
        self.store = store
        self.progress = progress
        self.machinery = machinery
        self.stored_only = stored_only
        self.generated = self.measured = self.reused = 0

    def results(self) -> CampaignResults:
        """Run every track."""
        campaign = self.campaign
        tracks = tuple(self._track(track) for track in campaign.tracks)
        return CampaignResults(
            campaign.name, campaign.seed, __version__, campaign.resamples, campaign.confidence, tracks
        )

    def _track(self, track: Track) -> TrackResults:
        task, test = load_instances(track.test, track.format, track.group)
        entries = [entry for entry in self.campaign.entries if entry.system.track == track.name]
        if not entries:
            raise InvalidInput(
                f"track '{track.name}' has no systems",
                f'Add a [[system]] with track = "{track.name}", or remove the track.',
            )
        training = _Training(track)
        alignment = Alignment(task, test)
        submissions = [self._submission(entry, alignment, test, training) for entry in entries]
        choice = equipped(chosen_for(self.campaign, track.name, task), self.machinery)
        missing = track.missing or choice.missing or "not_scored"
        answered = with_missing(submissions, missing)
        check_subjects(choice.metrics, answered)
        rows = self._rows(track, test, answered, choice.metrics)
        uncertainty = Uncertainty(self.campaign.resamples, self.campaign.confidence, self.campaign.seed)
        ids = [instance.id for instance in test]
        conditions = data_conditions(track.group or task.group, missing)
        evidence = Evidence(measured(test, answered, rows), ids, choice, conditions)
        check_scored(choice.metrics, evidence.systems, answered)
        scoring = summarise(evidence, uncertainty, track.name)
        references = counted_references(set(map(count_references, test)))
        return TrackResults(
            name=track.name,
            task=task.name,
            language=track.language,
            instances=test,
            systems=tuple(entry.system for entry in entries),
            measures=_measures(choice, references, conditions),
            scores=scoring.scores,
            segments=scoring.segments,
            outputs={one.system.name: _one_per_instance(one, len(test)) for one in submissions},
        )

    def _submission(
        self, entry: Entry, alignment: Alignment, test: Sequence[Instance], training: _Training
    ) -> Submission:
        if entry.file is not None:
            return load_submission(entry.file, alignment, entry.system)
        if entry.references is not None:
            return pseudo_submission(entry.system, entry.references, test, self.campaign.seed)
        generator = make_generator(entry.generator or "", entry.settings, self.campaign.folder)
        seed = self.campaign.seed
        key = generation_key(generator, training.train, training.dev, test, seed)
        outputs = self.store.load_outputs(key)
        if outputs is None or len(outputs) != len(test):
            self._refuse_if_stored_only(f"what system '{entry.system.name}' writes")
            self.progress(f"generating {entry.system.name}")
            outputs = generate_outputs(generator, training.train, training.dev, test, seed)
            self.store.save_outputs(key, outputs)
            self.generated += 1
        else:
            self.reused += 1
        return as_submission(entry.system, outputs)

    def _rows(
        self,
        track: Track,
        test: Sequence[Instance],
        submissions: Sequence[Submission],
        metrics: Sequence[ChosenMetric],
    ) -> list[list[Rows]]:
        """Rows by metric and submission: stored ones are read, the others measured together."""
        data = instances_digest(test)
        result: list[list[Rows]] = []
        for chosen in metrics:
            keys = [_rows_key(chosen, data, submission) for submission in submissions]
            found = [self.store.load_rows(key) for key in keys]
            open_ = [
                index
                for index, (rows, submission) in enumerate(zip(found, submissions, strict=True))
                if rows is None or len(rows) != len(submission.outputs)
            ]
            self.reused += len(submissions) - len(open_)
            if open_:
                self._refuse_if_stored_only(f"{chosen.label} of track '{track.name}'")
                self.progress(f"scoring {chosen.label}: {len(open_)} systems, {len(test)} instances")
                fresh = measure_submissions(
                    test, [submissions[index] for index in open_], [chosen.metric], self.machinery.engine
                )[0]
                for index, rows in zip(open_, fresh, strict=True):
                    self.store.save_rows(keys[index], rows)
                    found[index] = rows
                self.measured += len(open_)
            result.append([rows for rows in found if rows is not None])
        return result

    def _refuse_if_stored_only(self, what: str) -> None:
        if self.stored_only:
            raise InvalidInput(f"{what} is not up to date", "Run: genchal run; then this again.")


class _Training:
    """Training and development instances of a track, read when a generator asks for them."""

    def __init__(self, track: Track) -> None:
        self.track = track
        self._read: dict[Path, tuple[Instance, ...]] = {}

    @property
    def train(self) -> tuple[Instance, ...]:
        return self._instances(self.track.train)

    @property
    def dev(self) -> tuple[Instance, ...]:
        return self._instances(self.track.dev)

    def _instances(self, path: Path | None) -> tuple[Instance, ...]:
        if path is None:
            return ()
        if path not in self._read:
            self._read[path] = load_instances(path, self.track.format)[1]
        return self._read[path]


def _rows_key(chosen: ChosenMetric, data: str, submission: Submission) -> str:
    """Rows depend on the metric and its settings, on the instances, and on the outputs."""
    left_out = [str(place) for place in submission.left_out or ()]
    sets = [None if one is None else repr(sorted(one)) for one in submission.attribute_sets or ()]
    return digest(chosen.metric.identity(), data, map(str, submission.instances), submission.outputs, left_out, sets)


def _measures(choice: Choice, references: str, conditions: Sequence[str]) -> tuple[Measure, ...]:
    """The columns of the leaderboard: metrics, then derived scores, which know no bounds."""
    measures = []
    for chosen in choice.metrics:
        metric, label = chosen.metric, chosen.label
        low, high = metric.card.low * chosen.scale, metric.card.high * chosen.scale
        signature = chosen.signature(references, conditions)
        better = metric.higher_is_better if metric.has_direction else None
        measures.append(Measure(label, label, better, low, high, signature))
    signatures = {measure.name: measure.signature for measure in measures}
    for one in choice.derived:
        signature = one.signature(digest([signatures[label] for label in one.ingredients])[:8])
        measures.append(Measure(one.name, one.name, one.higher_is_better, -math.inf, math.inf, signature))
    return tuple(measures)


def _one_per_instance(submission: Submission, instances: int) -> tuple[str | None, ...]:
    """The first output for every instance (a pseudo-system may have several); attributes where there is no text."""
    first: dict[int, str | None] = {}
    for number, (place, output) in enumerate(zip(submission.instances, submission.outputs, strict=True)):
        selected = submission.attributes_at(number)
        first.setdefault(place, format_attribute_set(selected) if output is None and selected is not None else output)
    return tuple(first.get(place) for place in range(instances))
