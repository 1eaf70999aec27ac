"""The matrices behind similarities: every system in turn is the reference of all, metric by metric."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from genchal.campaign.scoring.request import Choice, ChosenMetric
from genchal.campaign.scoring.rows import counted_references, measure_submissions
from genchal.domain import Instance, Metric, Submission, System
from genchal.domain.results.similarity import MEAN, SHIFTS, Matrix
from genchal.engines.serial import Serial
from genchal.resources.results import ResultStore, digest
from genchal.text.arrays.ragged import FloatArray, IntArray

# Metrics without an upper limit, and what counts as the most alike: the E2E challenge divides NIST by 10.
USUAL_HIGH = {"nist": 10.0}


def has_several(submission: Submission) -> bool:
    """Whether there are several outputs for an instance."""
    return len(set(submission.instances)) < len(submission.instances)


def _as_references(submission: Submission, instances: int) -> list[tuple[str, ...]]:
    texts: dict[int, list[str]] = defaultdict(list)
    for place, output in zip(submission.instances, submission.outputs, strict=True):
        if output is not None:
            texts[place].append(output)
    return [tuple(texts[place]) for place in range(instances)]


def reference_count(line: Submission) -> str:
    """How many references an output has, as signatures say it; missing ones make no difference."""
    counts: dict[int, int] = defaultdict(int)
    for place in line.instances:
        counts[place] += 1
    return counted_references(set(counts.values()))


class Line:
    """Compares all systems with one of them (a class, to travel between processes); gives sums of rows and counts.

    The last column is the system of the line itself, its outputs compared with those for other inputs.
    """

    def __init__(
        self,
        instances: Sequence[Instance],
        lines: Sequence[Submission],
        columns: Sequence[Submission],
        metrics: Sequence[Metric],
        seed: int,
        cache: ResultStore | None,
    ) -> None:
        self.instances = instances
        self.lines = lines
        self.columns = columns
        self.metrics = metrics
        self.seed = seed
        self.cache = cache

    def __call__(self, number: int) -> list[tuple[FloatArray, IntArray]]:
        """Return, by metric, the sums of the rows of every column, and how many rows were scored."""
        line = self.lines[number]
        references = _as_references(line, len(self.instances))
        corpus = [replace(one, references=own) for one, own in zip(self.instances, references, strict=True)]
        several = has_several(line)
        columns = self.columns if several else [replace(one, left_out=None) for one in self.columns]
        moved = [] if several else _moved(line, len(self.instances), self.seed)
        rows = measure_submissions(corpus, [*columns, *moved], self.metrics, Serial(), self.cache)
        result = []
        for by_column in rows:
            width = by_column[0].shape[1]
            itself = np.concatenate([np.zeros((0, width)), *by_column[len(columns) :]])
            everything = [*by_column[: len(columns)], itself]
            scored = [rows[~np.isnan(rows).any(axis=1)] for rows in everything]
            result.append((np.stack([rows.sum(axis=0) for rows in scored]), np.array(list(map(len, scored)))))
        return result


def _moved(submission: Submission, instances: int, seed: int) -> list[Submission]:
    """A system's outputs under other inputs: moved on by 1, 2 ... places in a random order that all systems share."""
    order = np.random.default_rng(seed).permutation(instances)
    outputs: dict[int, str | None] = dict(zip(submission.instances, submission.outputs, strict=True))
    moved = []
    for shift in range(1, min(SHIFTS, instances - 1) + 1):
        others = np.empty(instances, dtype=np.int64)
        others[order] = np.roll(order, shift)
        texts = tuple(outputs.get(other) for other in others.tolist())
        moved.append(Submission(System(f"{submission.system.name} {shift}"), tuple(range(instances)), texts))
    return moved


def matrix_of(
    chosen: ChosenMetric,
    lines: Sequence[tuple[FloatArray, IntArray]],
    columns: int,
    counts: Sequence[str],
    conditions: Sequence[str],
) -> Matrix:
    """Turn sums into similarities."""
    totals = np.stack([sums for sums, _ in lines])
    n = np.stack([numbers for _, numbers in lines])
    values = np.where(n > 0, chosen.metric.summarise(totals), np.nan)
    scaled = _scaled(chosen.metric, values)
    itself = (slice(len(lines) - columns, None), columns)
    return Matrix(
        metric=chosen.label,
        values=values[:, :columns] * chosen.scale,
        scaled=scaled[:, :columns],
        n=n[:, :columns],
        itself=values[itself] * chosen.scale,
        itself_scaled=scaled[itself],
        signatures=tuple(chosen.signature(count, conditions) for count in counts),
    )


def _scaled(metric: Metric, values: FloatArray) -> FloatArray:
    """Bring scores to 0 .. 1, 1 for the most alike: by the metric's limits; 1 / (1 + d) for distances without one."""
    low, high = metric.card.low, USUAL_HIGH.get(metric.name, metric.card.high)
    if not metric.higher_is_better and np.isinf(high) and low == 0:
        return 1 / (1 + values)
    low = 0.0 if np.isinf(low) and high > 0 else low
    if np.isinf(low) or np.isinf(high):
        return np.full_like(values, np.nan)
    share = np.clip((values - low) / (high - low), 0.0, 1.0)
    return share if metric.higher_is_better else 1 - share


def derived_matrices(choice: Choice, matrices: Sequence[Matrix]) -> list[Matrix]:
    """Work formulas out, cell by cell; nobody knows their limits, so that they are taken as they are."""
    known = {one.metric: one for one in matrices}
    result = []
    for derived in choice.derived:
        parts = [known[label] for label in derived.ingredients]
        values = derived.evaluate({one.metric: one.values for one in parts})
        itself = derived.evaluate({one.metric: one.itself for one in parts})
        signatures = [
            derived.signature(digest(list(some))[:8]) for some in zip(*(p.signatures for p in parts), strict=True)
        ]
        n = np.minimum.reduce([one.n for one in parts])
        result.append(Matrix(derived.name, values, values, n, itself, itself, tuple(signatures)))
    return result


def mean_matrix(matrices: Sequence[Matrix]) -> Matrix:
    """Mean of the scaled similarities over the metrics that can be scaled."""
    used = [one for one in matrices if not np.isnan(one.scaled).all()] or list(matrices)
    values = np.mean([one.scaled for one in used], axis=0)
    itself = np.mean([one.itself_scaled for one in used], axis=0)
    names = ",".join(one.metric for one in used)
    signatures = [
        f"{MEAN}|metrics:{names}|scaled:0-1|of:{digest(list(some))[:8]}|v:1"
        for some in zip(*(one.signatures for one in used), strict=True)
    ]
    n = np.minimum.reduce([one.n for one in used])
    return Matrix(MEAN, values, values, n, itself, itself, tuple(signatures))
