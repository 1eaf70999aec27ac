"""Files that are not quite what they are called: other separators, encodings, packing, and names of systems."""

import bz2
import gzip
import lzma
from collections.abc import Mapping
from pathlib import Path

import pytest

from cli.typed import Done, genchal

REFS = "id,reference\nq1,a\nq2,b\n"


def run(folder: Path, files: Mapping[str, str | bytes], command: str) -> Done:
    for name, content in files.items():
        (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    return genchal(*command.split(), folder=folder)


def score(folder: Path, files: Mapping[str, str | bytes]) -> Done:
    names = " ".join(name for name in files if not name.startswith("refs"))
    return run(folder, files, f"score {names} -r refs.csv -m exact_match --resamples 0")


@pytest.mark.parametrize("name", ["o.csv", "o.psv"])
def test_bars_separate_cells_where_a_header_says_so(tmp_path: Path, name: str) -> None:
    done = score(tmp_path, {"refs.csv": REFS, name: "id|output\nq2|b\nq1|a, perhaps\n"})
    assert done.stdout.splitlines()[1].split() == ["o", "0.5000"]


def test_bars_in_texts_are_texts(tmp_path: Path) -> None:
    done = score(tmp_path, {"refs.csv": "reference\na | b\nc\n", "o.csv": "output\na | b\nc | d\n"})
    assert done.stdout.splitlines()[1].split() == ["o", "0.5000"]
    done = score(tmp_path, {"refs.csv": "reference\na | b\nc\n", "o.csv": "a | b\nc | d\n"})
    assert done.stdout.splitlines()[1].split() == ["o", "0.5000"]


def test_an_empty_cell_in_quotes_is_a_row_of_a_table_with_one_column(tmp_path: Path) -> None:
    done = score(tmp_path, {"refs.csv": 'reference\na\nb\n""\nc\n', "o.csv": 'output\na\n""\nb\nc\n'})
    assert done.returncode == 0
    assert done.stdout.splitlines()[1].split() == [
        "o",
        "0.6667",
    ]  # a and c of three: the third has no reference


@pytest.mark.parametrize("command", ["score", "validate"])
@pytest.mark.parametrize(
    ("name", "content", "line"),
    [
        ("o.csv", "id,output\nq1,a\nq2,b\n".encode("utf-16-le"), "o.csv: not UTF-8 text, but UTF-16. Save"),
        ("o.txt", "a\nb\n".encode("utf-16-be"), "o.txt: not UTF-8 text, but UTF-16. Save"),
        ("o.csv", gzip.compress(b"id,output\nq1,a\nq2,b\n", mtime=0), "o.csv: packed with gzip, but not called .gz."),
        ("o.txt", gzip.compress(b"a\nb\n", mtime=0), "o.txt: packed with gzip, but not called .gz. Rename it to o.txt"),
        ("o.txt.bz2", bz2.compress(b"a\nb\n"), "o.txt.bz2: packed with bzip2. Unpack it, or pack it with gzip or xz."),
        ("o.zst", b"\x28\xb5\x2f\xfd\x24\x04\x21", "o.zst: packed with zstd. Unpack it, or pack it with gzip or xz."),
        ("o.csv", lzma.compress(b"id,output\nq1,a\n"), "o.csv: packed with xz, but not called .xz. Rename it"),
        ("o.csv", b"PK\x03\x04\x14\x00", "o.csv: a ZIP archive, as spreadsheets are. Unpack it"),
    ],
    ids=["UTF-16", "UTF-16 lines", "gzip", "gzip lines", "bzip2", "zstd", "xz", "zip"],  # not the bytes
)  # fmt: skip
def test_what_a_file_really_is_is_said(tmp_path: Path, command: str, name: str, content: bytes, line: str) -> None:
    done = run(tmp_path, {"refs.csv": REFS, name: content}, f"{command} {name} -r refs.csv")
    assert done.returncode == 2
    shown = (done.stdout + done.stderr).splitlines()[0]
    assert shown.startswith("error: " + (line if command == "score" else line.partition(". ")[0]))


def test_two_files_whose_columns_name_the_same_system_are_told_what_helps(tmp_path: Path) -> None:
    files = {"refs.csv": REFS, "A.csv": "model,id,output\ngpt,q1,a\n", "B.csv": "model,id,output\ngpt,q1,b\n"}
    assert score(tmp_path, files).stderr == (
        "error: B.csv: two systems are called 'gpt', by a column here and in A.csv. "
        "Give one of them another name in its column, or remove the column to name systems after files.\n"
    )


def test_rows_of_attribute_sets_without_a_system_are_refused_too(tmp_path: Path) -> None:
    sets = "system\ttrial\tprediction\nA\tt1\ttype:tug\nA \tt2\ttype:tug\n\tt3\ttype:tug\n"
    done = run(tmp_path, {"refs.csv": REFS, "o.tsv": sets}, "validate o.tsv -r refs.csv")
    assert "error: o.tsv, line 4: 1 row without a system" in done.stdout


TRAIN = 'mr,ref\n"name[Elm], area[north]",Elm is in the north.\n"name[Oak], area[south]",Oak is in the south.\n'


def test_instances_that_a_generator_leaves_out_are_counted(tmp_path: Path) -> None:
    test = 'mr\n"name[Fir], area[west]"\n""\nfood[pie]\n'
    command = "generate mined_templates --train train.csv --test test.csv"
    done = run(tmp_path, {"train.csv": TRAIN, "test.csv": test}, command)
    assert done.stdout == "mr\toutput\nname[Fir], area[west]\tFir is in the west.\n"
    assert done.stderr == "mined_templates: 2 of 3 instances have no output and no line ('', 'food[pie]')\n"


CAMPAIGN = """
[campaign]
name = "Walks"
resamples = 0

[[track]]
name = "walks"
format = "slots"
test = "test.csv"
train = "train.csv"

[[system]]
name = "mined"
generator = "mined_templates"

[[metric]]
name = "exact_match"
"""


def test_campaigns_count_them_too(tmp_path: Path) -> None:
    test = 'mr,ref\n"name[Fir], area[west]",Fir is in the west.\nfood[pie],Pie.\n'
    done = run(tmp_path, {"train.csv": TRAIN, "test.csv": test, "campaign.toml": CAMPAIGN}, "run .")
    assert done.returncode == 0, done.stderr
    assert "mined: 1 of 2 instances has no output ('2')" in done.stderr


def test_generated_outputs_have_ids_where_inputs_repeat(tmp_path: Path) -> None:
    test = "id,mr,ref\n7,name[Fir],x\n9,name[Fir],y\n"
    train = "mr,ref\nname[Elm],Elm is here.\nname[Oak],Oak is here.\n"
    command = "generate mined_templates --train train.csv --test test.csv"
    done = run(tmp_path, {"train.csv": train, "test.csv": test}, command)
    assert done.stdout == "id\tmr\toutput\n7\tname[Fir]\tFir is here.\n9\tname[Fir]\tFir is here.\n"
