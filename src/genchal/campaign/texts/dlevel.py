"""Syntactic complexity of systems: levels of their sentences, distributions compared, and reasons."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from genchal.campaign.reading.acts import keep_acts
from genchal.campaign.reading.delexicalise import check_slots
from genchal.campaign.reading.instances import find_grouping
from genchal.campaign.reading.submissions import SystemOutputs, load_submissions
from genchal.campaign.scoring.evidence import LoadedEvidence, Machinery, gather_evidence
from genchal.campaign.scoring.missing import describe_conditions
from genchal.campaign.scoring.request import MetricRequest, make_request
from genchal.domain import Instance, Submission
from genchal.domain.columns import NO_COLUMNS, ColumnNames
from genchal.domain.grouping import Grouping
from genchal.domain.results.comparison import Correction
from genchal.domain.results.levels import (
    COMPLEX,
    SIMPLE,
    LevelComparison,
    LevelledSentence,
    Levels,
    LevelSettings,
    LevelShares,
)
from genchal.domain.settings import split_names
from genchal.errors import InvalidInput
from genchal.metrics.dlevel_ud import DLevelUd
from genchal.stats.significance.bhattacharyya import bhattacharyya
from genchal.stats.significance.correction import adjust_p_values
from genchal.stats.significance.discrete_ks import discrete_ks_two_samples


def level_systems(
    files: Sequence[Path | str],
    references: Sequence[Path] = (),
    how: LevelSettings | None = None,
    *,
    task: str | None = None,
    group: Grouping | None = None,
    columns: ColumnNames = NO_COLUMNS,
    machinery: Machinery | None = None,
) -> Levels:
    """Give the sentences of every system their levels; names with @ are pseudo-systems, as in scoring.

    References are needed only for pseudo-systems, and for their inputs where something is delexicalised.
    """
    how = how or LevelSettings()
    loaded = load_submissions(
        files, references, task=task, group=group, seed=how.seed, columns=columns, answers_once=True
    )
    conditions = describe_conditions(find_grouping(loaded.task, group, loaded.instances)) if references else []
    return level_outputs(loaded, how, conditions, machinery)


def level_outputs(
    outputs: SystemOutputs, how: LevelSettings, conditions: Sequence[str] = (), machinery: Machinery | None = None
) -> Levels:
    """Give the sentences of systems whose outputs are at hand their levels."""
    loaded = keep_acts(outputs, how.acts)
    slots = split_names(how.delexicalise)
    check_slots(loaded.instances, slots)
    settings = {"parser": how.parser, "delexicalise": " ".join(slots), "clean_up": how.clean}
    request = make_request([MetricRequest(DLevelUd.name, settings)])
    conditions = [*conditions, *([f"acts:{how.acts}"] if how.acts else [])]
    evidence = gather_evidence(loaded, request, "not_scored", conditions, machinery)
    systems = tuple(_shares(evidence))
    if how.compare and len(systems) < 2:
        raise InvalidInput(
            f"there is only one system, '{systems[0].system}', and nothing to compare it with",
            "Give two or more: files, a table with a column 'system', or @all.",
        )
    made = evidence.metrics[0].metric
    assert isinstance(made, DLevelUd)  # noqa: S101
    return Levels(
        systems,
        tuple(_compare(systems, how.correction)) if how.compare else (),
        tuple(_explain(made, loaded.instances, loaded.submissions)) if how.explain else (),
        how.correction,
        how.confidence,
    )


def _shares(evidence: LoadedEvidence) -> Iterator[LevelShares]:
    chosen = evidence.metrics[0]
    for system in evidence.systems:
        rows = system.rows[0]
        scored = np.logical_not(np.isnan(rows).all(axis=1))
        counts = rows[scored].sum(axis=0)
        total = float(counts.sum())
        share = counts / total if total else np.full_like(counts, np.nan)
        yield LevelShares(
            system.system.name,
            tuple(counts.astype(int).tolist()),
            float(share @ np.arange(len(share))),
            float(share[SIMPLE].sum()),
            float(share[COMPLEX].sum()),
            int(np.count_nonzero(~scored)),
            chosen.signature(system.references, evidence.conditions),
        )


def _compare(systems: Sequence[LevelShares], correction: Correction) -> Iterator[LevelComparison]:
    pairs = list(itertools.combinations(systems, 2))
    tests = [discrete_ks_two_samples(np.array(a.counts), np.array(b.counts)) for a, b in pairs]
    p_values = np.array([test.p_value for test in tests])
    adjusted = adjust_p_values(p_values, correction)
    for (a, b), test, p_adjusted in zip(pairs, tests, adjusted.tolist(), strict=True):
        yield LevelComparison(
            a.system,
            b.system,
            test.distance,
            test.level,
            test.p_value,
            p_adjusted,
            bhattacharyya(np.array(a.counts), np.array(b.counts)).coefficient,
            a.sentences,
            b.sentences,
            f"{a.signature}|test:discrete-ks|adj:{correction}|pairs:{len(pairs)}",
        )


def _explain(
    metric: DLevelUd, instances: Sequence[Instance], submissions: Sequence[Submission]
) -> Iterator[LevelledSentence]:
    for submission in submissions:
        answered = [
            (instances[place], output)
            for place, output in zip(submission.instances, submission.outputs, strict=True)
            if output is not None
        ]
        levelled = metric.level_outputs(
            [output for _, output in answered], [instance.input for instance, _ in answered]
        )
        for (instance, _), sentences in zip(answered, levelled, strict=True):
            for number, (text, found) in enumerate(sentences, start=1):
                reasons = tuple(map(str, found.evidence))
                yield LevelledSentence(submission.system.name, instance.id, number, found.level, text, reasons)
