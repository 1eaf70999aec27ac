"""The command line of `genchal dlevel`."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from genchal.campaign.scoring import resources as equip
from genchal.cli import cli
from genchal.errors import InvalidInput
from genchal.metrics._levelled import StandIn


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(equip, "_load", lambda kind, name, progress: StandIn())
    monkeypatch.chdir(tmp_path)
    (tmp_path / "plain.txt").write_text("Sit.\nGo.\nSit. Go.\n")
    (tmp_path / "joined.txt").write_text("Go and see.\nGo and see.\n\n")
    return tmp_path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["dlevel", "--no-cache", *arguments], catch_exceptions=False)


def test_shares_are_shown_system_by_system(folder: Path) -> None:
    lines = run("plain.txt", "joined.txt").stdout.splitlines()
    assert lines[0].split() == ["system", *"01234567", "0-2", "6-7", "mean", "sentences"]
    assert lines[1].split() == ["plain", "100.0", *["0.0"] * 7, "100.0", "0.0", "0.00", "4"]
    assert lines[2].split() == ["joined", "0.0", "0.0", "100.0", *["0.0"] * 5, "100.0", "0.0", "2.00", "2"]
    assert "joined: 1 not scored (missing, or no word)." in lines
    assert lines[-1].startswith("dlevel_ud|nrefs:")


def test_reasons_and_comparisons_are_shown_when_asked_for(folder: Path) -> None:
    shown = run("plain.txt", "joined.txt", "--explain", "--compare").stdout
    assert "joined, 1, sentence 1: Go and see .\n  level 2: conjoined clauses or verb phrases 'see' (word 3)\n" in shown
    assert "plain, 1, sentence 1: Sit .\n  level 0: simple sentence\n" in shown
    # All four sentences of one are at level 0, both of the other at level 2: one in 15 ways to deal six out.
    row = next(line for line in shown.splitlines() if line.startswith("plain  joined"))
    assert row.split()[2:] == ["1.000", "0", "0.0667", "0.0667", "0.000", "not", "significant"]


def test_json_is_flat_and_strict(folder: Path) -> None:
    (folder / "empty.txt").write_text("\n\n\n")
    found = json.loads(run("plain.txt", "empty.txt", "--compare", "--explain", "--json").stdout)
    assert found["schema"] == 1
    first, second = found["systems"]
    assert (first["system"], first["sentences"], first["level_0"], first["mean"]) == ("plain", 4, 4, 0.0)
    assert (second["mean"], second["simple"]) == (None, None)
    assert found["comparisons"][0]["p_value"] is None
    assert all("signature" in one for one in (*found["systems"], *found["comparisons"]))
    assert found["sentences"][0]["reasons"] == []


def test_latex_and_figures_are_written(folder: Path) -> None:
    assert r"\begin{tabular}{lrrrrrrrrrrrr}" in run("plain.txt", "joined.txt", "--compare", "--latex").stdout
    for kind in ("svg", "pdf", "png"):
        assert run("plain.txt", "joined.txt", "--plot", f"bars.{kind}").exit_code == 0
        assert (folder / f"bars.{kind}").stat().st_size > 1000
    first = (folder / "bars.svg").read_bytes()
    run("plain.txt", "joined.txt", "--plot", "bars.svg")
    assert (folder / "bars.svg").read_bytes() == first
    assert b"joined" in first


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["plain.txt", "--latex", "--json"], "cannot be combined"),
        (["plain.txt", "--plot", "bars.gif"], "--plot writes"),
        ([], "Missing argument"),
    ],
)
def test_what_cannot_be_is_refused(folder: Path, arguments: list[str], said: str) -> None:
    outcome = run(*arguments)
    assert outcome.exit_code == 2
    assert said in outcome.output
    assert not (folder / "bars.gif").exists()


def test_levels_of_turns_with_some_act(folder: Path) -> None:
    lines = ["da\tref", "inform(name='x')\tSit.", "request(area)\tGo and see.", "inform_no(name='x')\tGo. Sit."]
    (folder / "turns.tsv").write_text("\n".join(lines), encoding="utf-8")
    shown = run("@all", "-r", "turns.tsv", "--task", "sf", "--acts", "inform", "--json").stdout
    (found,) = json.loads(shown)["systems"]
    assert (found["sentences"], found["level_0"], found["level_2"]) == (3, 3, 0)
    assert "|acts:inform|" in found["signature"]
    with pytest.raises(InvalidInput, match="no input has an act 'select'"):
        run("@all", "-r", "turns.tsv", "--task", "sf", "--acts", "select")
