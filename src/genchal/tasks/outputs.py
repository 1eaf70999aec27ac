"""Systems' outputs as teams send them in: text, TSV, CSV, JSON lines; one system a file or many in a long table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from genchal.domain import AttributeSet
from genchal.errors import InvalidInput
from genchal.tasks.columns import Role, read_records

Key = Literal["input", "id", "place"]  # what tells which instance an output answers


class OutputRecord(NamedTuple):
    """One output with whatever tells which instance it answers: a text, an attribute set, or both; None is missing.

    `domain` is the part of the test data that it is for, where a file says so.
    """

    line: int
    text: str | None
    input: str | None = None
    id: str | None = None
    attributes: AttributeSet | None = None
    domain: str | None = None

    @property
    def is_missing(self) -> bool:
        """Whether there is neither a text nor an attribute set."""
        return self.text is None and self.attributes is None


def read_outputs(
    lines: list[str], source: str, tabular: bool, *, keep_quotes: bool = False
) -> dict[str | None, list[OutputRecord]]:
    """Read outputs by system; the key None stands for the one system of a file that names none.

    `keep_quotes` leaves the single quotes that some files have around every cell as part of the outputs.
    """
    if not tabular:
        return {None: [OutputRecord(number, line) for number, line in enumerate(lines, start=1)]}
    columns: tuple[Role, ...] = ("input", "output") if _two_columns(lines) else ("output",)
    records = read_records(lines, source, headerless=columns, keep_quotes=keep_quotes)
    systems: dict[str | None, list[OutputRecord]] = {}
    for record in records:
        cells = record.cells
        output = OutputRecord(record.line, cells.get("output"), cells.get("input"), cells.get("instance"))
        systems.setdefault(cells.get("system"), []).append(output)
    if not records:
        raise InvalidInput(f"{source}: it contains no outputs", "Check that this is the right file.")
    if all(record.cells.get("output") is None for record in records):
        raise InvalidInput(f"{source}: no column for the outputs", "Name it 'output' in the first line.")
    return systems


def _two_columns(lines: Iterable[str]) -> bool:
    first = next((line for line in lines if line.strip()), "")
    return "\t" in first or "," in first
