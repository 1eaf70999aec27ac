"""Items and subjects as JSON: what of them has no column of its own."""

from __future__ import annotations

from typing import Any, cast

from genchal.domain.inputs import (
    Act,
    Attribute,
    AttributeSet,
    DependencyTree,
    DialogueAct,
    Entity,
    Input,
    Node,
    Scene,
    SlotValues,
    Text,
)
from genchal.domain.ratings import ItemKind
from genchal.domain.study.study import Item, Subject

Json = Any


def write_item(item: Item) -> dict[str, Json]:
    """An item without its id, instance, system and kind."""
    attributes = None if item.attributes is None else sorted(map(list, item.attributes))
    rare = {"also": list(item.also), "feedback": item.feedback}
    content = {"text": item.text, "source": item.source, "expected": item.expected, "attributes": attributes}
    return content | {name: value for name, value in rare.items() if value}


def read_item(name: str, instance: str, system: str, kind: str, content: dict[str, Json]) -> Item:
    """The item that was written."""
    attributes = content["attributes"]
    return Item(
        id=name,
        instance=instance,
        system=system,
        text=content["text"],
        kind=cast(ItemKind, kind),
        source=content["source"],
        expected=content["expected"],
        attributes=None if attributes is None else _attribute_set(attributes),
        also=tuple(content.get("also", ())),
        feedback=content.get("feedback", ""),
    )


def write_subject(subject: Subject) -> dict[str, Json]:
    """A subject without its instance."""
    return {"input": write_input(subject.input), "references": list(subject.references)}


def read_subject(instance: str, content: dict[str, Json]) -> Subject:
    """The subject that was written."""
    return Subject(instance, read_input(content["input"]), tuple(content["references"]))


def write_input(given: Input) -> dict[str, Json]:
    """An input under the name of its type."""
    match given:
        case Text():
            return {"text": given.text}
        case SlotValues():
            return {"slots": [list(pair) for pair in given.pairs]}
        case DialogueAct():
            return {"acts": [[act.type, [list(pair) for pair in act.pairs]] for act in given.acts]}
        case DependencyTree():
            return {"nodes": [list(node) for node in given.nodes], "comments": list(given.comments)}
        case Scene():
            return {
                "scene": given.domain,
                "entities": [
                    [entity.id, [list(attribute) for attribute in entity.attributes], entity.is_target, entity.image]
                    for entity in given.entities
                ],
                "attribute_sets": [sorted(map(list, attribute_set)) for attribute_set in given.attribute_sets],
            }


def read_input(content: dict[str, Json]) -> Input:
    """The input that was written."""
    match content:
        case {"text": text}:
            return Text(text)
        case {"slots": pairs}:
            return SlotValues(tuple((slot, value) for slot, value in pairs))
        case {"acts": acts}:
            return DialogueAct(tuple(Act(kind, tuple((slot, value) for slot, value in pairs)) for kind, pairs in acts))
        case {"nodes": nodes, "comments": comments}:
            return DependencyTree(tuple(Node(*node) for node in nodes), tuple(comments))
        case {"scene": domain, "entities": entities, "attribute_sets": sets}:
            return Scene(
                domain,
                tuple(
                    Entity(name, tuple(Attribute(*attribute) for attribute in attributes), is_target, image)
                    for name, attributes, is_target, image in entities
                ),
                tuple(map(_attribute_set, sets)),
            )
    raise ValueError(f"no input: {content}")


def _attribute_set(pairs: list[list[str]]) -> AttributeSet:
    return frozenset((name, value) for name, value in pairs)
