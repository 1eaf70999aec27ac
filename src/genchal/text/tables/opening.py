"""Opens a text that may be a table or JSON, by its first line."""

from __future__ import annotations

from collections.abc import Iterable

from genchal.errors import InvalidInput
from genchal.text.tables.delimited import Delimited
from genchal.text.tables.json_objects import Objects
from genchal.text.tables.source import TableSource


def open_table(lines: Iterable[str], name: str) -> TableSource:
    """Detect what the lines are. `name` is that of the file, for errors."""
    iterator = iter(lines)
    for number, first in enumerate(iterator, start=1):
        if first and not first.isspace():
            kind = Objects if first.lstrip()[0] in "{[" else Delimited
            return kind(iterator, first, number, name)
    raise InvalidInput(f"{name}: it contains no ratings", "Check that this is the right file.")
