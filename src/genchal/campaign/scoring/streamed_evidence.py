"""Evidence of plain text that was streamed: rows that may be on disk, read in blocks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from genchal.campaign.scoring.instance_sums import are_scored
from genchal.campaign.scoring.request import ChosenMetric, find_fractions
from genchal.campaign.scoring.shard_streams import ShardStreams
from genchal.campaign.scoring.streams import Streams
from genchal.domain import Rows
from genchal.domain.derived import Derived
from genchal.domain.results.scores import SegmentScores, StreamedSegments
from genchal.resources.large_texts.scratch import RowScratch
from genchal.text.arrays.ragged import FloatArray

BLOCK = 1 << 16  # instances of a block: those of all systems and columns are in memory together


@dataclass(frozen=True, slots=True)
class StreamedEvidence:
    """Rows of streamed outputs: a line of a file is an instance, and every system has an output for each."""

    metrics: tuple[ChosenMetric, ...]
    derived: tuple[Derived, ...]
    streams: Streams | ShardStreams
    scratch: RowScratch
    conditions: Sequence[str] = ()

    @property
    def names(self) -> list[str]:
        """Names of the systems."""
        return self.streams.names

    @property
    def reference_counts(self) -> list[str]:
        """How many references the segments of every system have, or "var"."""
        return [self.streams.reference_count] * len(self.streams.names)

    @property
    def instances(self) -> int:
        """How many instances there are."""
        return self.streams.segments

    @property
    def fractions(self) -> tuple[str, ...]:
        """Labels of the metrics whose scores lie between 0 and 1."""
        return find_fractions(self.metrics)

    def sums(self, metric: int) -> Iterator[FloatArray]:
        """Sums by instance of all systems: the rows, because there is one output for each."""
        systems = [self.rows(system, metric) for system in range(len(self.names))]
        for blocks in zip(*systems, strict=True):
            yield np.stack(blocks)

    def rows(self, system: int, metric: int) -> Iterator[Rows]:
        """The rows of a system's outputs."""
        return self.scratch.blocks(system, metric, BLOCK)

    def answered(self, system: int) -> None:
        """There is an output for each instance, in their order."""

    def count_outputs(self, system: int) -> int:
        """How many outputs there may be scores of."""
        return self.instances

    def count_scored(self, system: int, metrics: Sequence[int]) -> int:
        """How many of them all of these metrics have scored."""
        incomplete = [metric for metric in metrics if self.scratch.count_unscored(system, metric)]
        if len(incomplete) < 2:
            return self.instances - sum(self.scratch.count_unscored(system, metric) for metric in incomplete)
        parts = [map(are_scored, self.rows(system, metric)) for metric in incomplete]
        return sum(int(np.logical_and.reduce(masks).sum()) for masks in zip(*parts, strict=True))

    def name_segments(
        self, system: int, track: str | None, label: str, scores: Callable[[], Iterator[FloatArray]]
    ) -> SegmentScores:
        """Put the scores of a system's outputs beside the numbers of their lines, once somebody asks for them."""
        return StreamedSegments(self.names[system], track, label, self.streams.ids, scores)
