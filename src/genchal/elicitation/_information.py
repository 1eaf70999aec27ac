"""Check-boxes about information that was added, missed, or said wrongly."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from genchal.domain.study.study import Answers, Problem
from genchal.domain.study.widgets import Box, Checks
from genchal.elicitation.messages import Texts
from genchal.elicitation.method import Placed, answered

NOTHING = "nothing_wrong"


def fields(place: Placed, kinds: Sequence[str]) -> list[str]:
    """A field for each kind of error, and one for none of them."""
    return [place.field(kind) for kind in (*kinds, NOTHING)]


def widget(place: Placed, kinds: Sequence[str], texts: Texts) -> Checks:
    """The boxes. An explicit "nothing" tells a text without errors from one that was not looked at."""
    return Checks(
        place.key,
        texts("information.question"),
        tuple(Box(place.field(kind), texts(f"information.{kind}")) for kind in kinds),
        Box(place.field(NOTHING), texts("information.nothing")),
        place.label(texts),
    )


def problems(place: Placed, kinds: Sequence[str], answers: Answers, texts: Texts) -> Iterator[Problem]:
    """Some box must be ticked, and "nothing" alone."""
    for name in fields(place, kinds):
        if answered(answers, name) not in ("", "1"):
            yield Problem(name, texts("problem.box"))
            return
    some = any(answered(answers, place.field(kind)) for kind in kinds)
    nothing = bool(answered(answers, place.field(NOTHING)))
    if some == nothing:
        key = "problem.nothing_and_some" if some else "problem.tick"
        yield Problem(place.field(NOTHING), texts(key, text=place.label(texts)))


def values(place: Placed, kinds: Sequence[str], answers: Answers) -> dict[str, str]:
    """1 for an error that was found, 0 for one that was not."""
    return {kind: answered(answers, place.field(kind)) or "0" for kind in kinds}


def somehow(place: Placed, kinds: Sequence[str], rng: np.random.Generator) -> dict[str, str]:
    """Random boxes."""
    ticked = [kind for kind in kinds if rng.random() < 0.3]
    return {place.field(kind): "1" for kind in ticked or [NOTHING]}
