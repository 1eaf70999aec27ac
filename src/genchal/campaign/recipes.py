"""Shipped campaigns, and new ones to start from."""

from __future__ import annotations

from importlib.resources import as_file, files
from pathlib import Path

from genchal.errors import InvalidInput, check_known
from genchal.resources.files import write_whole

RECIPES = ("demo",)


def copy_recipe(name: str, folder: Path) -> Path:
    """Copy a shipped campaign into a folder and return its campaign file; what is there and equal is left alone."""
    check_known("recipe", [name], RECIPES)
    for path, data in _contents(name).items():
        if not ((folder / path).is_file() and (folder / path).read_bytes() == data):
            write_whole(folder / path, data)
    return folder / "campaign.toml"


def start_campaign(folder: Path) -> Path:
    """Write the starter campaign into a new folder and return its campaign file."""
    contents = _contents("starter")
    there = [folder / path for path in contents if (folder / path).exists()]
    if there:
        raise InvalidInput(f"{there[0]} already exists", "Choose another folder; nothing was written.")
    for path, data in contents.items():
        write_whole(folder / path, data)
    return folder / "campaign.toml"


def _contents(name: str) -> dict[Path, bytes]:
    with as_file(files("genchal.recipes") / name) as source:
        return {path.relative_to(source): path.read_bytes() for path in sorted(source.rglob("*")) if path.is_file()}
