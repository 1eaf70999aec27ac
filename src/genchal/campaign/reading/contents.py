"""What a file is, by what is in it: trees, XML, attribute sets, JSON, a table, or plain text."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from pathlib import Path

from genchal.domain.columns import ColumnNames
from genchal.resources.files import inner_name
from genchal.tasks._column_choice import find_role
from genchal.tasks.attribute_tables import has_attribute_sets
from genchal.tasks.columns import has_columns
from genchal.tasks.conllu import has_trees
from genchal.tasks.scenes import has_scenes
from genchal.tasks.tuna import has_trials
from genchal.text.tables.json_text import parse_json

JSON_SUFFIXES = {".jsonl", ".json"}
TABLE_SUFFIXES = {".tsv", ".csv", ".parquet", *JSON_SUFFIXES}
TEXT_SUFFIXES = {".txt"}
TREE_SUFFIXES = {".conll", ".conllu"}
BEGINNING = 20  # lines that tell what a file is


def detect_contents(path: Path, lines: Sequence[str], columns: ColumnNames | None = None) -> str:
    """Name the task that a file of instances looks like."""
    if has_trials(lines):
        return "tuna"
    if is_trees(path, lines):
        return "conllu"
    if has_scenes(lines):
        return "scenes"
    if has_attribute_sets(lines):
        return "attributes"
    if is_gem(path, lines):
        return "gem"
    return "table" if is_table(path, lines, columns) else "plain"


def is_repairable(path: Path, lines: Sequence[str], columns: ColumnNames | None = None) -> bool:
    """Whether a file is an ordinary table, of which good rows can be read without bad ones."""
    return detect_contents(path, lines, columns) == "table"


def is_trees(path: Path, lines: Sequence[str]) -> bool:
    """Whether a file has dependency trees, by its suffix or its first word."""
    return inner_name(path).suffix in TREE_SUFFIXES or has_trees(islice(lines, 4 * BEGINNING))


def is_gem(path: Path, lines: Sequence[str]) -> bool:
    """Whether a file is one JSON document in the layout of GEM, rather than JSON lines."""
    first = next((line for line in lines if line.strip()), "")
    if not first.lstrip().startswith("{") or inner_name(path).suffix == ".jsonl":
        return False
    if isinstance(parse_json(first), dict) and _follows(first, lines):
        return False
    document = parse_json("\n".join(lines))
    return isinstance(document, dict) and not {"values", "tasks"}.isdisjoint(document)


def _follows(first: str, lines: Sequence[str]) -> bool:
    """Whether there is anything after the first line."""
    start = lines.index(first) + 1
    return any(line.strip() for line in lines[start : start + BEGINNING])


def is_table(path: Path, lines: Sequence[str], columns: ColumnNames | None = None) -> bool:
    """Whether a file has columns: by its suffix, by what the user says, or by its first line."""
    suffix = inner_name(path).suffix
    first = next((line for line in lines if line.strip()), "")
    if suffix in TABLE_SUFFIXES or "\t" in first:
        return True
    if first.lstrip().startswith(("{", "[")):
        return _is_json(suffix, first, lines)
    given = columns is not None and any(name in first for names in columns.columns.values() for name in names)
    return given or (suffix not in TEXT_SUFFIXES and has_columns(first))


def has_records(path: Path, lines: Sequence[str]) -> bool:
    """Whether a file has records with named parts, by both its suffix and its first line."""
    first = next((line for line in lines if line.strip()), "")
    suffix = inner_name(path).suffix
    if suffix in JSON_SUFFIXES:
        return first.lstrip().startswith(("{", "["))
    return suffix in TABLE_SUFFIXES and has_columns(first)


def _is_json(suffix: str, first: str, lines: Sequence[str]) -> bool:
    """Whether lines are JSON; in a file of plain text they may be JSON that a system wrote, unless keys are known."""
    entry = parse_json(first)
    if entry is None:
        start = "".join(lines[:BEGINNING]).replace(" ", "")
        return start.startswith(('[{"', '{"', '["', '[["'))
    if not isinstance(entry, dict):
        return isinstance(entry, list) and bool(entry) and not _follows(first, lines)
    return suffix not in TEXT_SUFFIXES or any(map(find_role, entry))
