"""``genchal similarity`` as people type it."""

import json
import re
from pathlib import Path

import pytest

from cli.typed import Done, genchal


def alike(*arguments: str, folder: Path) -> Done:
    return genchal("similarity", *arguments, "--no-cache", folder=folder)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("similarity")

    def write(name: str, *lines: str) -> None:
        (folder / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")

    write("refs.csv", "mr,ref", '"name[Elm], food[pie]",Elm has pie.', '"name[Elm], food[pie]",Pie at Elm.')
    with (folder / "refs.csv").open("a", encoding="utf-8") as file:
        file.write('"name[Oak], food[tea]",Oak has tea.\n')
    for name, verb in (("has", "has"), ("serves", "serves")):
        write(
            f"{name}.tsv",
            "mr\toutput",
            f"name[Elm], food[pie]\tElm {verb} pie.",
            f"name[Oak], food[tea]\tOak {verb} tea.",
        )
    write("empty.txt")
    (folder / "binary.txt").write_bytes(b"\xff\xfe\x00\x01")
    (folder / "cut.txt.gz").write_bytes(b"\x1f\x8b\x08\x00")
    return folder


def test_the_json_keeps_its_contract(folder: Path) -> None:
    done = alike(
        "has.tsv", "serves.tsv", "@random", "@all", "-r", "refs.csv", "--task", "slots", "-m", "bleu,rouge_l", "--json",
        folder=folder,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    document = json.loads(done.stdout)
    assert list(document) == [
        "schema", "similarities", "systems", "duplicates", "texts", "order", "instances", "seed", "seconds",
    ]  # fmt: skip
    assert len(document["similarities"]) == 3 * 4 * 3  # two metrics and their mean, four lines, three columns
    assert set(document["similarities"][0]) == {
        "metric", "references", "outputs", "value", "scaled", "n", "signature",
    }  # fmt: skip
    assert set(document["systems"][0]) == {
        "metric", "system", "as_references", "with_self", "as_outputs", "itself", "signature",
    }  # fmt: skip
    assert document["systems"][0]["itself"] is None
    assert "shifts:3|seed:1" in document["systems"][1]["signature"]
    assert document["duplicates"][0] == {"system_a": "has", "system_b": "serves", "equal": 0, "both": 2}
    assert sorted(document["order"]) == ["has", "random", "serves"]


def test_names_can_be_taken_out_first(folder: Path) -> None:
    done = alike(
        "has.tsv", "serves.tsv", "-r", "refs.csv", "--task", "slots", "-m", "rouge_l", "--delexicalise", "name,food",
        "--json", folder=folder,
    )  # fmt: skip
    document = json.loads(done.stdout)
    assert document["texts"] == [
        {"system": "has", "outputs": 2, "different": 1},
        {"system": "serves", "outputs": 2, "different": 1},
    ]
    assert "|delex:name food|" in document["similarities"][0]["signature"]
    inputs = alike("has.tsv", "serves.tsv", "--task", "slots", "--delexicalise", "name", "-m", "rouge_l", folder=folder)
    assert inputs.returncode == 0  # inputs may come with the outputs


def test_the_text_has_matrix_systems_and_signatures(folder: Path) -> None:
    done = alike("has.tsv", "serves.tsv", "-m", "rouge_l", folder=folder)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "Similarity of systems by mean"
    assert lines[1].split() == ["references", "1", "2", "mean"]
    assert lines[2].split() == ["1", "has", "1.00", "0.67", "0.67"]
    place = lines.index("Systems")
    assert lines[place + 1].split() == [
        "system", "mean", "with", "self", "as", "outputs", "itself", "rouge_l", "different",
    ]  # fmt: skip
    assert lines[-1].startswith("rouge_l: rouge_l|nrefs:1|refs:outputs|")


def test_figure_and_latex_are_made(folder: Path) -> None:
    plot = alike("has.tsv", "serves.tsv", "-m", "rouge_l", "--plot", "map.svg", "--latex", folder=folder)
    assert plot.returncode == 0
    assert plot.stdout.startswith("% Needs")
    assert (folder / "map.svg").read_bytes().startswith(b"<?xml")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["has.tsv"], "there is nothing to compare"),
        (["has.tsv", "has.tsv"], "two systems are called 'has'"),
        (["has.tsv", "serves.tsv", "@random"], "@random is made from references"),
        (["has.tsv", "nowhere.tsv"], "nowhere.tsv: no such file"),
        (["empty.txt", "has.tsv"], "is not among the instances|0 outputs|no outputs"),
        (["binary.txt", "has.tsv"], "not UTF-8 text"),
        (["cut.txt.gz", "has.tsv"], "cannot be decompressed"),
        (["has.tsv", "serves.tsv", "-m", "blue"], "unknown metric 'blue'. Did you mean 'bleu'?"),
        (["has.tsv", "serves.tsv", "--table", "blue"], "unknown metric 'blue'. Did you mean 'bleu'?"),
        (["has.tsv", "serves.tsv", "-m", "dice"], "does not compare texts with texts"),
        (["has.tsv", "serves.tsv", "--delexicalise", "name"], "no input has a slot 'name'"),
        (["has.tsv", "serves.tsv", "--plot", "x.bmp"], "--plot writes"),
        (["has.tsv", "serves.tsv", "--json", "--latex"], "cannot be combined"),
        (["has.tsv", "serves.tsv", "--wmt", "en-de"], "--wmt takes one folder"),
    ],
)
def test_what_a_user_can_fix_is_one_line(folder: Path, arguments: list[str], said: str) -> None:
    done = alike(*arguments, folder=folder)
    assert (done.returncode, done.stdout) == (2, "")
    assert re.search(said.replace("?", r"\?"), done.stderr), done.stderr
    assert len(done.stderr.splitlines()) <= 2
