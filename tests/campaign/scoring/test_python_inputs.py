"""What `genchal.score` is given in lists: texts, nothing, and what is neither."""

from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import genchal
from genchal.errors import InvalidInput


def exact(outputs: Any, references: Any) -> tuple[float, int, int]:
    (score,) = genchal.score(outputs, references, metrics=["exact_match"], resamples=0)
    return score.value, score.n, score.not_scored


@pytest.mark.parametrize("nothing", [None, float("nan"), [], [None], pd.NA])
def test_an_output_without_a_reference_is_not_scored(nothing: object) -> None:
    assert exact(["a", "b"], ["a", nothing]) == (1.0, 1, 1)


def test_columns_of_a_frame_may_have_gaps() -> None:
    frame = pd.DataFrame({"output": ["a", None, "c"], "reference": ["a", "b", None]})
    assert exact(frame["output"], frame["reference"]) == (1.0, 1, 2)
    lists = pd.Series([["x", "a"], ("b",), None])
    assert exact(["a", "x", "c"], lists) == (0.5, 2, 1)


def test_references_in_a_list_are_not_passed_over_where_outputs_are_a_frame_or_files(tmp_path: Path) -> None:
    frame = pd.DataFrame({"output": ["a", "b"], "reference": ["a", "c"]})
    assert genchal.score(frame, metrics=["exact_match"])["exact_match"].value == 0.5
    for references in (["a", "b"], frame["output"]):
        with pytest.raises(InvalidInput, match="but a frame has a column for them"):
            genchal.score(frame, references, metrics=["exact_match"])
    path = tmp_path / "ours.csv"
    frame.to_csv(path, index=False)
    with pytest.raises(InvalidInput, match="but files of outputs need files of references"):
        genchal.score(path, ["a", "b"], metrics=["exact_match"])


def test_an_error_about_a_frame_names_no_temporary_file() -> None:
    with pytest.raises(InvalidInput, match=r"^frame.jsonl: no column for the outputs"):
        genchal.score(pd.DataFrame({"said": ["a"], "reference": ["b"]}), metrics=["exact_match"])


@pytest.mark.parametrize(
    ("outputs", "references", "line"),
    [
        (["a", "b"], {"1": "a", "2": "b"}, "references are a mapping, but outputs in lists have no ids"),
        (["a"], "a", "references are of the type str, and no list"),
        (["a"], {"a"}, "references are of the type set, and no list"),
        (["a"], pd.DataFrame({"reference": ["a"]}), "references are of the type DataFrame, and no list"),
        (["a", "b"], ["a", 7], "entry 2 of the references is no text, but of the type int: 7"),
        (["a", "b"], ["a", ["b", 7]], "entry 2 of the references is no text, but of the type int: 7"),
        (["a", 7], ["a", "b"], "entry 2 of the outputs is no text, but of the type int: 7"),
        ([b"a"], ["a"], "entry 1 of the outputs is no text, but of the type bytes: b'a'"),
        ({"A": [["a"]]}, ["a"], "entry 1 of the outputs of system 'A' is no text, but of the type list"),
        ({"A": None}, ["a"], "outputs of system 'A' are of the type NoneType, and no list"),
        (7, ["a"], "outputs are of the type int, and no list"),
    ],
)
def test_what_is_no_text_is_refused_in_one_line(outputs: Any, references: Any, line: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        exact(outputs, references)
    assert str(refused.value).startswith(line)
