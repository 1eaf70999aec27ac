"""What a campaign has found out, ready to be shown: the only thing that reports draw."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from genchal.domain.instance import Instance
from genchal.domain.profile import ProfileNumber
from genchal.domain.results.scores import Score, SegmentScores
from genchal.domain.results.similarity import Similarities
from genchal.domain.submission import System


@dataclass(frozen=True, slots=True)
class Measure:
    """A column of the leaderboard: a metric under the label the campaign gives it.

    `higher_is_better` is None where a metric has no direction.
    """

    name: str
    label: str
    higher_is_better: bool | None
    low: float
    high: float
    signature: str


@dataclass(frozen=True, slots=True)
class TrackResults:
    """Everything known about one track.

    ``outputs[system]`` has one text per instance, None where it is missing. Scores and segment scores carry the names
    of systems and measures. Text statistics and similarities are there where the campaign asks for them.
    """

    name: str
    task: str
    language: str
    instances: tuple[Instance, ...]
    systems: tuple[System, ...]
    measures: tuple[Measure, ...]
    scores: tuple[Score, ...]
    segments: tuple[SegmentScores, ...]
    outputs: Mapping[str, tuple[str | None, ...]]
    statistics: tuple[ProfileNumber, ...] = ()
    similarities: Similarities | None = None

    def score(self, system: str, measure: str) -> Score | None:
        """One cell of the leaderboard."""
        for score in self.scores:
            if score.system == system and score.metric == measure:
                return score
        return None

    def ranked(self) -> tuple[System, ...]:
        """The systems to show, best first by the first measure, unscored ones last; withdrawn ones are left out."""
        shown = [system for system in self.systems if not system.withdrawn]
        if not self.measures:
            return tuple(shown)
        first = self.measures[0]

        def key(system: System) -> tuple[bool, float]:
            score = self.score(system.name, first.name)
            if score is None or score.value != score.value:
                return (True, 0.0)
            return (False, score.value if first.higher_is_better is False else -score.value)

        return tuple(sorted(shown, key=key))


@dataclass(frozen=True, slots=True)
class CampaignResults:
    """A whole campaign."""

    name: str
    seed: int
    version: str
    resamples: int
    confidence: float
    tracks: tuple[TrackResults, ...]
