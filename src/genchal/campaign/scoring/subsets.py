"""Scores by what instances have in common: rows are additive, so that those of some instances make their scores."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from genchal.campaign.scoring.evidence import LoadedEvidence
from genchal.campaign.scoring.score import summarise
from genchal.domain import Instance
from genchal.domain.results.scores import Uncertainty
from genchal.domain.results.subsets import SubsetScores
from genchal.errors import InvalidInput


def score_subsets(
    evidence: LoadedEvidence, instances: Sequence[Instance], by: Sequence[str], uncertainty: Uncertainty, track: str
) -> Iterator[SubsetScores]:
    """The scores of every value of the properties `by`, in the order in which the values come up.

    A metric that has seen all references, as NIST has, is not fitted again.
    """
    for name in by:
        values = [instance.meta.get(name, "") for instance in instances]
        if not any(values):
            known = sorted({key for instance in instances for key in instance.meta})
            raise InvalidInput(
                f"track '{track}' is to be scored by {name}, which no instance has",
                f"They have: {', '.join(known)}." if known else "They have no properties: remove score_by.",
            )
        for value in sorted(set(values)):
            places = np.flatnonzero([own == value for own in values])
            scores = summarise(take_instances(evidence, places), uncertainty, track).scores
            yield SubsetScores(name, value, len(places), scores)


def take_instances(evidence: LoadedEvidence, places: np.ndarray[tuple[int], np.dtype[np.intp]]) -> LoadedEvidence:
    """The evidence about the instances at some places, which are in order."""
    number = np.full(len(evidence.ids), -1)
    number[places] = np.arange(len(places))
    systems = []
    for system in evidence.systems:
        kept = number[system.instances] >= 0
        systems.append(
            replace(system, instances=number[system.instances][kept], rows=tuple(rows[kept] for rows in system.rows))
        )
    return replace(evidence, systems=systems, ids=[evidence.ids[place] for place in places.tolist()])
