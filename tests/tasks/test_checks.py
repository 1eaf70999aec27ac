"""Checks of submissions: values in, findings out."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genchal.domain import Instance, SlotValues, Task, Text
from genchal.errors import InvalidInput, Problems
from genchal.tasks.checks import Answers, check_answers, check_count
from genchal.tasks.contents import check_outputs
from genchal.tasks.e2e import E2E
from genchal.tasks.findings import Finding, findings_of
from genchal.tasks.layout import decode_text, repair_table, split_lines
from genchal.tasks.outputs import OutputRecord
from genchal.tasks.plain import Plain
from genchal.tasks.slots import Slots

INPUTS = ["a[1], b[2]", "a[1], b[3]", "a[4], b[5], c[6]"]
INSTANCES = [Instance(str(n), Slots().parse_input(text)) for n, text in enumerate(INPUTS, start=1)]


def kinds(findings: Sequence[Finding]) -> list[str]:
    return [finding.kind for finding in findings]


def answered(inputs: Sequence[str], texts: Sequence[str | None] | None = None) -> tuple[Answers, list[Finding]]:
    """Check outputs for inputs, beginning with line 2."""
    texts = texts or [f"text {n}" for n in range(len(inputs))]
    records = [OutputRecord(n, text, one) for n, (one, text) in enumerate(zip(inputs, texts, strict=True), start=2)]
    candidates = [tuple(n for n, known in enumerate(INPUTS) if known == one) for one in inputs]
    return check_answers(records, candidates, "input", INSTANCES, Slots())


def contents(texts: Sequence[str | None], task: Task | None = None, references: tuple[str, ...] = ()) -> list[Finding]:
    """Check what outputs say, beginning with line 1."""
    records = [OutputRecord(n, text) for n, text in enumerate(texts, start=1)]
    instances = [Instance(str(n), SlotValues((("a", str(n)),)), references) for n in range(len(texts))]
    return check_outputs(Answers(records, [(n,) for n in range(len(texts))], instances, task or Plain()))


def test_a_good_submission_gives_no_findings() -> None:
    answers, findings = answered(INPUTS)
    assert not findings
    assert not check_outputs(answers)


def test_missing_inputs_are_counted_and_the_first_are_named() -> None:
    _, (finding,) = answered(INPUTS[1:2])
    assert (finding.kind, finding.severity, finding.line) == ("missing", "warning", None)
    assert finding.problem == "2 of 3 inputs have no output: 'a[1], b[2]', 'a[4], b[5], c[6]'"


def test_an_output_that_is_null_is_missing() -> None:
    answers, (finding,) = answered(INPUTS, ["x", None, "y"])
    assert finding.problem == "1 of 3 inputs has no output: 'a[1], b[3]'"
    assert answers.unanswered == [1]


def test_duplicated_inputs_have_the_line_of_the_first() -> None:
    _, (finding,) = answered([*INPUTS, INPUTS[1]])
    assert (finding.line, finding.kind, finding.severity) == (5, "duplicated", "error")
    assert finding.problem == "'a[1], b[3]' was already answered in line 3"


@pytest.mark.parametrize(
    ("stranger", "hint"),
    [
        ("b[5], a[4], c[6]", "It is 'a[4], b[5], c[6]' in another order."),
        ("a[4], b[7], c[6]", "Did you mean 'b[5]' in place of 'b[7]'?"),
        ("a[4] , b[5], C[6]", "It differs from 'a[4], b[5], c[6]' only in spaces or case."),
        ("a[4], b[5]", "Did you mean 'a[4], b[5], c[6]'?"),
        ("something else", ""),
    ],
)
def test_an_unknown_input_is_explained_by_the_nearest_one(stranger: str, hint: str) -> None:
    _, findings = answered([*INPUTS[:2], stranger])
    assert findings[0].kind == "unknown"
    assert findings[0].remedy == f"{hint} Copy inputs from the test file without changes.".strip()
    assert kinds(findings[1:]) == ([] if hint else ["missing"])  # one slip is told once


def test_a_wrong_test_file_is_one_finding_and_not_one_a_line() -> None:
    _, (finding,) = answered(["x[1]", "x[2]", "x[3]"])
    ours, theirs = "'x[1]', 'x[2]', 'x[3]'", "'a[1], b[2]', 'a[1], b[3]', 'a[4], b[5], c[6]'"
    assert finding.problem == f"none of its 3 inputs is in the test file: outputs have {ours}; it has {theirs}"


def test_another_order_is_told_where_it_begins() -> None:
    _, (finding,) = answered([INPUTS[0], INPUTS[2], INPUTS[1]])
    assert (finding.kind, finding.severity, finding.line) == ("order", "warning", 4)


def test_outputs_without_inputs_are_noted_unless_there_are_no_inputs_at_all() -> None:
    records = [OutputRecord(n, "text") for n in range(1, 4)]
    candidates = [(n,) for n in range(3)]
    assert check_answers(records, candidates, "place", INSTANCES, Slots())[1][0].severity == "information"
    bare = [Instance(str(n), Text(), ("a reference",)) for n in range(3)]
    assert check_answers(records, candidates, "place", bare, Plain())[1] == []


@pytest.mark.parametrize(
    ("outputs", "blank", "remedy"),
    [(3, 0, None), (4, 1, "Remove the blank line at the end."), (5, 2, "Remove the blank lines at the end.")],
)
def test_a_wrong_number_of_outputs_may_be_blank_lines(outputs: int, blank: int, remedy: str | None) -> None:
    assert [finding.remedy for finding in check_count(outputs, blank, 3)] == ([remedy] if remedy else [])
    assert "in the order of the inputs" in check_count(2, 0, 3)[0].remedy


@pytest.mark.parametrize("left", ["X-name", "X-priceRange", "X-NAME", "__name__", "{name}", "<unk>", "</s>", "[UNK]"])
def test_placeholders_are_found(left: str) -> None:
    (finding,) = contents([f"{left} is nice", "fine"])
    assert (finding.line, finding.kind, finding.severity) == (1, "placeholder", "warning")
    assert f"'{left}'" in finding.problem
    assert contents([f"{left} is nice", "fine"], references=(f"{left} is what people write",)) == []


@pytest.mark.parametrize("mark", ["<think>", "</think>", "<|im_end|>", "<end_of_turn>", "[/INST]", "<ANSWER>"])
def test_marks_of_chats_and_of_reasoning_models_are_found(mark: str) -> None:
    (finding,) = contents([f"Yes. {mark} A pub.", "fine"])
    assert (finding.line, finding.kind, finding.severity) == (1, "markup", "warning")
    assert f"'{mark}'" in finding.problem
    assert contents([f"{mark} A pub.", "fine"], references=(f"{mark} is what people write",)) == []


@pytest.mark.parametrize("text", ["an X-ray", "two X-rays", "X-Men", "a {b c}", "snake_case", "1 < 2 > 0", "£5 – café"])
def test_ordinary_text_is_no_placeholder_and_not_damaged(text: str) -> None:
    assert contents([text, "fine"]) == []


def test_what_most_outputs_say_is_told() -> None:
    assert kinds(contents(["same"] * 3)) == []  # too few to wonder
    (finding,) = contents(["other", "same", "same", "same"])
    assert (finding.line, finding.problem) == (2, "3 of 4 outputs are the same: 'same'")
    assert contents(["same"] * 4)[0].problem == "all 4 outputs are the same: 'same'"
    assert contents(["same", "same", "a", "b"]) == []


def test_empty_and_copied_outputs_are_told() -> None:
    findings = contents(["", "a[1]", " ", "fine"])
    assert [(one.line, one.kind) for one in findings] == [(1, "empty"), (2, "copied")]
    assert findings[0].problem == "2 outputs (here and in line 3) are empty"


def test_damaged_characters_are_told_apart_from_those_that_the_task_mends() -> None:
    assert [(one.kind, one.severity) for one in contents(["cafÃ©"], E2E())] == [("mojibake", "information")]
    (finding,) = contents(["cafÃ©", "naÃ¯ve"])
    assert finding.severity == "warning"
    assert finding.problem.endswith("have wrongly decoded characters: 'Ã©' for 'é', 'Ã¯' for 'ï'")
    assert kinds(contents(["bell \x07"])) == ["characters"]
    assert kinds(contents(["lost \ufffd"])) == ["characters"]


@pytest.mark.parametrize(
    ("data", "line", "said"),
    [
        ("a\nZoë\n".encode("latin-1"), 2, "It looks like Latin-1"),
        ("a\n“Zoë”\n".encode("cp1252"), 2, "iconv -f CP1252 -t UTF-8 s.tsv > s-utf8.tsv"),
        ("Zoë\n".encode() + "Zoë\n".encode("latin-1"), 2, "two encodings are mixed"),
        ("a text\n".encode("utf-16"), None, "iconv -f UTF-16"),
        ("a longer text\n".encode("utf-16-le"), None, "iconv -f UTF-16"),
        ("a longer text\n".encode("utf-16-be"), None, "iconv -f UTF-16"),
    ],
)
def test_encodings_are_guessed(data: bytes, line: int | None, said: str) -> None:
    text, (finding,) = decode_text(data, "s.tsv")
    assert (finding.line, finding.kind, finding.severity) == (line, "encoding", "error")
    assert said in finding.remedy
    assert "mixed" in said or "text" in text or "Zoë" in text  # checks go on with what was guessed


def test_marks_and_line_ends_that_are_read_all_the_same_are_information() -> None:
    text, findings = decode_text(b"\xef\xbb\xbfa\r\r\nb\r\r\n", "s.tsv")
    assert split_lines(text) == ["a", "b"]
    assert [(one.kind, one.severity) for one in findings] == [
        ("byte-order mark", "information"), ("line ends", "information"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("header", "problems"),
    [
        ("mr\toutput", []),
        ("mr\toutput\tnote", []),
        ("mr\touput", [("unknown column 'ouput'", "Did you mean 'output'?")]),
        ("mrs\toutput", [("unknown column 'mrs'", "Did you mean 'mr'?")]),
        ("Meaning Rep\toutput", [("unknown column 'Meaning Rep'", "Did you mean 'mr'?")]),
        ("mr\tfinal output", [("unknown column 'final output'", "Did you mean 'output'?")]),
        ("mr\tremark", [("no column for the outputs (there are: mr, remark)", "Rename 'remark' to 'output'.")]),
        ("mr\tref", [("no column for the outputs (there are: mr, ref)", "Rename 'ref' to 'output'.")]),
        ("mr\ta\tb", [("no column for the outputs (there are: mr, a, b)", "Name it 'output' in this line.")]),
        ("a[1]\tone", []),
    ],
)
def test_headers_that_are_nearly_right_get_a_suggestion(header: str, problems: list[tuple[str, str]]) -> None:
    body = "\t".join("x" * (header.count("\t") + 1))
    _, findings = repair_table([header, body])
    assert [(one.problem, one.remedy) for one in findings] == problems
    assert all(one.line == 1 and one.severity == "error" for one in findings)


def test_rows_with_wrong_columns_are_told_and_left_out() -> None:
    mended, findings = repair_table(["", "mr,output", '"a', 'b",c,d', "e,f", "g"])
    assert [(one.line, one.problem) for one in findings] == [
        (3, "3 columns, expected 2 (mr, output)"), (6, "1 column, expected 2 (mr, output)"),
    ]  # fmt: skip
    assert mended == ["", "mr,output", "", "", "e,f", ""]


def test_json_lines_are_checked_line_by_line() -> None:
    mended, findings = repair_table(['{"mr": "x", "ouput": "y"}', "oops", "[1]"])
    assert [(one.line, one.kind) for one in findings] == [(2, "columns"), (3, "columns"), (1, "header")]
    assert mended == ['{"mr": "x", "output": "y"}', "", ""]
    assert repair_table(["[", '{"output": "y"}', "]"])[1] == []  # a document is read, too


def test_errors_of_readers_become_findings_with_their_lines() -> None:
    error = Problems([InvalidInput("s.tsv, line 7: odd.", "Mend it."), InvalidInput("s.tsv: empty", "Fill it.")])
    assert findings_of(error, "s.tsv", "layout") == [
        Finding(7, "layout", "odd", "Mend it."), Finding(None, "layout", "empty", "Fill it."),
    ]  # fmt: skip


def test_a_sentence_is_one_line_whatever_it_quotes() -> None:
    assert "\n" not in Finding(1, "unknown", "'a\nb\x1b[2J\u2028'", "Mend it.").sentence("s.tsv")


def test_all_bad_inputs_of_a_test_file_are_told_at_once() -> None:
    with pytest.raises(Problems) as raised:
        list(Slots().parse(["mr,ref", "a[1],x", "b[,y", "c],z"], "t.csv"))
    assert [one.problem.split(":")[0] for one in raised.value.problems] == ["t.csv, line 3", "t.csv, line 4"]


@given(st.text(st.sampled_from('amr\t,"{}[]\n\r\x00é'), max_size=60))
def test_mending_keeps_the_lines_in_their_places(text: str) -> None:
    lines = split_lines(text)
    mended, findings = repair_table(lines)
    assert len(mended) == len(lines) or any(one.kind == "columns" for one in findings)
    assert all(one.line is None or 1 <= one.line <= len(lines) for one in findings)
