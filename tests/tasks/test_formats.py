"""Task formats, case by case (their contracts are in contracts/)."""

import pytest

from genchal.domain import Instance, SlotValues, Text
from genchal.errors import InvalidInput
from genchal.tasks.e2e import E2E
from genchal.tasks.plain import Plain
from genchal.tasks.slots import Slots
from genchal.tasks.table import TableTask


def test_every_row_is_an_instance() -> None:
    first, second = Slots().parse(["mr,ref", '"a[1], b[2]","x"', '"a[1], b[2]","z"'], "f")
    assert first == Instance("1", SlotValues((("a", "1"), ("b", "2"))), ("x",))
    assert (second.id, second.input, second.references) == ("2", first.input, ("z",))


def test_a_file_without_references_has_instances_without_references() -> None:
    assert [one.references for one in Slots().parse(["MR", '"a[1]"', '"a[2]"'], "f")] == [(), ()]


@pytest.mark.parametrize("text", ["no brackets", "a[1] b[2]", "a[1", "[x]", "a]1["])
def test_what_is_no_meaning_representation_is_refused_with_its_line(text: str) -> None:
    with pytest.raises(InvalidInput, match=r"f, line 2: .* is not a meaning representation"):
        list(Slots().parse(["mr,ref", f'"{text}","x"'], "f"))


def test_values_may_be_empty_and_contain_commas() -> None:
    assert Slots().parse_input("a[], b[x, y]").pairs == (("a", ""), ("b", "x, y"))


def test_tabs_and_line_ends_in_values_are_a_blank_and_other_blanks_stay() -> None:
    assert Slots().parse_input("a[ x\r\n\ty ], b[ ], c[20\u00a0€  net]").pairs == (
        *(("a", "x y"), ("b", "")),
        ("c", "20\u00a0€  net"),
    )


def test_the_challenges_repairs_reach_inputs_and_references() -> None:
    (instance,) = E2E().parse(["mr,ref", '"price[Â£20]","Just Ł20 at the cafÃ©."'], "f")
    assert str(instance.input) == "price[£20]"
    assert instance.references == ("Just £20 at the café.",)


def test_other_domains_keep_their_letters() -> None:
    (instance,) = Slots().parse(["mr,ref", '"city[Łódź]","Łódź"'], "f")
    assert instance.references == ("Łódź",)


def test_a_blank_line_means_blocks_of_references() -> None:
    assert [one.references for one in Plain().parse(["a", "b", "", "c"], "f")] == [("a", "b"), ("c",)]
    assert [one.references for one in Plain().parse(["a", "b"], "f")] == [("a",), ("b",)]
    assert [one.references for one in Plain("lines").parse(["a", "", "c"], "f")] == [("a",), ("",), ("c",)]


def test_tables_group_by_id_then_by_input() -> None:
    lines = ["id\tinput\treference", "7\tp\ta", "7\tp\tb", "8\tq\tc"]
    assert [(one.id, one.input, one.references) for one in TableTask().parse(lines, "f")] == [
        ("7", Text("p"), ("a", "b")),
        ("8", Text("q"), ("c",)),
    ]


def test_a_file_of_sentences_is_a_file_of_references() -> None:
    lines = ["row\tsent_id\ttext", "1\tx-1\tIt rains.", "2\tx-2\tIt snows."]
    assert [(one.id, one.references) for one in TableTask().parse(lines, "f")] == [
        ("1", ("It rains.",)),
        ("2", ("It snows.",)),
    ]


def test_one_id_for_two_inputs_is_refused() -> None:
    with pytest.raises(InvalidInput, match="line 3: id '7' has another input than in line 2"):
        list(TableTask().parse(["id\tinput\treference", "7\tp\ta", "7\tq\tb"], "f"))
