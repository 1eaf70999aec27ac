"""Scores: numbers with their intervals and signatures."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from genchal.domain.results.shown import ShownResult
from genchal.domain.results.table import Cell, Column, Estimate, Table
from genchal.domain.settings import setting
from genchal.errors import UnknownName, counted

if TYPE_CHECKING:
    from genchal.text.arrays.ragged import FloatArray


@dataclass(frozen=True, slots=True)
class Uncertainty:
    """How intervals are made: percentile bootstrap over instances, the same draws for all systems."""

    resamples: int = setting(1000, "Number of bootstrap resamples for the intervals; 0 means no intervals.", low=0)
    confidence: float = setting(0.95, "Confidence level of the intervals.", low=0.5, high=0.999)
    seed: int = setting(1, "Random seed.", low=0)


@dataclass(frozen=True, slots=True)
class Score:
    """One number of one system; `low` and `high` bound its interval, None where there is none."""

    system: str
    track: str | None
    metric: str
    value: float
    n: int
    not_scored: int
    low: float | None
    high: float | None
    signature: str

    @property
    def cell(self) -> Cell:
        """The score as tables show it."""
        return Estimate(self.value, self.low, self.high)


@dataclass(frozen=True, slots=True)
class SegmentScores:
    """Scores of single segments: ``values[i]`` is that of ``instances[i]``, NaN where not scored."""

    system: str
    track: str | None
    metric: str
    instances: Sequence[str]
    values: FloatArray

    def pieces(self) -> Iterator[FloatArray]:
        """The values piece by piece, of which there may be more than memory should hold."""
        yield self.values


class StreamedSegments(SegmentScores):
    """Scores of so many segments that they are worked out piece by piece, each time that they are looked at."""

    __slots__ = ("_make_pieces",)
    _make_pieces: Callable[[], Iterator[FloatArray]]

    def __init__(
        self,
        system: str,
        track: str | None,
        metric: str,
        instances: Sequence[str],
        make_pieces: Callable[[], Iterator[FloatArray]],
    ) -> None:
        own = {"system": system, "track": track, "metric": metric, "instances": instances, "_make_pieces": make_pieces}
        for name, value in own.items():
            object.__setattr__(self, name, value)

    @property
    def values(self) -> FloatArray:
        """All of them at once."""
        import numpy as np

        return np.concatenate(list(self._make_pieces()))

    def pieces(self) -> Iterator[FloatArray]:
        """The values piece by piece."""
        return self._make_pieces()


@dataclass(frozen=True, slots=True, repr=False)
class Scoring(ShownResult):
    """The outcome of scoring: `result["bleu"].value` for one system, `result["bleu", "tgen"]` for one of several.

    `fractions` are the metrics that lie between 0 and 1, and may be shown times 100. `bundles` is the number of random
    bundles that instances were drawn in for the intervals, None where they were drawn one by one.
    """

    scores: tuple[Score, ...]
    segments: tuple[SegmentScores, ...]
    fractions: tuple[str, ...] = ()
    bundles: int | None = None

    def __iter__(self) -> Iterator[Score]:
        return iter(self.scores)

    def __getitem__(self, key: str | tuple[str, str]) -> Score:
        metric, system = (key, None) if isinstance(key, str) else key
        for score in self.scores:
            if score.metric == metric and system in (None, score.system):
                return score
        known = [f"{score.metric}, {score.system}" for score in self.scores]
        raise UnknownName("score", metric if system is None else f"{metric}, {system}", known)

    def payload(self) -> dict[str, object]:
        """What --json prints."""
        return {"scores": self.scores} | ({"bundles": self.bundles} if self.bundles else {})

    def tables(self) -> tuple[Table, ...]:
        """Systems down, metrics across; then what was not scored, and the signatures."""
        metrics = list(dict.fromkeys(score.metric for score in self))
        systems = list(dict.fromkeys(score.system for score in self))
        unscored = {score.system: score.not_scored for score in self if score.not_scored}
        table = Table(
            title="Scores of systems",
            columns=(
                Column("system"),
                *(Column(metric, metric, percent=metric in self.fractions, missing="not scored") for metric in metrics),
            ),
            rows=tuple((system, *(self[metric, system].cell for metric in metrics)) for system in systems),
            notes=(
                *(
                    f"{system}: {counted(count, 'output')} not scored (missing, or no reference)."
                    for system, count in unscored.items()
                ),
                *([f"Intervals: instances were drawn in {self.bundles:,} random bundles."] if self.bundles else []),
            ),
            signatures=tuple(
                f"{score.metric}: {score.signature}"
                for score in sorted(self, key=lambda own: metrics.index(own.metric))
            ),
            label="scores",
        )
        return (table,)
