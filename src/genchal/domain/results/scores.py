"""Scores: numbers with their intervals and signatures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from genchal.errors import UnknownName
from genchal.text.arrays.ragged import FloatArray


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


@dataclass(frozen=True, slots=True)
class SegmentScores:
    """Scores of single segments: ``values[i]`` is that of ``instances[i]``, NaN where not scored."""

    system: str
    track: str | None
    metric: str
    instances: Sequence[str]
    values: FloatArray


@dataclass(frozen=True, slots=True)
class Scoring:
    """The outcome of scoring: `result["bleu"].value` for one system, `result["bleu", "tgen"]` for one of several."""

    scores: tuple[Score, ...]
    segments: tuple[SegmentScores, ...]

    def __iter__(self) -> Iterator[Score]:
        return iter(self.scores)

    def __getitem__(self, key: str | tuple[str, str]) -> Score:
        metric, system = (key, None) if isinstance(key, str) else key
        for score in self.scores:
            if score.metric == metric and system in (None, score.system):
                return score
        known = [f"{score.metric}, {score.system}" for score in self.scores]
        raise UnknownName("score", metric if system is None else f"{metric}, {system}", known)
