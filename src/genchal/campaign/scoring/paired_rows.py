"""Rows of systems on the same instances: metrics and derived scores alike, as sums of rows that become a score."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from genchal.campaign.scoring.evidence import Evidence
from genchal.campaign.scoring.request import ChosenMetric
from genchal.campaign.scoring.score import score_metrics, sum_by_instance
from genchal.domain.derived import Derived
from genchal.domain.results.comparison import Comparing
from genchal.domain.results.profiles import Swapping
from genchal.domain.results.scores import Uncertainty
from genchal.errors import check_known
from genchal.text.arrays.ragged import FloatArray, IntArray

VALUES_AT_ONCE = 1 << 24  # of rows that are copied because outputs are missing: 128 MB
ToScores = Callable[[FloatArray], FloatArray]


@dataclass(frozen=True, slots=True)
class PairedRows:
    """A metric, or a derived score, of all systems.

    `rows` are systems x instances x columns, NaN where an instance is not scored; those of a derived score are the rows
    of all that it is made from, side by side. `score` turns sums of them into scores. `segments` are systems x
    instances: the mean of the segment scores of an instance's outputs, and `outputs` says how many these are.
    """

    label: str
    rows: FloatArray
    score: ToScores
    segments: FloatArray
    outputs: IntArray
    signatures: Sequence[str]
    higher_is_better: bool | None
    rounds: bool = False

    def can_swap(self, first: int, second: int) -> bool:
        """Whether two systems have as many outputs as each other for every instance that both have."""
        one, other = self.outputs[first], self.outputs[second]
        return bool(((one == other) | (one == 0) | (other == 0)).all())


def choose_pairs(names: Sequence[str], how: Comparing | Swapping) -> IntArray:
    """Which systems are compared, by their places: every two, or the baseline with every other."""
    check_known("system", [how.baseline] if how.baseline is not None else [], names)
    if how.all_pairs:
        return np.array(list(itertools.combinations(range(len(names)), 2)))
    first = 0 if how.baseline is None else names.index(how.baseline)
    return np.array([(first, other) for other in range(len(names)) if other != first])


def pair_rows(evidence: Evidence) -> list[PairedRows]:
    """Everything that was asked for, in its order: metrics, then derived scores."""
    rows = {chosen.label: sum_by_instance(evidence, number) for number, chosen in enumerate(evidence.metrics)}
    scorers = {chosen.label: _scorer(chosen) for chosen in evidence.metrics}
    better = {chosen.label: chosen.higher_is_better for chosen in evidence.metrics}
    for derived in evidence.derived:
        parts = [rows[label] for label in derived.ingredients]
        widths = [part.shape[2] for part in parts]
        rows[derived.name] = np.concatenate(parts, axis=2)
        scorers[derived.name] = _derived_scorer(derived, [scorers[label] for label in derived.ingredients], widths)
        better[derived.name] = derived.higher_is_better
    rounded = {derived.name for derived in evidence.derived if derived.rounds}
    places = [system.instances for system in evidence.systems]
    return [
        PairedRows(
            scores.label,
            rows[scores.label],
            scorers[scores.label],
            *_by_instance(scores.segments, places, len(evidence.ids)),
            scores.signatures,
            better[scores.label],
            scores.label in rounded,
        )
        for scores in score_metrics(evidence, Uncertainty(resamples=0))
    ]


def share_instances(paired: PairedRows, pairs: IntArray) -> Iterator[tuple[slice, FloatArray, IntArray, IntArray]]:
    """Pairs in portions, each with rows, its pairs as places in these rows, and how many instances count for each pair.

    Where outputs are missing, a system is there once for every set of instances that it shares with a rival; rows of
    the other instances are 0 and add nothing.
    """
    rows = paired.rows
    scored = np.logical_not(np.isnan(rows).any(axis=2))
    counts = np.array([np.count_nonzero(scored[first] & scored[second]) for first, second in pairs.tolist()])
    if scored.all():
        yield slice(0, len(pairs)), rows, pairs, counts
        return
    step = max(1, VALUES_AT_ONCE // (2 * rows.shape[1] * rows.shape[2]))
    for start in range(0, len(pairs), step):
        some = slice(start, start + step)
        places: dict[tuple[int, bytes], int] = {}
        restricted: list[FloatArray] = []
        local = []
        for pair in pairs[some].tolist():
            common = scored[pair[0]] & scored[pair[1]]
            keys = [(system, np.packbits(common).tobytes()) for system in pair]
            for key in keys:
                if key not in places:
                    places[key] = len(restricted)
                    restricted.append(np.where(common[:, None], rows[key[0]], 0.0))
            local.append([places[key] for key in keys])
        yield some, np.stack(restricted), np.array(local), counts[some]


def _scorer(chosen: ChosenMetric) -> ToScores:
    metric, scale = chosen.metric, chosen.scale
    return metric.summarise if scale == 1 else lambda totals: metric.summarise(totals) * scale


def _derived_scorer(derived: Derived, parts: Sequence[ToScores], widths: Sequence[int]) -> ToScores:
    """Split the columns among the metrics that they came from, and work the formula out."""
    ends = np.cumsum(widths)[:-1].tolist()

    def score(totals: FloatArray) -> FloatArray:
        split = np.split(totals, ends, axis=-1)
        scores = [part(own) for part, own in zip(parts, split, strict=True)]
        return derived.evaluate(dict(zip(derived.ingredients, scores, strict=True)))

    return score


def _by_instance(
    segments: Sequence[FloatArray], places: Sequence[IntArray], instances: int
) -> tuple[FloatArray, IntArray]:
    """Means of the segment scores of each instance, NaN where there is none, and how many they are, by system."""
    counts, sums = [], []
    for values, where in zip(segments, places, strict=True):
        known = ~np.isnan(values)
        counts.append(np.bincount(where[known], minlength=instances))
        sums.append(np.bincount(where[known], weights=values[known], minlength=instances))
    found = np.stack(counts)
    return np.where(found > 0, np.stack(sums) / np.maximum(found, 1), np.nan), found
