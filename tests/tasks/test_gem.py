"""GEM's JSON, case by case (its contract is in contracts/)."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genchal.domain import Instance, Text
from genchal.errors import InvalidInput, UserError
from genchal.tasks.gem import FILE, Gem, decoded, encoded, read_gem_outputs
from genchal.tasks.outputs import OutputRecord
from strategies import json_values


def parse(document: object) -> list[Instance]:
    instances = list(Gem().parse(json.dumps(document, indent=1).split("\n"), "f"))
    assert list(Gem().parse(list(Gem().render(instances)), "f")) == instances
    return instances


def test_values_are_instances_and_other_keys_are_kept() -> None:
    values = [
        {"gem_id": "walks-1", "input": "a loop", "target": ["One.", "Two."], "split": "test", "km": 6, "n": "6"},
        {"id": 9, "target": "One.", "input": ["a", "b"]},
        {"target": None, "gem_id": ""},
    ]
    file = {FILE: '{"language": "en", "task": {"name": "walks"}}'}
    assert parse({"language": "en", "values": values, "task": {"name": "walks"}}) == [
        Instance("walks-1", Text("a loop"), ("One.", "Two."), {"split": "test", "km": "6", "n": '"6"'} | file),
        Instance("9", Text('["a", "b"]'), ("One.",), {"input": '["a", "b"]'} | file),
        Instance("3", Text(), (), file),
    ]


def test_lists_of_texts_will_do() -> None:
    assert [one.references for one in parse({"values": ["a", ["b", "c"], []]})] == [("a",), ("b", "c"), ()]
    assert [one.references for one in parse([{"target": "a"}, "b"])] == [("a",), ("b",)]
    assert parse({"values": []}) == []


def test_references_go_before_the_target_unless_there_are_none() -> None:
    first, second = parse([{"target": "t", "references": ["a", "b"]}, {"target": "t", "references": []}])
    assert (first.references, first.meta) == (("a", "b"), {"target": "t"})
    assert (second.references, second.meta) == (("t",), {"references": "[]"})


@given(value=json_values)
def test_meta_gives_back_any_value(value: object) -> None:
    assert decoded(encoded(value)) == value


def test_what_utf8_cannot_hold_is_escaped() -> None:
    instances = list(Gem().parse(['["\\ud800"]'], "f"))
    "\n".join(Gem().render(instances)).encode("utf-8")


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["{", '"values": [', '{"target": 7}]}'], 'f, line 3: a target that is not a text or a list of texts. Write "'),
        (['{"values": ["a",', "", '["b", null]]}'], "f, line 3: a target that is not a text"),
        (['{"values": ["a",', '{"id": "1"}]}'], "f, line 2: the id '1' was already given in line 1. Give every value"),
        (['{"values": [', '{"gem_id": []}]}'], "f, line 2: a gem_id that is not a text or a number. Write"),
        (['{"values": [', '{"@file": 1}]}'], "f, line 2: a key '@file', which has another meaning here. Rename it."),
        (['{"language": "en"}'], 'f: no list "values". Write {'),
        (['{"values": ["a"', '"b"]}'], "f, line 2: not valid JSON (']' is missing). Check the file"),
        (['{"values"', "}"], "f, line 2: not valid JSON (':' is missing)"),
        (["{", "values: []}"], "f, line 2: not valid JSON (a key in double quotes is missing)"),
        (['{"values": [],', '"a": ' + '{"a": ' * 100_000], "f, line 2: JSON that cannot be read"),
        (["", "7"], "f, line 2: not valid JSON ('{' is missing)"),
        (["[]", "[]"], "f, line 2: more text after the end of the JSON. Keep one"),
    ],
)
def test_what_is_something_else_is_refused_with_its_line(lines: list[str], message: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        list(Gem().parse(lines, "f"))
    assert str(caught.value).startswith(message)


def test_instances_of_two_files_are_not_written_as_one() -> None:
    instances = [Instance("1", Text(), ("a",), {FILE: '{"language": "en"}'}), Instance("2", Text(), ("b",))]
    with pytest.raises(InvalidInput, match="instance '2' comes from a file with other metadata"):
        list(Gem().render(instances))


SUBMISSION = """{"submission_name": "loop", "param_count": 7, "tasks": {
 "walks_test": {"keys": ["k-1", 2],
  "values": ["One.",
   null]},
 "hills_test": {"values": [{"generated": "Three.", "gem_id": "h", "input": "i"}]}
}}"""


def test_submissions_have_outputs_of_several_tasks() -> None:
    assert read_gem_outputs(SUBMISSION, "f", "walks_test") == {
        "loop": [OutputRecord(3, "One.", None, "k-1"), OutputRecord(4, None, None, "2")]
    }
    assert read_gem_outputs(SUBMISSION, "f", "hills_test") == {"loop": [OutputRecord(5, "Three.", "i", "h")]}
    with pytest.raises(InvalidInput, match=r"f: outputs of 2 tasks\. Name one of them: walks_test, hills_test"):
        read_gem_outputs(SUBMISSION, "f")
    with pytest.raises(InvalidInput, match=r"f: no task 'walk_test'\. Did you mean 'walks_test'"):
        read_gem_outputs(SUBMISSION, "f", "walk_test")


def test_the_only_task_needs_no_name() -> None:
    document = {"submission_name": "loop", "tasks": {"walks": {"values": ["a"]}}}
    assert read_gem_outputs(json.dumps(document), "f") == {"loop": [OutputRecord(1, "a")]}


def test_outputs_of_one_task_have_no_system() -> None:
    document = '{"language": "en", "values": [{"output": "a", "id": 5}, {"generated": "b"}, "c"]}'
    assert read_gem_outputs(document, "f") == {
        None: [OutputRecord(1, "a", None, "5"), OutputRecord(1, "b"), OutputRecord(1, "c")]
    }


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ('{"values": [\n{"target": "a"}]}', 'f, line 2: a value without an output. Write it as "..." or {"output"'),
        ('{"values": [["a"]]}', "f, line 1: a value without an output"),
        ('{"values": [{"output": 7}]}', "f, line 1: a value without an output"),
        ('{"values": ["a"], "keys": ["1", "2"]}', 'f: 2 keys for 1 value. Give "keys"'),
        ('{"values": ["a"], "keys": "1"}', "f: 0 keys for 1 value"),
        ('{"tasks": {}}', "f: it contains no outputs. Write them as"),
        ("", "f, line 1: not valid JSON"),
    ],
)
def test_what_is_no_submission_is_refused(document: str, message: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        read_gem_outputs(document, "f")
    assert str(caught.value).startswith(message)


@given(document=st.text() | json_values.map(json.dumps) | json_values.map(lambda one: json.dumps({"values": one})))
def test_any_document_is_read_or_refused_with_a_remedy(document: str) -> None:
    for read in (lambda: read_gem_outputs(document, "f"), lambda: list(Gem().parse(document.split("\n"), "f"))):
        try:
            read()
        except UserError as error:
            assert error.remedy
            assert error.problem.startswith("f")
