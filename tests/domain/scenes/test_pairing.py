"""Two people's descriptions of the same scene become one instance; nothing is lost."""

from dataclasses import replace

from genchal.domain import Attribute, AttributeSet, Entity, Instance, Scene, Text
from genchal.domain.grouping import group_instances
from genchal.domain.scenes.pairing import pair_descriptions


def pairs(text: str) -> AttributeSet:
    return frozenset((name, value) for name, _, value in (pair.partition(":") for pair in text.split()))


def entity(text: str, is_target: bool = False) -> Entity:
    return Entity(text, tuple(Attribute(*pair) for pair in sorted(pairs(text))), is_target)


def trial(who: str, at: int, said: str, condition: str = "+LOC", colour: str = "red") -> Instance:
    things = (entity(f"colour:{colour} x-dimension:{at}", True), entity(f"colour:blue x-dimension:{at + 1}"))
    scene = Scene("boats", things if at % 2 else things[::-1], (pairs(said),))
    return Instance(f"{who}t1", scene, (f"{who} says",), {"condition": condition, "participant": who})


def test_the_second_description_is_moved_to_the_scene_of_the_first() -> None:
    both = pair_descriptions([trial("s1", 1, "colour:red x-dimension:1"), trial("s2", 4, "x-dimension:4 type:tug")])
    (pair,) = both
    assert (pair.id, pair.references) == ("s1t1+s2t1", ("s1 says", "s2 says"))
    assert isinstance(pair.input, Scene)
    assert pair.input.attribute_sets == (pairs("colour:red x-dimension:1"), pairs("x-dimension:1 type:tug"))
    assert pair.meta == {"condition": "+LOC"}


def test_what_was_not_true_of_the_place_stays_as_it_was_said() -> None:
    (pair,) = pair_descriptions([trial("s1", 1, ""), trial("s2", 4, "x-dimension:2")])
    assert isinstance(pair.input, Scene)
    assert pair.input.attribute_sets[1] == pairs("x-dimension:2")


def test_pairs_are_of_the_same_scene_and_condition_and_of_two_people() -> None:
    trials = [
        trial("s1", 1, "colour:red"),
        trial("s1", 2, "colour:red"),
        trial("s2", 3, "colour:red", condition="-LOC"),
        trial("s3", 4, "colour:green", colour="green"),
    ]
    assert pair_descriptions(trials) == tuple(trials)
    found = pair_descriptions([*trials, trial("s5", 2, "colour:red"), trial("s6", 2, "colour:red", condition="-LOC")])
    assert [instance.id for instance in found] == ["s1t1", "s1t1+s5t1", "s2t1+s6t1", "s3t1"]


def test_a_third_description_stays_alone_and_pairs_are_not_paired_again() -> None:
    three = pair_descriptions([trial(f"s{number}", 1, "colour:red") for number in (1, 2, 3)])
    assert [len(instance.references) for instance in three] == [2, 1]
    assert group_instances(three, "pairs") == three


def test_rows_of_equal_inputs_are_paired_too_and_rows_without_input_are_not() -> None:
    rows = [Instance(str(number), Text("hello"), (f"hi {number}",)) for number in (1, 2)]
    assert [instance.references for instance in group_instances(rows, "pairs")] == [("hi 1", "hi 2")]
    empty = tuple(replace(row, input=Text()) for row in rows)
    assert group_instances(empty, "pairs") == empty
