"""Which column is which: by what the user says, else by name."""

import pytest

from genchal.domain.columns import ColumnNames, ColumnRole, name_option, parse_columns
from genchal.errors import InvalidInput
from genchal.tasks._column_choice import choose_columns, find_column, find_role
from genchal.tasks.columns import read_references
from genchal.tasks.outputs import read_outputs


def chosen(header: str, names: ColumnNames | None = None) -> dict[ColumnRole, tuple[str, ...]]:
    return dict(choose_columns(header.split(","), names or ColumnNames()).columns)


def test_names_of_tools_have_roles() -> None:
    assert chosen("sample_id,prompt,Generated Text,gold,Model Name,score") == {
        "instance": ("sample_id",), "input": ("prompt",), "output": ("Generated Text",),
        "reference": ("gold",), "system": ("Model Name",),
    }  # fmt: skip


def test_numbered_references_are_several() -> None:
    assert chosen("id,ref0,ref1,Ref_2")["reference"] == ("ref0", "ref1", "Ref_2")
    assert find_role("output2") is None  # outputs are not numbered: which one is meant?


def test_weak_names_give_way_and_strong_ones_win() -> None:
    assert chosen("row,id,output")["instance"] == ("id",)
    assert chosen("row,output")["instance"] == ("row",)
    assert chosen("instruction,input,output")["input"] == ("input",)
    assert chosen("id,custom_id,response")["instance"] == ("custom_id",)


def test_rivals_are_not_chosen() -> None:
    choice = choose_columns(["id", "answer", "prediction"])
    assert choice.rivals == {"output": ("answer", "prediction")}
    assert "output" not in choice.columns


def test_the_user_has_the_last_word() -> None:
    names = parse_columns("output=answer,instance=lp+sid")
    assert chosen("lp,sid,answer,prediction,id", names) == {"output": ("answer",), "instance": ("lp", "sid")}
    assert chosen("id,prediction", names) == {"output": ("prediction",), "instance": ("id",)}  # another file has them
    with pytest.raises(InvalidInput, match="2 columns are named for 'output'"):
        chosen("a,b", parse_columns("output=a+b"))


def test_columns_are_named_in_any_case_or_by_number() -> None:
    assert find_column("sample id", ["Sample_ID", "text"]) == "Sample_ID"
    assert find_column("2", ["Sample_ID", "text"]) == "text"
    assert find_column("3", ["Sample_ID", "text"]) is None


def test_options_can_be_typed_as_they_are_shown() -> None:
    assert name_option("output", "a") == "--columns output=a"
    assert name_option("output", "a b") == "--columns 'output=a b'"
    assert name_option("output", "a,b") == "--columns 'output=\"a,b\"'"
    assert parse_columns('output="a,b"').named("output") == ("a,b",)
    assert name_option("output", "a b", in_campaign=True) == 'columns = { output = "a b" }'


def test_unclear_inputs_do_not_matter_where_there_are_ids() -> None:
    (records,) = read_outputs(["id,source,question,output", "1,a,b,c"], "f", True).values()
    assert (records[0].id, records[0].input, records[0].text) == ("1", None, "c")
    with pytest.raises(InvalidInput, match=r"f: 2 columns may be the inputs: source .*, question "):
        read_outputs(["source,question,output", "a,b,c"], "f", True)


def test_outputs_in_a_file_of_references_do_not_matter() -> None:
    records = read_references(["id,answer,prediction,ref", "1,a,b,c"], "f")
    assert records[0].references == ("c",)


def test_a_separator_inside_of_texts_does_not_split_them() -> None:
    (records,) = read_outputs(["id;output", '1;"a; b, c"'], "f", True).values()
    assert records[0].text == "a; b, c"
    (records,) = read_outputs(["Yes; no; perhaps", "No; yes"], "f", True).values()  # no header: no column is known
    assert [record.text for record in records] == ["Yes; no; perhaps", "No; yes"]
