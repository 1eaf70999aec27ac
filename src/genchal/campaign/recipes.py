"""Shipped campaigns, and new ones to start from."""

from __future__ import annotations

from importlib.resources import as_file, files
from pathlib import Path

from genchal.errors import InvalidInput, check_known
from genchal.resources.files import write_whole

# Shipped campaigns, and the paper whose published tables they are compared with.
RECIPES = {
    "demo": "",
    "e2e": "e2e",
    "rankme": "rankme",
    "nlgeval": "nlgeval",
    "dialogue": "nlgeval",
    "sr18": "sr18",
    "tuna": "tuna",
}
PUBLISHED = "published"
SHARED = (
    "README.md",
    "tolerances.tsv",
    "explanations.tsv",
    "deviations.md",
)  # what belongs to the tables of all papers


def copy_recipe(name: str, folder: Path) -> Path:
    """Copy a shipped campaign and its published tables into a folder and return its campaign file.

    What is there and equal is left alone.
    """
    check_known("recipe", [name], RECIPES)
    contents = _contents(name)
    if paper := RECIPES[name]:
        tables = _contents(PUBLISHED).items()
        own = {path: data for path, data in tables if path.name.startswith(f"{paper}_") or path.name in SHARED}
        contents |= {Path(PUBLISHED) / path: data for path, data in own.items()}
    for path, data in contents.items():
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
