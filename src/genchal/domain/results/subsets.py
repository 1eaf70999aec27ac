"""Scores of some of a track's instances: those that have a property in common, such as the condition of a trial."""

from __future__ import annotations

from dataclasses import dataclass, replace

from genchal.domain.results.scores import Score


@dataclass(frozen=True, slots=True)
class SubsetScores:
    """Scores of the instances whose property `by` is `value`."""

    by: str
    value: str
    instances: int
    scores: tuple[Score, ...]

    @property
    def name(self) -> str:
        """How tables call it."""
        return f"{self.by} {self.value or '(none)'}"

    def without(self, systems: frozenset[str]) -> SubsetScores:
        """The same without some systems."""
        return replace(self, scores=tuple(score for score in self.scores if score.system not in systems))
