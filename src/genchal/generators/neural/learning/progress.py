"""How far training has come: networks that are finished, and the state of the one that is being trained."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from genchal.domain.generator import Checkpoint, Parameters

Arrays = dict[str, NDArray[Any]]


@dataclass(frozen=True, slots=True)
class TrainingState:
    """Everything that the rest of a network's training depends on."""

    weights: Mapping[str, NDArray[Any]]
    best: Mapping[str, NDArray[Any]]  # weights of the best pass
    optimiser: Mapping[str, NDArray[Any]]
    values: Mapping[str, Any]  # passes, scores, and the state of the random generator


@dataclass(slots=True)
class Progress:
    """Training of several networks, one after the other, by their names; kept after every pass if there is a place."""

    checkpoint: Checkpoint | None = None
    finished: dict[str, Arrays] = field(default_factory=dict)
    scores: dict[str, float] = field(default_factory=dict)  # of the finished networks, on the development set
    current: dict[str, TrainingState] = field(default_factory=dict)  # of one network at most

    @classmethod
    def of(cls, checkpoint: Checkpoint | None) -> Self:
        """What is kept, or nothing."""
        progress = cls(checkpoint)
        kept = checkpoint.load() if checkpoint else None
        if kept is None:
            return progress
        for name, score in kept.values["finished"].items():
            progress.scores[name] = score
            progress.finished[name] = _pick(kept.arrays, f"finished.{name}.")
        for name, values in kept.values["current"].items():
            weights, best, optimiser = (_pick(kept.arrays, f"{part}.") for part in ("weights", "best", "optimiser"))
            progress.current[name] = TrainingState(weights, best, optimiser, values)
        return progress

    def keep(self, name: str, state: TrainingState) -> None:
        """Note where the training of a network stands."""
        self.current = {name: state}
        self._save()

    def finish(self, name: str, weights: Arrays, score: float) -> Arrays:
        """Note the weights of a network whose training has ended, and how good it is."""
        self.finished[name], self.scores[name], self.current = weights, score, {}
        self._save()
        return weights

    def _save(self) -> None:
        if self.checkpoint is None:
            return
        arrays = {
            f"finished.{name}.{part}": array
            for name, weights in self.finished.items()
            for part, array in weights.items()
        }
        for state in self.current.values():
            for kind in ("weights", "best", "optimiser"):
                arrays.update({f"{kind}.{part}": array for part, array in getattr(state, kind).items()})
        values = {
            "finished": dict(self.scores),
            "current": {name: dict(state.values) for name, state in self.current.items()},
        }
        self.checkpoint.save(Parameters(arrays, values))


def _pick(arrays: Mapping[str, NDArray[Any]], prefix: str) -> Arrays:
    return {name.removeprefix(prefix): np.array(array) for name, array in arrays.items() if name.startswith(prefix)}
