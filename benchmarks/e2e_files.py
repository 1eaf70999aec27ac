"""The challenge's files as the peers want them, read without genchal."""

from __future__ import annotations

import csv
import gzip
import lzma
from collections import defaultdict
from pathlib import Path


def read_references(path: str) -> dict[str, list[str]]:
    """References by meaning representation."""
    grouped: dict[str, list[str]] = defaultdict(list)
    with lzma.open(path, "rt", encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            grouped[row["mr"]].append(row["ref"])
    return grouped


def read_outputs(path: str, grouped: dict[str, list[str]]) -> tuple[str, list[str]]:
    """Name of a system and its outputs, in the order of the references."""
    with gzip.open(path, "rt", encoding="utf-8-sig") as file:
        lines = [line.rstrip("\r\n") for line in file if line.strip()]
    rows = dict(_cells(line) for line in lines[1:])
    return Path(path).name.split(".")[0], [rows[mr] for mr in grouped]


def _cells(line: str) -> tuple[str, str]:
    cells = line.split("\t")
    mr, output = (cell[1:-1] if len(cell) > 1 and cell[0] == cell[-1] and cell[0] in "\"'" else cell for cell in cells)
    return mr, output.replace('""', '"')
