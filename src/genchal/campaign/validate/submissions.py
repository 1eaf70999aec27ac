"""Check submissions or a whole campaign without scoring: every problem at once, nothing is written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from genchal.campaign.reading.alignment import OutputAlignment
from genchal.campaign.reading.contents import is_repairable, is_table
from genchal.campaign.reading.contradictions import drop_repeated
from genchal.campaign.reading.instances import count_apart, load_references
from genchal.campaign.reading.named_columns import check_named_columns
from genchal.campaign.reading.output_files import OutputContents, read_output_lines
from genchal.campaign.reading.submissions import system_name
from genchal.domain import Instance, Task
from genchal.domain.columns import NO_COLUMNS, ColumnNames
from genchal.domain.grouping import Grouping
from genchal.errors import UserError, counted
from genchal.resources.files import read_bytes, refuse_packed, shown_path, spooled
from genchal.resources.table_lines import is_parquet, read_table_lines
from genchal.tasks import TASKS
from genchal.tasks.checks import Answers, check_answers, check_count
from genchal.tasks.contents import check_outputs
from genchal.tasks.findings import Finding, findings_of
from genchal.tasks.layout import decode_text, find_quotes, repair_table, split_lines
from genchal.tasks.outputs import Key, OutputRecord
from genchal.tasks.plain import Plain


@dataclass(frozen=True, slots=True)
class SystemCheck:
    """What a file has of one system; `missing` is None where outputs cannot be matched with inputs."""

    system: str
    track: str | None
    outputs: int
    missing: int | None
    empty: int
    matched_by: Key


@dataclass(frozen=True, slots=True)
class FileCheck:
    """What was found in a file; `instances` is their number in a file of inputs and references, `ratings` in others."""

    file: str
    systems: tuple[SystemCheck, ...]
    problems: tuple[Finding, ...]
    instances: int | None = None
    ratings: int | None = None

    @property
    def has_errors(self) -> bool:
        """Whether scoring would refuse it."""
        return any(problem.severity == "error" for problem in self.problems)


@dataclass(frozen=True, slots=True)
class Validation:
    """What was found in all files."""

    files: tuple[FileCheck, ...]

    def count(self, severity: str) -> int:
        """How many findings are this severe."""
        return sum(problem.severity == severity for file in self.files for problem in file.problems)


def validate_files(
    files: Sequence[Path],
    references: Sequence[Path],
    *,
    task: str | None = None,
    group: Grouping | None = None,
    columns: ColumnNames = NO_COLUMNS,
) -> Validation:
    """Check submissions against a test file, or against files of references."""
    if task is not None:
        TASKS[task]  # refuses a name that nobody knows
    outputs = [spooled(path) for path in files]
    tests = [spooled(path) for path in references]
    if columns and all(path.is_file() for path in (*outputs, *tests)):
        check_named_columns(columns, outputs, tests)
    sources = [OutputFile(path, columns=columns) for path in outputs]
    counts = Counter(len(records) for source in sources for records in source.systems.values())
    checks = [check for check in map(check_text, references, tests) if check.problems]
    alignment = None
    if not any(check.has_errors for check in checks):
        try:
            expected = counts.most_common(1)[0][0] if counts else None
            found, instances = load_references(tests, task, expected, group, columns=columns)
            alignment = OutputAlignment(found, instances)
            if apart := note_apart(found, group, instances):
                checks.append(FileCheck(str(references[0]), (), apart))
        except UserError as error:
            checks.append(
                FileCheck(str(references[0]), (), tuple(findings_of(error, str(shown_path(tests[0])), "test file")))
            )
    names: dict[str, str] = {}
    if alignment is not None:
        alignment.watch_outputs((source.path, own) for source in sources for own in source.systems.values())
    for source in sources:
        for name in source.systems:
            if name in names:
                problem = f"two systems are called '{name}': there is one in {names[name]}"
                source.findings.append(Finding(None, "name", problem, "Rename one of them."))
            names[name] = source.name
            source.check_system(name, alignment)
    return Validation((*checks, *(source.checked() for source in sources)))


def note_apart(task: Task, group: Grouping | None, instances: Sequence[Instance]) -> tuple[Finding, ...]:
    """Say of a test file that instances share inputs and are scored by their ids, if so."""
    count = count_apart(task, group, instances)
    if not count:
        return ()
    problem = f"{count:,} of {counted(len(instances), 'input')} come more than once, with ids of their own"
    remedy = "Nothing to do if each output is for one id; --group input pools their references."
    return (Finding(None, "references", problem, remedy, "information"),)


def check_text(path: Path, readable: Path | None = None) -> FileCheck:
    """Check that a file can be read as text at all; what is read all the same is passed over."""
    file = Path(str(readable or path).partition("#")[0])
    found = _read(file, str(path).partition("#")[0])[1]
    return FileCheck(str(path), (), tuple(finding for finding in found if finding.severity != "information"))


def _read(path: Path, name: str) -> tuple[list[str], list[Finding]]:
    try:
        path = spooled(path)
        if is_parquet(path):
            return read_table_lines(path), []
        data = read_bytes(path)
        refuse_packed(data, path)
    except UserError as error:
        return [], findings_of(error, name, "unreadable")
    text, findings = decode_text(data, name)
    return split_lines(text), findings


@dataclass
class OutputFile:
    """A file of outputs that is read once and checked system by system."""

    path: Path
    columns: ColumnNames = NO_COLUMNS
    system: str | None = None  # the one that has a column of its own in a wide table
    findings: list[Finding] = field(default_factory=list)
    checks: list[SystemCheck] = field(default_factory=list)
    systems: dict[str, list[OutputRecord]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Read it as scoring does, or else as well as it can be read."""
        self.name = "stdin" if str(self.path) == "-" else str(shown_path(self.path))
        self.is_plain = False
        lines, self.findings = _read(self.path, self.name)
        if any(finding.kind == "unreadable" for finding in self.findings):
            return
        if not lines or (is_table(self.path, lines) and not any(line.strip() for line in lines)):
            remedy = "Check that this is the right file."
            self.findings.append(Finding(None, "no outputs", "it contains no outputs", remedy))
            return
        try:
            contents = self._read_contents(lines)
        except UserError as error:
            contents = self._repair(lines, error)
        self.is_plain = contents.is_plain
        self.systems = contents.name_systems(system_name(self.path)).systems

    def _read_contents(self, lines: list[str]) -> OutputContents[str | None]:
        contents = read_output_lines(lines, self.path, self.name, columns=self.columns, system=self.system)
        if not contents.is_plain:
            self.findings += find_quotes(lines, self.columns)
        return contents

    def _repair(self, lines: list[str], refused: UserError) -> OutputContents[str | None]:
        """Find what is wrong with a table that scoring refuses, and read the rest of it."""
        found: list[Finding] = []
        if is_repairable(self.path, lines, self.columns):
            lines, found = repair_table(lines, self.columns)
        self.findings += found or findings_of(refused, self.name, "layout")
        try:
            return read_output_lines(lines, self.path, self.name, columns=self.columns, system=self.system)
        except UserError:
            return OutputContents({})

    def check_system(
        self, name: str, alignment: OutputAlignment | None, called: str | None = None, track: str | None = None
    ) -> None:
        """Check one system; without instances only its texts are looked at."""
        records: Sequence[OutputRecord] = self.systems[name]
        try:
            if alignment is not None:
                records = alignment.take_inputs_for_ids(records)
                records = alignment.leave_out_other_domains(records, Path(self.name))
            key, answers, found = _matched(records, alignment, Path(self.name))
        except UserError as error:
            self.findings += findings_of(error, self.name, "unknown")
            return
        # Rows that could not be read have been told of; that their inputs now have no outputs is no news.
        unread = sum(finding.kind == "columns" for finding in self.findings)
        if alignment is not None and 0 < len(alignment.instances) - len(records) <= unread:
            found = [finding for finding in found if finding.kind not in ("missing", "count")]
        found += check_outputs(answers)
        if len(self.systems) > 1:
            found = [replace(finding, problem=f"system '{name}': {finding.problem}") for finding in found]
        self.findings += found
        unmatched = alignment is None or (key == "place" and len(records) != len(alignment.instances))
        missing = None if unmatched else len(answers.unanswered)
        outputs = sum(not record.is_missing for record in records)
        self.checks.append(SystemCheck(called or name, track, outputs, missing, len(answers.empty), key))

    def checked(self) -> FileCheck:
        """What was found, in the order of the lines."""
        found = sorted(dict.fromkeys(self.findings), key=lambda finding: (finding.line is None, finding.line or 0))
        return FileCheck(self.name, tuple(self.checks), tuple(found))


def _matched(
    records: Sequence[OutputRecord], alignment: OutputAlignment | None, path: Path
) -> tuple[Key, Answers, list[Finding]]:
    """Match outputs with instances; where that cannot be done they have none."""
    if alignment is None:
        return "place", Answers(records, [()] * len(records), (), Plain()), []
    key = alignment.find_key(records, path)
    if key == "place":
        alignment.refuse_unread_ids(records, path)
        blank = next((n for n, record in enumerate(reversed(records)) if (record.text or "").strip()), len(records))
        found = check_count(len(records), blank, len(alignment.instances))
        if len(records) - blank == len(alignment.instances):
            records = records[: len(alignment.instances)]  # blank lines at the end are not empty outputs, too
        if found:
            return key, Answers(records, [()] * len(records), alignment.instances, alignment.task), found
    candidates = alignment.find_candidates(records, key)
    if problem := alignment.find_contradiction(records, candidates, key, path):
        raise problem
    if key == "id":
        records, candidates = drop_repeated(records, candidates)
    answers, found = check_answers(records, candidates, key, alignment.instances, alignment.task)
    return key, answers, found
