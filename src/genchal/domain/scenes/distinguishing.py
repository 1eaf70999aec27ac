"""Distinguishing descriptions: what of a scene a set of attributes is true of, and how short such a set can be.

A set distinguishes the targets of a scene if it is true of them and of nothing else (Dale and Reiter 1995).
The shortest one is a smallest cover: every distractor must be ruled out by an attribute that only the target has.
"""

from __future__ import annotations

import functools
import operator
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence

from genchal.domain.inputs import NEGATION, AttributeSet, Scene


class Descriptions:
    """A scene as bits: entity i is bit i of every number, so that an attribute is the number of those that have it.

    An entity has an attribute if name and value are equal, whatever the value: ``unknown`` and ``other`` are equal to
    themselves alone. It has ``not red`` if it has that attribute with other values only. Attributes whose names are in
    `without` (in lower case) are not looked at.
    """

    def __init__(self, scene: Scene, without: Collection[str] = ()) -> None:
        self._without = without
        self._having: dict[tuple[str, str], int] = {}
        self._naming: dict[str, int] = {}
        self.everything = (1 << len(scene.entities)) - 1
        self.targets = 0
        for place, entity in enumerate(scene.entities):
            bit = 1 << place
            self.targets |= bit if entity.is_target else 0
            for name, value, _ in entity.attributes:
                if name.lower() not in without:
                    self._having[name, value] = self._having.get((name, value), 0) | bit
                    self._naming[name] = self._naming.get(name, 0) | bit

    @property
    def distractors(self) -> int:
        """The entities that are not to be described."""
        return self.everything & ~self.targets

    def having(self, name: str, value: str) -> int:
        """The entities that have an attribute."""
        own = self._having.get((name, value), 0)
        if own or not value.startswith(NEGATION):
            return own
        return self._naming.get(name, 0) & ~self._having.get((name, value.removeprefix(NEGATION)), 0)

    def looked_at(self, attributes: AttributeSet) -> AttributeSet:
        """A set without the attributes that do not count."""
        return frozenset(attribute for attribute in attributes if attribute[0].lower() not in self._without)

    def is_true_of_targets(self, name: str, value: str) -> bool:
        """Whether every target has an attribute."""
        return self.having(name, value) & self.targets == self.targets

    def referents(self, attributes: Iterable[tuple[str, str]]) -> int:
        """The entities that have all of some attributes."""
        found = self.everything
        for name, value in attributes:
            found &= self.having(name, value)
        return found

    def fewest(self, free: Collection[str] = ()) -> int | None:
        """Attributes in the shortest set that is true of the targets and of nothing else; None if there is no such set.

        Only what the scene says of the targets is used, nothing negated. Names in `free` (in lower case) do not count.
        """
        needed, counted = self.distractors, []
        for (name, _), rules_out in self.of_targets.items():
            if name.lower() in free:
                needed &= ~rules_out
            else:
                counted.append(rules_out)
        return smallest_cover(counted, needed)

    @functools.cached_property
    def of_targets(self) -> dict[tuple[str, str], int]:
        """Attributes that all targets have, with the distractors that each rules out."""
        return {
            pair: self.distractors & ~have for pair, have in self._having.items() if have & self.targets == self.targets
        }


def smallest_cover(masks: Iterable[int], needed: int) -> int | None:
    """How many masks it takes to have all bits of `needed`, found exactly; None if all of them are not enough.

    Time grows with the scene as it must for an exact answer (the problem is NP-hard), but a scene of 100 entities with
    100 attributes each takes less than a second: masks inside others are set aside, bits that only one mask has decide
    for it, and where there is a choice, few masks are chosen from.
    """
    masks = _largest(mask & needed for mask in masks)
    if functools.reduce(operator.or_, masks, 0) != needed:
        return None
    size = -(-needed.bit_count() // masks[0].bit_count()) if masks else 0  # even if no two of them had a bit in common
    while not _is_covered(masks, needed, size):
        size += 1
    return size


def _is_covered(masks: Sequence[int], needed: int, size: int) -> bool:
    """Whether so many masks, which together have all bits of `needed`, can have them."""
    while needed:
        masks = _largest(mask & needed for mask in masks)
        if size * masks[0].bit_count() < needed.bit_count():
            return False
        counts = Counter(bit for mask in masks for bit in _bits(mask))
        alone = functools.reduce(operator.or_, (bit for bit, count in counts.items() if count == 1), 0)
        if not alone:
            rarest = min(counts, key=counts.__getitem__)
            return any(_is_covered(masks, needed & ~mask, size - 1) for mask in masks if mask & rarest)
        for mask in masks:
            if mask & alone:
                needed &= ~mask
                size -= 1
    return size >= 0


def _largest(masks: Iterable[int]) -> list[int]:
    """Different masks that are not inside another one, none of them empty; those with most bits first."""
    kept: list[int] = []
    for mask in sorted(set(masks) - {0}, key=lambda mask: (-mask.bit_count(), mask)):
        if not any(mask & other == mask for other in kept):
            kept.append(mask)
    return kept


def _bits(mask: int) -> Iterator[int]:
    while mask:
        lowest = mask & -mask
        yield lowest
        mask ^= lowest
