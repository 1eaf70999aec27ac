"""Tables with named columns: TSV, CSV or JSON lines with an input and its references."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import chain

from genchal.domain import Instance, Task, Text
from genchal.tasks._records import join_rows
from genchal.tasks.columns import read_references


class TableTask(Task):
    """Columns found by name; rows with the same id are one instance."""

    name = "table"
    summary = "TSV, CSV or JSON lines with the named columns `input`, `reference` (or a list `references`), `id`."

    group = "input"

    def parse(self, lines: Iterable[str], source: str) -> Iterator[Instance]:
        """Read rows, and put the references of an id together."""
        joined = join_rows(read_references(lines, source, self.named_columns), source)
        for number, (identity, rows) in enumerate(joined, start=1):
            # A file of sentences (row, text) is a file of references where it is given as one.
            texts = (row.references or filter(None, [row.cells.get("output")]) for row in rows)
            yield Instance(
                str(number) if identity is None else identity,
                Text(rows[0].cells.get("input", "")),
                tuple(chain.from_iterable(texts)),
                dict(rows[0].others),
                is_identified=identity is not None,
            )

    def render(self, instances: Iterable[Instance]) -> Iterator[str]:
        """Write JSON lines, which lose nothing."""
        for instance in instances:
            entry = {"id": instance.id, "input": str(instance.input), "references": list(instance.references)}
            yield json.dumps(entry | dict(instance.meta), ensure_ascii=False)
