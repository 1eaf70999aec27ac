"""``genchal describe`` as people type it."""

import json
from pathlib import Path

import pytest

from cli.typed import genchal

TEST = 'mr,ref\n"name[Heron Loop]","Heron Loop is easy."\n"name[Elm Ridge]","The Elm Ridge is easy."\n'


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("describe")
    (folder / "test.csv").write_text(TEST, encoding="utf-8")
    (folder / "a.txt").write_text("Heron Loop is easy.\nElm Ridge is easy.\n", encoding="utf-8")
    (folder / "b.txt").write_text("Go to Heron Loop!\nGo and see Elm Ridge!\n", encoding="utf-8")
    (folder / "empty.csv").write_text("", encoding="utf-8")
    (folder / "broken.csv").write_text('mr,ref\n"name[Heron', encoding="utf-8")
    (folder / "binary.bin").write_bytes(bytes(range(256)) * 8)
    (folder / "blank.txt").write_text("\n\n\n", encoding="utf-8")
    return folder


def test_numbers_and_differences_as_json_keep_their_contract(folder: Path) -> None:
    done = genchal(
        *("describe", "a.txt", "b.txt", "-r", "test.csv", "--task", "slots", "--delexicalise", "name"),
        *("--compare", "--trials", "20", "--json"),
        folder=folder,
    )
    assert (done.returncode, done.stderr) == (0, "")
    document = json.loads(done.stdout)
    assert list(document) == ["schema", "numbers", "differences", "notes", "seconds"]
    assert list(document["numbers"][0]) == ["system", "version", "family", "statistic", "value", "signature"]
    assert list(document["differences"][0]) == [
        *("version", "family", "statistic", "system_a", "system_b", "value_a", "value_b"),
        *("difference", "p_value", "p_adjusted", "n", "signature"),
    ]
    assert {one["version"] for one in document["numbers"]} == {"lexicalised", "delexicalised"}
    short = [one["value"] for one in document["numbers"] if one["statistic"] == "msttr"]
    assert short == [None] * 4  # not one window of 50 words


def test_many_systems_stand_below_each_other(folder: Path) -> None:
    rows = [f"s{n}\t{m}\tA walk." for n in range(8) for m in ("name[Heron Loop]", "name[Elm Ridge]")]
    (folder / "many.tsv").write_text("\n".join(["system\tmr\toutput", *rows]), encoding="utf-8")
    done = genchal("describe", "many.tsv", "-r", "test.csv", "--task", "slots", "-s", "lengths", folder=folder)
    lines = done.stdout.splitlines()
    assert lines[0].split()[:4] == ["system", "tokens", "per", "text"]
    assert [line.split()[0] for line in lines[1:9]] == [f"s{n}" for n in range(8)]


def test_a_latex_table_has_all_numbers(folder: Path) -> None:
    done = genchal("describe", "test.csv", "--task", "slots", "-s", "sizes,lengths", "--latex", folder=folder)
    assert (done.returncode, done.stderr) == (0, "")
    assert r"\begin{tabular}{lr}" in done.stdout
    assert r"tokens per text & 5.5000 \\" in done.stdout
    assert done.stdout.count(r"\midrule") == 2


def test_random_references_and_p_values_depend_on_the_seed_alone(folder: Path) -> None:
    arguments = ("describe", "a.txt", "b.txt", "-r", "test.csv", "--task", "slots", "--compare", "--trials", "30")
    one, other = (genchal(*arguments, "--seed", "3", folder=folder).stdout for _ in range(2))
    assert one == other


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nowhere.csv"], "nowhere.csv"),
        (["empty.csv"], "it contains no instances"),
        (["broken.csv", "--task", "slots"], "broken.csv"),
        (["binary.bin"], "binary.bin"),
        (["blank.txt"], "blank.txt"),
        (["test.csv", "--task", "slot"], "Did you mean 'slots'?"),
        (["test.csv", "-s", "vocabulary:lemma=yes"], "Did you mean 'lemmas'?"),
        (["test.csv", "--preset", "e2e-output"], "Did you mean 'e2e-outputs'?"),
        (["test.csv", "--clean", "detokenize"], "Did you mean 'detokenise'?"),
        (["a.txt", "--delexicalise", "name"], "no input has a slot 'name'"),
        (["a.txt", "b.txt", "-r", "test.csv", "--compare", "--baseline", "c"], "unknown system 'c'"),
        (["a.txt", "--all-pairs"], "need --compare"),
        (["a.txt", "--json", "--latex"], "cannot be combined"),
        (["a.txt", "a.txt"], "two parts are called 'a'"),
        (["@all"], "made from references"),
        (["test.csv", "-s", "sophistication", "--frequencies", "nowhere.txt"], "nowhere.txt"),
        (["test.csv", "-s", "sophistication", "--frequencies", "blank.txt"], "it contains no words"),
    ],
)
def test_what_a_user_can_fix_is_one_line(folder: Path, arguments: list[str], said: str) -> None:
    done = genchal("describe", *arguments, folder=folder)
    assert done.returncode == 2, done.stdout
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert said in done.stderr
