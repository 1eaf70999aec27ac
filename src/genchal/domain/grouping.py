"""Which references belong to an instance: a choice that changes scores, and is therefore shown beside them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import replace
from typing import Literal

from genchal.domain.inputs import DialogueAct, Input, SlotValues, Text
from genchal.domain.instance import Instance
from genchal.domain.slots.lexicon import NOT_LITERAL
from genchal.text.values.delexicalise import delexicalise, lexicalise

Grouping = Literal["row", "input", "slots", "filled", "pairs"]


def group_instances(instances: Sequence[Instance], by: Grouping) -> tuple[Instance, ...]:
    """Pool references.

    `row`: every row of a file is an instance with its own references. `input`: rows with equal inputs are one instance.
    `slots`: every input is an instance, with the references of all inputs that have the same acts and slots, whatever
    their values. `filled`: the same, but the references of others have this input's values in place of their own
    (nlg-eval, Sharma et al. 2017); values that are not said as they stand (yes, no, dont_care) must be the same, and a
    reference that does not name all values of its own input is not lent. `pairs`: two people's descriptions of the same
    scene, under the same condition, are one instance with two references, as in the test sets of TUNA'08 and '09 (see
    `pair_descriptions`). Instances keep the order of their first rows. Where ids only number the rows, they number the
    instances afterwards; ids that a file gives are kept, and an instance is known by those of all its rows.
    """
    if by == "row":
        return tuple(instances)
    if by == "pairs":
        from genchal.domain.scenes.pairing import pair_descriptions  # brings numpy, which --help can do without

        return pair_descriptions(instances)
    merged = _merge(instances, [instance.input for instance in instances])
    if by == "input":
        return merged
    return _filled(merged) if by == "filled" else _pooled(merged)


def group_unnamed(instances: Sequence[Instance]) -> tuple[Instance, ...]:
    """Put rows with equal inputs together as long as the file does not give them different ids.

    This is what happens where nobody says how to group. A row without an id goes to the only id that its input has.
    """
    ids: dict[Input, set[str]] = defaultdict(set)
    for instance in instances:
        if instance.is_identified:
            ids[instance.input].add(instance.id)
    return _merge(
        instances,
        [
            (instance.input, instance.id if instance.is_identified and len(ids[instance.input]) > 1 else None)
            for instance in instances
        ],
    )


def count_sharing(instances: Iterable[Instance]) -> int:
    """How many instances have an input that another one has, too."""
    counts = Counter(instance.input for instance in instances)
    return sum(count for given, count in counts.items() if count > 1 and given != Text())


def _pooled(merged: Sequence[Instance]) -> tuple[Instance, ...]:
    """Give every input the references of all inputs with the same slots."""
    pools: dict[Hashable, dict[str, None]] = {}
    for instance in merged:
        pools.setdefault(instance.input.skeleton(), {}).update(dict.fromkeys(instance.references))
    return tuple(replace(instance, references=tuple(pools[instance.input.skeleton()])) for instance in merged)


def _filled(merged: Sequence[Instance]) -> tuple[Instance, ...]:
    """Give every input its own references, then those of others with its values."""
    pools: dict[Hashable, dict[str, None]] = {}
    for instance in merged:
        values = _said_values(instance.input)
        for text in instance.references:
            template, found = delexicalise(text, values.items())
            if len(found) == len(values):
                pools.setdefault(_unsaid(instance.input), {})[template] = None
    filled = []
    for instance in merged:
        values = _said_values(instance.input)
        lent = [lexicalise(template, values, capitals=False) for template in pools.get(_unsaid(instance.input), ())]
        own = {text.lower() for text in instance.references}
        more = tuple(text for text in lent if text.lower() not in own)
        filled.append(replace(instance, references=tuple(dict.fromkeys([*instance.references, *more]))))
    return tuple(filled)


def _slot_values(given: Input) -> list[tuple[str, str]]:
    """Slots with their values in a fixed order of slots; those without a value are left out."""
    match given:
        case SlotValues(pairs):
            found = list(pairs)
        case DialogueAct(acts):
            found = [(f"{act.type} {slot}", value or "") for act in acts for slot, value in act.pairs]
        case _:
            found = []
    return sorted(found, key=lambda pair: pair[0])


def _said_values(given: Input) -> dict[str, str]:
    """Values that texts have as they stand, under names that no two of them share."""
    said = [(slot, value) for slot, value in _slot_values(given) if value.lower() not in NOT_LITERAL]
    return {f"{place} {slot}": value for place, (slot, value) in enumerate(said)}


def _unsaid(given: Input) -> Hashable:
    """The input without the values that are said as they stand."""
    unsaid = [(slot, value.lower()) for slot, value in _slot_values(given) if value.lower() in NOT_LITERAL]
    return given.skeleton(), tuple(sorted(unsaid))


def _merge(instances: Sequence[Instance], keys: Sequence[Hashable]) -> tuple[Instance, ...]:
    """Put instances with equal keys together; those without any input stay apart."""
    is_numbered = all(
        instance.id == str(number) and not instance.is_identified for number, instance in enumerate(instances, start=1)
    )
    groups: dict[Hashable, list[Instance]] = {}
    nothing = Text()
    for number, (instance, key) in enumerate(zip(instances, keys, strict=True)):
        groups.setdefault(number if instance.input == nothing else ("", key), []).append(instance)
    merged = []
    for number, rows in enumerate(groups.values(), start=1):
        # Of rows with ids and rows without, an id is what a file gives.
        named = [row for row in rows if row.is_identified] or rows
        ids = () if is_numbered or len(rows) == 1 else tuple(dict.fromkeys(name for row in named for name in row.ids))
        merged.append(
            replace(
                rows[0],
                id=str(number) if is_numbered else named[0].id,
                references=tuple([reference for row in rows for reference in row.references]),
                is_identified=named[0].is_identified,
                merged_ids=ids or rows[0].merged_ids,
                row_count=sum(row.row_count for row in rows),
            )
        )
    return tuple(merged)
