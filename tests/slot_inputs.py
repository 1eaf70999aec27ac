"""Inputs about walks, for tests of generators that express slots and values."""

from collections.abc import Sequence

import numpy as np

from genchal.domain import Act, DialogueAct, Generator, Instance, Output, SlotValues


def instance(pairs: str, *references: str) -> Instance:
    """An instance from "slot=value; slot=value"."""
    slots = tuple((slot, value) for slot, _, value in (pair.partition("=") for pair in pairs.split("; ") if pair))
    return Instance(pairs, SlotValues(slots), references)


def turn(kind: str, *pairs: tuple[str, str | None]) -> DialogueAct:
    """A dialogue turn of one act."""
    return DialogueAct((Act(kind, pairs),))


TRAIN = [
    instance("name=Heron Loop; effort=easy", "Heron Loop is easy.", "An easy walk: Heron Loop!"),
    instance("name=Fox Way; effort=hard", "Fox Way is hard.", "You will sweat on Fox Way."),
    instance("name=Fox Way; dogs=no", "No dogs on Fox Way."),
    instance("name=Owl Path; dogs=yes", "Bring your dog to Owl Path."),
]


def rng() -> np.random.Generator:
    """Chance that is the same in every test."""
    return np.random.default_rng(1)


def outputs(generator: Generator, *tests: Instance, train: Sequence[Instance] = TRAIN) -> list[Output]:
    """What a generator writes after it has learnt from a few walks."""
    return list(generator.fitted(train, [], rng()).generate(tests, rng()))
