"""A table whose columns go by the names that a layout expects, because the user said which they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from genchal.domain.columns import RATING_NAMES, ColumnNames
from genchal.errors import InvalidInput
from genchal.ratings.layout import join_columns
from genchal.text.tables.names import is_personal, plain_name
from genchal.text.tables.source import CodedTable, TableSource, Wanted, format_cell


class RenamedColumns(TableSource):
    """Columns that the user named have the names of their roles; others that might play these roles are hidden."""

    def __init__(self, source: TableSource, names: ColumnNames) -> None:
        names.check_header(source.header, source.name)
        for name in (name for given in names.columns.values() for name in given):
            if is_personal(name):
                problem = f"{source.name}: column '{name}' is about persons and is not read"
                raise InvalidInput(problem, "Put numbers in its place.")
        self.name = source.name
        self._source = source
        self._names = names
        self._hidden = {name for role in names.columns for name in RATING_NAMES.get(role, ())}
        kept = [name for name in source.header if self._keeps(name)]
        self.header = (*names.columns, *kept)

    def _keeps(self, name: str) -> bool:
        return self._names.find_role(name) is None and plain_name(name) not in self._hidden

    def read(self, wanted: Wanted) -> CodedTable:
        """Read the columns whose new names are wanted."""
        used = {role: given for role, given in self._names.columns.items() if wanted(role)}
        needed = {name for given in used.values() for name in given}
        table = self._source.read(lambda name: name in needed or (self._keeps(name) and wanted(name)))
        columns = {name: column for name, column in table.columns.items() if self._keeps(name)}
        for role, given in used.items():
            parts = [table.columns[name] for name in given]
            columns[role] = parts[0] if len(parts) == 1 else join_columns(parts)
        return replace(table, columns=columns)

    def headless(self, names: Sequence[str]) -> TableSource:
        """Columns without a header have no names to go by."""
        raise InvalidInput(f"{self.name}: there is no header", "Leave out --columns.")

    def objects(self) -> Iterator[tuple[int, dict[str, Any]]]:
        """Read objects under the new names."""
        for number, entry in self._source.objects():
            kept = {name: value for name, value in entry.items() if self._keeps(name)}
            given: dict[str, Any] = {
                role: entry.get(names[0])
                if len(names) == 1
                else ":".join(format_cell(entry.get(name)) for name in names)
                for role, names in self._names.columns.items()
            }
            yield number, {**given, **kept}
