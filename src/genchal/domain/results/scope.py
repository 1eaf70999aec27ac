"""On which instances of a track a measure scores anything: metrics that compare with references need them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from genchal.domain.instance import Instance, count_references
from genchal.domain.results.scores import Score, SegmentScores
from genchal.errors import list_some

NAMED = 4  # measures that a sentence names


@dataclass(frozen=True, slots=True)
class Scope:
    """On how many of a track's instances a measure scores outputs, of any system, where it is not all of them.

    `is_by_references` says that these are the instances with references.
    """

    scored: int
    total: int
    is_by_references: bool

    @property
    def phrase(self) -> str:
        """Such as "on 7 of the 12 instances, those with references"."""
        which = ", those with references" if self.is_by_references else ""
        return f"on {self.scored:,} of the {self.total:,} instances{which}"

    def count_others(self, score: Score) -> int:
        """How many outputs of a system are not scored beyond those for instances that are not scored at all."""
        rounds, rest = divmod(score.n + score.not_scored, self.total)
        return score.not_scored if rest else score.not_scored - rounds * (self.total - self.scored)


def find_scopes(
    instances: Sequence[Instance], segments: Iterable[SegmentScores], measures: Sequence[str]
) -> dict[str, Scope]:
    """Measures that score nothing on some of the instances, with the instances that they score."""
    ids = tuple(instance.id for instance in instances)
    places = {name: place for place, name in enumerate(ids)}
    found: dict[str, NDArray[np.bool_]] = {}
    for own in segments:
        scored = found.setdefault(own.metric, np.zeros(len(ids), dtype=np.bool_))
        if scored.all():
            continue
        known = ~np.isnan(own.values)
        if tuple(own.instances) == ids:
            scored |= known
        else:
            own_places = (places.get(own.instances[row]) for row in np.flatnonzero(known).tolist())
            scored[[place for place in own_places if place is not None]] = True
    partial = {name: found[name] for name in measures if name in found and 0 < found[name].sum() < len(ids)}
    if not partial:
        return {}
    referenced = np.array([count_references(instance) > 0 for instance in instances])
    return {
        name: Scope(int(scored.sum()), len(ids), bool((scored == referenced).all())) for name, scored in partial.items()
    }


def list_measures(labels: Sequence[str]) -> str:
    """The first few, with "and" before the last one."""
    if len(labels) > NAMED:
        return list_some(labels, NAMED)
    *some, last = labels
    return f"{', '.join(some)} and {last}" if some else last


def describe_scopes(scopes: Mapping[str, Scope], labels: Mapping[str, str]) -> Iterator[str]:
    """A sentence for the measures that are scored on the same part of the instances; `labels` are of all measures."""
    for scope in dict.fromkeys(scopes.values()):
        own = [labels[name] for name, other in scopes.items() if other == scope]
        who = "All metrics" if len(own) == len(labels) > NAMED else list_measures(own)
        yield f"{who} {'are' if len(own) > 1 else 'is'} scored {scope.phrase}."
