"""Tables as people really send them."""

import pytest

from genchal.errors import InvalidInput
from genchal.tasks.columns import Role, read_records, read_references
from genchal.tasks.outputs import read_outputs

TWO: tuple[Role, Role] = ("input", "output")


def cells(lines: list[str]) -> list[dict[Role, str]]:
    return [record.cells for record in read_records(lines, "f", TWO)]


@pytest.mark.parametrize(
    "header", ["MR\toutput", "mr\tOutput", "meaning_representation\thypothesis", "Input\tsystem output"]
)
def test_headers_are_found_by_name(header: str) -> None:
    assert cells([header, "a\tb"]) == [{"input": "a", "output": "b"}]


def test_columns_may_stand_in_any_order_with_others_between() -> None:
    records = read_records(["output\tnote\tmr", "b\tx\ta"], "f", TWO)
    assert records[0].cells == {"input": "a", "output": "b"}
    assert records[0].others == (("note", "x"),)


def test_a_table_without_a_header_has_the_columns_of_its_kind() -> None:
    assert cells(["a\tb", "c\td"]) == [{"input": "a", "output": "b"}, {"input": "c", "output": "d"}]


def test_double_quotes_are_removed_from_a_column_where_every_cell_that_needs_them_has_them() -> None:
    lines = ["mr\toutput", '"a, b"\t"He said ""hi""."', "c\tHello", '"d, e"\t"Well, well."']
    assert [row["output"] for row in cells(lines)] == ['He said "hi".', "Hello", "Well, well."]
    assert [row["input"] for row in cells(lines)] == ["a, b", "c", "d, e"]


def test_double_quotes_are_text_in_a_column_that_has_others_bare() -> None:
    lines = ["mr\toutput", 'a\t"Well, well."', 'b\t"Hi" he said', 'c\tfive" tall', "d\tYes, no"]
    assert [row["output"] for row in cells(lines)] == ['"Well, well."', '"Hi" he said', 'five" tall', "Yes, no"]


def test_single_quotes_are_removed_where_every_cell_has_them() -> None:
    assert cells(["MR\toutput", "'a'\t'It's b'"]) == [{"input": "a", "output": "It's b"}]
    assert cells(["MR\toutput", "'a'\t'b'", "c\t'd'"])[0] == {"input": "'a'", "output": "'b'"}


def test_an_unbalanced_quote_does_not_swallow_the_next_line() -> None:
    assert len(cells(["mr\toutput", 'a\t"open', "b\tc"])) == 2


def test_an_empty_cell_is_an_empty_output_and_null_is_a_missing_one() -> None:
    assert cells(["mr\toutput", "a\t"]) == [{"input": "a", "output": ""}]
    assert read_outputs(['{"output": null}', '{"output": "x"}'], "f", True)[None][0].text is None


def test_commas_separate_where_the_first_line_has_no_tab() -> None:
    assert cells(["mr,output", '"a, b","c"']) == [{"input": "a, b", "output": "c"}]


def test_cells_of_csv_may_span_lines() -> None:
    assert cells(["mr,output", '"a","b', 'c"', "d,e"]) == [
        {"input": "a", "output": "b\nc"},
        {"input": "d", "output": "e"},
    ]


def test_a_wrong_number_of_columns_is_named_with_its_line() -> None:
    with pytest.raises(InvalidInput, match=r"f, line 3: 3 columns, expected 2 \(mr, output\)"):
        cells(["mr\toutput", "a\tb", "a\tb\tc"])


def test_two_columns_for_one_thing_are_refused() -> None:
    with pytest.raises(
        InvalidInput,
        match=r"f: 2 columns may be the outputs: output \('b'\), text \('c'\)\. Say which: --columns output=output, or",
    ):
        cells(["mr\toutput\ttext", "a\tb\tc"])


@pytest.mark.parametrize("line", ["[1]", "{", '"x"', "{]"])
def test_json_lines_that_are_no_objects_are_refused(line: str) -> None:
    with pytest.raises(InvalidInput, match="f, line 2: not a JSON object"):
        read_records(['{"output": "a"}', line], "f", TWO)


def test_json_references_may_be_a_list_or_a_text() -> None:
    records = read_references(['{"input": "a", "references": ["b", "c"]}', '{"input": "a", "ref": "d"}'], "f")
    assert [record.references for record in records] == [("b", "c"), ("d",)]


def test_a_long_table_is_several_systems() -> None:
    lines = ["system\trow\tmr\toutput", "s1\t1\ta\tb", "s2\t1\ta\tc", "s1\t2\td\te"]
    systems = read_outputs(lines, "f", True)
    assert {name: [record.text for record in records] for name, records in systems.items()} == {
        "s1": ["b", "e"],
        "s2": ["c"],
    }


def test_a_table_without_outputs_is_refused() -> None:
    with pytest.raises(InvalidInput, match="no column for the outputs"):
        read_outputs(["mr\tref", "a\tb"], "f", True)
