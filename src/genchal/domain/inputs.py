"""What a system is asked to express."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from typing import NamedTuple

from genchal.text.remembered import Remembered


@dataclass(frozen=True, slots=True)
class Text:
    """Plain text: a source sentence, a prompt, or nothing at all."""

    text: str = ""

    def __str__(self) -> str:
        return self.text

    def skeleton(self) -> Hashable:
        """The input without its values: there are none, so the text itself."""
        return self


@dataclass(frozen=True, slots=True)
class SlotValues:
    """A meaning representation of slots and values, as in the E2E challenge; the order of the slots is kept."""

    pairs: tuple[tuple[str, str], ...]

    @property
    def slots(self) -> tuple[str, ...]:
        """Names of the slots, in order, repeats included."""
        return tuple(slot for slot, _ in self.pairs)

    def __str__(self) -> str:
        return ", ".join(f"{slot}[{value}]" for slot, value in self.pairs)

    def skeleton(self) -> Hashable:
        """The slots without their values and order."""
        return tuple(sorted(self.slots))


class Act(NamedTuple):
    """One act of a dialogue turn, such as ``inform``; a slot without a value (``request(area)``) has None."""

    type: str
    pairs: tuple[tuple[str, str | None], ...] = ()


@dataclass(frozen=True, slots=True)
class DialogueAct:
    """What a dialogue system is to say in one turn: one act or several, in order."""

    acts: tuple[Act, ...]

    @property
    def slots(self) -> tuple[str, ...]:
        """Names of the slots of all acts, in order, repeats included."""
        return tuple(slot for act in self.acts for slot, _ in act.pairs)

    def __str__(self) -> str:
        return " ".join(f"{act.type}({', '.join(_assigned(*pair) for pair in act.pairs)})" for act in self.acts)

    def skeleton(self) -> Hashable:
        """Types of acts with their slots, without values and order."""
        return tuple(sorted((act.type, *sorted(slot for slot, _ in act.pairs)) for act in self.acts))


def _assigned(slot: str, value: str | None) -> str:
    return slot if value is None else f"{slot}={value}"


class Node(NamedTuple):
    """A line of CoNLL-U: its ten columns as they stand; `id` may be a range (3-4) or an empty node (5.1)."""

    id: str
    form: str
    lemma: str
    upos: str
    xpos: str
    feats: str
    head: str
    deprel: str
    deps: str
    misc: str


@dataclass(frozen=True, slots=True)
class DependencyTree:
    """A sentence's tree, ordered (Universal Dependencies) or scrambled (SR); comments are kept without their #."""

    nodes: tuple[Node, ...]
    comments: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " ".join(f"{node.form}/{node.deprel}<{node.head}" for node in self.nodes)

    def skeleton(self) -> Hashable:
        """A tree has no values to take away."""
        return self


class Attribute(NamedTuple):
    """A property of an entity, such as colour = red; `kind` is literal, gradable or boolean."""

    name: str
    value: str
    kind: str = "literal"


@dataclass(frozen=True, slots=True)
class Entity:
    """Something in a scene."""

    id: str
    attributes: tuple[Attribute, ...]
    is_target: bool = False
    image: str | None = None


AttributeSet = frozenset[tuple[str, str]]
NEGATION = "not "  # begins the value of an attribute that is denied, as in "the one that is not red"


@dataclass(frozen=True, slots=True)
class Scene:
    """Entities of which one (or more) is to be described, as in TUNA; with the attributes that people used to do so.

    `attribute_sets` are references. Where the task is to put a set into words, `given` is that set: part of the input.
    """

    domain: str
    entities: tuple[Entity, ...]
    attribute_sets: tuple[AttributeSet, ...] = ()
    given: AttributeSet | None = None

    @property
    def targets(self) -> tuple[Entity, ...]:
        """The entities to describe."""
        return tuple(entity for entity in self.entities if entity.is_target)

    def leaving_out(self, place: int) -> Scene:
        """The same scene without one of its attribute sets."""
        return replace(self, attribute_sets=self.attribute_sets[:place] + self.attribute_sets[place + 1 :])

    def __str__(self) -> str:
        described = "; ".join(
            ("*" if entity.is_target else "")
            + ", ".join(f"{attribute.name}:{attribute.value}" for attribute in entity.attributes)
            for entity in self.entities
        )
        wanted = "" if self.given is None else f" = {format_attribute_set(self.given)}"
        return f"{self.domain}: {described}{wanted}"

    def skeleton(self) -> Hashable:
        """A scene has no values to take away."""
        return self


Input = Text | SlotValues | DialogueAct | DependencyTree | Scene


def hide_answers(given: Input) -> Input:
    """An input as a system may see it: without the attribute sets that people chose and the sentence of a tree."""
    if isinstance(given, Scene):
        return replace(given, attribute_sets=())
    return replace(given, comments=()) if isinstance(given, DependencyTree) else given


def full_contents(given: Input) -> str:
    """Everything that an input says, always in the same words: for fingerprints. ``str`` is for people to read."""
    if isinstance(given, Scene):
        sets = [sorted(attributes) for attributes in given.attribute_sets]
        wanted = () if given.given is None else (sorted(given.given),)
        return f"({', '.join([repr(given.domain), _write_entities(given.entities), *map(repr, (sets, *wanted))])})"
    return repr(given)


@Remembered  # every system's outputs are stored under a fingerprint of the same scenes
def _write_entities(entities: tuple[Entity, ...]) -> str:
    return repr(entities)


def format_attribute_set(attributes: AttributeSet) -> str:
    """Write an attribute set as tables have it: ``colour:red size:large``."""
    return " ".join(f"{name}:{value}" for name, value in sorted(attributes))
