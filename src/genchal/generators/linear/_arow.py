"""A linear classifier with hashed features that learns by AROW: weights that were often changed change less."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

Bases = NDArray[np.int64]
BITS = 22  # of the table of weights: four millions, for which E2E needs about one
SIZE = 1 << BITS
NOTHING = SIZE  # the base of a feature that is not there: its weights stay zero
REGULARISER = 30.0  # AROW's r: a step of about 30 features then corrects half of what is lacking


class Arow:
    """Weights of every feature for every action: feature `base` has the weights `base` to `base + actions`.

    Runs of weights overlap, so features collide a little; that is the price of a table without a dictionary.
    Multi-class AROW (Crammer, Kulesza and Dredze 2009), diagonal, one pair of actions at a time.
    """

    def __init__(self, actions: int) -> None:
        self.actions = actions
        self.means = np.zeros(SIZE + actions, dtype=np.float32)
        self.seen = np.zeros(SIZE + actions, dtype=np.float32)  # precision of each weight beyond 1, times r
        self._late = np.zeros(SIZE + actions, dtype=np.float32)  # changes, each times the number of those before it
        self._clock = 0
        self._blocks = sliding_window_view(self.means, actions)

    def score(self, bases: Bases) -> NDArray[np.float32]:
        """Scores of all actions, for one state (features) or several (states x features)."""
        found: NDArray[np.float32]
        if bases.ndim == 1:
            found = self._blocks[bases].sum(axis=0)
            return found
        found = np.zeros((len(bases), self.actions), dtype=np.float32)
        for feature in range(bases.shape[1]):
            found += self._blocks[bases[:, feature]]
        return found

    def learn(self, bases: Bases, better: int, worse: int, lacking: float) -> None:
        """Change weights so that one action scores higher than another, by about what is lacking to a margin.

        No feature of `bases` is `NOTHING`; if nothing is lacking, this only counts as a step.
        """
        self._clock += 1
        if lacking <= 0:
            return
        up, down = bases + better, bases + worse
        loose_up = 1 / (1 + self.seen[up] / REGULARISER)
        loose_down = 1 / (1 + self.seen[down] / REGULARISER)
        step = lacking / (float(loose_up.sum() + loose_down.sum()) + REGULARISER)
        self.means[up] += step * loose_up
        self.means[down] -= step * loose_down
        self._late[up] += self._clock * step * loose_up
        self._late[down] -= self._clock * step * loose_down
        self.seen[up] += 1
        self.seen[down] += 1

    def average(self) -> None:
        """Replace the weights by their mean over all steps since the last time: they depend less on the last steps."""
        if self._clock:
            self.means -= self._late / (self._clock + 1)
            self._late[:] = 0
            self._clock = 0

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Weights that are not zero, and where they stand."""
        places = np.flatnonzero(self.means)
        return {"places": places.astype(np.int32), "weights": self.means[places]}

    @classmethod
    def of(cls, actions: int, places: NDArray[Any], weights: NDArray[Any]) -> Arow:
        """Take them back."""
        made = cls(actions)
        made.means[places] = weights
        return made
