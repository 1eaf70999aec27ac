"""Writing with a policy, many texts in step: at every state the allowed action with the highest score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from genchal.generators.linear._arow import Arow, Bases
from genchal.generators.linear._features import list_features
from genchal.generators.linear._inventory import Inventory
from genchal.generators.linear._states import Ints, States
from genchal.generators.neural.data.meanings import Meaning

AT_ONCE = 1024  # states that are scored together


class Decisions(NamedTuple):
    """States with their features, and the scores of their actions; what is not allowed has minus infinity."""

    features: Bases
    scores: NDArray[np.float32]

    @property
    def best(self) -> Ints:
        """The action of each row."""
        best: Ints = self.scores.argmax(axis=1)
        return best


@dataclass(frozen=True)
class Policy:
    """Two linked classifiers in one table of weights: the next slot of the plan, and the next word of a slot."""

    inventory: Inventory
    weights: Arow

    def decide(self, states: States) -> Decisions:
        """Score the actions of each row."""
        features = list_features(states)
        scores = self.weights.score(features)
        scores[~states.allowed(self.inventory)] = -np.inf
        return Decisions(features, scores)

    def finish(self, states: States) -> None:
        """Go on until every text is done."""
        rows = np.flatnonzero(~states.is_done)
        while len(rows):
            for begin in range(0, len(rows), AT_ONCE):
                some = rows[begin : begin + AT_ONCE]
                active = states.take(some)
                active.apply(self.decide(active).best, self.inventory)
                states.put(some, active)
            rows = rows[~states.is_done[rows]]

    def write(self, meanings: Sequence[Meaning]) -> list[list[str]]:
        """Words for meanings that the inventory has words for."""
        found: list[list[str]] = []
        for begin in range(0, len(meanings), AT_ONCE):
            states = States.begin(self.inventory, meanings[begin : begin + AT_ONCE])
            self.finish(states)
            found += [self.read_words(states, row) for row in range(len(states))]
        return found

    def read_words(self, states: States, row: int) -> list[str]:
        """What a row says."""
        return [self.inventory.spellings[word] for word in states.said[row, : states.length[row]].tolist()]
