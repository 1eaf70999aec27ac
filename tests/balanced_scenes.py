"""Balanced scenes to test studies with, as in the TUNA corpus (Gatt, van der Sluis and van Deemter 2007).

Seven things stand in a sparse grid of 3 rows and 5 columns, one of them the target. In every scene another set of
attributes is needed to tell the target from the others; over the scenes, every set is needed equally often. Type and
place are not counted: what is needed is needed whether or not they are said.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from genchal.domain.inputs import Attribute, Entity, Scene
from genchal.domain.instance import Instance
from genchal.domain.scenes.places import random_places, state_places
from genchal.errors import InvalidInput

THINGS = 7
LOCATION = ("+LOC", "-LOC")  # whether places may be mentioned


@dataclass(frozen=True, slots=True)
class SceneDomain:
    """A kind of scene: attributes with their values, and those of which sets are needed."""

    name: str
    types: tuple[str, ...]
    values: Mapping[str, tuple[str, ...]]
    needed: tuple[str, ...]

    def sets(self) -> list[frozenset[str]]:
        """All sets of attributes but the empty one, smaller ones first."""
        sizes = range(1, len(self.needed) + 1)
        return [frozenset(some) for size in sizes for some in combinations(self.needed, size)]


_HAS = ("0", "1")
FURNITURE = SceneDomain(
    "furniture",
    ("chair", "sofa", "desk", "fan"),
    {
        "colour": ("red", "blue", "green", "grey"),
        "orientation": ("front", "back", "left", "right"),
        "size": ("large", "small"),
    },
    ("colour", "orientation", "size"),
)
PEOPLE = SceneDomain(
    "people",
    ("person",),
    {
        "age": ("old", "young"),
        "orientation": ("front", "left", "right"),
        "hairColour": ("dark", "light"),
        **dict.fromkeys(("hasHair", "hasBeard", "hasGlasses", "hasSuit", "hasShirt", "hasTie"), _HAS),
    },
    ("hasBeard", "hasGlasses", "age"),
)
DOMAINS = {domain.name: domain for domain in (FURNITURE, PEOPLE)}


def make_balanced_scenes(
    domain: SceneDomain, count: int, rng: np.random.Generator, conditions: Sequence[str] = LOCATION
) -> list[Instance]:
    """Make scenes in which every set of attributes is needed equally often, within 1, and so in each condition.

    An instance has no references yet. Its `meta` says the condition and what is needed ("colour size"); the places of
    the entities are random, and among their attributes. Types and values of the targets are equally frequent as well,
    within 1.
    """
    if count < 1:
        raise InvalidInput(f"{count} scenes were requested", "Write a whole number of 1 or more.")
    cases = [(needed, condition) for condition in conditions for needed in domain.sets()]
    chosen = [cases[number] for number in _even(len(cases), count, rng)]
    types = [domain.types[number] for number in _even(len(domain.types), count, rng)]
    values = {
        name: [known[number] for number in _even(len(known), count, rng)] for name, known in domain.values.items()
    }
    width = len(str(count))
    found = []
    for number, (needed, condition) in enumerate(chosen):
        target = {name: own[number] for name, own in values.items()}
        scene = _scene(domain, target, types[number], needed, rng)
        meta = {"condition": condition, "needed": " ".join(sorted(needed))}
        found.append(Instance(f"{domain.name}-{number + 1:0{width}}", scene, (), meta))
    return found


def _even(kinds: int, count: int, rng: np.random.Generator) -> list[int]:
    """Numbers below `kinds` in a random order, each equally often within 1."""
    first = rng.permutation(kinds)[np.arange(count) % kinds]
    return [int(place) for place in rng.permutation(first)]


def _scene(
    domain: SceneDomain, target: Mapping[str, str], kind: str, needed: frozenset[str], rng: np.random.Generator
) -> Scene:
    """Put a target among six others, such that just these attributes tell it from them.

    For each attribute that is needed, one distractor differs in nothing else (so that it is needed); every distractor
    differs in one of them (so that they are enough). Where there are several types, three distractors are of the
    target's, and three are their twins of another type, as in the corpus.
    """
    alone = 3 if len(domain.types) > 1 else THINGS - 1
    if len(needed) > alone:
        raise InvalidInput(
            f"a scene of {THINGS} objects cannot make {len(needed)} attributes necessary", f"Require at most {alone}."
        )
    own = [_other(domain, target, {name}, rng) for name in sorted(needed)]
    while len(own) < alone:
        names = rng.permutation(sorted(domain.values)).tolist()
        some = set(names[: int(rng.integers(len(names) + 1))])
        own.append(_other(domain, target, some | {sorted(needed)[int(rng.integers(len(needed)))]}, rng))
    others = [other for other in domain.types if other != kind]
    second = others[int(rng.integers(len(others)))] if others else kind
    things = [(kind, dict(target)), *((kind, values) for values in own)]
    things += [(second, values) for values in own] if others else []
    order = rng.permutation(len(things)).tolist()
    entities = [_entity(str(place + 1), things[number], number == 0) for place, number in enumerate(order)]
    scene = Scene(domain.name, tuple(entities))
    return state_places(scene, random_places(scene, rng))


def _other(domain: SceneDomain, target: Mapping[str, str], names: set[str], rng: np.random.Generator) -> dict[str, str]:
    """The same as the target but for some attributes."""
    found = dict(target)
    for name in sorted(names):
        known = [value for value in domain.values[name] if value != target[name]]
        found[name] = known[int(rng.integers(len(known)))]
    return found


def _entity(name: str, thing: tuple[str, Mapping[str, str]], is_target: bool) -> Entity:
    kind, values = thing
    attributes = [Attribute("type", kind)]
    attributes += [Attribute(name, value, "boolean" if value in _HAS else "literal") for name, value in values.items()]
    return Entity(name, tuple(attributes), is_target)
