"""Metrics of attribute sets: cases worked by hand, their algebra, and the slow way beside the quick one."""

import math
from collections.abc import Callable, Sequence
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from genchal.domain import Attribute, AttributeSet, Batch, Entity, Input, Metric, Scene, Text
from genchal.domain.settings import configure
from genchal.metrics import METRICS

LIKENESS = ("dice", "masi", "jaccard", "set_accuracy")


def pairs(text: str) -> AttributeSet:
    """``"a b"``: two attributes; ``"type:tug"``: one with a value."""
    return frozenset((name, value) for name, _, value in (one.partition(":") for one in text.split()))


def scene(*sets: AttributeSet) -> Scene:
    return Scene("", (Entity("1", (), is_target=True),), sets)


def metric(name: str, **settings: object) -> Metric:
    return configure(METRICS[name], settings, name)


def segments(measure: Metric, sets: Sequence[AttributeSet | None], inputs: Sequence[Input]) -> list[float]:
    batch = Batch([""] * len(sets), [()] * len(sets), inputs=inputs, attribute_sets=sets)
    scores: list[float] = measure.segment_scores(measure.measure(batch)).tolist()
    return scores


def likeness(name: str, output: AttributeSet, *references: AttributeSet, **settings: object) -> float:
    return segments(metric(name, **settings), [output], [scene(*references)])[0]


@pytest.mark.parametrize(
    ("output", "reference", "dice", "masi", "jaccard"),
    [
        ("a b c", "a b c", 1, 1, 1),
        ("a b", "a b c", Fraction(4, 5), Fraction(2, 3) * Fraction(2, 3), Fraction(2, 3)),  # inside: 2/3
        ("a b c d", "a b", Fraction(4, 6), Fraction(2, 3) * Fraction(1, 2), Fraction(1, 2)),  # around: 2/3 too
        ("a b", "b c", Fraction(2, 4), Fraction(1, 3) * Fraction(1, 3), Fraction(1, 3)),  # overlap: 1/3
        ("a b c", "b c d e", Fraction(4, 7), Fraction(1, 3) * Fraction(2, 5), Fraction(2, 5)),
        ("a", "b", 0, 0, 0),
        ("", "a", 0, 0, 0),  # inside it, and nothing in common
        ("", "", 1, 1, 1),  # the same
        ("colour:red", "colour:blue", 0, 0, 0),  # the value counts
        ("colour:red", "colour:not red", 0, 0, 0),
    ],
)
def test_likeness_is_what_one_works_out_by_hand(
    output: str, reference: str, dice: Fraction, masi: Fraction, jaccard: Fraction
) -> None:
    ours, theirs = pairs(output), pairs(reference)
    assert likeness("dice", ours, theirs) == pytest.approx(float(dice), abs=1e-15)
    assert likeness("masi", ours, theirs) == pytest.approx(float(masi), abs=1e-15)
    assert likeness("jaccard", ours, theirs) == pytest.approx(float(jaccard), abs=1e-15)
    assert likeness("set_accuracy", ours, theirs) == (ours == theirs)


def test_of_several_references_the_mean_counts_or_the_best_one() -> None:
    ours, references = pairs("a b"), (pairs("a"), pairs("a b c"))
    assert likeness("dice", ours, *references) == pytest.approx((2 / 3 + 4 / 5) / 2)
    assert likeness("dice", ours, *references, each="best") == pytest.approx(4 / 5)
    assert likeness("masi", ours, *references) == pytest.approx((2 / 3 * 1 / 2 + 2 / 3 * 2 / 3) / 2)
    assert likeness("set_accuracy", ours, pairs("a b"), pairs("a")) == 1
    assert likeness("set_accuracy", ours, pairs("a b"), pairs("a"), each="mean") == 0.5


def test_attributes_may_be_left_out() -> None:
    ours, theirs = pairs("type:tug colour:red"), pairs("TYPE:ferry colour:red x:1")
    assert likeness("dice", ours, theirs, without="type") == pytest.approx(2 / 3)
    assert likeness("set_accuracy", ours, theirs, without="type X") == 1
    assert metric("dice").signature("1") == "dice|nrefs:1|each:mean|v:1"
    assert metric("dice", without="type x").signature("1") == "dice|nrefs:1|each:mean|without:type x|v:1"


@pytest.mark.parametrize("name", LIKENESS)
def test_without_a_set_or_something_to_compare_it_with_nothing_is_scored(name: str) -> None:
    sets = [None, pairs("a"), pairs("a"), pairs("a")]
    scores = segments(metric(name), sets, [scene(pairs("a")), scene(), Text("a"), scene(pairs("a"))])
    assert [math.isnan(one) for one in scores] == [True, True, True, False]
    assert math.isnan(metric(name).summarise(np.zeros(2)))


some = st.frozensets(st.tuples(st.sampled_from("abcdef"), st.sampled_from(["", "1"])), max_size=6)
SLOW: dict[str, Callable[[AttributeSet, AttributeSet], float]] = {
    "dice": lambda a, b: 2 * len(a & b) / (len(a) + len(b)) if a or b else 1.0,
    "jaccard": lambda a, b: len(a & b) / len(a | b) if a or b else 1.0,
    "masi": lambda a, b: SLOW["jaccard"](a, b) * (1 if a == b else 2 / 3 if a < b or a > b else 1 / 3 if a & b else 0),
    "set_accuracy": lambda a, b: float(a == b),
}


@pytest.mark.parametrize("name", LIKENESS)
@given(data=st.data())
def test_the_quick_way_is_the_slow_one(name: str, data: st.DataObject) -> None:
    scenes = data.draw(st.lists(st.lists(some, max_size=3).map(lambda sets: scene(*sets)), min_size=1, max_size=4))
    answered = data.draw(st.lists(st.tuples(st.none() | some, st.sampled_from(scenes)), max_size=8))
    each = data.draw(st.sampled_from(["best", "mean"]))
    found = segments(metric(name, each=each), [one for one, _ in answered], [given for _, given in answered])
    for score, (output, given_scene) in zip(found, answered, strict=True):
        if output is None or not given_scene.attribute_sets:
            assert math.isnan(score)
            continue
        values = [SLOW[name](output, reference) for reference in given_scene.attribute_sets]
        assert score == pytest.approx(max(values) if each == "best" else sum(values) / len(values), abs=1e-12)


@given(a=some, b=some)
def test_likeness_is_symmetric_and_has_its_bounds_and_order(a: AttributeSet, b: AttributeSet) -> None:
    there, back = ({name: likeness(name, *both) for name in LIKENESS} for both in ((a, b), (b, a)))
    assert there == back
    assert 0 <= there["set_accuracy"] <= there["masi"] + 1e-12
    assert there["masi"] <= there["jaccard"] + 1e-12
    assert there["jaccard"] <= there["dice"] + 1e-12 <= 1 + 2e-12
    for name in LIKENESS:
        assert (there[name] == 1) == (a == b)  # identity
        assert (there[name] == 0) or a & b or a == b  # nothing in common, nothing alike
    assert there["jaccard"] == pytest.approx(there["dice"] / (2 - there["dice"]))  # the one makes the other


@given(a=some, b=some, more=st.tuples(st.just("new"), st.just("")))
def test_an_attribute_of_the_reference_brings_nearer_and_a_stranger_away(
    a: AttributeSet, b: AttributeSet, more: tuple[str, str]
) -> None:
    for name in LIKENESS:
        before = likeness(name, a, b)
        assert likeness(name, a | {more}, b) <= before + 1e-12
        for missing in b - a:
            assert likeness(name, a | {missing}, b) >= before - 1e-12


# A red tug among a blue one and a red ferry.
TUG, BLUE, FERRY = (
    (Attribute("type", "tug"), Attribute("colour", "red"), Attribute("x", "unknown", "gradable")),
    (Attribute("type", "tug"), Attribute("colour", "blue"), Attribute("x", "unknown", "gradable")),
    (Attribute("type", "ferry"), Attribute("colour", "red"), Attribute("x", "unknown", "gradable")),
)
BOATS = Scene("boats", (Entity("1", TUG, is_target=True), Entity("2", BLUE), Entity("3", FERRY)))


@pytest.mark.parametrize(
    ("said", "unique", "minimal"),
    [
        ("type:tug colour:red", True, True),
        ("type:tug", False, False),  # short, but the blue one is a tug too
        ("colour:red", False, False),
        ("", False, False),
        ("type:tug colour:red x:unknown", True, False),  # true, and more than is needed
        ("type:tug colour:red size:small", False, False),  # the scene knows of no size
        ("type:ferry colour:red", False, False),  # unique, but not of the target
        ("type:other", False, False),
    ],
)
def test_a_description_is_unique_and_minimal_as_one_sees(said: str, unique: bool, minimal: bool) -> None:
    assert segments(metric("uniqueness"), [pairs(said)], [BOATS]) == [unique]
    assert segments(metric("minimality"), [pairs(said)], [BOATS]) == [minimal]


def test_a_denied_attribute_rules_out_what_has_it() -> None:
    said = frozenset({("type", "tug"), ("colour", "not blue")})
    assert segments(metric("uniqueness"), [said], [BOATS]) == [1]
    assert segments(metric("minimality"), [said], [BOATS]) == [1]  # as long as the tug that is red


@pytest.mark.parametrize(
    ("said", "fails", "ignored", "counts"),
    [
        ("type:tug colour:red size:small", 0, 1, 1),
        ("type:tug size:small", 0, 0, 1),  # without the size it is true of two tugs; nothing is known to be small
        ("type:ferry colour:red", 0, 0, 0),
        ("type:yacht", 0, 0, 1),
    ],
)
def test_attributes_that_the_target_lacks_fail_or_are_ignored_or_count(
    said: str, fails: int, ignored: int, counts: int
) -> None:
    found = [
        segments(metric("uniqueness", untrue=how), [pairs(said)], [BOATS])[0] for how in ("fails", "ignored", "counts")
    ]
    assert found == [fails, ignored, counts]


def test_what_is_ignored_does_not_make_a_set_longer() -> None:
    said = [pairs("type:tug colour:red size:small")]
    assert segments(metric("minimality", untrue="ignored"), said, [BOATS]) == [1]
    assert segments(metric("minimality", untrue="counts"), said, [BOATS]) == [0]


def test_the_type_may_be_free_or_left_out() -> None:
    alone = Scene("boats", (Entity("1", TUG, is_target=True), Entity("2", BLUE)))
    said = [pairs("type:tug colour:red"), pairs("colour:red")]
    assert segments(metric("minimality"), said, [alone] * 2) == [0, 1]
    assert segments(metric("minimality", free="type"), said, [alone] * 2) == [1, 1]
    assert segments(metric("minimality", without="type"), said, [alone] * 2) == [1, 1]
    assert segments(metric("uniqueness", without="colour"), said, [alone] * 2) == [0, 0]


def test_where_nothing_distinguishes_nothing_is_unique() -> None:
    twins = Scene("boats", (Entity("1", TUG, is_target=True), Entity("2", TUG)))
    assert segments(metric("uniqueness"), [pairs("type:tug colour:red")], [twins]) == [0]
    assert segments(metric("minimality"), [pairs("type:tug colour:red")], [twins]) == [0]
    assert segments(metric("minimality", untrue="counts"), [pairs("size:small")], [twins]) == [0]


@pytest.mark.parametrize("name", ["uniqueness", "minimality"])
def test_descriptions_of_nothing_are_not_scored(name: str) -> None:
    inputs: list[Input] = [Scene("", (Entity("1", TUG),)), Text("a"), BOATS]
    scores = segments(metric(name), [pairs("a"), pairs("a"), None], inputs)
    assert all(map(math.isnan, scores))


@given(said=some, data=st.data())
def test_a_minimal_set_is_unique_and_a_unique_one_stays_so_with_more_that_is_true(
    said: AttributeSet, data: st.DataObject
) -> None:
    things = st.lists(st.builds(Attribute, st.sampled_from("abc"), st.sampled_from(["", "1"])), max_size=4).map(tuple)
    entities = [Entity(str(place), data.draw(things), place == 0) for place in range(data.draw(st.integers(1, 4)))]
    given_scene = Scene("", tuple(entities))
    unique, minimal = (segments(metric(name), [said], [given_scene])[0] for name in ("uniqueness", "minimality"))
    assert minimal <= unique
    own = {(one.name, one.value) for one in entities[0].attributes}
    assert unique == (said <= own and not any(said <= {one[:2] for one in other.attributes} for other in entities[1:]))
    if unique:
        assert segments(metric("uniqueness"), [said | own], [given_scene]) == [1]
