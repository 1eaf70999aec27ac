"""JSON documents as rows."""

from typing import Any

import pytest

from genchal.text.tables.json_documents import ID, VALUE, find_entries, flatten_entry

ROWS = [{"id": 1, "output": "x"}, {"id": 2, "output": "y"}]


@pytest.mark.parametrize(
    "document",
    [
        ROWS,
        [[row] for row in ROWS],
        {"data": ROWS, "version": 3},
        {"a": {"b": {"rows": ROWS}, "few": [{"z": 1}]}},
        {"id": [1, 2], "output": ["x", "y"]},
        {"id": {"0": 1, "1": 2}, "output": {"0": "x", "1": "y"}},
    ],
)
def test_rows_are_found_wherever_they_are(document: Any) -> None:
    assert find_entries(document, {"id", "output"}.__contains__) == ROWS


def test_texts_by_id_are_rows_unless_the_keys_are_columns() -> None:
    assert find_entries({"q1": "x", "q2": "y"}, lambda _: False) == [{ID: "q1", VALUE: "x"}, {ID: "q2", VALUE: "y"}]
    assert find_entries({"q1": ["x"], "q2": ["y", "z"]}, lambda _: False) == [
        {ID: "q1", VALUE: ["x"]}, {ID: "q2", VALUE: ["y", "z"]},
    ]  # fmt: skip
    assert find_entries({"id": "q1", "output": "x"}, {"id", "output"}.__contains__) == [{"id": "q1", "output": "x"}]


@pytest.mark.parametrize("document", [None, 3, "x", {}])
def test_what_has_no_rows_has_none(document: Any) -> None:
    assert find_entries(document, lambda _: False) is None


def test_paths_lead_into_objects_and_lists_of_objects() -> None:
    entry = {"id": 1, "choices": [{"message": {"content": "x"}}], "texts": ["a", "b"], "empty": {}}
    assert dict(flatten_entry(entry)) == {
        "id": 1, "choices.0.message.content": "x", "texts": ["a", "b"], "empty": {},
    }  # fmt: skip
