"""Generators described by a file of settings."""

from pathlib import Path

import pytest
from click.testing import CliRunner

import genchal
from genchal.cli import cli
from genchal.domain import Instance, SlotValues
from genchal.errors import InvalidInput, NotFound

TRAIN = "mr,ref\nname[Fern Path],Fern Path is a walk.\nname[Owl Loop],Try Owl Loop.\n"
TEMPLATES = '[[sentence]]\nslots = ["name"]\ntext = "Go to {name}!"\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "train.csv").write_text(TRAIN, encoding="utf-8")
    (tmp_path / "test.csv").write_text("mr\nname[Elm Way]\n", encoding="utf-8")
    return tmp_path


def written(folder: Path, text: str) -> str:
    (folder / "mine.toml").write_text(text, encoding="utf-8")
    return str(folder / "mine.toml")


def test_a_file_of_settings_trains_the_generator_that_it_names(folder: Path) -> None:
    mine = written(folder, 'generator = "random"\nfill = "name"\n')
    trained = genchal.train(mine, folder / "train.csv")
    assert trained.facts.generator == "random"
    assert trained.facts.settings["fill"] == "name"
    beside = genchal.train(mine, folder / "train.csv", fill="near")
    assert beside.facts.settings["fill"] == "near"  # what is given beside the file wins


def test_the_command_line_trains_writes_and_generates_from_a_file(folder: Path) -> None:
    mine = written(folder, 'generator = "random"\nfill = "name"\n')
    train, test, model = (str(folder / name) for name in ("train.csv", "test.csv", "mine.safetensors"))
    done = CliRunner().invoke(cli, ["train", mine, "--train", train, "-o", model], catch_exceptions=False)
    assert done.exit_code == 0
    kept = CliRunner().invoke(cli, ["generate", model, "--test", test], catch_exceptions=False)
    direct = CliRunner().invoke(cli, ["generate", mine, "--train", train, "--test", test], catch_exceptions=False)
    assert "Elm Way" in kept.stdout
    assert kept.stdout == direct.stdout


def test_files_that_settings_name_lie_beside_the_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "words.toml").write_text(TEMPLATES, encoding="utf-8")
    mine = written(folder, 'generator = "templates"\ntemplates = "words.toml"\n')
    monkeypatch.chdir(folder.parent)
    walk = Instance("1", SlotValues((("name", "Elm Way"),)))
    assert genchal.generate(mine, [walk]) == ["Go to Elm Way!"]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('generator = "tgne"', "mine.toml: unknown generator 'tgne'. Did you mean 'tgen'"),
        (
            'generator = "random"\nfil = "name"',
            "generator 'random' has no setting 'fil'. Did you mean 'fill'",
        ),
        ("cel = 3", "mine.toml: generator 'neural' has no setting 'cel'. Did you mean 'cell'"),
        ("[cell]\na = 1", r"mine.toml: \[cell\] is a table. Write cell = VALUE."),
        ("cell = ", "mine.toml: not valid TOML"),
        ('cell = "many"', "setting 'cell' of generator 'neural'"),
    ],
)
def test_mistakes_are_one_line_that_names_the_file(folder: Path, text: str, problem: str) -> None:
    with pytest.raises(InvalidInput, match=problem):
        genchal.train(written(folder, text), folder / "train.csv")


def test_a_file_that_is_not_there_is_said_so(folder: Path) -> None:
    with pytest.raises(NotFound, match=r"mine\.toml"):
        genchal.train(str(folder / "mine.toml"), folder / "train.csv")
