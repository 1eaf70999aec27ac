"""One reference at a time: nlg-eval's way with several references (Sharma et al. 2017), for any metric.

A segment is scored against each of its references alone; the best of these scores (or their mean) is the segment's, and
the corpus score is the mean over segments. Most metrics have a way of their own to use all references at once, which
is why this is a setting that one asks for: ``bleu:each=best``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import chain, repeat
from operator import attrgetter
from typing import Any, Self

import numpy as np

from genchal.domain import Batch, Metric, Rows
from genchal.domain.metric import Each
from genchal.metrics._means import MeanMetric, with_count
from genchal.text.arrays.ragged import FloatArray, IntArray, offsets_of


@dataclass(frozen=True, slots=True)
class EachReference(MeanMetric):
    """Best or mean of a metric's scores against the single references."""

    inner: Metric
    each: Each = "best"

    # The metric's own, as all else that is passed on.
    name = property(attrgetter("inner.name"))
    version = property(attrgetter("inner.version"))
    higher_is_better = property(attrgetter("inner.higher_is_better"))
    perfect = property(attrgetter("inner.perfect"))
    is_informed_by_corpus = property(attrgetter("inner.is_informed_by_corpus"))
    card = property(attrgetter("inner.card"))

    def needs(self) -> Mapping[str, str]:
        """The metric's own."""
        return self.inner.needs()

    def equipped(self, resources: Mapping[str, Any]) -> Self:
        """Pass the resources on."""
        return replace(self, inner=self.inner.equipped(resources))

    def survey(self, batch: Batch) -> Any:
        """The metric's own: what a corpus tells it is told by all references."""
        return self.inner.survey(batch)

    def informed(self, surveys: Iterable[Any]) -> Self:
        """Pass the surveys on."""
        return replace(self, inner=self.inner.informed(surveys))

    def state(self) -> str:
        """The metric's own."""
        return self.inner.state()

    def measure(self, batch: Batch) -> Rows:
        """Return one row (score, 1) per segment."""
        counts = np.fromiter(map(len, batch.references), dtype=np.int64, count=len(batch))
        pairs = _one_reference_each(batch, counts)
        score = self._joined(self.inner.segment_scores(self.inner.measure(pairs)), counts)
        return with_count(score)

    def fields(self) -> dict[str, str]:
        """The metric's own, and what is done with several references."""
        return {**self.inner.fields(), "each": self.each}

    def release(self) -> str:
        """The metric's own."""
        return self.inner.release()

    def _joined(self, scores: FloatArray, counts: IntArray) -> FloatArray:
        """From scores of pairs to scores of segments; NaN where there is no reference."""
        joined = np.full(len(counts), np.nan)
        filled = counts > 0
        if filled.any():
            starts = offsets_of(counts)[:-1][filled]
            best = np.maximum if self.higher_is_better else np.minimum
            joined[filled] = best.reduceat(scores, starts) if self.each == "best" else np.add.reduceat(scores, starts)
            if self.each == "mean":
                joined[filled] /= counts[filled]
        return joined


def _one_reference_each(batch: Batch, counts: IntArray) -> Batch:
    """Every output as many times as it has references, beside one of them each time."""

    def repeated(column: Iterable[Any]) -> list[Any]:
        return list(chain.from_iterable(map(repeat, column, counts.tolist())))

    references = [(reference,) for references in batch.references for reference in references]
    return Batch(repeated(batch.outputs), references, repeated(batch.ids), repeated(batch.inputs))
