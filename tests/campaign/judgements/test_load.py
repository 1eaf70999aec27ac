"""Ratings from files of any kind: packed, Parquet, folders, standard input."""

import gzip
import io
import json
import lzma
from pathlib import Path

import numpy as np
import pytest

from genchal.campaign.judgements.load import load_ratings
from genchal.errors import InvalidInput, NotFound, UnknownName, UserError
from ratings.long_tables import render_long

LONG = "rater,instance,system,criterion,value,city\nanna,7,A,fluency,3,Elmham\nbert,7,B,fluency,x,Elmham\n"


def test_packed_files_are_read(tmp_path: Path) -> None:
    (tmp_path / "r.csv").write_text(LONG)
    (tmp_path / "r.csv.gz").write_bytes(gzip.compress(LONG.encode()))
    (tmp_path / "r.csv.xz").write_bytes(lzma.compress(LONG.encode()))
    for name in ("r.csv", "r.csv.gz", "r.csv.xz"):
        ratings = load_ratings(tmp_path / name)
        assert (len(ratings), ratings.notes["layout"]) == (1, "long")
        assert ratings.notes["personal data"] == "1 column with personal data was not read"
        assert [one.sentence() for one in ratings.set_aside] == [
            "1 rating set aside: the value is not a number (line 3)"
        ]


def test_standard_input_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(LONG.encode())))
    assert len(load_ratings(Path("-"))) == 1


def test_parquet_is_read_as_the_table_is(tmp_path: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    rows = {
        "rater": ["b", "a", "b", None],
        "sheet": pa.array(["h2", "h1", "h2", "h1"]).dictionary_encode(),
        "instance": [7, 7, 8, 8],
        "system": ["A", "B", "A", "B"],
        "value": [1.5, None, 3.0, 2.0],
        "email": ["x@example.org"] * 4,
        "spans": [[1], [], None, [2]],
    }
    pq.write_table(pa.table(rows), tmp_path / "r.parquet")
    ratings = load_ratings(tmp_path / "r.parquet")
    assert ratings.value.tolist() == [1.5, 3, 2]
    assert (ratings.rater.names, ratings.instance.names) == (("r1", "?1"), ("7", "8"))
    assert {one.reason: (one.count, one.lines) for one in ratings.set_aside} == {
        "the value is empty": (1, (2,)),
    }
    assert "personal data" in ratings.notes
    (tmp_path / "bad.parquet").write_text(LONG)
    with pytest.raises(InvalidInput, match="not a readable Parquet file"):
        load_ratings(tmp_path / "bad.parquet")
    with pytest.raises(InvalidInput, match="not JSON"):
        load_ratings(tmp_path / "r.parquet", "factgenie")


def test_a_folder_stands_for_the_annotations_in_it(tmp_path: Path) -> None:
    for place, rater in enumerate(["anna", "bert"]):
        about = {"annotator_id": rater}
        entry = {"dataset": "w", "split": "t", "example_idx": 1, "setup_id": "A", "metadata": about}
        entry["sliders"] = [{"label": "fluency", "value": place}]
        (tmp_path / f"{rater}.jsonl").write_text(json.dumps(entry) + "\n")
    ratings = load_ratings(tmp_path)
    assert ratings.notes["layout"] == "factgenie"
    assert (ratings.rater.names, ratings.value.tolist()) == (("r1", "r2"), [0, 1])


def test_a_folder_of_users_states_is_read(tmp_path: Path) -> None:
    for rater in ("anna", "bert"):
        state = {"user_id": rater, "instance_id_to_label_to_value": {"1::A": {"clear": {"4": "4"}}}}
        (tmp_path / rater).mkdir()
        (tmp_path / rater / "user_state.json").write_text(json.dumps(state, indent=2))
    ratings = load_ratings(tmp_path)
    assert (ratings.notes["layout"], ratings.value.tolist()) == ("potato", [4, 4])
    (tmp_path / "empty").mkdir()
    with pytest.raises(InvalidInput, match="the folder has no annotation files"):
        load_ratings(tmp_path / "empty")


def test_what_cannot_be_read_is_told_in_one_line_with_a_remedy(tmp_path: Path) -> None:
    (tmp_path / "odd.csv").write_text("anna,good\nbert,bad\n")
    (tmp_path / "empty.csv").write_text("\n\n")
    (tmp_path / "header.csv").write_text("rater,instance,system,value\n")
    (tmp_path / "quote.csv").write_text('rater,instance,system,value\n"anna"x,7,A,3\n')
    with pytest.raises(
        InvalidInput, match=r"no known layout of ratings\. Name columns instance, system, value"
    ) as caught:
        load_ratings(tmp_path / "odd.csv")
    assert "anna" not in str(caught.value)
    for name in ("empty.csv", "header.csv"):
        with pytest.raises(InvalidInput, match="it contains no ratings"):
            load_ratings(tmp_path / name)
    with pytest.raises(InvalidInput, match=r"quote.csv, line 2: not valid CSV"):
        load_ratings(tmp_path / "quote.csv")
    with pytest.raises(NotFound):
        load_ratings(tmp_path / "none.csv")
    with pytest.raises(UnknownName, match=r"unknown ratings layout 'crowdflour'\. Did you mean 'crowdflower'\?"):
        load_ratings(tmp_path / "none.csv", "crowdflour")
    with pytest.raises(UserError, match="not arena battles"):
        load_ratings(tmp_path / "header.csv", "arena")


def test_what_is_exported_is_read_again(tmp_path: Path) -> None:
    (tmp_path / "r.csv").write_text(LONG.replace("x,", "2,"))
    first = load_ratings(tmp_path / "r.csv")
    (tmp_path / "again.csv").write_text("\n".join(render_long(first)))
    second = load_ratings(tmp_path / "again.csv")
    assert np.array_equal(first.value, second.value)
    assert first.rater.names == second.rater.names
    assert list(render_long(first)) == list(render_long(second))


def test_a_hundred_thousand_rows_take_no_long_time(tmp_path: Path) -> None:
    """A million take a few seconds; here it is only made sure that nothing is quadratic."""
    import time

    rows = (f"w{row % 300},h{row // 5},m{row // 5 % 5000},S{row % 7},quality,{row % 100}\n" for row in range(100_000))
    path = tmp_path / "large.csv"
    path.write_text("rater,sheet,instance,system,criterion,value\n" + "".join(rows))
    started = time.process_time()
    ratings = load_ratings(path)
    assert (len(ratings), ratings.set_aside) == (100_000, ())
    assert time.process_time() - started < 8
