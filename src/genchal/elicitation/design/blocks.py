"""Which outputs of an instance stand on a sheet together, so that over a study systems meet equally often.

Systems are numbers here. Where a balanced incomplete block design is known and small enough to fit, it is used: in each
of its cycles every pair of systems meets equally often, exactly. Otherwise sheets are made one instance after another,
each so that those meet who have met least.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

import numpy as np

from genchal.text.arrays.ragged import FloatArray, IntArray

Together = tuple[int, ...]  # systems whose outputs for an instance are shown together

# Sets of m numbers modulo v whose differences are all numbers but 0, equally often: moved round, they are a balanced
# design of v sheets. The first four are projective planes (Singer 1938), the others squares modulo a prime.
DIFFERENCE_SETS: dict[tuple[int, int], Together] = {
    (7, 3): (0, 1, 3),
    (13, 4): (0, 1, 3, 9),
    (21, 5): (0, 1, 4, 14, 16),
    (31, 6): (0, 1, 3, 8, 12, 18),
    (11, 5): (1, 3, 4, 5, 9),
    (19, 9): (1, 4, 5, 6, 7, 9, 11, 16, 17),
    (23, 11): (1, 2, 3, 4, 6, 8, 9, 12, 13, 16, 18),
}
_MOST_SUBSETS = 500
_NEVER = 1e9  # meetings, of an output with itself


def make_partitions(
    present: Sequence[Sequence[int]], systems: int, size: int, rng: np.random.Generator, fewest: int = 1
) -> list[list[Together]]:
    """Put all outputs of every instance on sheets of `size` or, where that does not come out even, of one fewer.

    `present` says for every instance which systems have an output. Every output is on one sheet, unless sheets would be
    too small: `fewest` is how many outputs one needs, and those that were shown least are then shown twice, on two
    sheets. An instance that has too few outputs itself has no sheet.
    """
    exact = _resolvable(systems, size) if systems >= fewest else None
    if exact and all(len(some) == systems for some in present):
        return _cycles(exact, len(present), systems, rng)
    met, shown = np.zeros((systems, systems)), np.zeros(systems)
    return [_dealt(list(some), size, fewest, met, shown, rng) for some in present]


def draw_samples(
    present: Sequence[Sequence[int]],
    systems: int,
    size: int,
    sheets: int,
    rng: np.random.Generator,
    fewest: int = 1,
    also: Sequence[Mapping[int, Together]] = (),
) -> list[list[Together]]:
    """Put some outputs of every instance on `sheets` sheets of `size`; if all fit, as `make_partitions` does.

    The E2E challenge had two sheets of five for an instance, of 20 systems, and a third for some when another system
    came late. `also` says for every instance which other systems are shown with a system, having written the same.
    """
    exact = _design(systems, size, len(present)) if sheets == 1 else None
    if exact and all(len(some) == systems for some in present):
        return _cycles([[sheet] for sheet in exact], len(present), systems, rng)
    met, shown = np.zeros((systems, systems)), np.zeros(systems)
    found: list[list[Together]] = []
    for place, some in enumerate(present):
        if len(some) <= size * sheets:
            found.append(_dealt(list(some), size, fewest, met, shown, rng))
            continue
        found.append([])
        left = np.array(some, dtype=np.int64)
        for _ in range(sheets):
            chosen = _sampled(left, size, met, shown, rng)
            others = [other for system in chosen for other in (also[place].get(system, ()) if also else ())]
            _count((*chosen, *others), met, shown)
            left = left[~np.isin(left, chosen)]
            found[-1].append(chosen)
    return found


def _cycles(
    design: Sequence[Sequence[Together]], count: int, systems: int, rng: np.random.Generator
) -> list[list[Together]]:
    """Go through a design until there are enough, each time under new names and in a new order.

    Wherever this ends, it ends evenly: next comes what has the systems that were shown least in this round.
    """
    found: list[list[Together]] = []
    has = np.array([np.bincount([system for sheet in part for system in sheet], minlength=systems) for part in design])
    while len(found) < count:
        names = rng.permutation(systems).tolist()
        shown, left = np.zeros(systems), rng.permutation(len(design))
        while len(left) and len(found) < count:
            best = int((has[left] @ shown).argmin())
            shown += has[left[best]]
            found.append([tuple(names[system] for system in sheet) for sheet in design[left[best]]])
            left = np.delete(left, best)
    return found


def _resolvable(systems: int, size: int) -> list[list[Together]] | None:
    """Ways to put all systems on sheets, such that over all ways every two systems meet alike; None: none is known."""
    if systems <= size:
        return [[tuple(range(systems))]]
    if size == 1:
        return [[(system,) for system in range(systems)]]
    if size == 2 and systems % 2 == 0:
        return list(_rounds(systems))
    if systems == size * size and all(size % divisor for divisor in range(2, math.isqrt(size) + 1)):
        return list(_parallels(size))
    return None


def _rounds(systems: int) -> Iterator[list[Together]]:
    """The rounds of a tournament of all against all: one stays, the others move on by a chair (Kirkman 1847)."""
    others = systems - 1
    for number in range(others):
        pairs = [((number + step) % others, (number - step) % others) for step in range(1, systems // 2)]
        yield [(others, number), *pairs]


def _parallels(order: int) -> Iterator[list[Together]]:
    """The classes of parallel lines of the affine plane whose order is a prime."""
    line = range(order)
    yield [tuple(x * order + y for y in line) for x in line]
    for slope in line:
        yield [tuple(x * order + (slope * x + start) % order for x in line) for start in line]


def _design(systems: int, size: int, most: int) -> list[Together] | None:
    """A balanced incomplete block design with `most` sheets at most; None: none is known."""
    if (systems, size) in DIFFERENCE_SETS:
        base = DIFFERENCE_SETS[systems, size]
        return [tuple((system + step) % systems for system in base) for step in range(systems)]
    if 0 < size <= systems and math.comb(systems, size) <= min(most, _MOST_SUBSETS):
        return list(combinations(range(systems), size))
    return None


def _dealt(
    some: list[int], size: int, fewest: int, met: FloatArray, shown: FloatArray, rng: np.random.Generator
) -> list[Together]:
    """Deal systems to sheets of equal sizes, exchange two as long as that brings together who met less; count it."""
    if len(some) < max(fewest, 1):
        return []
    parts = -(-len(some) // size)
    again = sorted(rng.permutation(some).tolist(), key=shown.__getitem__)[: max(parts * fewest - len(some), 0)]
    names = np.concatenate([rng.permutation(some), np.array(again, dtype=np.int64)])
    known = met[np.ix_(names, names)] + _NEVER * (names[:, None] == names)
    np.fill_diagonal(known, 0)
    part = np.arange(len(names)) % parts
    for _ in range(len(names) ** 2):  # far more than are ever needed
        with_part = known @ np.eye(parts)[part]  # how often each has met those of each sheet
        own = with_part[np.arange(len(names)), part]
        there = with_part[:, part]  # [i, j]: i with the sheet of j
        gain = (own[:, None] + own) - (there + there.T - 2 * known)
        gain[part[:, None] == part] = 0
        best = int(gain.argmax())
        if gain.flat[best] <= 0:
            break
        i, j = divmod(best, len(names))
        part[i], part[j] = part[j], part[i]
    sheets = [tuple(names[part == number].tolist()) for number in range(parts)]
    for sheet in sheets:
        _count(sheet, met, shown)
    return sheets


def _sampled(some: IntArray, size: int, met: FloatArray, shown: FloatArray, rng: np.random.Generator) -> Together:
    """Choose one system after another: who was shown least, of these who met the others least."""
    chosen: list[int] = []
    for _ in range(size):
        left = some[~np.isin(some, chosen)]
        meetings = met[left][:, chosen].sum(axis=1)
        chosen.append(int(left[np.lexsort((rng.random(len(left)), meetings, shown[left]))[0]]))
    return tuple(chosen)


def _count(sheet: Together, met: FloatArray, shown: FloatArray) -> None:
    met[np.ix_(sheet, sheet)] += 1 - np.eye(len(sheet))
    shown[list(sheet)] += 1
