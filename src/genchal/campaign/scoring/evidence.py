"""Evidence: the rows of all systems, gathered from lists, files or folders, before anything is summed.

Scores and comparisons are both made from it, so that they cannot disagree about what was measured.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from genchal.campaign.reading.submissions import Files, load_submissions
from genchal.campaign.scoring.missing import check_scored, check_subjects, check_without_references
from genchal.campaign.scoring.request import Choice, Wanted, choose
from genchal.campaign.scoring.resources import equip
from genchal.campaign.scoring.rows import Measured, measure_submissions, measured
from genchal.campaign.scoring.streams import open_streams
from genchal.domain import Instance, Submission, System, Text
from genchal.domain.campaign import Missing
from genchal.domain.grouping import Grouping
from genchal.engines import Engine
from genchal.engines.serial import Serial
from genchal.errors import InvalidInput, counted
from genchal.metrics.presets import preset
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

    Plain text is streamed, whatever its size; tables are read whole, because their rows may come in any order. Without
    references metrics look at outputs alone, or at the inputs that outputs come with.
    """
    machinery = machinery or Machinery()
    sources = Files.of(files, references)
    has_references = bool(sources.references)
    streams = None
    if has_references and not sources.pseudo:
        streams = open_streams(sources.named, sources.references, task)
    if streams is not None:
        choice = equipped(choose(wanted, Plain()), machinery)
        check_names([name for name, _ in sources.named])
        metrics = [one.metric for one in choice.metrics]
        check_subjects(choice.metrics, ())
        rows = streams.measured(metrics, machinery.engine, machinery.cache)
        check_scored(choice.metrics, rows)
        # Every line is an output, if an empty one: none can be missing.
        return Evidence(rows, [str(number) for number in range(1, streams.segments + 1)], choice)
    special = preset(wanted.preset).task if wanted.preset else None
    loaded = load_submissions(sources, task=task, group=group, special=special, seed=seed)
    choice = choose(wanted, loaded.task)
    if not has_references:
        check_without_references(choice.metrics)
    treated = missing or choice.missing or "not_scored"
    conditions = data_conditions(group or loaded.task.group, treated) if has_references else []
    return gather_submissions(loaded.instances, loaded.submissions, choice, treated, conditions, machinery)


def gather_wmt(folder: Path, pair: str, wanted: Wanted, machinery: Machinery | None = None) -> Evidence:
    """Measure the systems of a WMT metrics tree against all references it has for a language pair."""
    from genchal.campaign.reading.wmt import load_wmt  # seldom needed, and not quick to load

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
    check_subjects(choice.metrics, answered)
    metrics = [one.metric for one in choice.metrics]
    rows = measure_submissions(instances, answered, metrics, machinery.engine, machinery.cache)
    ids = [instance.id for instance in instances]
    systems = measured(instances, answered, rows)
    check_scored(choice.metrics, systems, answered)
    return Evidence(systems, ids, choice, conditions)


def equipped(choice: Choice, machinery: Machinery) -> Choice:
    """Give the chosen metrics the resources that they need."""
    return replace(choice, metrics=tuple(equip(choice.metrics, machinery.progress)))


def with_missing(submissions: Sequence[Submission], missing: Missing) -> list[Submission]:
    """Let missing outputs be empty ones, which match nothing (SR'18), if they are to count.

    A system that gives attribute sets alone has no missing texts, and one that gives texts alone no missing sets.
    """
    return list(submissions) if missing == "not_scored" else [_emptied(submission) for submission in submissions]


def _emptied(submission: Submission) -> Submission:
    texts, sets = submission.outputs, submission.attribute_sets
    if sets is not None:
        sets = tuple(frozenset() if one is None else one for one in sets)
    if sets is None or any(text is not None for text in texts):
        texts = tuple(text or "" for text in texts)
    return replace(submission, outputs=texts, attribute_sets=sets)


def data_conditions(group: Grouping, missing: Missing = "not_scored") -> list[str]:
    """What was done to the data before measuring, as signatures say it; nothing where nothing was."""
    conditions = [] if group == "row" else [f"group:{group}"]
    return conditions if missing == "not_scored" else [*conditions, "missing:0"]


def check_names(names: Sequence[str]) -> None:
    """Refuse two systems under one name."""
    for name in names:
        if names.count(name) > 1:
            raise InvalidInput(f"two systems are called '{name}'", "Rename one of the files.")
