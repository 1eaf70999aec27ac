"""Pseudo-systems: references that take part as if a system had written them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from genchal.domain.inputs import AttributeSet, Scene
from genchal.domain.instance import Instance
from genchal.domain.submission import Submission, System
from genchal.errors import InvalidInput, UnknownName

# What each name stands for. The names are those of the papers; upper and lower case do not matter.
PSEUDO_SYSTEMS = {
    "gold": "the first reference of every instance",
    "HUMAN": "the same as gold, under the name that SR'18 and TUNA use",
    "HUMAN-1": "one of two references, drawn at random",
    "HUMAN-2": "the other of the two",
    "random": "one reference of every instance, drawn at random (`test set rand` of the E2E report)",
    "all": "every reference (`test set all` of the E2E report)",
}


def pseudo_name(name: str) -> str:
    """Return the name as listed in PSEUDO_SYSTEMS."""
    for known in PSEUDO_SYSTEMS:
        if known.lower() == name.lower():
            return known
    raise UnknownName("pseudo-system", name, PSEUDO_SYSTEMS)


def pseudo_submission(system: System, kind: str, instances: Sequence[Instance], seed: int) -> Submission:
    """Make a submission from references; instances that have too few are missing.

    A reference is scored against the others of its instance, never against itself. It brings the attribute set that the
    same person chose, where a scene has one for every text, or sets alone.
    """
    kind = pseudo_name(kind)
    rng = np.random.default_rng(seed)
    # One draw per instance, whatever the kind: HUMAN-1 and HUMAN-2 of a seed never pick the same reference.
    orders = [rng.permutation(_people(instance)).tolist() for instance in instances]
    chosen: list[tuple[int, int | None]] = []
    for index, (instance, order) in enumerate(zip(instances, orders, strict=True)):
        if kind == "all":
            chosen += [(index, reference) for reference in range(_people(instance))]
            continue
        place = {"HUMAN-2": 1}.get(kind, 0)
        candidates = range(_people(instance)) if kind in ("gold", "HUMAN") else order
        enough = len(candidates) > (1 if kind in ("HUMAN-1", "HUMAN-2") else 0)
        chosen.append((index, candidates[place] if enough else None))
    if all(reference is None for _, reference in chosen):
        raise InvalidInput(
            f"pseudo-system '{kind}' cannot be made: the instances have too few references",
            "HUMAN-1 and HUMAN-2 need two references per instance, the others one.",
        )
    sets = tuple(_attributes(instances[index], picked) for index, picked in chosen)
    return Submission(
        system,
        tuple(index for index, _ in chosen),
        tuple(_text(instances[index], picked) for index, picked in chosen),
        tuple(picked for _, picked in chosen),
        None if all(attributes is None for attributes in sets) else sets,
    )


def _sets(instance: Instance) -> tuple[AttributeSet, ...]:
    return instance.input.attribute_sets if isinstance(instance.input, Scene) else ()


def _people(instance: Instance) -> int:
    """How many people described what an instance is about."""
    return len(instance.references) or len(_sets(instance))


def _text(instance: Instance, picked: int | None) -> str | None:
    return None if picked is None or not instance.references else instance.references[picked]


def _attributes(instance: Instance, picked: int | None) -> AttributeSet | None:
    """The attribute set of one of the people; None where nobody can tell whose sets they are."""
    sets = _sets(instance)
    return None if picked is None or len(sets) != _people(instance) else sets[picked]
