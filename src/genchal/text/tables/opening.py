"""Opens a text that may be a table or JSON, by its first line."""

from __future__ import annotations

from collections.abc import Iterable

from genchal.errors import InvalidInput
from genchal.text.tables.delimited import Delimited, Delimiter, read_separator
from genchal.text.tables.json_objects import Objects
from genchal.text.tables.source import TableSource


def open_table(lines: Iterable[str], name: str) -> TableSource:
    """Detect what the lines are. `name` is that of the file, for errors. A line ``sep=;`` may stand before a table."""
    iterator = iter(lines)
    delimiter: Delimiter | None = None
    for number, first in enumerate(iterator, start=1):
        if not first or first.isspace():
            continue
        if delimiter is None and (delimiter := read_separator(first)) is not None:
            continue
        if first.lstrip()[0] in "{[":
            return Objects(iterator, first, number, name)
        return Delimited(iterator, first, number, name, delimiter)
    raise InvalidInput(f"{name}: it contains no ratings", "Check that this is the right file.")
