"""Outputs without the values of some slots, as the E2E report compared systems and counted words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from genchal.domain import DialogueAct, Input, Instance, SlotValues, Submission
from genchal.domain.slots.values import values_of
from genchal.errors import InvalidInput, suggestion
from genchal.text.values.fuzzy_values import delexicalise_text


def delexicalise_submissions(
    instances: Sequence[Instance], submissions: Sequence[Submission], slots: Sequence[str]
) -> list[Submission]:
    """Put ``X-name`` for the value of ``name``, for every slot asked for; texts come out as tokens with blanks between.

    Values are found as ``text.fuzzy_values`` finds them, misspelt ones too. Each different pair of text and input is
    worked on once.
    """
    check_slots(instances, slots)
    values = [values_of(instance.input, slots) for instance in instances]
    without = lru_cache(maxsize=None)(delexicalise_text)  # systems say the same things
    return [
        replace(
            submission,
            outputs=tuple(
                None if output is None else without(output, values[place])
                for place, output in zip(submission.instances, submission.outputs, strict=True)
            ),
        )
        for submission in submissions
    ]


def check_slots(instances: Sequence[Instance], slots: Sequence[str]) -> None:
    """Refuse slots that no input has."""
    known = dict.fromkeys(slot for instance in instances for slot in _slots(instance.input))
    for slot in slots:
        if slot not in known:
            remedy = suggestion(slot, list(known)) if known else "Give references in a format with slots, with --task."
            raise InvalidInput(f"no input has a slot '{slot}'", remedy)


def _slots(given: Input) -> tuple[str, ...]:
    return given.slots if isinstance(given, SlotValues | DialogueAct) else ()
