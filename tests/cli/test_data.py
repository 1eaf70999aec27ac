"""``genchal data`` as people type it; downloads come from this machine only."""

import http.server
import importlib.util
import json
import lzma
import os
import subprocess
import sys
import threading
from functools import partial
from pathlib import Path

import click
import pytest

from genchal.cli.data import command
from genchal.resources.datasets import datasets

ROOT = Path(__file__).parents[2]
BASE = {key: value for key, value in os.environ.items() if not key.startswith("GENCHAL_")}
ROWS = 'mr,ref\n"name[Mill], food[cake]","a"\n"name[Mill], food[cake]","b"\n"name[Lamp]","c"\n"name[Quay]","d"\n'


def genchal(*arguments: str | Path, folder: Path) -> subprocess.CompletedProcess[str]:
    environment = BASE | {
        "GENCHAL_DATA": "data",
        "XDG_DATA_HOME": str(folder / "own"),
        "NO_PROXY": "127.0.0.1",
        "PYTHONUTF8": "1",
    }
    words = [sys.executable, "-m", "genchal", "data", *map(str, arguments)]
    return subprocess.run(words, cwd=folder, capture_output=True, env=environment, check=False, encoding="utf-8")


def test_the_list_says_where_everything_is(tmp_path: Path) -> None:
    (tmp_path / "data" / "e2e").mkdir(parents=True)
    (tmp_path / "data" / "e2e" / "devset.csv.xz").write_bytes(lzma.compress(b"mr,ref\n"))
    lines = genchal("list", folder=tmp_path).stdout.splitlines()
    assert [line.split()[0] for line in lines[1:]] == list(datasets())
    assert lines[1].split("  ")[-1].strip() == str(Path("data", "e2e"))
    assert all(line.endswith("not found") for line in lines[2:])
    entries = json.loads(genchal("list", "--json", folder=tmp_path).stdout)["datasets"]
    assert (entries[0]["name"], entries[0]["folder"]) == ("e2e", str(Path("data", "e2e")))
    assert [file["path"] for file in entries[0]["files"][:2]] == [None, str(Path("data", "e2e", "devset.csv.xz"))]
    assert entries[1]["folder"] is None


def test_a_path_can_be_used_by_other_commands(tmp_path: Path) -> None:
    (tmp_path / "data" / "e2e").mkdir(parents=True)
    (tmp_path / "data" / "e2e" / "devset.csv").write_text(ROWS, encoding="utf-8")
    assert genchal("path", "e2e", folder=tmp_path).stdout == f"{Path('data', 'e2e')}\n"
    assert genchal("path", "e2e", "--file", "devset.csv", folder=tmp_path).stdout == (
        f"{Path('data', 'e2e', 'devset.csv')}\n"
    )


def test_a_download_is_checked_and_named(tmp_path: Path) -> None:
    served = tmp_path / "served" / "bagel"
    served.mkdir(parents=True)
    (served / "ACL10-inform-training.txt").write_text("not BAGEL", encoding="utf-8")
    handler = partial(http.server.SimpleHTTPRequestHandler, directory=str(served.parent))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        address = f"http://127.0.0.1:{server.server_address[1]}"
        done = genchal("get", "bagel", "--mirror", address, folder=tmp_path)
        server.shutdown()
        thread.join()
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"error: {address}/bagel/ACL10-inform-training.txt: not the official ACL10")
    assert not (tmp_path / "data").exists()


def test_what_was_there_is_printed_and_what_has_no_address_is_noted(tmp_path: Path) -> None:
    (tmp_path / "data" / "tuna").mkdir(parents=True)
    for name in ("furniture.xml", "people.xml"):
        (tmp_path / "data" / "tuna" / name).touch()
    done = genchal("get", "tuna", folder=tmp_path)
    assert done.returncode == 0
    assert done.stdout.splitlines() == [str(Path("data", "tuna", name)) for name in ("furniture.xml", "people.xml")]


def test_a_split_is_written_in_the_tasks_own_format(tmp_path: Path) -> None:
    (tmp_path / "all.csv").write_text(ROWS, encoding="utf-8")
    done = genchal("split", "all.csv", "--task", "slots", "--shares", "50,25,25", "--out", "parts", folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert [line.split()[:4] for line in done.stdout.splitlines()] == [
        ["part", "rows", "share", "groups"],
        ["train", "2", "50.0%", "1"],
        ["dev", "1", "25.0%", "1"],
        ["test", "1", "25.0%", "1"],
    ]
    assert (tmp_path / "parts" / "train.csv").read_text(encoding="utf-8") == (
        '"mr","ref"\n"name[Mill], food[cake]","a"\n"name[Mill], food[cake]","b"\n'
    )
    again = genchal("split", "parts/train.csv", "--task", "slots", "--shares", "1,1", "--by", "row", "--out", "p2",
                    "--json", folder=tmp_path)  # fmt: skip
    assert [
        (part["name"], part["rows"], part["groups"], part["share"]) for part in json.loads(again.stdout)["parts"]
    ] == [
        ("train", 1, 1, 0.5),
        ("test", 1, 1, 0.5),
    ]


def test_a_table_becomes_json_lines_and_can_be_split_by_a_column(tmp_path: Path) -> None:
    (tmp_path / "all.tsv").write_text("input\treference\twho\nx\ta\tp\ny\tb\tp\nz\tc\tq\n", encoding="utf-8")
    done = genchal("split", "all.tsv", "--shares", "2,1", "--names", "big,small", "--by", "who", "--out", ".",
                   folder=tmp_path)  # fmt: skip
    assert done.returncode == 0, done.stderr
    rows = [json.loads(line) for line in (tmp_path / "big.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [(row["input"], row["who"]) for row in rows] == [("x", "p"), ("y", "p")]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["path", "e2e"], "error: e2e is not on this machine. Get it with: genchal data get e2e"),
        (["path", "e2"], "error: unknown data set 'e2'. Did you mean 'e2e'?"),
        (["get", "dstc2"], "error: dstc2 cannot be downloaded: its files have no address of their own. Download a"),
        (
            ["get", "e2e", "--mirror", "http://127.0.0.1:9"],
            "error: http://127.0.0.1:9/e2e/trainset.csv cannot be reached",
        ),
        (["get", "e2e", "--mirror", "ftp://x"], "error: 'ftp://x/e2e/trainset.csv' is not an address."),
        (["split", "train.csv", "--out", "o", "--shares", "82"], "error: '82' is not a list of sizes."),
        (["split", "train.csv", "--out", "o", "--shares", "82,x"], "error: '82,x' is not a list of sizes."),
        (["split", "train.csv", "--out", "o", "--names", "a,b"], "error: 3 parts need 3 different names."),
        (["split", "train.csv", "--out", "o", "--names", "a,b,A"], "error: 3 parts need 3 different names."),
        (["split", "train.csv", "--out", "o", "--names", "a,b,../c"], "error: '../c' is not a valid file name."),
        (["split", "train.csv", "--out", "o", "--by", "who"], "error: 4 instances without 'who', the first is '1'."),
        (
            ["split", "train.csv", "--out", "o", "--shares", "1,1,1,1", "--names", "a,b,c,d", "--task", "slots"],
            "error: train.csv: nothing is left for 'd' among 3 groups by input.",
        ),
        (["split", "train.csv", "--out", ".", "--task", "slots"], "error: train.csv is the file to split."),
        (["split", "nowhere.csv", "--out", "o"], "error: nowhere.csv: no such file."),
        (["lst"], "error: No such command 'lst'"),
    ],
)
def test_what_the_user_can_fix_is_one_line_and_exit_code_two(
    tmp_path: Path, arguments: list[str], message: str
) -> None:
    (tmp_path / "train.csv").write_text(ROWS, encoding="utf-8")
    done = genchal(*arguments, folder=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(message)
    assert done.stderr.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["train.csv"]


@pytest.mark.parametrize("name", command.commands)
def test_a_command_of_the_group_is_documented_with_its_options(name: str) -> None:
    spec = importlib.util.spec_from_file_location("reference", ROOT / "docs" / "_ext" / "genchal_reference.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    page: str = module.commands_page()
    text = page.partition(f"\n### genchal data {name}\n")[2].partition("\n## ")[0].partition("\n### ")[0]
    assert f"genchal data {name} [OPTIONS]" in text
    for option in command.commands[name].params:
        if isinstance(option, click.Option):
            assert option.help
            assert f"`{option.opts[0]}`" in text
            assert option.help in text


TREE = """# sent_id = s1
1	Rain	rain	NOUN	NN	Number=Sing	2	nsubj	_	_
2	fell	fall	VERB	VBD	Tense=Past|VerbForm=Fin	0	root	_	SpaceAfter=No
3	.	.	PUNCT	.	_	2	punct	_	_

"""


def derive(folder: Path, text: str, *options: str) -> subprocess.CompletedProcess[str]:
    (folder / "en-rain.conllu").write_text(text, encoding="utf-8")
    return genchal("derive", "sr18", "en-rain.conllu", "--out", "made", *options, folder=folder)


def test_inputs_of_surface_realisation_are_derived_from_a_treebank(tmp_path: Path) -> None:
    done = derive(tmp_path, TREE + TREE.replace("s1", "s2").replace("punct", "orphan"), "--deep", "--json")
    made = json.loads(done.stdout)["derived"][0]
    assert (made["sentences"], made["left_out"]) == (1, 1)
    assert (tmp_path / "made/sentences/en-rain.tsv").read_text(
        encoding="utf-8"
    ) == "row\tsent_id\ttext\n1\ts1\tRain fell.\n"
    shallow = (tmp_path / "made/T1/en-rain.conll").read_text(encoding="utf-8").splitlines()
    assert sorted(line.split("\t")[1] for line in shallow if line) == [".", "fall", "rain"]
    deep = (tmp_path / "made/T2/T2_en-rain.conll").read_text(encoding="utf-8").splitlines()
    assert sorted(line.split("\t")[7] for line in deep if line) == ["A1", "ROOT"]


@pytest.mark.parametrize(
    ("text", "options", "problem"),
    [
        (TREE.replace("2\tnsubj", "0\troot"), (), "en-rain.conllu, sentence 1: the tree has 2 roots (1, 2)."),
        (TREE.replace("0\troot", "1\tdep"), (), "form a cycle"),
        ("\n", (), "it contains no instances"),
        (TREE.replace("punct", "orphan"), (), "no sentence can be an input"),
        (TREE, ("--deep", "--language", "fi"), "no rules for deep inputs in language 'fi'"),
    ],
)
def test_nothing_is_written_if_a_treebank_cannot_be_used(
    tmp_path: Path, text: str, options: tuple[str, ...], problem: str
) -> None:
    done = derive(tmp_path, text, *options)
    assert done.returncode == 2
    assert problem in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not (tmp_path / "made").exists()
