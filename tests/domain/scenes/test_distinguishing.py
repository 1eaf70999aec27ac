"""What a description is true of, and the shortest one that distinguishes, against all subsets."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genchal.domain import Attribute, Entity, Scene
from genchal.domain.scenes.distinguishing import Descriptions, smallest_cover


def scene(*things: str, targets: int = 1) -> Scene:
    """A scene whose first things are the targets: ``"type:tug colour:red"``."""
    entities = []
    for place, thing in enumerate(things):
        attributes = tuple(Attribute(*one.split(":")) for one in thing.split())
        entities.append(Entity(str(place), attributes, place < targets))
    return Scene("boats", tuple(entities))


def shortest(given: Scene, free: frozenset[str] = frozenset()) -> int | None:
    """All subsets of what all targets have, by length: the slow and obvious way."""
    having = [{(one.name, one.value) for one in entity.attributes} for entity in given.entities]
    targets = [own for own, entity in zip(having, given.entities, strict=True) if entity.is_target]
    distractors = [own for own, entity in zip(having, given.entities, strict=True) if not entity.is_target]
    properties = sorted(set.intersection(*targets))
    subsets = [some for size in range(len(properties) + 1) for some in combinations(properties, size)]
    distinguishing = [some for some in subsets if not any(set(some) <= own for own in distractors)]
    return min((sum(name not in free for name, _ in some) for some in distinguishing), default=None)


BOATS = scene("type:tug colour:red size:small", "type:tug colour:blue size:small", "type:ferry colour:red size:large")


def test_an_attribute_is_true_of_whatever_has_it() -> None:
    view = Descriptions(BOATS)
    assert view.targets == 0b001
    assert view.distractors == 0b110
    assert view.having("type", "tug") == 0b011
    assert view.having("type", "yacht") == view.having("age", "old") == 0
    assert view.referents([("type", "tug"), ("colour", "red")]) == 0b001
    assert view.referents([]) == 0b111


def test_a_denied_attribute_is_true_of_what_has_another_value() -> None:
    view = Descriptions(scene("colour:blue", "colour:red", "size:small", "colour:red colour:blue"))
    assert view.having("colour", "not red") == 0b0001  # not of what has no colour, nor of what is red among others
    assert view.having("age", "not old") == 0


@pytest.mark.parametrize(
    ("given", "free", "expected"),
    [
        (BOATS, (), 2),  # tug rules out the ferry, red the other tug; nothing does both
        (BOATS, ("type",), 1),  # red, with the type for nothing
        (scene("type:tug", "type:ferry"), (), 1),
        (scene("type:tug", "type:ferry"), ("type",), 0),
        (scene("type:tug"), (), 0),  # nothing to tell it from
        (scene("type:tug", "type:tug"), (), None),  # a twin
        (scene("type:tug", "type:tug size:small"), (), None),  # whatever is true of the target is true of the other
        (scene("type:tug size:small", "type:tug", "size:small"), (), 2),
        (scene("type:tug size:small", "type:tug size:large", "type:ferry size:large", targets=2), (), 1),
    ],
)
def test_the_shortest_set_is_found(given: Scene, free: tuple[str, ...], expected: int | None) -> None:
    assert Descriptions(given).fewest(free) == expected


def test_attributes_may_be_left_out_of_a_scene() -> None:
    view = Descriptions(BOATS, {"colour"})
    assert view.fewest() is None
    assert view.looked_at(frozenset({("Colour", "red"), ("type", "tug")})) == {("type", "tug")}


things = st.lists(
    st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from("xyz")), max_size=4, unique=True),
    min_size=1,
    max_size=6,
)


@given(things=things, targets=st.integers(1, 2), free=st.frozensets(st.sampled_from("abcd"), max_size=2))
def test_the_shortest_set_is_that_of_all_subsets(
    things: list[list[tuple[str, str]]], targets: int, free: frozenset[str]
) -> None:
    given_scene = scene(*(" ".join(map(":".join, thing)) for thing in things), targets=targets)
    assert Descriptions(given_scene).fewest(free) == shortest(given_scene, free)


@given(masks=st.lists(st.integers(0, 255), max_size=9), needed=st.integers(0, 255))
def test_a_cover_has_as_few_masks_as_possible(masks: list[int], needed: int) -> None:
    def covers(some: tuple[int, ...]) -> bool:
        return all(any(mask >> bit & 1 for mask in some) for bit in range(8) if needed >> bit & 1)

    sizes = [size for size in range(len(masks) + 1) if any(map(covers, combinations(masks, size)))]
    assert smallest_cover(masks, needed) == min(sizes, default=None)


def test_large_scenes_are_no_trouble() -> None:
    # Every attribute rules out one thing alone: all are needed.
    assert smallest_cover([1 << place for place in range(500)], (1 << 500) - 1) == 500
    # Attribute i rules out the things whose number has bit i set, or whose number has it unset: two for every bit.
    masks = [
        sum(1 << thing for thing in range(64) if (thing >> bit & 1) == value) for bit in range(6) for value in (0, 1)
    ]
    assert smallest_cover(masks, (1 << 64) - 1) == 2
