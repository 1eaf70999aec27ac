"""Gives every output the instances that it answers, none of them twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

Places = tuple[int, ...]


def place_outputs(candidates: Sequence[Places]) -> list[Places]:
    """The instances that each output answers, of those that it may; none where others have answered all of these.

    An output answers all instances that it may if no other output may, as where one output is given for an input that
    several instances have. Otherwise outputs follow the order of the instances.
    """
    claims = Counter(candidates)
    placed: list[Places] = [()] * len(candidates)
    taken: set[int] = set()
    # Those that may answer one instance only come first, so that no other takes it.
    for number in sorted(range(len(candidates)), key=lambda number: len(candidates[number]) > 1):
        free = tuple(place for place in candidates[number] if place not in taken)
        placed[number] = free if claims[candidates[number]] == 1 else free[:1]
        taken.update(placed[number])
    return placed
