"""In which order the items of a block are shown to its first rater, its second, and so on.

The items of a block are kept in the order of turn 0. What the other turns see follows from it by a rule, without
chance: over the turns every item has every place equally often, and since a turn that is abandoned is given again, this
stays so when raters leave. Chance is in the order of turn 0, which is made so that over all blocks every system has
every place equally often, in each of the turns.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from genchal.domain.study.study import Item
from genchal.elicitation.design._colouring import colour_equitably
from genchal.text.arrays.ragged import FloatArray, IntArray

GOLDEN = (math.sqrt(5) - 1) / 2


def order_for_turn(items: Sequence[Item], turn: int) -> tuple[int, ...]:
    """Places in the block in the order in which the rater of a turn (from 0) sees them.

    Items of one instance stay together if they do so in the block. A block that has originals with their copies is
    turned like a wheel, so that they stay apart; all others go by rows of a Williams square (Williams 1949), in which
    everything also follows everything else equally often.
    """
    if has_copies(items):
        start = turn * _step(len(items)) % len(items)
        return tuple((start + place) % len(items) for place in range(len(items)))
    runs = _runs([item.instance for item in items])
    order: list[int] = []
    for number in williams_row(len(runs), turn):
        run = runs[number]
        order += [run[place] for place in williams_row(len(run), turn)]
    return tuple(order)


def williams_row(size: int, turn: int) -> tuple[int, ...]:
    """A row of a Williams square, such that row 0 is 0, 1, 2 ... and any few rows in succession are spread evenly.

    Every number has every place once in `size` turns. Every number follows every other once in `size` turns if these
    are even in number, and twice in 2 x `size` turns if odd.
    """
    zigzag = [place // 2 if place % 2 == 0 else size - 1 - place // 2 for place in range(size)]
    place_of = {label: place for place, label in enumerate(zigzag)}
    shift = turn * _step(size) % max(size, 1)
    row = [place_of[(label + shift) % size] for label in zigzag]
    is_mirrored = size % 2 == 1 and turn // size % 2 == 1
    return tuple(reversed(row)) if is_mirrored else tuple(row)


def has_copies(items: Sequence[Item]) -> bool:
    """Whether originals and copies of different instances are on a sheet."""
    here = {item.id for item in items}
    return any(item.source in here for item in items) and len({item.instance for item in items}) > 1


def balance_places(systems: Sequence[Sequence[int]], rng: np.random.Generator) -> list[list[int]]:
    """An order of each of many sheets, such that over those of one size every system has every place equally often.

    Sheets are given as the systems of their items; the counts of a system at the places differ by 1 at most.
    """
    found: list[list[int]] = [[] for _ in systems]
    for size in sorted({len(sheet) for sheet in systems} - {0}):
        sheets = [number for number, sheet in enumerate(systems) if len(sheet) == size]
        sheet = np.repeat(np.arange(len(sheets)), size)
        system = np.array([name for number in sheets for name in systems[number]])
        place = colour_equitably(sheet, system, size, rng).reshape(-1, size)
        for number, row in zip(sheets, np.argsort(place, axis=1).tolist(), strict=True):
            found[number] = row
    return found


class SpacedPlaces:
    """Orders of sheets in which copies are half the sheet away from their originals, systems as evenly as can be.

    One sheet after another: originals are given places by what their systems have had least, over all turns; their
    copies go to the other side of the wheel, whichever of the two is then first; the others take what is left.
    """

    def __init__(self, systems: int, turns: int, rng: np.random.Generator) -> None:
        self._systems, self._turns, self._rng = systems, max(turns, 1), rng
        self._counts: dict[int, FloatArray] = {}

    def order(self, system: IntArray, source: IntArray) -> list[int]:
        """Order a sheet: `system` is each item's, -1 for control items; `source` is its original's place, or -1."""
        from scipy.optimize import linear_sum_assignment

        size, half = len(system), len(system) // 2
        row = np.where(system < 0, self._systems, system)  # control items count as one more system
        counts = self._counts.setdefault(size, np.zeros((self._systems + 1, size)))
        starts = (np.arange(self._turns) * _step(size) % size).tolist()
        had = np.sum([np.roll(counts, start, axis=1) for start in starts], axis=0)
        cost = had[row] + self._rng.random((size, size)) / 2  # chance decides between equals
        place = np.full(size, -1)
        copies = np.flatnonzero(source >= 0)
        first, second = cost[:, :half], cost[:, half : 2 * half]
        both = np.stack([first[source[copies]] + second[copies], second[source[copies]] + first[copies]])
        pairs, columns = linear_sum_assignment(both.min(axis=0))
        is_later = both[:, pairs, columns].argmin(axis=0)
        place[source[copies[pairs]]] = columns + half * is_later
        place[copies[pairs]] = columns + half * (1 - is_later)
        others, free = np.flatnonzero(place < 0), np.setdiff1d(np.arange(size), place)
        pairs, columns = linear_sum_assignment(cost[np.ix_(others, free)])
        place[others[pairs]] = free[columns]
        for start in starts:
            np.add.at(counts, (row, (place - start) % size), 1)
        result: list[int] = np.argsort(place).tolist()
        return result


def _runs(instances: Sequence[str]) -> list[list[int]]:
    """Places by instance where every instance's are together; otherwise every place by itself."""
    runs: list[list[int]] = []
    for place, instance in enumerate(instances):
        if runs and instances[runs[-1][-1]] == instance:
            runs[-1].append(place)
        else:
            runs.append([place])
    return runs if len(runs) == len(set(instances)) else [[place] for place in range(len(instances))]


def _step(size: int) -> int:
    """A number without a common divisor with the size, whose multiples are spread evenly: near the golden section."""
    near = size * GOLDEN
    fit = [step for step in range(1, max(size, 2)) if math.gcd(step, size) == 1]
    return min(fit, key=lambda step: abs(step - near))
