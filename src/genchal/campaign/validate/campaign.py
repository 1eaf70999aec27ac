"""Check a campaign file and all that it names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

from genchal.campaign.config.load import find_campaign, load_campaign
from genchal.campaign.config.remedies import write_keys
from genchal.campaign.generation.generate import make_generator
from genchal.campaign.generation.models import load_model
from genchal.campaign.judgements.load import UNREAD
from genchal.campaign.outputs import list_entries
from genchal.campaign.people.matching import check_names, match_names
from genchal.campaign.people.sources import open_files
from genchal.campaign.reading.alignment import OutputAlignment
from genchal.campaign.reading.contents import TABLE_SUFFIXES, TEXT_SUFFIXES
from genchal.campaign.reading.instances import load_instances, load_test_instances
from genchal.campaign.reading.named_columns import check_named_columns
from genchal.campaign.reading.output_files import has_own_column
from genchal.campaign.scoring.request import choose_metrics, request_entry, request_track
from genchal.campaign.validate.submissions import (
    FileCheck,
    OutputFile,
    Validation,
    check_text,
    note_apart,
    validate_files,
)
from genchal.domain.campaign import Campaign, Entry, Track
from genchal.domain.instance import count_references
from genchal.domain.pseudo import pseudo_submission
from genchal.domain.ratings import Ratings
from genchal.errors import UserError, counted, suggestion
from genchal.resources.files import inner_name, read_text
from genchal.tasks import TASKS
from genchal.tasks.findings import Finding, findings_of


def validate(
    files: Path | str | Sequence[Path | str] | None = None,
    references: Path | str | Sequence[Path | str] = (),
    *,
    task: str | None = None,
) -> Validation:
    """Check submissions against `references`, or a campaign (a file or folder; default: the current one).

    Every problem has its line and a remedy: ``[problem.sentence(file.file) for file in found.files for problem in
    file.problems]``.
    """
    given = [Path(path) for path in ([files] if isinstance(files, Path | str) else files or ())]
    tests = [Path(path) for path in ([references] if isinstance(references, Path | str) else references)]
    if tests:
        return validate_files(given, tests, task=task)
    if not given:
        return validate_campaign()
    return Validation(tuple(file for path in given for file in validate_campaign(path).files))


def validate_campaign(given: Path | None = None) -> Validation:
    """Check a campaign: its file, the data of every track, every submission, every setting."""
    path = find_campaign(given)
    try:
        campaign = load_campaign(path)
    except UserError as error:
        found = _located(findings_of(error, str(path), "campaign"), path)
        remedy = "Fix this file and check again."
        found.append(Finding(None, "campaign", "the files that it names were not checked", remedy, "information"))
        return Validation((FileCheck(str(path), (), tuple(found)),))
    checker = _Checker(campaign)
    for track in campaign.tracks:
        checker.check_track(track)
    found = _located([*checker.findings, *_unnamed(campaign)], path)
    outputs = (file.checked() for file in checker.outputs.values())
    own = FileCheck(str(path), (), tuple(found))
    return Validation(tuple(map(_name_keys, (own, *checker.data, *outputs, *checker.ratings))))


def _name_keys(check: FileCheck) -> FileCheck:
    """The same with remedies for campaign.toml, which has keys where commands have options."""
    found = tuple(replace(problem, remedy=write_keys(problem.remedy)) for problem in check.problems)
    return replace(check, problems=found)


class _Checker:
    """Goes through the tracks of a campaign and keeps what it finds."""

    def __init__(self, campaign: Campaign) -> None:
        self.campaign = campaign
        self.findings: list[Finding] = []  # of the campaign file itself
        self.data: list[FileCheck] = []
        self.outputs: dict[tuple[Path, str], OutputFile] = {}
        self.ratings: list[FileCheck] = []

    def check_track(self, track: Track) -> None:
        """Check the data of a track, then its systems and metrics."""
        alignment = self._check_data(track.test, track, is_test=True)
        for path in (*track.train, *track.dev):
            self._check_data(path, track)
        try:
            entries = list_entries(self.campaign, track)
        except UserError as error:
            self.findings += findings_of(error, "", "campaign")
            self._check_metrics(track)
            return
        if not entries:
            remedy = f'Add a [[system]] with track = "{track.name}", or remove the track.'
            self._note(f"track '{track.name}' has no systems", remedy)
        if alignment is not None:
            self._watch_files(entries, alignment)
        for entry in entries:
            if entry.file is not None:
                self._check_submission(entry, entry.file, alignment)
            else:
                self._check_source(entry, track, alignment)
        self._check_metrics(track)
        if alignment is not None:
            self._check_ratings(track, [entry.system.name for entry in entries], alignment)

    def _watch_files(self, entries: Sequence[Entry], alignment: OutputAlignment) -> None:
        """Let ids that are numbers mean the same in the files of all systems."""
        for entry in entries:
            if entry.file is not None:
                systems = self._open(entry, entry.file).systems
                alignment.watch_outputs((entry.file, records) for records in systems.values())

    def _note(self, problem: str, remedy: str) -> None:
        self.findings.append(Finding(None, "campaign", problem, remedy))

    def _check_data(self, path: Path, track: Track, is_test: bool = False) -> OutputAlignment | None:
        check = check_text(path)
        if not check.problems:
            try:
                task, instances = (
                    load_test_instances(track)
                    if is_test
                    else load_instances(path, track.format, track.group, track.columns)
                )
            except UserError as error:
                file = str(path).partition("#")[0]
                check = FileCheck(str(path), (), tuple(findings_of(error, file, "test file" if is_test else "data")))
            else:
                if is_test:
                    check = replace(check, problems=note_apart(task, track.group, instances))
                bare = sum(not count_references(instance) for instance in instances)
                if bare:
                    problem = f"{counted(bare, 'input')} of {len(instances):,} without a reference"
                    remedy = "Add references; metrics that need them do not score outputs for these inputs."
                    found = Finding(None, "references", problem, remedy, "warning")
                    check = replace(check, problems=(*check.problems, found))
                self.data.append(replace(check, instances=len(instances)))
                return OutputAlignment(task, instances)
        self.data.append(check)
        return None

    def _check_submission(self, entry: Entry, path: Path, alignment: OutputAlignment | None) -> None:
        """Check the outputs of one system: all of a file, or its part of a long table."""
        file = self._open(entry, path)
        name = entry.system.name
        if len(file.systems) > 1 and name not in file.systems:
            problem = f"no outputs of a system '{name}'"
            file.findings.append(Finding(None, "no outputs", problem, suggestion(name, list(file.systems))))
        elif file.systems:
            own = name if name in file.systems else next(iter(file.systems))
            file.check_system(own, alignment, name, entry.system.track)

    def _open(self, entry: Entry, path: Path) -> OutputFile:
        """A file of outputs, read once for all systems that read the same columns of it."""
        columns, name = entry.columns, entry.system.name
        own = name if not columns and path.is_file() and has_own_column(path, name) else None
        key = path, f"{columns} {own}"
        if key not in self.outputs:
            self.outputs[key] = file = OutputFile(path, columns, own)
            if columns and path.is_file():
                try:
                    check_named_columns(columns, [path], ())
                except UserError as error:
                    file.findings = findings_of(error, str(path), "header")
        return self.outputs[key]

    def _check_source(self, entry: Entry, track: Track, alignment: OutputAlignment | None) -> None:
        """Check the settings of a system that makes its outputs itself."""
        who = f"system '{entry.system.name}'"
        try:
            if entry.generator is not None:
                generator = make_generator(entry.generator, entry.settings, self.campaign.folder)
                if generator.needs_training and not track.train and track.folds is None:
                    remedy = f"Add train = \"...\" to track '{track.name}'."
                    self._note(f"{who}: generator '{entry.generator}' needs training data", remedy)
            elif entry.model is not None:
                load_model(entry.model, entry.settings, self.campaign.folder)
            elif alignment is not None and entry.references is not None:
                pseudo_submission(entry.system, entry.references, alignment.instances, self.campaign.seed)
        except UserError as error:
            for finding in findings_of(error, "", "campaign"):
                self._note(f"{who}: {finding.problem}", finding.remedy)

    def _check_metrics(self, track: Track) -> None:
        task = TASKS[track.format]()
        problems = []
        for entry in self.campaign.metrics:
            if not entry.tracks or track.name in entry.tracks:
                try:
                    choose_metrics(request_entry(entry, self.campaign.folder), task)
                except UserError as error:
                    problems += findings_of(error, "", "campaign")
        if not problems:
            try:
                request_track(self.campaign, track.name)
            except UserError as error:
                problems = findings_of(error, "", "campaign")
        self.findings += problems

    def _check_ratings(self, track: Track, systems: Sequence[str], alignment: OutputAlignment) -> None:
        """Check that ratings can be read, and that they are of systems and instances of the track."""
        for entry in self.campaign.ratings:
            if entry.track != track.name or not entry.files:
                continue
            if lost := [path for path in entry.files if not path.exists()]:
                self._note(f"ratings '{entry.name}': there is no file {lost[0].name}", "Correct its name.")
                continue
            try:
                ratings = open_files(entry, self.campaign.folder).read()
                what = f"[[ratings]] '{entry.name}'"
                check_names(match_names(ratings, entry, what, systems, alignment.instances), entry, what)
            except UserError as error:
                self.findings += findings_of(error, "", "ratings")
            else:
                for path in entry.files:
                    alone = replace(entry, files=(path,))
                    own = ratings if len(entry.files) == 1 else open_files(alone, self.campaign.folder).read()
                    self.ratings.append(_check_rating_file(path, own))


def _check_rating_file(path: Path, ratings: Ratings) -> FileCheck:
    """How many ratings a file has, and what is not used of it."""
    problems = [_warn_about_columns(ratings.notes[key]) for key in UNREAD if key in ratings.notes]
    for aside in ratings.set_aside:
        remedy = "Correct them if they should count."
        problems.append(Finding(None, "ratings", aside.shorten().sentence(), remedy, "warning"))
    return FileCheck(str(path), (), tuple(problems), ratings=len(ratings))


def _warn_about_columns(note: str) -> Finding:
    """A note on columns that are not read as a problem, and what to do."""
    problem, _, remedy = note.partition("; ")
    return Finding(None, "columns", problem, f"{remedy[:1].upper()}{remedy[1:]}.", "warning")


def _unnamed(campaign: Campaign) -> Iterator[Finding]:
    """Files beside submissions that no system names: probably forgotten. Folders elsewhere have files of their own."""
    data = {path for track in campaign.tracks for path in track.files}
    named = {entry.file for entry in campaign.entries if entry.file is not None}
    folders = {path.parent for path in named} - {path.parent for path in data} - {campaign.folder}
    for folder in sorted(folder for folder in folders if folder.is_relative_to(campaign.folder)):
        for path in sorted(folder.glob("*")):
            if inner_name(path).suffix in {*TABLE_SUFFIXES, *TEXT_SUFFIXES, ".xml"} and path not in named:
                problem = f"no system uses the file {path.relative_to(campaign.folder).as_posix()}"
                yield Finding(None, "campaign", problem, "Add a [[system]] for it, or move it elsewhere.", "warning")


def _located(findings: list[Finding], path: Path) -> list[Finding]:
    """Add the lines of a campaign file, where what a problem quotes stands in one line only."""
    try:
        lines = read_text(path).splitlines()
    except UserError:
        return list(dict.fromkeys(findings))
    return [
        replace(finding, line=finding.line or _line_of(finding.problem, lines)) for finding in dict.fromkeys(findings)
    ]


def _line_of(problem: str, lines: list[str]) -> int | None:
    """Find the key or the value that a problem quotes, in the section that it begins with: ``system 'ours': ...``."""
    if told := re.search(r"\(at line (\d+)", problem):
        return int(told[1])
    about = re.match(r"(?:\[\[)?(track|system|metric|derived|ratings)(?:\]\])?(?: score)? '([^']+)'", problem)
    places = _section(lines, about[1], about[2]) if about else range(len(lines))
    for quoted in reversed(re.findall(r"'([^']+)'", problem)):
        wanted = re.compile(rf'^\s*{re.escape(quoted)}\s*=|=\s*"{re.escape(quoted)}"')
        found = [place for place in places if wanted.search(lines[place])]
        if len(found) == 1:
            return found[0] + 1
    return None


def _section(lines: list[str], kind: str, name: str) -> list[int]:
    """Places of the lines of the sections, such as [[system]], that have a name."""
    starts = [place for place, line in enumerate(lines) if line.lstrip().startswith("[")]
    places: list[int] = []
    for start, end in pairwise([*starts, len(lines)]):
        section = lines[start:end]
        if re.match(rf"\s*\[\[{kind}\]\]", section[0]) and any(
            re.match(rf'\s*name\s*=\s*"{re.escape(name)}"', line) for line in section
        ):
            places.extend(range(start, end))
    return places
