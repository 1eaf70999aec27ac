"""Sharing out the edges of a bipartite graph evenly: the one idea behind fair sheets and fair positions.

Edges are things to be placed (an item joins its instance and its system, or its sheet and its system), colours are
places (sheets, or positions on a sheet). In an equitable colouring every vertex has every colour equally often, within
1. There is one for any bipartite graph and any number of colours (de Werra 1971).
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from genchal.text.arrays.ragged import IntArray

_NONE = -1


def colour_equitably(left: IntArray, right: IntArray, colours: int, rng: np.random.Generator) -> IntArray:
    """Colour edges, given by their ends, with 0 to `colours` - 1; also, every colour is used equally often, within 1.

    A vertex of high degree is taken apart into several of degree `colours` at most. What is left is an ordinary edge
    colouring, found by turning round alternating paths (Kőnig 1916). Which of the many colourings it is, is random.
    """
    if colours < 1:
        raise ValueError("at least one colour")
    count = len(left)
    order = rng.permutation(count)
    state = _State(
        _taken_apart(np.asarray(left)[order], colours), _taken_apart(np.asarray(right)[order], colours), colours
    )
    for edge, turn in enumerate(rng.integers(colours, size=count).tolist()):
        state.add(edge, turn)
    state.even_out()
    found = np.empty(count, dtype=np.int64)
    found[order] = state.colour
    return rng.permutation(colours)[found]


def _taken_apart(vertex: IntArray, most: int) -> list[int]:
    """New numbers of vertices, so that no number occurs more than `most` times."""
    order = np.argsort(vertex, kind="stable")
    _, starts, counts = np.unique(vertex[order], return_index=True, return_counts=True)
    nth = np.empty(len(vertex), dtype=np.int64)
    nth[order] = np.arange(len(vertex)) - np.repeat(starts, counts)
    keys = np.stack([vertex, nth // most])
    numbers: list[int] = np.unique(keys, axis=1, return_inverse=True)[1].reshape(-1).tolist()
    return numbers


class _State:
    """A colouring of some of the edges in which no two edges at a vertex have the same colour."""

    def __init__(self, left: list[int], right: list[int], colours: int) -> None:
        self.ends = left, right
        self.colours = colours
        self.colour = [_NONE] * len(left)
        sizes = (max(side, default=-1) + 1 for side in self.ends)
        # The edge of a colour at a vertex, and the colours that are free there, as bits.
        self.at = tuple([[_NONE] * colours for _ in range(size)] for size in sizes)
        self.free = tuple([(1 << colours) - 1 for _ in at] for at in self.at)

    def add(self, edge: int, turn: int) -> None:
        """Colour one edge more; `turn` says from which colour on a free one is looked for."""
        u, v = self.ends[0][edge], self.ends[1][edge]
        common = self.free[0][u] & self.free[1][v]
        if common:
            self._set(edge, _first(common, turn))
            return
        wanted, other = _first(self.free[0][u], turn), _first(self.free[1][v], turn)
        # The path from v in these two colours never comes to u, whose side it reaches by edges of the wanted colour.
        self._turn_round(list(self._path(1, v, wanted, other)), (wanted, other))
        self._set(edge, wanted)

    def even_out(self) -> None:
        """Make all colours equally frequent, within 1: paths with one edge more of a colour are turned round."""
        sizes = np.bincount(self.colour, minlength=self.colours) if self.colour else np.zeros(self.colours, np.int64)
        while sizes.max() - sizes.min() > 1:
            most, fewest = int(sizes.argmax()), int(sizes.argmin())
            self._turn_round(next(self._longer_paths(most, fewest)), (most, fewest))
            sizes[most] -= 1
            sizes[fewest] += 1

    def _longer_paths(self, most: int, fewest: int) -> Iterator[list[int]]:
        """Paths that begin and end with one colour of two."""
        for side, at in enumerate(self.at):
            for vertex, edges in enumerate(at):
                if edges[most] != _NONE and edges[fewest] == _NONE:
                    path = list(self._path(side, vertex, most, fewest))
                    if len(path) % 2:
                        yield path

    def _path(self, side: int, vertex: int, colour: int, other: int) -> Iterator[int]:
        """The edges from a vertex in two colours by turns."""
        edge = self.at[side][vertex][colour]
        while edge != _NONE:
            yield edge
            side = 1 - side
            colour, other = other, colour
            edge = self.at[side][self.ends[side][edge]][colour]

    def _turn_round(self, path: list[int], colours: tuple[int, int]) -> None:
        """Exchange the two colours of a path."""
        old = [self.colour[edge] for edge in path]
        for edge in path:
            self._unset(edge)
        for edge, colour in zip(path, old, strict=True):
            self._set(edge, sum(colours) - colour)

    def _set(self, edge: int, colour: int) -> None:
        self.colour[edge] = colour
        for side in (0, 1):
            vertex = self.ends[side][edge]
            self.at[side][vertex][colour] = edge
            self.free[side][vertex] &= ~(1 << colour)

    def _unset(self, edge: int) -> None:
        colour = self.colour[edge]
        for side in (0, 1):
            vertex = self.ends[side][edge]
            self.at[side][vertex][colour] = _NONE
            self.free[side][vertex] |= 1 << colour


def _first(mask: int, turn: int) -> int:
    """The lowest bit that is set from `turn` on, or else the lowest of all."""
    later = mask >> turn << turn
    chosen = later or mask
    return (chosen & -chosen).bit_length() - 1
