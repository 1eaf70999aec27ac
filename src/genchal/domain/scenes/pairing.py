"""Two people's descriptions of the same scene, as in the test sets of TUNA'08 and TUNA'09 (Gatt and Belz 2010).

In the TUNA corpus many participants described the same scenes, under the same condition, with the things at other
places of the screen. A pair of them is one instance with two references; the scene is that of the first, and where the
second mentioned the place of the target, its place in this scene stands for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from dataclasses import replace

from genchal.domain.inputs import AttributeSet, Entity, Scene, Text
from genchal.domain.instance import Instance
from genchal.domain.scenes.places import ACROSS, DOWN

PLACES = (ACROSS, DOWN)
PERSON, CONDITION = "participant", "condition"  # keys of `meta`


def pair_descriptions(instances: Iterable[Instance]) -> tuple[Instance, ...]:
    """Put two instances together that follow each other among those of the same scene, condition and another person.

    What is left alone, has no input, or has several references already, stays as it is.
    """
    waiting: dict[Hashable, int] = {}
    found: list[Instance] = []
    for instance in instances:
        key = _scene_key(instance)
        place = waiting.get(key)
        if instance.input == Text() or max(len(instance.references), len(_sets(instance))) > 1:
            found.append(instance)
        elif place is None or _is_same_person(found[place], instance):
            waiting[key] = len(found)
            found.append(instance)
        else:
            found[place] = _join(found[place], instance)
            del waiting[key]
    return tuple(found)


def _scene_key(instance: Instance) -> Hashable:
    """What is equal for the same scene and condition, wherever things stand and in whatever order."""
    scene, condition = instance.input, instance.meta.get(CONDITION)
    if not isinstance(scene, Scene):
        return scene, condition
    return scene.domain, scene.given, condition, frozenset(Counter(map(_looks, scene.entities)).items())


def _looks(entity: Entity) -> Hashable:
    own = frozenset((attribute.name, attribute.value) for attribute in entity.attributes)
    return entity.is_target, frozenset(pair for pair in own if pair[0] not in PLACES)


def _is_same_person(first: Instance, second: Instance) -> bool:
    return PERSON in first.meta and first.meta[PERSON] == second.meta.get(PERSON)


def _sets(instance: Instance) -> tuple[AttributeSet, ...]:
    return instance.input.attribute_sets if isinstance(instance.input, Scene) else ()


def _join(first: Instance, second: Instance) -> Instance:
    """One instance of both; it has no participant, as two have described it."""
    meta = {key: value for key, value in first.meta.items() if key != PERSON}
    scene = first.input
    if isinstance(scene, Scene) and isinstance(second.input, Scene):
        moved = tuple(_move(attributes, second.input, scene) for attributes in _sets(second))
        scene = replace(scene, attribute_sets=(*scene.attribute_sets, *moved))
    return replace(
        first,
        id=f"{first.id}+{second.id}",
        input=scene,
        references=(*first.references, *second.references),
        wordings=(*first.wordings, *second.wordings),
        meta=meta,
    )


def _move(attributes: AttributeSet, there: Scene, here: Scene) -> AttributeSet:
    """A set that somebody used where the target stood elsewhere; only what was true of its place is moved."""
    return frozenset(
        (name, _place(here, name) or value) if name in PLACES and value == _place(there, name) else (name, value)
        for name, value in attributes
    )


def _place(scene: Scene, name: str) -> str | None:
    values = {attribute.value for entity in scene.targets for attribute in entity.attributes if attribute.name == name}
    return values.pop() if len(values) == 1 else None
