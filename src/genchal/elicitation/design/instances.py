"""Which instances of a track a study uses."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from genchal.domain.instance import Instance
from genchal.domain.study.design import Selection
from genchal.errors import InvalidInput, counted
from genchal.text.arrays.ragged import IntArray


def select_instances(instances: Sequence[Instance], selection: Selection, rng: np.random.Generator) -> list[int]:
    """Places of the instances that are used, in their order: all, the first ones, some at random, or stratified."""
    is_small = selection.choose == "stratified" and selection.count >= len(instances)  # SR'18: 1,000 at most
    if selection.choose == "all" or is_small:
        return list(range(len(instances)))
    if selection.count > len(instances):
        raise InvalidInput(
            f"{counted(selection.count, 'instance')} were requested, but there are only {len(instances)}",
            'Lower the count, or write instances = "all".',
        )
    if selection.choose == "first":
        return list(range(selection.count))
    if selection.choose == "random":
        return sorted(rng.permutation(len(instances))[: selection.count].tolist())
    lengths = np.array([measure_length(instance) for instance in instances], dtype=np.int64)
    return [int(place) for place in select_stratified(lengths, selection.count, rng)]


def measure_length(instance: Instance) -> int:
    """Words of the first reference, or else of the input: what instances are stratified by."""
    return len((instance.references[0] if instance.references else str(instance.input)).split())


def select_stratified(lengths: IntArray, count: int, rng: np.random.Generator) -> IntArray:
    """Choose so that the lengths are distributed as in the whole set (SR'18: 1,000 of a test set), places in order.

    Instances are sorted by length, equal ones at random, and taken at equal distances from a random start (systematic
    sampling). Every instance is as likely to be taken as any other, and the share up to any length differs from that of
    the whole set by less than 1 / count.
    """
    if not 0 <= count <= len(lengths):
        raise ValueError("not so many instances")
    order = np.lexsort((rng.random(len(lengths)), lengths))
    step = len(lengths) / max(count, 1)
    places = np.minimum(((np.arange(count) + rng.random()) * step).astype(np.int64), len(lengths) - 1)
    return np.sort(order[places])
