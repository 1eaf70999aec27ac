"""Attribute sets in tables: what systems selected to describe something with, a row a trial."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from genchal.domain import AttributeSet
from genchal.errors import InvalidInput, UserError, counted, raise_all
from genchal.tasks.outputs import OutputRecord


def has_attribute_sets(lines: Iterable[str]) -> bool:
    """Whether a file is a table of attribute sets, by its header."""
    first = next((line for line in lines if line.strip()), "")
    return {"trial", "prediction"} <= set(re.split("[\t,]", first))


def read_attribute_sets(lines: Iterable[str], source: str) -> dict[str | None, list[OutputRecord]]:
    """Read attribute sets by system from a table with the columns trial and prediction; system and domain are optional.

    A prediction is written `colour:red size:large`; one without any attribute is the empty set. The key None stands for
    the one system of a table that names none.
    """
    rows = ((number, line.split("\t")) for number, line in enumerate(lines, start=1) if line.strip())
    first, header = next(rows, (1, []))
    if missing := [name for name in ("trial", "prediction") if name not in header]:
        raise InvalidInput(
            f"{source}, line {first}: no column {' and no column '.join(missing)}",
            "Name the columns system, trial and prediction in the first line, with tabs between.",
        )
    systems: dict[str | None, list[OutputRecord]] = {}
    seen: dict[tuple[str | None, str], int] = {}
    problems: list[UserError] = []
    for number, cells in rows:
        try:
            row = _row(cells, header)
            own = row.get("system"), row["trial"]
            if own in seen:
                who = f"system '{own[0]}' already has trial" if "system" in row else "there is already trial"
                raise InvalidInput(f"{who} '{own[1]}' in line {seen[own]}", "Keep one of the two.")
            seen[own] = number
            attributes = _attribute_set(row["prediction"])
        except InvalidInput as error:
            problems.append(error.at(f"{source}, line {number}"))
        else:
            record = OutputRecord(number, None, id=own[1], attributes=attributes, domain=row.get("domain"))
            systems.setdefault(own[0], []).append(record)
    raise_all(problems)
    if not systems:
        raise InvalidInput(f"{source}: it contains no outputs", "Check that this is the right file.")
    return systems


def _row(cells: Sequence[str], header: Sequence[str]) -> dict[str, str]:
    if len(cells) != len(header):
        raise InvalidInput(
            f"{counted(len(cells), 'column')}, expected {len(header)} ({', '.join(header)})",
            "Make every line have the same columns.",
        )
    return dict(zip(header, cells, strict=True))


def _attribute_set(text: str) -> AttributeSet:
    pairs = [pair.partition(":") for pair in text.split()]
    for name, colon, value in pairs:
        if not (name and colon):
            raise InvalidInput(
                f"'{(name + colon + value)[:30]}' is not an attribute",
                "Write name:value with single spaces between attributes, as in colour:red size:large.",
            )
    return frozenset((name, value) for name, _, value in pairs)
