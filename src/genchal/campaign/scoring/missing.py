"""What is missing: outputs that count or do not, and metrics that find nothing to score, refused in one line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from genchal.campaign.reading.contents import is_table
from genchal.campaign.scoring.request import ChosenMetric, Request
from genchal.campaign.scoring.rows import SystemRows
from genchal.domain import Instance, Submission
from genchal.domain.campaign import Missing
from genchal.domain.grouping import Grouping
from genchal.domain.metric import Subject
from genchal.errors import InvalidInput
from genchal.metrics import METRICS
from genchal.resources.files import shown_path
from genchal.resources.table_lines import read_table_lines
from genchal.tasks.columns import refuse_table


def fill_missing(submissions: Sequence[Submission], missing: Missing) -> tuple[Submission, ...]:
    """Turn missing outputs into empty ones, which match nothing (SR'18), if they are to count.

    A system that gives attribute sets alone has no missing texts, and one that gives texts alone no missing sets.
    """
    return tuple(submissions if missing == "not_scored" else map(_fill, submissions))


def _fill(submission: Submission) -> Submission:
    texts, sets = submission.outputs, submission.attribute_sets
    if sets is not None:
        sets = tuple(frozenset() if attributes is None else attributes for attributes in sets)
    if sets is None or any(text is not None for text in texts):
        texts = tuple(text or "" for text in texts)
    return replace(submission, outputs=texts, attribute_sets=sets)


def describe_conditions(group: Grouping, missing: Missing = "not_scored") -> list[str]:
    """What was done to the data before measuring, as signatures say it; nothing where nothing was."""
    conditions = [] if group == "row" else [f"group:{group}"]
    return conditions if missing == "not_scored" else [*conditions, "missing:0"]


def check_names(names: Sequence[str]) -> None:
    """Refuse two systems under one name."""
    for name in names:
        if names.count(name) > 1:
            raise InvalidInput(f"two systems are called '{name}'", "Rename one of the files.")


def check_without_references(request: Request) -> None:
    """Refuse metrics that compare with references where there are none."""
    for metric in request.metrics:
        if METRICS[metric.name].basis == "references":
            problem = f"metric '{metric.label or metric.name}' needs references, and there are none"
            raise InvalidInput(problem, "Give them with -r.")


def check_references(request: Request, instances: Sequence[Instance], files: Sequence[Path]) -> None:
    """Refuse files of references in which there are none, if a metric compares with references."""
    if not files or not any(METRICS[metric.name].basis == "references" for metric in request.metrics):
        return
    if any(instance.references for instance in instances):
        return
    path = Path(str(files[0]).partition("#")[0])
    lines = read_table_lines(path)
    if is_table(path, lines):
        raise refuse_table(lines, str(shown_path(path)), "reference")
    raise InvalidInput(f"{path}: it contains no references", "Check that this is the right file.")


def check_any_scored(systems: Sequence[SystemRows]) -> None:
    """Refuse a run in which no metric could score any output of any system."""
    if any(system.rows for system in systems) and all(
        np.isnan(rows).all() for system in systems for rows in system.rows
    ):
        problem = "no output was scored: there is no instance with both an output and what metrics compare it with"
        raise InvalidInput(problem, "Check the files of outputs and references, and their columns (--columns).")


def find_subjects(submissions: Sequence[Submission]) -> set[Subject]:
    """What outputs consist of."""
    subjects: set[Subject] = set()
    if any(text is not None for submission in submissions for text in submission.outputs):
        subjects.add("texts")
    if any(attributes is not None for submission in submissions for attributes in submission.attribute_sets or ()):
        subjects.add("attribute sets")
    return subjects


def check_subjects(metrics: Sequence[ChosenMetric], subjects: set[Subject]) -> None:
    """Refuse metrics of attribute sets where no output has one, and of texts where all outputs are attribute sets."""
    for chosen in metrics:
        if chosen.metric.subject == "attribute sets" and "attribute sets" not in subjects:
            raise InvalidInput(
                f"metric '{chosen.label}' compares attribute sets, and no output has one",
                "Give outputs as TUNA's XML, or as a table with the columns system, trial and prediction.",
            )
        if chosen.metric.subject == "texts" and subjects == {"attribute sets"}:
            raise InvalidInput(
                f"metric '{chosen.label}' looks at texts, and no output has one",
                "Ask for metrics of attribute sets with -m, such as dice,masi, or add texts to the outputs.",
            )


def check_scored(metrics: Sequence[ChosenMetric], scored: Sequence[bool], subjects: set[Subject]) -> None:
    """Refuse metrics that can do nothing with the inputs; `scored` tells which of them have scored anything."""
    for chosen, has_scored in zip(metrics, scored, strict=True):
        if not chosen.metric.wants or chosen.metric.subject not in subjects:
            continue
        if not has_scored:
            raise InvalidInput(
                f"metric '{chosen.label}' can score no output: it needs {chosen.metric.wants}",
                "Check the file of the references and its format (--task), or leave the metric out.",
            )
