"""Check-boxes about information that was added, missed, or said wrongly."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from genchal.domain.study.study import Answers, Problem
from genchal.domain.study.widgets import Box, Checks
from genchal.elicitation.messages import Messages
from genchal.elicitation.method import PlacedItem, read_answer

NOTHING = "nothing_wrong"


def list_fields(place: PlacedItem, kinds: Sequence[str]) -> list[str]:
    """A field for each kind of error, and one for none of them."""
    return [place.field(kind) for kind in (*kinds, NOTHING)]


def make_widget(place: PlacedItem, kinds: Sequence[str], texts: Messages) -> Checks:
    """The boxes. An explicit "nothing" tells a text without errors from one that was not looked at."""
    return Checks(
        place.key,
        texts("information.question"),
        tuple(Box(place.field(kind), texts(f"information.{kind}")) for kind in kinds),
        Box(place.field(NOTHING), texts("information.nothing")),
        place.label(texts),
    )


def find_problems(place: PlacedItem, kinds: Sequence[str], answers: Answers, texts: Messages) -> Iterator[Problem]:
    """Some box must be ticked, and "nothing" alone."""
    for name in list_fields(place, kinds):
        if read_answer(answers, name) not in ("", "1"):
            yield Problem(name, texts("problem.box"))
            return
    some = any(read_answer(answers, place.field(kind)) for kind in kinds)
    nothing = bool(read_answer(answers, place.field(NOTHING)))
    if some == nothing:
        key = "problem.nothing_and_some" if some else "problem.tick"
        yield Problem(place.field(NOTHING), texts(key, text=place.label(texts)))


def read_values(place: PlacedItem, kinds: Sequence[str], answers: Answers) -> dict[str, str]:
    """1 for an error that was found, 0 for one that was not."""
    return {kind: read_answer(answers, place.field(kind)) or "0" for kind in kinds}


def answer_somehow(place: PlacedItem, kinds: Sequence[str], rng: np.random.Generator) -> dict[str, str]:
    """Random boxes."""
    ticked = [kind for kind in kinds if rng.random() < 0.3]
    return {place.field(kind): "1" for kind in ticked or [NOTHING]}
