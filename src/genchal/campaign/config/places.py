"""Where a file is that campaign.toml names: beside it, or in a known data set."""

from __future__ import annotations

from pathlib import Path

from genchal.errors import InvalidInput
from genchal.resources.datasets import locate

DATA = "data:"  # what the place of a file in a known data set begins with


def find_place(folder: Path, name: str) -> Path:
    """Find a file of a campaign: beside campaign.toml, or, as in data:e2e/devset.csv, among the known data sets.

    A part of a file, as in data:dstc2/dstc2_nlg.tsv#test, stays one. An address (s3://...) is where it is.
    """
    if not name.startswith(DATA):
        return Path(name) if "://" in name else folder / name
    dataset, _, file = name.removeprefix(DATA).partition("/")
    file, hash_sign, part = file.partition("#")
    if not file:
        raise InvalidInput(f"'{name}' names no file", "Write data:DATASET/FILE; genchal data list has them.")
    return Path(f"{locate(dataset, file)}{hash_sign}{part}")
