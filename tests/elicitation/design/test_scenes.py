"""Scenes: what is needed to tell the target from the others is what was designed."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from balanced_scenes import DOMAINS, FURNITURE, PEOPLE, SceneDomain, make_balanced_scenes
from genchal.domain.inputs import Scene
from genchal.domain.scenes.distinguishing import Descriptions
from genchal.domain.scenes.places import stated_places
from genchal.errors import InvalidInput
from genchal.pictures import _entities
from genchal.tasks.tuna import Tuna

FREE = frozenset({"type", "x-dimension", "y-dimension"})


def smallest_sets(scene: Scene) -> list[frozenset[str]]:
    """All smallest sets of attributes that tell the target from the others, its type said for nothing."""
    target = {one.name: one.value for one in scene.targets[0].attributes}
    view = Descriptions(scene)
    names = sorted(target.keys() - FREE)
    for size in range(len(names) + 1):
        found = [
            frozenset(some)
            for some in combinations(names, size)
            if view.referents((name, target[name]) for name in (*some, "type")) == view.targets
        ]
        if found:
            return found
    return []


@pytest.mark.parametrize("domain", DOMAINS.values(), ids=DOMAINS)
@given(seed=st.integers(0, 2**32), count=st.integers(1, 30))
def test_just_the_designed_attributes_are_needed(domain: SceneDomain, seed: int, count: int) -> None:
    scenes = make_balanced_scenes(domain, count, np.random.default_rng(seed))
    assert scenes == make_balanced_scenes(domain, count, np.random.default_rng(seed))
    for instance in scenes:
        scene = instance.input
        assert isinstance(scene, Scene)
        needed = frozenset(instance.meta["needed"].split())
        assert smallest_sets(scene) == [needed]
        # The type and the place are not what makes it possible; and no set that is as small does without them.
        assert Descriptions(scene, FREE).fewest() == len(needed)
        assert len(scene.entities) == 7
        assert len(scene.targets) == 1
        places = stated_places(scene)
        assert places is not None
        assert all(row <= 3 and column <= 5 for row, column in places.values())
    cases = Counter((one.meta["needed"], one.meta["condition"]) for one in scenes)
    assert len(cases) == min(count, 14)
    assert max(cases.values()) - min(cases[case] for case in cases) <= 1
    drawn = Counter(one.input.targets[0].attributes[1].value for one in scenes if isinstance(one.input, Scene))
    assert max(drawn.values()) <= -(-count // len(next(iter(domain.values.values()))))


def test_forty_two_scenes_need_every_set_three_times_in_each_condition() -> None:
    scenes = make_balanced_scenes(FURNITURE, 42, np.random.default_rng(1))
    cases = Counter((one.meta["needed"], one.meta["condition"]) for one in scenes)
    assert len(cases) == 7 * 2  # sets of three attributes but the empty one; +LOC and -LOC
    assert set(cases.values()) == {3}
    assert len({one.id for one in scenes}) == 42
    targets = Counter(
        place
        for one in scenes
        if isinstance(one.input, Scene)
        for place, each in enumerate(one.input.entities)
        if each.is_target
    )
    assert len(targets) == 7  # the target is anywhere among the entities


def test_scenes_can_be_drawn_and_written() -> None:
    for domain, values in ((FURNITURE, _entities.FURNITURE), (PEOPLE, _entities.PEOPLE)):
        known = {name: set(own) for name, own in values.items()}
        assert {"type": set(domain.types)} | {name: set(own) for name, own in domain.values.items()} == known
        scenes = make_balanced_scenes(domain, 5, np.random.default_rng(1))
        again = list(Tuna().parse(Tuna().render(scenes), "made"))
        assert [one.input for one in again] == [one.input for one in scenes]
        assert [one.meta["condition"] for one in again] == [one.meta["condition"] for one in scenes]


def test_too_many_attributes_cannot_all_be_needed() -> None:
    greedy = SceneDomain("many", ("x", "y"), dict.fromkeys("abcd", ("0", "1")), tuple("abcd"))
    with pytest.raises(InvalidInput, match="cannot make 4 attributes necessary"):
        make_balanced_scenes(greedy, 15, np.random.default_rng(1), ("",))
    with pytest.raises(InvalidInput, match="0 scenes"):
        make_balanced_scenes(FURNITURE, 0, np.random.default_rng(1))
