"""Published tables that ship with genchal."""

import csv
from collections.abc import Mapping
from importlib.resources import files

Row = Mapping[str, str]


def read_published(recipe: str, table: str) -> list[Row]:
    """Read a published table, a dictionary per row, cells as printed."""
    path = files("genchal.recipes") / "published" / f"{recipe}_{table}.tsv"
    return list(csv.DictReader(path.read_text(encoding="utf-8").splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE))
