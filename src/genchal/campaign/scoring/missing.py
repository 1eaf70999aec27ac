"""Metrics that find nothing to score in a whole run: told in one line, rather than by a column without numbers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from genchal.campaign.scoring.request import ChosenMetric
from genchal.campaign.scoring.rows import Measured
from genchal.domain import Submission
from genchal.domain.metric import Subject
from genchal.errors import InvalidInput


def check_subjects(chosen: Sequence[ChosenMetric], submissions: Sequence[Submission]) -> None:
    """Refuse metrics of attribute sets where no output has one, and of texts where all outputs are attribute sets."""
    there = _subjects(submissions)
    for one in chosen:
        if one.metric.subject == "attribute sets" and "attribute sets" not in there:
            raise InvalidInput(
                f"metric '{one.label}' compares attribute sets, and no output has one",
                "Give outputs as TUNA's XML, or as a table with the columns system, trial and prediction.",
            )
        if one.metric.subject == "texts" and there == {"attribute sets"}:
            raise InvalidInput(
                f"metric '{one.label}' looks at texts, and no output has one",
                "Ask for metrics of attribute sets with -m, such as dice,masi, or add texts to the outputs.",
            )


def check_without_references(chosen: Sequence[ChosenMetric]) -> None:
    """Refuse metrics that compare with references where there are none."""
    for one in chosen:
        if one.metric.basis == "references":
            raise InvalidInput(f"metric '{one.label}' needs references, and there are none", "Give them with -r.")


def check_scored(
    chosen: Sequence[ChosenMetric], systems: Sequence[Measured], submissions: Sequence[Submission] | None = None
) -> None:
    """Refuse metrics that can do nothing with the inputs; `submissions` is None where there are texts and no else."""
    there = {"texts"} if submissions is None else _subjects(submissions)
    for number, one in enumerate(chosen):
        if not one.metric.wants or one.metric.subject not in there:
            continue
        if all(np.isnan(system.rows[number]).all() for system in systems):
            raise InvalidInput(
                f"metric '{one.label}' can score no output: it needs {one.metric.wants}",
                "Check the file of the references and its format (--task), or leave the metric out.",
            )


def _subjects(submissions: Sequence[Submission]) -> set[Subject]:
    """What outputs consist of."""
    found: set[Subject] = set()
    if any(text is not None for one in submissions for text in one.outputs):
        found.add("texts")
    if any(attributes is not None for one in submissions for attributes in one.attribute_sets or ()):
        found.add("attribute sets")
    return found
