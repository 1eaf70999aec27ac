"""Only the turns with an act of some type, as the E2E report describes San Francisco's inform acts by themselves."""

from __future__ import annotations

from dataclasses import replace

from genchal.campaign.reading.submissions import SystemOutputs
from genchal.domain import DialogueAct, Input, Submission
from genchal.errors import InvalidInput


def has_act(given: Input, kind: str) -> bool:
    """Whether an input has an act whose type begins so; any input, if `kind` is empty."""
    return not kind or (isinstance(given, DialogueAct) and any(act.type.startswith(kind) for act in given.acts))


def keep_acts(loaded: SystemOutputs, kind: str) -> SystemOutputs:
    """The instances with such an act, and the outputs for them."""
    if not kind:
        return loaded
    kept = [place for place, instance in enumerate(loaded.instances) if has_act(instance.input, kind)]
    if not kept:
        raise InvalidInput(
            f"no input has an act '{kind}'", "Check the name, and give the format of the inputs with --task."
        )
    number = {place: new for new, place in enumerate(kept)}
    return SystemOutputs(
        loaded.task,
        tuple(loaded.instances[place] for place in kept),
        tuple(_renumbered(submission, number) for submission in loaded.submissions),
    )


def _renumbered(submission: Submission, number: dict[int, int]) -> Submission:
    rows = [row for row, place in enumerate(submission.instances) if place in number]
    left_out, sets = submission.left_out, submission.attribute_sets
    return replace(
        submission,
        instances=tuple(number[submission.instances[row]] for row in rows),
        outputs=tuple(submission.outputs[row] for row in rows),
        left_out=None if left_out is None else tuple(left_out[row] for row in rows),
        attribute_sets=None if sets is None else tuple(sets[row] for row in rows),
    )
