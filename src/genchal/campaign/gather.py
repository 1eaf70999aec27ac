"""Evidence: the rows of all systems, gathered from lists, files or folders, before anything is summed.

Scores and comparisons are both made from it, so that they cannot disagree about what was measured.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from genchal.campaign.choose import Choice, Wanted, choose
from genchal.campaign.equip import equip
from genchal.campaign.ingest import Alignment, load_outputs, load_references, system_name
from genchal.campaign.measure import Measured, measure_submissions, measured
from genchal.campaign.streams import open_streams
from genchal.domain import Instance, Submission, System, Text
from genchal.domain.campaign import Missing
from genchal.domain.grouping import Grouping
from genchal.domain.pseudo import pseudo_submission
from genchal.engines import Engine
from genchal.engines.serial import Serial
from genchal.errors import InvalidInput, counted
from genchal.metrics.presets import preset
from genchal.resources.files import spooled
from genchal.resources.results import ResultStore
from genchal.tasks.plain import Plain


@dataclass(frozen=True, slots=True)
class Evidence:
    """Rows of systems by the metrics of `choice`; `ids` are those of the instances, which rows refer to by place."""

    systems: Sequence[Measured]
    ids: Sequence[str]
    choice: Choice
    conditions: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Machinery:
    """Where measuring runs, where rows that took long are kept, and who hears of progress."""

    engine: Engine = field(default_factory=Serial)
    cache: ResultStore | None = None
    progress: Callable[[str], None] = lambda _: None


def gather_lists(
    outputs: Sequence[str | None] | Mapping[str, Sequence[str | None]],
    references: Sequence[str | Sequence[str]],
    wanted: Wanted,
    task: str | None = None,
    machinery: Machinery | None = None,
) -> Evidence:
    """Measure plain lists: outputs of one system, or a mapping from names of systems to their outputs."""
    systems: Mapping[str, Sequence[str | None]] = outputs if isinstance(outputs, Mapping) else {"system": outputs}
    if not systems:
        raise InvalidInput("there is no system to score", "Give at least one list of outputs.")
    instances = [
        Instance(str(number), Text(), (given,) if isinstance(given, str) else tuple(given))
        for number, given in enumerate(references, start=1)
    ]
    submissions = []
    for name, texts in systems.items():
        if isinstance(texts, str) or len(texts) != len(instances):
            raise InvalidInput(
                f"system '{name}': {counted(len(texts), 'output')} for {counted(len(instances), 'list')} of references",
                "Give references as one entry per output: a text or a list of texts.",
            )
        submissions.append(Submission(System(name), tuple(range(len(texts))), tuple(texts)))
    from genchal.tasks import TASKS

    choice = choose(wanted, TASKS[task]() if task else None)
    return gather_submissions(instances, submissions, choice, machinery=machinery)


def gather_files(
    files: Sequence[Path | str],
    references: Sequence[Path],
    wanted: Wanted,
    *,
    task: str | None = None,
    group: Grouping | None = None,
    missing: Missing | None = None,
    seed: int = 1,
    machinery: Machinery | None = None,
) -> Evidence:
    """Measure files of outputs; a name with @ (``@HUMAN``) is a pseudo-system made from the references.

    Plain text is streamed, whatever its size; tables are read whole, because their rows may come in any order.
    """
    machinery = machinery or Machinery()
    pseudo = [str(file)[1:] for file in files if str(file).startswith("@")]
    named = [(system_name(Path(file)), spooled(Path(file))) for file in files if not str(file).startswith("@")]
    references = [spooled(path) for path in references]
    streams = None if pseudo else open_streams(named, references, task)
    if streams is not None:
        choice = equipped(choose(wanted, Plain()), machinery)
        check_names([name for name, _ in named])
        metrics = [one.metric for one in choice.metrics]
        rows = streams.measured(metrics, machinery.engine, machinery.cache)
        # Every line is an output, if an empty one: none can be missing.
        return Evidence(rows, [str(number) for number in range(1, streams.segments + 1)], choice)
    outputs = [(path, load_outputs(path, name)) for name, path in named]
    counts = {len(records) for _, systems in outputs for records in systems.values()}
    special = preset(wanted.preset).task if wanted.preset else None
    reader, instances = load_references(references, task, counts.pop() if len(counts) == 1 else None, group, special)
    alignment = Alignment(reader, instances)
    submissions = [
        alignment.submission(System(name), records, path)
        for path, systems in outputs
        for name, records in systems.items()
    ]
    submissions += [pseudo_submission(System(name), name, instances, seed) for name in pseudo]
    choice = choose(wanted, reader)
    treated = missing or choice.missing or "not_scored"
    conditions = data_conditions(group or reader.group, treated)
    return gather_submissions(instances, submissions, choice, treated, conditions, machinery)


def gather_wmt(folder: Path, pair: str, wanted: Wanted, machinery: Machinery | None = None) -> Evidence:
    """Measure the systems of a WMT metrics tree against all references it has for a language pair."""
    from genchal.campaign.wmt import load_wmt  # seldom needed, and not quick to load

    tree = load_wmt(folder, pair)
    return gather_submissions(tree.instances, tree.submissions, choose(wanted, None), machinery=machinery)


def gather_submissions(
    instances: Sequence[Instance],
    submissions: Sequence[Submission],
    choice: Choice,
    missing: Missing = "not_scored",
    conditions: Sequence[str] = (),
    machinery: Machinery | None = None,
) -> Evidence:
    """Measure submissions."""
    machinery = machinery or Machinery()
    check_names([submission.system.name for submission in submissions])
    choice = equipped(choice, machinery)
    answered = with_missing(submissions, missing)
    metrics = [one.metric for one in choice.metrics]
    rows = measure_submissions(instances, answered, metrics, machinery.engine, machinery.cache)
    ids = [instance.id for instance in instances]
    return Evidence(measured(instances, answered, rows), ids, choice, conditions)


def equipped(choice: Choice, machinery: Machinery) -> Choice:
    """Give the chosen metrics the resources that they need."""
    return replace(choice, metrics=tuple(equip(choice.metrics, machinery.progress)))


def with_missing(submissions: Sequence[Submission], missing: Missing) -> list[Submission]:
    """Let missing outputs be empty ones, which match nothing (SR'18), if they are to count."""
    if missing == "not_scored":
        return list(submissions)
    return [replace(one, outputs=tuple(output or "" for output in one.outputs)) for one in submissions]


def data_conditions(group: Grouping, missing: Missing = "not_scored") -> list[str]:
    """What was done to the data before measuring, as signatures say it; nothing where nothing was."""
    conditions = [] if group == "row" else [f"group:{group}"]
    return conditions if missing == "not_scored" else [*conditions, "missing:0"]


def check_names(names: Sequence[str]) -> None:
    """Refuse two systems under one name."""
    for name in names:
        if names.count(name) > 1:
            raise InvalidInput(f"two systems are called '{name}'", "Rename one of the files.")
