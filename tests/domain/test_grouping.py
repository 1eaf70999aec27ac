"""Which references belong to an instance."""

from genchal.domain import Act, DialogueAct, Instance, SlotValues, Text
from genchal.domain.grouping import group_instances


def row(number: int, meaning: str, *references: str) -> Instance:
    pairs = tuple((slot, value) for slot, value in (pair.split("=") for pair in meaning.split(" ")))
    return Instance(str(number), SlotValues(pairs), references)


ROWS = [row(1, "a=1 b=2", "x"), row(2, "a=3", "y"), row(3, "a=1 b=2", "z"), row(4, "b=5 a=6", "w")]


def test_rows_stay_apart() -> None:
    assert group_instances(ROWS, "row") == tuple(ROWS)


def test_rows_with_the_same_input_are_one_instance_in_order_of_appearance() -> None:
    grouped = group_instances(ROWS, "input")
    assert [(one.id, one.references) for one in grouped] == [("1", ("x", "z")), ("2", ("y",)), ("3", ("w",))]


def test_inputs_with_the_same_slots_share_their_references_whatever_the_values() -> None:
    grouped = group_instances(ROWS, "slots")
    assert [one.references for one in grouped] == [("x", "z", "w"), ("y",), ("x", "z", "w")]


def test_references_of_inputs_with_the_same_slots_are_lent_with_the_values_of_the_borrower() -> None:
    rows = [
        row(1, "name=fern food=pie", "fern has pie", "fern is nice"),
        row(2, "food=an_egg name=oak", "Oak serves an_egg"),
        row(3, "name=elm food=dont_care", "elm has any food"),
        row(4, "name=ash food=dont_care", "the food of ash does not matter"),
        row(5, "name=yew", "yew is nice"),
    ]
    assert [instance.references for instance in group_instances(rows, "filled")] == [
        ("fern has pie", "fern is nice", "fern serves pie"),  # the text without its food is not lent
        ("Oak serves an_egg", "oak has an_egg"),
        ("elm has any food", "the food of elm does not matter"),
        ("the food of ash does not matter", "ash has any food"),
        ("yew is nice",),
    ]


def test_slots_that_several_acts_have_are_filled_one_by_one() -> None:
    def turn(number: int, first: str, second: str, text: str) -> Instance:
        acts = (Act("offer", (("name", first),)), Act("inform", (("name", second), ("area", None))))
        return Instance(str(number), DialogueAct(acts), (text,))

    rows = [turn(1, "fern", "oak", "fern, not oak"), turn(2, "elm", "ash", "rather elm than ash")]
    assert [instance.references for instance in group_instances(rows, "filled")] == [
        ("fern, not oak", "rather fern than oak"),
        ("rather elm than ash", "elm, not ash"),
    ]
    assert group_instances(rows[:1], "filled") == tuple(rows[:1])


def test_ids_that_a_file_gave_are_kept() -> None:
    named = [Instance("p", Text("a"), ("x",)), Instance("q", Text("a"), ("y",)), Instance("r", Text("b"), ("z",))]
    assert [one.id for one in group_instances(named, "input")] == ["p", "r"]


def test_instances_without_an_input_are_never_put_together() -> None:
    rows = [Instance("1", Text(), ("x",)), Instance("2", Text(), ("y",))]
    assert group_instances(rows, "input") == tuple(rows)


def test_the_skeleton_of_a_dialogue_act_has_no_values_and_no_order() -> None:
    first = DialogueAct((Act("offer", (("name", "A"),)), Act("inform", (("food", "x"), ("area", None)))))
    second = DialogueAct((Act("inform", (("area", "y"), ("food", "z"))), Act("offer", (("name", "B"),))))
    assert first.skeleton() == second.skeleton()
    assert first.skeleton() != DialogueAct((Act("inform", (("name", "A"),)),)).skeleton()
