"""Outputs to rows: the part of scoring that costs time, cut into tiles for the engines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from genchal.domain import Batch, Instance, Metric, Rows, Submission
from genchal.engines import Engine
from genchal.text.ragged import offsets_of

SEGMENTS_AT_ONCE = 1 << 16


def measure_submissions(
    instances: Sequence[Instance], submissions: Sequence[Submission], metrics: Sequence[Metric], engine: Engine
) -> list[list[Rows]]:
    """Return rows by metric and submission: one line per output, NaN where it is missing or cannot be compared."""
    tiles = Tiles(instances, submissions)
    fitted = [metric.fitted(tiles) for metric in metrics]
    measured = list(engine.map(_MeasureAll(fitted), tiles))
    result = []
    for number in range(len(metrics)):
        parts = np.concatenate([rows[number] for rows in measured])
        whole = np.full((tiles.offsets[-1], parts.shape[1]), np.nan)
        whole[tiles.order] = parts
        result.append(np.split(whole, tiles.offsets[1:-1]))
    return result


class _MeasureAll:
    """Measures one batch with every metric, so that they share its tokens (a class, to travel between processes)."""

    def __init__(self, metrics: Sequence[Metric]) -> None:
        self.metrics = metrics

    def __call__(self, batch: Batch) -> list[Rows]:
        return [metric.measure(batch) for metric in self.metrics]


class Tiles:
    """The outputs of all submissions in batches cut by instance, so that systems share the work on references."""

    def __init__(self, instances: Sequence[Instance], submissions: Sequence[Submission]) -> None:
        self.instances = instances
        self.submissions = submissions
        self.offsets = offsets_of(np.array([len(submission.outputs) for submission in submissions], dtype=np.int64))
        instance = np.concatenate([np.array(submission.instances, dtype=np.int64) for submission in submissions])
        given = [output is not None for submission in submissions for output in submission.outputs]
        order = np.argsort(instance, kind="stable")
        self.order = order[np.array(given, dtype=bool)[order]]  # the outputs to measure, missing ones left out

    def __iter__(self) -> Iterator[Batch]:
        owner = np.searchsorted(self.offsets, self.order, side="right") - 1
        place = (self.order - self.offsets[owner]).tolist()
        owners = owner.tolist()
        for start in range(0, max(len(owners), 1), SEGMENTS_AT_ONCE):
            end = start + SEGMENTS_AT_ONCE
            yield self._batch(
                [(self.submissions[o], p) for o, p in zip(owners[start:end], place[start:end], strict=True)]
            )

    def _batch(self, segments: Sequence[tuple[Submission, int]]) -> Batch:
        outputs, references, ids, inputs = [], [], [], []
        for submission, place in segments:
            instance = self.instances[submission.instances[place]]
            outputs.append(submission.outputs[place] or "")
            references.append(references_of(instance, submission, place))
            ids.append(instance.id)
            inputs.append(instance.input)
        return Batch(outputs, references, ids, inputs)


def references_of(instance: Instance, submission: Submission, place: int) -> tuple[str, ...]:
    """What an output is compared with: all references, but not the one it was drawn from."""
    own = submission.left_out[place] if submission.left_out else None
    return instance.references if own is None else instance.references[:own] + instance.references[own + 1 :]
