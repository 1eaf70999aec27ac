"""What a turn asks for: its acts, with slots that occur several times in one act put together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from genchal.domain import DialogueAct, Instance
from genchal.generators._slots import slot_values

STATEMENT = ""  # the act of inputs that are no dialogue acts


class Turn(NamedTuple):
    """An act of a turn with its values, empty for slots that are asked for; `options` are all values as given."""

    act: str
    values: dict[str, str]
    options: tuple[str, ...] = ()


def read_turns(instance: Instance, generator: str) -> list[Turn]:
    """The acts of an instance; slots and values alone are one statement."""
    given = instance.input
    if isinstance(given, DialogueAct):
        return [
            Turn(
                act.type.strip("?").lower(),
                merge_repeated(act.pairs),
                tuple(value for _, value in act.pairs if value),
            )
            for act in given.acts
        ]
    return [Turn(STATEMENT, merge_repeated(slot_values(instance, generator).pairs))]


def merge_turns(turns: Sequence[Turn]) -> Turn:
    """Several acts as one with the name of the first; slots that they share have the values of all."""
    pairs = [pair for turn in turns for pair in turn.values.items()]
    return Turn(turns[0].act if turns else STATEMENT, merge_repeated(pairs))


def merge_repeated(pairs: Iterable[tuple[str, str | None]]) -> dict[str, str]:
    """Slots with their values; several values of a slot are listed."""
    values: dict[str, list[str]] = {}
    for slot, value in pairs:
        values.setdefault(slot, []).append(value or "")
    return {slot: join_list([*dict.fromkeys(given)]) for slot, given in values.items()}


def join_list(parts: list[str], word: str = "and") -> str:
    """A, b and c; parts that are empty are left out."""
    parts = [part for part in parts if part]
    return f" {word} ".join(filter(None, [", ".join(parts[:-1]), *parts[-1:]]))
