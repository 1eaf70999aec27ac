"""Rows of systems on the same instances: metrics and derived scores alike, as sums of rows that become a score."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from itertools import islice
from typing import NamedTuple

import numpy as np

from genchal.campaign.scoring.evidence import Evidence, Pieces
from genchal.campaign.scoring.request import ChosenMetric
from genchal.campaign.scoring.score import score_metrics
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

    `rows` are systems x instances x columns, in blocks of instances, NaN where an instance is not scored; those of a
    derived score are the rows of all that it is made from, side by side. `score` turns sums of them into scores.
    `segments` are systems x instances, in blocks: the mean of the segment scores of an instance's outputs. `outputs`
    says how many these are, None if it is one at most. There are so many `instances`.
    """

    label: str
    instances: int
    rows: Pieces
    score: ToScores
    segments: Pieces
    outputs: IntArray | None
    signatures: Sequence[str]
    higher_is_better: bool | None
    rounds: bool = False

    def can_swap(self, first: int, second: int) -> bool:
        """Whether two systems have as many outputs as each other for every instance that both have."""
        if self.outputs is None:
            return True
        one, other = self.outputs[first], self.outputs[second]
        return bool(((one == other) | (one == 0) | (other == 0)).all())


class Sharing(NamedTuple):
    """Some pairs of systems with what both of them have.

    `rows` come in blocks, systems x instances x columns, `local` are the pairs as places in them, and `counts` says how
    many instances count for each pair.
    """

    some: slice
    rows: Pieces
    local: IntArray
    counts: IntArray


def choose_pairs(names: Sequence[str], how: Comparing | Swapping) -> IntArray:
    """Which systems are compared, by their places: every two, or the baseline with every other."""
    check_known("system", [how.baseline] if how.baseline is not None else [], names)
    if how.all_pairs:
        return np.array(list(itertools.combinations(range(len(names)), 2)))
    first = 0 if how.baseline is None else names.index(how.baseline)
    return np.array([(first, other) for other in range(len(names)) if other != first])


def pair_rows(evidence: Evidence) -> list[PairedRows]:
    """Everything that was asked for, in its order: metrics, then derived scores."""
    rows: dict[str, Pieces] = {
        chosen.label: _remember_single(partial(evidence.sums, number)) for number, chosen in enumerate(evidence.metrics)
    }
    scorers = {chosen.label: _scorer(chosen) for chosen in evidence.metrics}
    better = {chosen.label: chosen.higher_is_better for chosen in evidence.metrics}
    for derived in evidence.derived:
        parts = [rows[label] for label in derived.ingredients]
        widths = [next(part()).shape[2] for part in parts]
        rows[derived.name] = _remember_single(partial(_join_columns, parts))
        scorers[derived.name] = _derived_scorer(derived, [scorers[label] for label in derived.ingredients], widths)
        better[derived.name] = derived.higher_is_better
    rounded = {derived.name for derived in evidence.derived if derived.rounds}
    places = [evidence.answered(system) for system in range(len(evidence.names))]
    paired = []
    for scores in score_metrics(evidence, Uncertainty(resamples=0)):
        segments, outputs = _segments_by_instance(scores.segments, places, evidence.instances)
        paired.append(
            PairedRows(
                scores.label,
                evidence.instances,
                rows[scores.label],
                scorers[scores.label],
                segments,
                outputs,
                scores.signatures,
                better[scores.label],
                scores.label in rounded,
            )
        )
    return paired


def share_instances(paired: PairedRows, pairs: IntArray) -> Iterator[Sharing]:
    """Pairs in portions, each with rows, its pairs as places in these rows, and how many instances count for each pair.

    Where outputs are missing, a system is there once for every set of instances that it shares with a rival; rows of
    the other instances are 0 and add nothing.
    """
    counts = np.zeros(len(pairs), dtype=np.int64)
    all_scored = True
    prints = [blake2b(digest_size=16) for _ in pairs]  # of the instances that a pair has in common
    widest = 0
    for block in paired.rows():
        scored = np.logical_not(np.isnan(block).any(axis=2))
        all_scored = all_scored and bool(scored.all())
        widest = max(widest, block.shape[1] * block.shape[2])
        for number, (first, second) in enumerate(pairs.tolist()):
            common = scored[first] & scored[second]
            counts[number] += np.count_nonzero(common)
            prints[number].update(np.packbits(common).tobytes())
    if all_scored:
        yield Sharing(slice(0, len(pairs)), paired.rows, pairs, counts)
        return
    step = max(1, VALUES_AT_ONCE // (2 * widest))
    for start in range(0, len(pairs), step):
        some = slice(start, start + step)
        places: dict[tuple[int, bytes], int] = {}
        kept: list[tuple[int, int]] = []  # a system, and whom it has the instances in common with
        local = []
        for pair, common_print in zip(pairs[some].tolist(), prints[some], strict=True):
            keys = [(system, common_print.digest()) for system in pair]
            for key, rival in zip(keys, reversed(pair), strict=True):
                if key not in places:
                    places[key] = len(kept)
                    kept.append((key[0], rival))
            local.append([places[key] for key in keys])
        rows = _remember_single(partial(_restrict, paired.rows, kept))
        yield Sharing(some, rows, np.array(local), counts[some])


def _restrict(rows: Pieces, kept: Sequence[tuple[int, int]]) -> Iterator[FloatArray]:
    """Rows of systems where a rival is scored, too; 0 elsewhere."""
    for block in rows():
        scored = np.logical_not(np.isnan(block).any(axis=2))
        yield np.stack(
            [np.where((scored[system] & scored[rival])[:, None], block[system], 0.0) for system, rival in kept]
        )


def _join_columns(parts: Sequence[Pieces]) -> Iterator[FloatArray]:
    for blocks in zip(*(part() for part in parts), strict=True):
        yield np.concatenate(blocks, axis=2)


def _remember_single(pieces: Pieces) -> Pieces:
    """The same pieces; a single one, which is in memory as a whole in any case, is made once."""
    first_two = list(islice(pieces(), 2))
    return partial(iter, first_two) if len(first_two) < 2 else pieces


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


def _segments_by_instance(
    segments: Sequence[Pieces], places: Sequence[IntArray | None], instances: int
) -> tuple[Pieces, IntArray | None]:
    """Means of the segment scores of each instance, NaN where there is none, and how many they are, by system."""
    if all(where is None for where in places):
        return _remember_single(partial(_stack_pieces, segments)), None
    counts, sums = [], []
    for pieces, where in zip(segments, places, strict=True):
        values = np.concatenate(list(pieces()))
        known = ~np.isnan(values)
        answered = np.arange(instances) if where is None else where
        counts.append(np.bincount(answered[known], minlength=instances))
        sums.append(np.bincount(answered[known], weights=values[known], minlength=instances))
    found = np.stack(counts)
    means = np.where(found > 0, np.stack(sums) / np.maximum(found, 1), np.nan)
    return partial(iter, [means]), found


def _stack_pieces(systems: Sequence[Pieces]) -> Iterator[FloatArray]:
    for pieces in zip(*(system() for system in systems), strict=True):
        yield np.stack(pieces)
