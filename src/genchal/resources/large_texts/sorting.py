"""Sorting of more numbers than memory should hold: runs are sorted one by one, kept on disk, and merged."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from genchal.resources.large_texts.scratch import Place, Scratch

RUN = 1 << 21  # numbers that are sorted at a time: 16 MB
PIECE = 1 << 16  # numbers of a run that are in memory while runs are merged
Numbers = NDArray[Any]


class ExternalSort:
    """Numbers of any amount, in order; `key` says what of them is compared, such as `np.abs`."""

    def __init__(self, key: Callable[[Numbers], Numbers] | None = None) -> None:
        self._key = key
        self._scratch = Scratch()
        self._runs: list[list[Place]] = []
        self._waiting: list[Numbers] = []
        self._waits = 0

    def add(self, numbers: Numbers) -> None:
        """Add numbers."""
        for start in range(0, len(numbers), RUN):
            part = numbers[start : start + RUN]
            self._waiting.append(part)
            self._waits += len(part)
            if self._waits >= RUN:
                self._store()

    def sorted(self) -> Iterator[Numbers]:
        """All numbers in order, in pieces. It can be asked for again, also after more numbers were added."""
        self._store()
        if len(self._runs) == 1:
            yield from map(self._scratch.load, self._runs[0])
            return
        runs = [iter(map(self._scratch.load, run)) for run in self._runs]
        heads = [next(run) for run in runs]
        while heads:
            # What is not above the smallest of the last numbers in memory cannot be overtaken by what is still on disk.
            last = np.sort(np.concatenate([self._keys(head[-1:]) for head in heads]))[0]
            cuts = [int(np.searchsorted(self._keys(head), last, side="right")) for head in heads]
            yield self._in_order(np.concatenate([head[:cut] for head, cut in zip(heads, cuts, strict=True)]))
            heads = [head[cut:] for head, cut in zip(heads, cuts, strict=True)]
            heads = [head if len(head) else next(run, head) for head, run in zip(heads, runs, strict=True)]
            runs = [run for run, head in zip(runs, heads, strict=True) if len(head)]
            heads = [head for head in heads if len(head)]

    def _store(self) -> None:
        """Sort what waits, and keep it as a run."""
        if self._waiting:
            run = self._in_order(np.concatenate(self._waiting))
            pieces = range(0, len(run), PIECE)
            self._runs.append([self._scratch.append(run[start : start + PIECE]) for start in pieces])
        self._waiting, self._waits = [], 0

    def _keys(self, numbers: Numbers) -> Numbers:
        return numbers if self._key is None else self._key(numbers)

    def _in_order(self, numbers: Numbers) -> Numbers:
        return np.sort(numbers) if self._key is None else numbers[np.argsort(self._key(numbers), kind="stable")]


def count_sorted(pieces: Iterator[Numbers]) -> Iterator[tuple[Numbers, NDArray[np.int64]]]:
    """Different numbers of a sorted sequence, and how often each of them comes."""
    last: Numbers | None = None  # the last number so far: it may go on in the next piece
    before = 0
    for piece in pieces:
        if not len(piece):
            continue
        starts = np.flatnonzero(np.concatenate([[True], piece[1:] != piece[:-1]]))
        numbers, counts = piece[starts], np.diff(starts, append=len(piece))
        if last is not None:
            if numbers[0] == last[0]:
                counts[0] += before
            else:
                numbers, counts = np.concatenate([last, numbers]), np.concatenate([[before], counts])
        last, before = numbers[-1:], int(counts[-1])
        yield numbers[:-1], counts[:-1]
    if last is not None:
        yield last, np.array([before])
