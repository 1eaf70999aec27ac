"""The developer's map names what exists: files, folders, and what is defined in them; and it leaves out no room."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "genchal"
PAGE = (ROOT / "docs" / "explanation" / "architecture.md").read_text(encoding="utf-8")

NAMED = re.compile(r"`([\w.-]+(?:/[\w.-]+)*/|[\w.-]+(?:/[\w.-]+)*\.(?:py|toml|js|j2|md))`")
# `file.py` (`name`, `name`): names that the file defines
DEFINED = re.compile(r"`([\w./-]+\.py)`\s+\(((?:`\w+`(?:,\s+)?)+)\)")

PATHS = sorted(set(NAMED.findall(PAGE)))
NAMES = sorted({(path, name) for path, names in DEFINED.findall(PAGE) for name in re.findall(r"\w+", names)})
ROOMS = sorted(init.parent.name for init in SOURCE.glob("*/__init__.py"))


@pytest.mark.parametrize("path", PATHS)
def test_what_the_map_names_exists(path: str) -> None:
    found = [folder / path for folder in (SOURCE, ROOT) if (folder / path).exists()]
    assert found, f"architecture.md names {path}, which is neither in src/genchal nor in the repository"
    assert found[0].is_dir() == path.endswith("/")


@pytest.mark.parametrize(("path", "name"), NAMES)
def test_what_the_map_finds_in_a_file_is_defined_there(path: str, name: str) -> None:
    text = (SOURCE / path).read_text(encoding="utf-8")
    definition = rf"^\s*(?:(?:async )?def {name}\(|class {name}\b|{name}\b[^=\n]*=)"
    assert re.search(definition, text, re.MULTILINE), f"{path} defines no {name}"


@pytest.mark.parametrize("room", ROOMS)
def test_the_map_shows_every_room(room: str) -> None:
    assert f"| `{room}/` |" in PAGE
    drawing = (ROOT / "docs" / "_static" / "rooms.svg").read_text(encoding="utf-8")
    assert room == "recipes" or f">{room}/<" in drawing  # recipes are files, no code


@pytest.mark.parametrize("init", sorted(SOURCE.rglob("__init__.py")), ids=lambda path: path.parent.name)
def test_a_folder_says_what_comes_in_and_goes_out(init: Path) -> None:
    docstring = init.read_text(encoding="utf-8").split('"""')[1]
    assert "\nIn: " in docstring
    assert "\nOut: " in docstring


def test_the_checks_see_what_they_are_for() -> None:
    assert {"stats/", "metrics/bleu.py", "web/static/send.js", "pyproject.toml"} <= set(PATHS)
    assert ("campaign/scoring/score.py", "summarise") in NAMES
    assert len(ROOMS) > 15
