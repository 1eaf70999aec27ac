"""Columns that a user names must be in the files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from genchal.campaign.reading.contents import is_table
from genchal.domain.columns import ColumnNames, ColumnRole, describe_columns, name_option
from genchal.errors import InvalidInput, UnknownName, suggestion
from genchal.resources.files import shown_path
from genchal.resources.table_lines import read_table_lines
from genchal.tasks.columns import NAMES, find_column, sample_columns

Samples = dict[str, list[str]]


def check_named_columns(columns: ColumnNames, outputs: Sequence[Path], references: Sequence[Path]) -> None:
    """Refuse columns that no file has which they could be in; ids, inputs and systems may be in one file only."""
    if not columns:
        return
    for role in columns.columns:
        if role not in NAMES:
            raise UnknownName("role of a column of outputs", role, NAMES)
    data = [Path(str(path).partition("#")[0]) for path in references]
    ours, theirs = _read_samples(outputs, columns), _read_samples(data, columns)
    wants_outputs = bool(columns.systems) or "output" in columns.columns
    if not ours and (wants_outputs or not theirs):
        problem = f"{shown_path((*outputs, *data)[0])}: plain text, which has no columns"
        raise InvalidInput(problem, "Leave out --columns and --systems, or give a table (CSV, TSV, JSON, Parquet).")
    for role, names in columns.columns.items():
        places = {"output": ours, "reference": theirs if references else ours}.get(role, {**ours, **theirs})
        for name in names:
            _check(name, role, places, every=role == "output", columns=columns)
    for name in columns.systems:
        _check(name, None, ours, every=False, columns=columns)


def _check(name: str, role: ColumnRole | None, files: dict[str, Samples], *, every: bool, columns: ColumnNames) -> None:
    missing = [file for file, samples in files.items() if find_column(name, list(samples)) is None]
    if not missing or (len(missing) < len(files) and not every):
        return
    file = missing[0]
    header = list(files[file])
    near = suggestion(name, header)
    found = near.split("'")[1] if near.startswith("Did you mean '") else None
    if role is None:
        remedy = near if found else "Name columns that it has with --systems A,B."
    elif found:
        remedy = f"Did you mean {name_option(role, found, in_campaign=columns.in_campaign)}?"
    else:
        remedy = f"Write {name_option(role, in_campaign=columns.in_campaign)} with one of them."
    problem = f"{file}: no column '{name}'. Its columns: {describe_columns(header, files[file])}"
    raise InvalidInput(problem, remedy)


def _read_samples(paths: Sequence[Path], columns: ColumnNames) -> dict[str, Samples]:
    """Columns of the files that are tables, with a few values of each."""
    found = {}
    for path in paths:
        lines = read_table_lines(path)
        if is_table(path, lines, columns):
            found[str(shown_path(path))] = sample_columns(lines, str(path), columns)
    return found
