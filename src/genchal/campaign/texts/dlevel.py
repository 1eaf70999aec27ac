"""Syntactic complexity of systems: levels of their sentences, distributions compared, and reasons."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from genchal.campaign.reading.delexicalise import check_slots
from genchal.campaign.reading.submissions import load_submissions
from genchal.campaign.scoring.evidence import Evidence, Machinery, gather_evidence
from genchal.campaign.scoring.missing import describe_conditions
from genchal.campaign.scoring.request import MetricRequest, make_request
from genchal.domain import Instance, Submission
from genchal.domain.grouping import Grouping
from genchal.domain.results.comparison import Correction
from genchal.domain.results.levels import COMPLEX, SIMPLE, LevelComparison, LevelledSentence, Levels, LevelShares
from genchal.errors import InvalidInput
from genchal.metrics.dlevel_ud import DLevelUd
from genchal.stats.significance.bhattacharyya import bhattacharyya
from genchal.stats.significance.correction import adjust_p_values
from genchal.stats.significance.discrete_ks import discrete_ks_two_samples


def level_systems(
    files: Sequence[Path | str],
    references: Sequence[Path] = (),
    *,
    task: str | None = None,
    group: Grouping | None = None,
    delexicalise: Sequence[str] = (),
    clean_up: str = "detokenise",
    parser: str = "en",
    explain: bool = False,
    compare: bool = False,
    correction: Correction = "holm",
    confidence: float = 0.95,
    seed: int = 1,
    machinery: Machinery | None = None,
) -> Levels:
    """Give the sentences of every system their levels; names with @ are pseudo-systems, as in scoring.

    References are needed only for pseudo-systems, and for their inputs where something is delexicalised.
    """
    loaded = load_submissions(files, references, task=task, group=group, seed=seed)
    if delexicalise:
        check_slots(loaded.instances, delexicalise)
    settings = {"parser": parser, "delexicalise": " ".join(delexicalise), "clean_up": clean_up}
    request = make_request([MetricRequest(DLevelUd.name, settings)])
    conditions = describe_conditions(group or loaded.task.group) if references else []
    evidence = gather_evidence(loaded, request, "not_scored", conditions, machinery)
    systems = tuple(_shares(evidence))
    if compare and len(systems) < 2:
        raise InvalidInput(
            f"there is only one system, '{systems[0].system}', and nothing to compare it with",
            "Give two or more: files, a table with a column 'system', or @all.",
        )
    made = evidence.metrics[0].metric
    assert isinstance(made, DLevelUd)  # noqa: S101
    return Levels(
        systems,
        tuple(_compared(systems, correction)) if compare else (),
        tuple(_explained(made, loaded.instances, loaded.submissions)) if explain else (),
        correction,
        confidence,
    )


def _shares(evidence: Evidence) -> Iterator[LevelShares]:
    chosen = evidence.metrics[0]
    for one in evidence.systems:
        rows = one.rows[0]
        scored = np.logical_not(np.isnan(rows).all(axis=1))
        counts = rows[scored].sum(axis=0)
        total = float(counts.sum())
        share = counts / total if total else np.full_like(counts, np.nan)
        yield LevelShares(
            one.system.name,
            tuple(counts.astype(int).tolist()),
            float(share @ np.arange(len(share))),
            float(share[SIMPLE].sum()),
            float(share[COMPLEX].sum()),
            int(np.count_nonzero(~scored)),
            chosen.signature(one.references, evidence.conditions),
        )


def _compared(systems: Sequence[LevelShares], correction: Correction) -> Iterator[LevelComparison]:
    pairs = list(itertools.combinations(systems, 2))
    tests = [discrete_ks_two_samples(np.array(one.counts), np.array(other.counts)) for one, other in pairs]
    p_values = np.array([test.p_value for test in tests])
    adjusted = adjust_p_values(p_values, correction)
    for (one, other), test, p_adjusted in zip(pairs, tests, adjusted.tolist(), strict=True):
        yield LevelComparison(
            one.system,
            other.system,
            test.distance,
            test.level,
            test.p_value,
            p_adjusted,
            bhattacharyya(np.array(one.counts), np.array(other.counts)).coefficient,
            one.sentences,
            other.sentences,
            f"{one.signature}|test:discrete-ks|adj:{correction}|pairs:{len(pairs)}",
        )


def _explained(
    metric: DLevelUd, instances: Sequence[Instance], submissions: Sequence[Submission]
) -> Iterator[LevelledSentence]:
    for submission in submissions:
        answered = [
            (instances[place], output)
            for place, output in zip(submission.instances, submission.outputs, strict=True)
            if output is not None
        ]
        levelled = metric.levelled([output for _, output in answered], [instance.input for instance, _ in answered])
        for (instance, _), sentences in zip(answered, levelled, strict=True):
            for number, (text, found) in enumerate(sentences, start=1):
                reasons = tuple(map(str, found.evidence))
                yield LevelledSentence(submission.system.name, instance.id, number, found.level, text, reasons)
