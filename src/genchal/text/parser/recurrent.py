"""Bidirectional LSTMs (Hochreiter and Schmidhuber 1997) over sequences of different lengths, without padding.

Sequences are sorted, the longest first, and laid out by time: all first words, then all second words of those that have
one, and so on. A step of the recurrence is then one matrix product over a slice, and no step is spent on padding.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from genchal.text.arrays.ragged import IntArray, offsets_of

Floats = NDArray[np.float32]
Weights = Mapping[str, Floats]


@dataclass(frozen=True, slots=True)
class TimeLayout:
    """Sequences laid out by time."""

    sizes: IntArray  # how many sequences have a place 0, 1, 2, ...
    places: IntArray  # for every value of the laid-out array, its place in the sequences one after the other

    @classmethod
    def of(cls, lengths: IntArray) -> TimeLayout:
        """Lay out sequences whose lengths do not grow and are at least 1."""
        times = np.arange(lengths[0])
        inside = times[:, None] < lengths[None, :]
        starts = offsets_of(lengths)[:-1]
        return cls(inside.sum(axis=1), (starts[None, :] + times[:, None])[inside])


@dataclass(frozen=True, slots=True)
class Direction:
    """An LSTM that reads in one direction."""

    input: Floats  # (inputs, 4 x hidden); gates in the order input, forget, candidate, output
    recurrent: Floats  # (hidden, 4 x hidden)
    bias: Floats

    @classmethod
    def of(cls, weights: Weights, name: str) -> Direction:
        """Take the weights of this name; sigmoid(x) = (tanh(x / 2) + 1) / 2 lets one tanh serve all gates."""
        bias = weights[f"{name}.bias"]
        halves = np.repeat(np.array([0.5, 0.5, 1, 0.5], np.float32), len(bias) // 4)
        return cls(
            np.ascontiguousarray((weights[f"{name}.input"] * halves[:, None]).T),
            np.ascontiguousarray((weights[f"{name}.recurrent"] * halves[:, None]).T),
            bias * halves,
        )

    def project(self, inputs: Floats) -> Floats:
        """What the inputs alone say to the gates."""
        projected: Floats = inputs @ self.input
        projected += self.bias
        return projected

    def states(self, gates: Floats, layout: TimeLayout, backwards: bool) -> tuple[Floats, Floats]:
        """States at all places and the last state of every sequence; `gates` is used up."""
        size = len(self.recurrent)
        ends = np.cumsum(layout.sizes).tolist()
        steps = list(zip(layout.sizes.tolist(), ends, strict=True))
        hidden = np.zeros((steps[0][0], size), np.float32)
        cell = np.zeros_like(hidden)
        states = np.empty((len(gates), size), np.float32)
        for count, end in reversed(steps) if backwards else steps:
            gate = gates[end - count : end]
            gate += hidden[:count] @ self.recurrent
            np.tanh(gate, out=gate)
            candidate = gate[:, 2 * size : 3 * size].copy()
            gate *= 0.5
            gate += 0.5
            memory = cell[:count]
            memory *= gate[:, size : 2 * size]
            candidate *= gate[:, :size]
            memory += candidate
            np.tanh(memory, out=candidate)
            np.multiply(candidate, gate[:, 3 * size :], out=hidden[:count])
            states[end - count : end] = hidden[:count]
        return states, hidden


class BiLstm:
    """Two LSTMs, one in each direction."""

    def __init__(self, weights: Weights, name: str) -> None:
        self.forward = Direction.of(weights, f"{name}.forward")
        self.backward = Direction.of(weights, f"{name}.backward")

    def project(self, inputs: Floats) -> tuple[Floats, Floats]:
        """What inputs say to the gates of both directions."""
        return self.forward.project(inputs), self.backward.project(inputs)

    def states(self, projected: tuple[Floats, Floats], layout: TimeLayout) -> Floats:
        """States of both directions side by side."""
        ahead, _ = self.forward.states(projected[0], layout, backwards=False)
        back, _ = self.backward.states(projected[1], layout, backwards=True)
        return np.concatenate([ahead, back], axis=1)

    def last(self, projected: tuple[Floats, Floats], layout: TimeLayout) -> Floats:
        """What both directions know after reading a whole sequence."""
        _, ahead = self.forward.states(projected[0], layout, backwards=False)
        _, back = self.backward.states(projected[1], layout, backwards=True)
        return np.concatenate([ahead, back], axis=1)
