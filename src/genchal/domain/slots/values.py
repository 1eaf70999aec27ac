"""The values that an input asks for, as delexicalisation looks for them in texts."""

from __future__ import annotations

from collections.abc import Collection, Hashable

from genchal.domain.inputs import Act, DialogueAct, Input, SlotValues

NOT_VALUES = frozenset(["", "none", "dont_care", "dontcare"])  # of a slot that has no particular value


def values_of(
    input: Input,  # noqa: A002 - the word of the field
    slots: Collection[str],
    kept: Collection[str] = (),
    *,
    none_is_value: bool = False,
) -> tuple[tuple[str, str], ...]:
    """All (slot, value) of an input, for ``text.fuzzy_values``; what is not to be replaced has an empty slot.

    Replaced are values of the given slots, but for `kept` values and those that stand for "any". Inputs other than
    slots with values and dialogue acts have none. `none_is_value` also replaces `none`, as the E2E report did in BAGEL.
    """
    match input:
        case SlotValues(pairs):
            known = [(slot, value) for slot, value in pairs if value]
        case DialogueAct(acts):
            known = [(slot, value) for act in acts for slot, value in act.pairs if value]
        case _:
            return ()
    stay = {*(NOT_VALUES - {"none"} if none_is_value else NOT_VALUES), *kept}
    return tuple((slot if slot in slots and value not in stay else "", value) for slot, value in known)


def remove_values(input: Input, slots: Collection[str]) -> Input:  # noqa: A002 - the word of the field
    """The input with a placeholder for every value of the slots, but for values that stand for "any"."""
    match input:
        case SlotValues(pairs):
            return SlotValues(tuple((slot, _placeholder(slot, value, slots) or "") for slot, value in pairs))
        case DialogueAct(acts):
            pairs_of = [tuple((slot, _placeholder(slot, value, slots)) for slot, value in act.pairs) for act in acts]
            return DialogueAct(tuple(Act(act.type, pairs) for act, pairs in zip(acts, pairs_of, strict=True)))
        case _:
            return input


def ignore_order(input: Input) -> Hashable:  # noqa: A002 - the word of the field
    """What is equal for inputs that differ in the order of their slots only."""
    match input:
        case SlotValues(pairs):
            return tuple(sorted(pairs))
        case DialogueAct(acts):
            items = ((act.type, slot, value) for act in acts for slot, value in act.pairs or (("", None),))
            return tuple(sorted((kind, slot, value or "") for kind, slot, value in items))
        case _:
            return input


def slots_in(input: Input) -> float:  # noqa: A002 - the word of the field
    """How many slots an input has, an act without slots counted as one; NaN for other kinds of inputs."""
    match input:
        case SlotValues(pairs):
            return len(pairs)
        case DialogueAct(acts):
            return sum(max(len(act.pairs), 1) for act in acts)
        case _:
            return float("nan")


def _placeholder(slot: str, value: str | None, slots: Collection[str]) -> str | None:
    return value if slot not in slots or value is None or value in NOT_VALUES else f"X-{slot}"
