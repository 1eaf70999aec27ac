"""JSON files: one object a line, a list of objects, or one object that holds such lists."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import Any

import numpy as np

from genchal.errors import InvalidInput, UserError, raise_all
from genchal.text.tables.json_text import parse_json
from genchal.text.tables.source import BLOCK, CodedTable, Coder, TableSource, Wanted, format_cell, is_personal

ONE_A_LINE = "Write one JSON object per line, or one list of them."


class Objects(TableSource):
    """Objects in lines of text; where a file is one JSON document, its entries count as lines."""

    def __init__(self, lines: Iterator[str], first: str, start: int, name: str) -> None:
        self.name = name
        self._entries: Iterable[tuple[int, Any]]
        entry = parse_json(first)
        numbered = ((number, line) for number, line in enumerate(lines, start=start + 1) if line.strip())
        second = next(numbered, None) if isinstance(entry, dict) else None
        if isinstance(entry, dict) and (second is not None or not _lists(entry)):
            rest = chain([second], numbered) if second is not None else iter(())
            self._entries = chain([(start, entry)], ((number, parse_json(line)) for number, line in rest))
        else:
            whole = (
                entry
                if entry is not None and second is None
                else parse_json("\n".join([first, *(line for _, line in numbered)]))
            )
            if isinstance(whole, dict):
                whole = [entry for own in whole.values() for entry in own] if _lists(whole) else [whole]
            if not isinstance(whole, list):
                raise InvalidInput(f"{name}, line {start}: not valid JSON", ONE_A_LINE)
            self._entries = enumerate(whole, start=1)
        entries = iter(self._entries)
        number, head = next(entries, (start, None))
        if not isinstance(head, dict) or not head:
            raise InvalidInput(f"{name}, line {number}: not a JSON object", ONE_A_LINE)
        self._entries = chain([(number, head)], entries)
        self.header = tuple(head)

    def objects(self) -> Iterator[tuple[int, dict[str, Any]]]:
        """Read objects with the numbers of their lines; what is not an object is reported at the end, all at once."""
        problems: list[UserError] = []
        for number, entry in self._entries:
            if isinstance(entry, dict):
                yield number, entry
            else:
                problems.append(InvalidInput(f"{self.name}, line {number}: not a JSON object", ONE_A_LINE))
        raise_all(problems)

    def read(self, wanted: Wanted) -> CodedTable:
        """Read the keys that are wanted as columns; those about persons are never read."""
        coders: dict[str, Coder] = {}
        lines: list[int] = []
        takes: dict[str, bool] = {}
        entries = self.objects()
        while block := list(islice(entries, BLOCK)):
            found = [entry for _, entry in block]
            for key in dict.fromkeys(chain.from_iterable(found)):
                if key not in takes:
                    takes[key] = wanted(key) and not is_personal(key)
                if takes[key]:
                    coder = coders.setdefault(key, Coder())
                    coder.pad(len(lines))
                    values: list[Any] = [entry.get(key) for entry in found]
                    coder.add(values if set(map(type, values)) == {str} else list(map(format_cell, values)))
            lines.extend(number for number, _ in block)
        for coder in coders.values():
            coder.pad(len(lines))
        columns = {key: coder.labels() for key, coder in coders.items()}
        return CodedTable(self.name, columns, np.array(lines, dtype=np.int64), sum(map(is_personal, takes)))


def _lists(entry: dict[str, Any]) -> bool:
    """Whether an object holds nothing but lists of objects, such as one for every campaign."""
    return bool(entry) and all(
        isinstance(own, list) and own and all(isinstance(member, dict) for member in own) for own in entry.values()
    )
