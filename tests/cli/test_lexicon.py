"""``genchal lexicon`` as people type it."""

import json
from pathlib import Path

import pytest

from cli.typed import genchal

LEXICON = '[slots.name]\nopen = true\n[slots.dogs.values]\nyes = ["dogs are welcome"]\nno = ["no dogs"]\n'


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("lexicon")
    (folder / "walks.toml").write_text(LEXICON, encoding="utf-8")
    rows = [
        f'"name[Walk {n}], dogs[{"no" if n % 2 else "yes"}]","Walk {n}{", hounds away" * (n % 2)}"' for n in range(8)
    ]
    (folder / "walks.csv").write_text("\n".join(["mr,ref", *rows]) + "\n", encoding="utf-8")
    lines = [f"name[Walk {n}], dogs[{'no' if n % 2 else 'yes'}]\tWalk {n}, dogs are welcome" for n in range(8)]
    (folder / "ours.tsv").write_text("\n".join(["mr\toutput", *lines]) + "\n", encoding="utf-8")
    return folder


EXPLAIN = ("explain", "ours.tsv", "-r", "walks.csv", "--task", "slots", "--lexicon", "walks.toml")


def test_outputs_are_explained(folder: Path) -> None:
    done = genchal("lexicon", *EXPLAIN, "--only-errors", "--limit", "1", folder=folder)
    assert done.returncode == 0
    assert "wrong     dogs = yes: 'dogs are welcome' (8-24)" in done.stdout
    assert "missing   dogs = no" in done.stdout
    assert "8 outputs, 1 of 4 shown" in done.stdout
    assert "lexicon: walks-" in done.stdout


def test_explanations_as_json_are_flat_records(folder: Path) -> None:
    done = genchal("lexicon", *EXPLAIN, "--json", folder=folder)
    result = json.loads(done.stdout)
    assert result["schema"] == 1
    assert {record["verdict"] for record in result["slots"]} == {"said", "wrong", "missing"}
    keys = "system instance input output slot value start end text verdict signature"
    assert all(list(record) == keys.split() for record in result["slots"])


def test_mining_shows_and_writes_proposals(folder: Path) -> None:
    done = genchal("lexicon", "mine", "walks.csv", "--task", "slots", "-o", "mined.toml", folder=folder)
    assert done.returncode == 0
    assert "hounds" in done.stdout
    assert (folder / "mined.toml").read_text(encoding="utf-8").startswith("# Proposed from 8 references of walks.csv.")
    assert genchal("lexicon", "check", "mined.toml", folder=folder).returncode == 0
    done = genchal("lexicon", "mine", "walks.csv", "--task", "slots", "--slot", "name", "--json", folder=folder)
    result = json.loads(done.stdout)
    assert (result["references"], result["schema"]) == (8, 1)
    assert {"slot", "value", "references", "uncovered", "proposals", "signature"} == set(result["values"][0])


def test_a_lexicon_is_checked_and_shown(folder: Path) -> None:
    done = genchal("lexicon", "check", "walks.toml", "--data", "walks.csv", "--task", "slots", folder=folder)
    assert done.returncode == 0
    assert "0 of 8 references (0.0%) express everything" in done.stdout
    result = json.loads(genchal("lexicon", "check", "e2e", "--json", folder=folder).stdout)
    assert {record["slot"] for record in result["slots"]} >= {"name", "near", "food"}
    assert genchal("lexicon", "show", "sf", folder=folder).stdout.startswith("# Wordings of the San Francisco")


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("check", "nowhere"), "there is no lexicon 'nowhere'"),
        (("check", "walks.csv"), "not valid TOML"),
        (("mine", "walks.csv", "--task", "table"), "no references for inputs with slots"),
        (("mine", "nowhere.csv"), "no such file"),
        (("explain", "ours.tsv", "-r", "walks.csv", "--task", "slots"), "no lexicon was given"),
        ((*EXPLAIN, "--system", "theirs"), "no outputs of a system 'theirs'"),
        ((*EXPLAIN, "--group", "colour"), "colour"),
    ],
)
def test_what_a_user_can_mend_is_one_line(arguments: tuple[str, ...], problem: str, folder: Path) -> None:
    done = genchal("lexicon", *arguments, folder=folder)
    assert done.returncode == 2
    assert problem in done.stderr
    assert done.stderr.startswith("error: ")
    assert done.stderr.count("\n") == 1


def test_the_metric_runs_with_a_lexicon_of_ones_own(folder: Path) -> None:
    done = genchal(
        "score", "ours.tsv", "-r", "walks.csv", "--task", "slots", "-m", "slot_error:lexicon=walks.toml", "--json",
        folder=folder,
    )  # fmt: skip
    score = json.loads(done.stdout)["scores"][0]
    assert (score["value"], score["n"]) == (4 / 16, 8)
    assert "|lexicon:walks-" in score["signature"]
