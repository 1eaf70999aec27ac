"""The cheapest set of properties that rules out all distractors, found exactly by branch and bound.

Krahmer, van Erk and Verleg (2003) search a scene's graph for the cheapest distinguishing subgraph in the same way; for
properties without relations a subgraph is a set of properties, and the task a weighted set cover.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

_DECIMALS = 9  # costs that differ by less are equal, in whatever order they were added


def cheapest_places(costs: Sequence[float], rules_out: Sequence[int], needed: int) -> tuple[int, ...]:
    """Places of the properties with the lowest sum of costs that rule out all of `needed`, in order.

    What costs nothing, or less, is always taken. Of sets that cost the same the smaller one is taken, then the one
    whose places come first. `needed` must be covered by all properties together.
    """
    taken = [place for place, cost in enumerate(costs) if round(cost, _DECIMALS) <= 0]
    for place in taken:
        needed &= ~rules_out[place]
    if not needed:
        return tuple(taken)
    useful = _undominated(costs, rules_out, needed, frozenset(taken))
    return tuple(sorted([*taken, *_Search(costs, rules_out, useful).best(needed)]))


def _undominated(costs: Sequence[float], rules_out: Sequence[int], needed: int, taken: frozenset[int]) -> list[int]:
    """Properties by cost, without those that an earlier one makes useless: it rules out the same, and more."""
    kept: list[int] = []
    for place in sorted(range(len(costs)), key=lambda place: (round(costs[place], _DECIMALS), place)):
        mask = rules_out[place] & needed
        if mask and place not in taken and not any(mask & rules_out[other] == mask for other in kept):
            kept.append(place)
    return kept


class _Search:
    """Branches on the distractor that the fewest properties rule out; a bound is the dearest distractor left."""

    def __init__(self, costs: Sequence[float], rules_out: Sequence[int], useful: Sequence[int]) -> None:
        self._costs = costs
        self._rules_out = rules_out
        bits = 0
        for place in useful:
            bits |= rules_out[place]
        self._ruling = {
            bit: [place for place in useful if rules_out[place] & bit]
            for bit in (1 << number for number in range(bits.bit_length()))
            if bits & bit
        }
        self._rarest = sorted(self._ruling, key=lambda bit: (len(self._ruling[bit]), bit))
        self._found: tuple[float, int, tuple[int, ...]] = (math.inf, 0, ())

    def best(self, needed: int) -> tuple[int, ...]:
        self._extend((), 0.0, needed)
        return self._found[2]

    def _extend(self, chosen: tuple[int, ...], cost: float, needed: int) -> None:
        if not needed:
            self._found = min(self._found, (round(cost, _DECIMALS), len(chosen), tuple(sorted(chosen))))
            return
        open_bits = [bit for bit in self._rarest if needed & bit]
        least = max(self._costs[self._ruling[bit][0]] for bit in open_bits)
        if round(cost + least, _DECIMALS) > self._found[0]:
            return
        for place in self._ruling[open_bits[0]]:
            self._extend((*chosen, place), cost + self._costs[place], needed & ~self._rules_out[place])
