"""Splitting instances into parts that have nothing in common."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Hashable, Sequence
from fractions import Fraction

import numpy as np

from genchal.domain.inputs import Text
from genchal.domain.instance import Instance
from genchal.errors import InvalidInput, counted


def split_instances(
    instances: Sequence[Instance], shares: Sequence[float], by: str, rng: np.random.Generator
) -> tuple[tuple[Instance, ...], ...]:
    """Deal instances out to parts, as `assign_parts` says. Instances keep their order within a part."""
    part_of = assign_parts(instances, shares, by, rng)
    return tuple(
        tuple(instance for instance, own in zip(instances, part_of, strict=True) if own == part)
        for part in range(len(shares))
    )


def assign_parts(
    instances: Sequence[Instance], shares: Sequence[float], by: str, rng: np.random.Generator
) -> list[int]:
    """The part of every instance: whole groups at a time, so that sizes come as near to `shares` as they can.

    Groups are those of `group_keys`. No part misses its share by more than the size of the largest group. The same seed
    gives the same split on every platform and version.
    """
    keys = group_keys(instances, by)
    members: dict[Hashable, list[int]] = defaultdict(list)
    for index, key in enumerate(keys):
        members[key].append(index)
    groups = list(members.values())
    # The raw stream of a bit generator is fixed for good; that of permutation() may change with numpy's version.
    order = np.argsort(rng.bit_generator.random_raw(len(groups)), kind="stable").tolist()
    parts = deal_groups([len(group) for group in groups], shares, order)
    part_of = [0] * len(instances)
    for group, part in zip(groups, parts, strict=True):
        for index in group:
            part_of[index] = part
    return part_of


def group_keys(instances: Sequence[Instance], by: str) -> list[Hashable]:
    """What tells groups apart: `row`, `input`, `slots` (the skeleton of the input), or a key of `meta`.

    Instances without any input are each a group of their own.
    """
    if by == "row":
        return list(range(len(instances)))
    if by in ("input", "slots"):
        return [
            number if instance.input == Text() else instance.input if by == "input" else instance.input.skeleton()
            for number, instance in enumerate(instances)
        ]
    missing = [instance.id for instance in instances if by not in instance.meta]
    if missing:
        known = ["row", "input", "slots", *sorted(set.intersection(*(set(instance.meta) for instance in instances)))]
        raise InvalidInput(
            f"{counted(len(missing), 'instance')} without '{by}', the first is '{missing[0]}'",
            f"Split by one of: {', '.join(known)}.",
        )
    return [instance.meta[by] for instance in instances]


def deal_groups(sizes: Sequence[int], shares: Sequence[float], order: Sequence[int]) -> list[int]:
    """Return the part of every group.

    In the given order each group goes to the part with the largest gap: chance decides which groups go where, not their
    size. Then groups change places between two parts as long as that brings both nearer to their shares.
    """
    if not shares or not all(math.isfinite(share) and share > 0 for share in shares):
        raise InvalidInput("shares must be numbers above 0", "Write the sizes of the parts, such as 82,9,9.")
    exact = [Fraction(share) for share in shares]
    scale = math.lcm(*(share.denominator for share in exact))
    weights = [int(share * scale) for share in exact]
    unit = sum(weights)  # everything is counted in 1/unit of an instance, so that no rounding decides
    gaps = [sum(sizes) * weight for weight in weights]
    parts = [0] * len(sizes)
    for group in order:
        parts[group] = gaps.index(max(gaps))
        gaps[parts[group]] -= sizes[group] * unit
    while _improve(sizes, parts, gaps, unit):
        pass
    return parts


def _improve(sizes: Sequence[int], parts: list[int], gaps: list[int], unit: int) -> bool:
    """Let one group move, or two change places, where that evens out the most; say whether it did."""
    by_size: list[dict[int, int | None]] = [{0: None} for _ in gaps]  # one group of every size; None: move, no exchange
    for group, part in enumerate(parts):
        by_size[part].setdefault(sizes[group], group)
    best: tuple[int, int, int, int, int] | None = None
    for rich, poor in ((a, b) for a in range(len(gaps)) for b in range(len(gaps)) if gaps[a] < gaps[b]):
        gap = gaps[poor] - gaps[rich]
        for given in by_size[rich]:
            for taken in by_size[poor]:
                moved = (given - taken) * unit
                gain = moved * (gap - moved)  # half of what the sum of squares loses
                if gain > 0 and (best is None or gain > best[0]):
                    best = (gain, rich, poor, given, taken)
    if best is None:
        return False
    _, rich, poor, given, taken = best
    for moving, target in ((by_size[rich][given], poor), (by_size[poor][taken], rich)):
        if moving is not None:
            parts[moving] = target
    gaps[rich] += (given - taken) * unit
    gaps[poor] -= (given - taken) * unit
    return True
