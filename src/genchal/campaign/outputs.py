"""The outputs of the systems of a track: submitted as files, drawn from the references, or written by generators."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from genchal.campaign.config.remedies import write_keys
from genchal.campaign.generation.folds import generate_in_folds
from genchal.campaign.generation.generate import (
    fingerprint_generation,
    fingerprint_generator,
    fingerprint_instances,
    load_training,
    make_generator,
    make_submission,
    write_outputs,
)
from genchal.campaign.generation.models import can_be_kept, fingerprint_training, fit_model, load_model
from genchal.campaign.reading.alignment import OutputAlignment
from genchal.campaign.reading.instances import describe_apart, load_test_instances
from genchal.campaign.reading.named_columns import check_named_columns
from genchal.campaign.reading.output_files import OutputContents
from genchal.campaign.reading.submissions import SystemOutputs, align_contents, load_contents, load_records
from genchal.domain import Generator, Instance, Output, Submission
from genchal.domain.campaign import EVERY_SYSTEM, Campaign, Entry, Track
from genchal.domain.inputs import format_attribute_set
from genchal.domain.pseudo import pseudo_submission
from genchal.errors import InvalidInput, UserError
from genchal.resources.results import ResultStore, digest
from genchal.tasks.outputs import OutputRecord


@dataclass(frozen=True, slots=True)
class TrackOutputs:
    """Outputs of a track, and how many systems had to write theirs or had written them before."""

    outputs: SystemOutputs
    generated: int
    reused: int


def list_entries(campaign: Campaign, track: Track) -> list[Entry]:
    """The systems that compete in a track; an entry for every system of a file becomes one for each."""
    entries = [entry for entry in campaign.entries if entry.system.track == track.name]
    listed = [system for entry in entries for system in _list_systems(entry)]
    names = [entry.system.name for entry in listed]
    if len(set(names)) < len(names):
        raise InvalidInput(
            f"track '{track.name}' has two systems '{max(names, key=names.count)}'",
            "Rename one of them, or remove the one that its file brings.",
        )
    return listed


def _list_systems(entry: Entry) -> list[Entry]:
    """The entry itself, or one for each system of its file."""
    if entry.system.name != EVERY_SYSTEM or entry.file is None:
        return [entry]
    names = load_contents(entry.file, columns=entry.columns).systems
    return [replace(entry, system=replace(entry.system, name=name)) for name in names]


def collect_outputs(
    campaign: Campaign,
    track: Track,
    entries: Sequence[Entry],
    store: ResultStore,
    progress: Callable[[str], None] = lambda _: None,
    *,
    stored_only: bool = False,
) -> TrackOutputs:
    """Collect the outputs of systems; generators write what is not stored, unless only stored outputs may be used."""
    collector = OutputCollector(campaign, track, store, progress, stored_only=stored_only)
    submissions = [collector.collect(entry) for entry in entries]
    return collector.finish(submissions)


class OutputCollector:
    """Collects outputs system by system; the data of the track are read once."""

    def __init__(
        self,
        campaign: Campaign,
        track: Track,
        store: ResultStore,
        progress: Callable[[str], None] = lambda _: None,
        *,
        stored_only: bool = False,
    ) -> None:
        check_named_columns(track.columns, (), [track.test])
        self.campaign, self.track, self.store = campaign, track, store
        self.progress, self.stored_only = progress, stored_only
        self.task, self.test = load_test_instances(track)
        self._alignment = OutputAlignment(self.task, self.test)
        self._is_watched = False  # whether all files have been looked at for what ids mean in them
        self._read: dict[str, tuple[OutputContents[str], list[OutputRecord]]] = {}  # by system, until it is wanted
        # Only where a generator asks for it.
        self._load_training = cache(lambda paths: load_training(paths, track.format, track.columns))
        self._notes: list[str] = []
        self._long_tables: dict[str, OutputContents[str]] = {}
        self._generated = self._reused = 0

    def collect(self, entry: Entry) -> Submission:
        """The outputs of a system."""
        if entry.file is not None:
            check_named_columns(entry.columns, [entry.file], ())
            self._watch_files()
            read = self._read.pop(entry.system.name, None)
            contents, records = read or load_records(entry.file, entry.system, entry.columns, self._long_tables)
            return align_contents(contents, records, entry.file, self._alignment, entry.system, self._notes.append)
        if entry.references is not None:
            return pseudo_submission(entry.system, entry.references, self.test, self.campaign.seed)
        return make_submission(entry.system, self._generate(entry), len(self.test))

    def finish(self, submissions: Sequence[Submission]) -> TrackOutputs:
        """All that was collected."""
        notes = list(map(write_keys, self._notes))
        if note := describe_apart(self.task, self.track.group, self.test):
            notes.insert(0, f"track '{self.track.name}': {write_keys(note)}")
        outputs = SystemOutputs(self.task, self.test, tuple(submissions), tuple(notes))
        return TrackOutputs(outputs, self._generated, self._reused)

    def _watch_files(self) -> None:
        """Look at the files of all systems, those that are not wanted now among them: numbers mean the same in all."""
        if self._is_watched or not self._alignment.is_numbered:
            return
        self._is_watched = True
        for entry in list_entries(self.campaign, self.track):
            if entry.file is not None:
                try:
                    read = load_records(entry.file, entry.system, entry.columns, self._long_tables)
                except UserError:
                    continue  # which is said where its outputs are wanted
                self._read[entry.system.name] = read
                self._alignment.watch_outputs([(entry.file, read[1])])

    def _generate(self, entry: Entry) -> list[Output]:
        """What a system's generator wrote before, or writes now."""
        seed, rounds = self.campaign.seed, 1
        if entry.model is not None:
            loaded = load_model(entry.model, entry.settings, self.campaign.folder)
            basis = [loaded.checksum, fingerprint_generator(loaded.generator), str(seed)]
            key = digest(basis, fingerprint_instances(self.test))
            return self._obtain(entry, key, 1, lambda: write_outputs(loaded.generator, self.test, seed))
        generator = make_generator(entry.generator or "", entry.settings, self.campaign.folder)
        train, dev = (self._load_training(paths) for paths in (self.track.train, self.track.dev))
        key = fingerprint_generation(generator, train, dev, self.test, seed)
        folds = self.track.folds
        if folds is not None and generator.needs_training:
            key, rounds = digest(key, repr(folds)), folds.seeds

        def generate() -> list[Output]:
            if folds is not None and generator.needs_training:
                return generate_in_folds(generator, train, dev, self.test, folds, seed)
            return write_outputs(self._fit(generator, train, dev), self.test, seed)

        return self._obtain(entry, key, rounds, generate)

    def _obtain(self, entry: Entry, key: str, rounds: int, generate: Callable[[], list[Output]]) -> list[Output]:
        """Outputs that are stored under a key, or are generated and stored."""
        outputs = self.store.load_outputs(key)
        if outputs is not None and len(outputs) == rounds * len(self.test):
            self._reused += 1
            return outputs
        if self.stored_only:
            problem = f"the outputs of system '{entry.system.name}' are not up to date"
            raise InvalidInput(problem, "Run genchal run first, then this command again.")
        self.progress(f"generating {entry.system.name}")
        outputs = generate()
        self.store.save_outputs(key, outputs)
        self._generated += 1
        return outputs

    def _fit(self, generator: Generator, train: Sequence[Instance], dev: Sequence[Instance]) -> Generator:
        """A generator that has learnt; systems that differ only in how they write share what one of them learnt."""
        seed = self.campaign.seed
        if not generator.needs_training or not can_be_kept(generator):
            return fit_model(generator, train, dev, seed).generator
        path = self.store.model_path(fingerprint_training(generator, train, dev, seed))
        if self.store.reads and path.is_file():
            try:
                writing = {name: getattr(generator, name) for name in generator.decoding}
                return replace(load_model(path).generator, **writing)  # type: ignore[type-var]
            except UserError:
                pass  # damaged: it is trained again
        return fit_model(generator, train, dev, seed, self.track.format, path).generator


def load_stored_submissions(
    campaign: Campaign, track: Track, systems: Sequence[str] = (), out: Path | None = None
) -> tuple[tuple[Instance, ...], list[Submission]]:
    """The instances of a track and what its systems wrote for them; generators must have run.

    `systems` are those that are wanted, in this order; none named: all but those that were withdrawn.
    """
    entries = {entry.system.name: entry for entry in list_entries(campaign, track)}
    wanted = [entries[name] for name in systems] or [entry for entry in entries.values() if not entry.system.withdrawn]
    store = ResultStore((out or campaign.folder) / "results")
    outputs = collect_outputs(campaign, track, wanted, store, stored_only=True).outputs
    return outputs.instances, list(outputs.submissions)


def take_first_outputs(submission: Submission, instances: int) -> tuple[str | None, ...]:
    """The first output for every instance (a pseudo-system may have several); attributes where there is no text."""
    first: dict[int, str | None] = {}
    for number, (place, output) in enumerate(zip(submission.instances, submission.outputs, strict=True)):
        selected = submission.attributes_at(number)
        first.setdefault(place, format_attribute_set(selected) if output is None and selected is not None else output)
    return tuple(first.get(place) for place in range(instances))
