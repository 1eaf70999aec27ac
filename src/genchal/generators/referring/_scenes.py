"""Scenes as selectors see them: what can be said of the targets, what each of it rules out, and what people said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_

from genchal.domain import AttributeSet, Entity, Instance, Scene
from genchal.domain.scenes.distinguishing import Descriptions
from genchal.errors import InvalidInput
from genchal.text.remembered import Remembered

Property = tuple[str, str]  # an attribute with its value, such as colour and red
TYPE = "type"  # the attribute that becomes the noun


@dataclass(frozen=True, slots=True)
class Choices:
    """What all targets of a scene have in common, in alphabetical order, with the distractors that each rules out.

    Entities are bits. `needed` are the distractors that can be ruled out at all: where a twin of the target makes a
    distinguishing description impossible, selectors rule out the others. `context` is the domain with the condition
    (+LOC or -LOC) of the trial, `speaker` the participant who described it; either may be empty.
    """

    properties: tuple[Property, ...]
    rules_out: tuple[int, ...]
    needed: int
    context: str
    speaker: str

    def nouns(self) -> tuple[int, ...]:
        """Places of the properties that are types."""
        return tuple(place for place, (name, _) in enumerate(self.properties) if name.lower() == TYPE)

    def left(self, places: Sequence[int]) -> int:
        """Distractors that some properties leave, of those that can be ruled out."""
        remaining = self.needed
        for place in places:
            remaining &= ~self.rules_out[place]
        return remaining

    def attributes(self, places: Sequence[int]) -> AttributeSet:
        """The properties at some places as an attribute set."""
        return frozenset(self.properties[place] for place in places)


@dataclass(frozen=True, slots=True)
class Example:
    """A training scene, and what of its targets one person said: places of properties, in order.

    What people say and the scene does not (values such as `other`) is left out.
    """

    choices: Choices
    said: tuple[int, ...]


def scene_of(instance: Instance, generator: str) -> Scene:
    """The scene of an instance."""
    if not isinstance(instance.input, Scene):
        raise InvalidInput(
            f"generator '{generator}' needs scenes, but instance '{instance.id}' has none",
            'Use it in a track with format = "tuna" or "scenes".',
        )
    return instance.input


def read_choices(instance: Instance, generator: str) -> Choices | None:
    """What can be said of the targets of an instance; None where nothing is to be described."""
    scene = scene_of(instance, generator)
    if not scene.targets:
        return None
    context = f"{scene.domain} {instance.meta.get('condition', '')}".strip()
    return Choices(*_masks(scene.entities), context, instance.meta.get("participant", ""))


@Remembered  # the same scenes come again with every fold and every selector
def _masks(entities: tuple[Entity, ...]) -> tuple[tuple[Property, ...], tuple[int, ...], int]:
    """Properties, what each rules out, and what can be ruled out."""
    masks = Descriptions(Scene("", entities)).of_targets
    properties = tuple(sorted(masks))
    return properties, tuple(masks[pair] for pair in properties), reduce(or_, masks.values(), 0)


def read_examples(train: Sequence[Instance], generator: str) -> list[Example]:
    """Every attribute set of training scenes, beside what could have been said."""
    examples = []
    for instance in train:
        choices = read_choices(instance, generator)
        if choices is not None:
            for attributes in scene_of(instance, generator).attribute_sets:
                said = tuple(place for place, pair in enumerate(choices.properties) if pair in attributes)
                examples.append(Example(choices, said))
    return examples
