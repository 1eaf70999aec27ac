"""Lists of references inside of a cell, as data frames write them, and what programs write for nothing."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli.typed import Done, genchal
from genchal.campaign.reading.instances import load_instances
from genchal.errors import InvalidInput
from genchal.ratings.tables.nested_cells import list_names
from genchal.text.tables.nested_text import read_texts
from genchal.text.tables.written import write_csv


def read(folder: Path, name: str, text: str) -> list[tuple[str, ...]]:
    (folder / name).write_text(text, encoding="utf-8")
    return [instance.references for instance in load_instances(folder / name, None)[1]]


LISTS = [
    '["one", "two"]',
    "['one', 'two']",
    "['one' 'two']",
    "['one'\n 'two']",
    ' ["one","two"]',
    '["one", null, "two"]',
    "['one', nan, 'two']",
    "['one' nan 'two']",
    "['one'\n None 'two']",
    "('one', 'two')",
    "array(['one', 'two'], dtype=object)",
    "array(['one', nan, 'two'],\n      dtype='<U3')",
    "[np.str_('one'), np.str_('two')]",
]


@pytest.mark.parametrize("cell", LISTS)
def test_a_cell_may_hold_a_list_of_references(tmp_path: Path, cell: str) -> None:
    rows = [("1", cell), ("2", "three")]
    assert read(tmp_path, "refs.csv", write_csv(["id", "references"], rows)) == [("one", "two"), ("three",)]
    lines = "".join(json.dumps({"id": name, "references": text}) + "\n" for name, text in rows)
    assert read(tmp_path, "refs.jsonl", lines) == [("one", "two"), ("three",)]
    document = json.dumps({"values": [{"gem_id": name, "target": text} for name, text in rows]})
    assert read(tmp_path, "refs.json", document) == [("one", "two"), ("three",)]


OTHERS = [
    "[42]",
    "(42, 43)",
    "()",
    "('one')",
    "['a' 'b', nan]",
    "[print('a')]",
    "array(['a'], ['b'])",
    "(nan",
    "(sic) Yes (sic)",
]
TEXTS = [
    "[laughs] Yes.",
    "[sic]",
    "[1, 2]",
    "['a', 'b'",
    '["a"] and more',
    "[a, b]",
    "['a' 'b', 'c']",
    "(one, two)",
    *OTHERS,
]


@pytest.mark.parametrize("text", TEXTS)
def test_a_text_in_brackets_is_a_text(tmp_path: Path, text: str) -> None:
    assert read(tmp_path, "refs.csv", write_csv(["id", "reference"], [("1", text)])) == [(text,)]
    assert read(tmp_path, "refs.jsonl", json.dumps({"id": "1", "reference": text}) + "\n") == [(text,)]


def test_a_list_in_a_list_is_a_text(tmp_path: Path) -> None:
    line = json.dumps({"id": "1", "references": ['["one", "two"]']}) + "\n"
    assert read(tmp_path, "refs.jsonl", line) == [('["one", "two"]',)]


@pytest.mark.parametrize("value", [["one", "two"], [["one", "two"]], [["one"], [["two"], None]]])
def test_lists_in_lists_of_json_are_one_list(tmp_path: Path, value: object) -> None:
    lines = "".join(
        json.dumps({"id": name, "references": own}) + "\n" for name, own in (("1", value), ("2", [["three"]]))
    )
    assert read(tmp_path, "refs.jsonl", lines) == [("one", "two"), ("three",)]


@pytest.mark.parametrize("key", ["references", "target"])
def test_references_may_be_objects_with_a_text(tmp_path: Path, key: str) -> None:
    entries = [
        {"id": "1", key: [{"text": "one", "rater": 7}, {"text": "two"}]},
        {"id": "2", key: {"text": "three"}},
        {"id": "3", key: []},
    ]
    lines = "".join(json.dumps(entry) + "\n" for entry in entries)
    assert read(tmp_path, "refs.jsonl", lines) == [("one", "two"), ("three",), ()]
    assert read(tmp_path, "refs.json", json.dumps(entries)) == [("one", "two"), ("three",), ()]


def test_what_is_inside_of_references_is_no_output(tmp_path: Path) -> None:
    entry = {"id": "1", "references": [{"text": ["one"]}, {"text": ["two"]}]}
    with pytest.raises(InvalidInput, match=r"2 columns may be the references: .* reference=references\.0\.text"):
        read(tmp_path, "refs.jsonl", f"{json.dumps(entry)}\n" * 2)


def test_an_empty_list_has_no_references(tmp_path: Path) -> None:
    assert read(tmp_path, "refs.csv", "id,references\n1,[]\n2,one\n") == [(), ("one",)]


@given(st.lists(st.text(max_size=8), min_size=1, max_size=4))
def test_lists_are_read_as_json_and_as_python_writes_them(texts: list[str]) -> None:
    assert read_texts(json.dumps(texts)) == texts
    assert read_texts(repr(texts)) == texts


def test_ratings_read_the_same_lists() -> None:
    assert [list_names(cell) for cell in LISTS[:4]] == [["one", "two"]] * 4


def score(folder: Path, files: Mapping[str, str], *arguments: str) -> Done:
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    command = ["score", "o.jsonl", "-r", "refs.jsonl", "-m", "exact_match", "--resamples", "0", "--json", *arguments]
    return genchal(*command, folder=folder)


def test_nan_in_json_is_nothing(tmp_path: Path) -> None:
    files = {
        "refs.jsonl": '{"id": "1", "references": ["a", NaN]}\n{"id": "2", "references": "nan"}\n',
        "o.jsonl": '{"id": "1", "output": "a"}\n{"id": "2", "output": NaN}\n',
    }
    done = score(tmp_path, files)
    (found,) = json.loads(done.stdout)["scores"]
    assert (found["value"], found["n"], found["not_scored"]) == (1.0, 1, 1)
    assert "o: 1 of 2 instances has no output ('2')" in done.stderr
