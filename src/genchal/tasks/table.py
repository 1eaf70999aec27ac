"""Tables with named columns: TSV, CSV or JSON lines with an input and its references."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from genchal.domain import Instance, Task, Text
from genchal.errors import InvalidInput
from genchal.tasks.columns import Record, read_references


class TableTask(Task):
    """Columns found by name; rows with the same id are one instance."""

    name = "table"
    summary = "TSV, CSV or JSON lines with the named columns `input`, `reference` (or a list `references`), `id`."

    group = "input"

    def parse(self, lines: Iterable[str], source: str) -> Iterator[Instance]:
        """Read rows, and put the references of an id together."""
        grouped: dict[str, tuple[Record, list[str]]] = {}
        for number, record in enumerate(read_references(lines, source, self.named_columns), start=1):
            identity, text = record.cells.get("instance"), record.cells.get("input")
            key = f"id {identity}" if identity is not None else f"row {number}"
            first, references = grouped.setdefault(key, (record, []))
            if text != first.cells.get("input"):
                raise InvalidInput(
                    f"{source}, line {record.line}: id '{identity}' has another input than in line {first.line}",
                    "Give every input an id of its own.",
                )
            # A file of sentences (row, text) is a file of references where it is given as one.
            references.extend(record.references or filter(None, [record.cells.get("output")]))
        for number, (record, references) in enumerate(grouped.values(), start=1):
            yield Instance(
                record.cells.get("instance", str(number)),
                Text(record.cells.get("input", "")),
                tuple(references),
                dict(record.others),
                is_identified="instance" in record.cells,
            )

    def render(self, instances: Iterable[Instance]) -> Iterator[str]:
        """Write JSON lines, which lose nothing."""
        for instance in instances:
            entry = {"id": instance.id, "input": str(instance.input), "references": list(instance.references)}
            yield json.dumps(entry | dict(instance.meta), ensure_ascii=False)
