"""Which references belong to an instance: a choice that changes scores, and is therefore shown beside them."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import replace
from typing import Literal

from genchal.domain.inputs import Text
from genchal.domain.instance import Instance

Grouping = Literal["row", "input", "slots", "pairs"]


def group_instances(instances: Sequence[Instance], by: Grouping) -> tuple[Instance, ...]:
    """Pool references.

    `row`: every row of a file is an instance with its own references. `input`: rows with equal inputs are one instance.
    `slots`: every input is an instance, with the references of all inputs that have the same acts and slots, whatever
    their values (Sharma et al. 2017). `pairs`: two people's descriptions of the same scene, under the same condition,
    are one instance with two references, as in the test sets of TUNA'08 and '09 (see `pair_descriptions`). Instances
    keep the order of their first rows; where ids only number the rows, they number the instances afterwards.
    """
    if by == "row":
        return tuple(instances)
    if by == "pairs":
        from genchal.domain.scenes.pairing import pair_descriptions  # brings numpy, which --help can do without

        return pair_descriptions(instances)
    merged = _by_input(instances)
    if all(instance.id == str(number) for number, instance in enumerate(instances, start=1)):
        merged = tuple(replace(instance, id=str(number)) for number, instance in enumerate(merged, start=1))
    if by == "input":
        return merged
    pools: dict[Hashable, dict[str, None]] = {}
    for instance in merged:
        pools.setdefault(instance.input.skeleton(), {}).update(dict.fromkeys(instance.references))
    return tuple(replace(instance, references=tuple(pools[instance.input.skeleton()])) for instance in merged)


def _by_input(instances: Iterable[Instance]) -> tuple[Instance, ...]:
    """Put instances with equal inputs together; those without any input stay apart."""
    groups: dict[Hashable, tuple[Instance, list[str]]] = {}
    nothing = Text()
    for number, instance in enumerate(instances):
        group: Hashable = number if instance.input == nothing else instance.input
        groups.setdefault(group, (instance, []))[1].extend(instance.references)
    return tuple(replace(instance, references=tuple(references)) for instance, references in groups.values())
