"""Slots and values: inputs such as ``name[Heron Loop], setting[woodland]`` in CSV, one reference a row."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator

from genchal.domain import Instance, SlotValues, Task
from genchal.errors import InvalidInput, UserError, raise_all
from genchal.tasks._records import join_rows
from genchal.tasks.columns import read_references, refuse_table
from genchal.tasks.findings import shortened
from genchal.text.tables.nested_text import read_texts

# Tabs and what ends lines: a value of several lines could not be written into a line of a file again.
_BREAKS = re.compile(r"\s*[\t\n\v\f\r\x1c-\x1f\x85\u2028\u2029]\s*")


class Slots(Task):
    """CSV with the columns `mr` and `ref`, a row for each reference."""

    name = "slots"
    summary = "CSV of slot-value meaning representations and references (`mr,ref`), for any domain."

    group = "input"

    _PAIR = re.compile(r"([^\[\],]+)\[([^\[\]]*)\](?:, *|$)")

    def parse(self, lines: Iterable[str], source: str) -> Iterator[Instance]:
        """Read one instance a row, or an id where there is a column of ids."""
        seen: dict[str, SlotValues] = {}
        problems: list[UserError] = []
        everything = list(lines)
        records = read_references(everything, source, self.named_columns)
        for number, (identity, rows) in enumerate(join_rows(records, source), start=1):
            record = rows[0]
            text = record.cells.get("input")
            if text is None:
                raise refuse_table(everything, source, "input", self.named_columns)
            if text not in seen:
                try:
                    seen[text] = self.parse_input(text)
                except InvalidInput as error:
                    problems.append(error.at(f"{source}, line {record.line}"))
                    continue
            yield Instance(
                str(number) if identity is None else identity,
                seen[text],
                tuple([self.repair(reference) for row in rows for reference in row.references]),
                is_identified=identity is not None,
            )
        raise_all(problems)

    def render(self, instances: Iterable[Instance]) -> Iterator[str]:
        """Write one row per reference; a row without one has an empty cell."""
        everything = list(instances)
        has_ids = any(instance.is_identified for instance in everything)
        yield _csv_line([*(["id"] if has_ids else []), "mr", "ref"])
        for instance in everything:
            for reference in instance.references or ("",):
                reference = reference if read_texts(reference) is None else json.dumps([reference])
                yield _csv_line([*([instance.id] if has_ids else []), str(instance.input), reference])

    def parse_input(self, text: str) -> SlotValues:
        """Read ``slot[value], slot[value]``."""
        text = self.repair(text).strip()
        pairs = []
        place = 0
        while place < len(text):
            match = self._PAIR.match(text, place)
            if match is None:
                raise InvalidInput(
                    f"'{shortened(text, 60)}' is not a meaning representation",
                    "Write slot[value], slot[value], as in name[Heron Loop], setting[woodland].",
                )
            pairs.append((match[1].strip(), _BREAKS.sub(" ", match[2]).strip()))
            place = match.end()
        return SlotValues(tuple(pairs))


def _csv_line(cells: list[str]) -> str:
    buffer = io.StringIO()
    csv.writer(buffer, quoting=csv.QUOTE_ALL, lineterminator="").writerow(cells)
    return buffer.getvalue()
