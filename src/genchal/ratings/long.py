"""Long tables: one judgement per row, ``rater sheet instance system criterion value``, under the names people use.

Two more layouts of rows, direct assessment and Appraise, say which of their columns play these roles.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

import numpy as np

from genchal.domain.columns import RATING_NAMES, ColumnRole
from genchal.domain.ratings import KINDS, ItemKind, Ratings
from genchal.errors import InvalidInput, counted
from genchal.ratings.layout import Judgements, is_empty, parse_kinds, parse_numbers, parse_times
from genchal.text.arrays.labels import Labels
from genchal.text.tables.source import CodedTable, TableSource, plain_name

NAMES = RATING_NAMES
ROLES: dict[str, ColumnRole] = {name: role for role, names in NAMES.items() for name in names}
# Columns that number judgements, so that a copy can be told from a second judgement.
IDENTITY = ("judgementid", "judgmentid", "ratingid", "annotationid", "answerid", "responseid", "uuid")
REQUIRED: tuple[ColumnRole, ...] = ("instance", "system", "value")

# What the tools call the kinds of items: WMT's types and Appraise's among them.
KIND_NAMES: dict[str, ItemKind] = {
    **{kind: kind for kind in KINDS},
    "": "scored",
    "tgt": "scored",
    "system": "scored",
    "chk": "repeat",
    "bad": "damaged",
    "bad_ref": "damaged",
    "ref": "reference",
}

HEADER = ("rater", "sheet", "instance", "system", "criterion", "value", "kind", "position", "shown_at", "answered_at")


class Long:
    """Reads the layout."""

    summary: ClassVar[str] = "long tables, one judgement per row: rater, sheet, instance, system, criterion, value"

    @staticmethod
    def claims(header: Sequence[str]) -> bool:
        """There is a column for what is needed at least."""
        return {ROLES.get(plain_name(name)) for name in header} >= set(REQUIRED)

    @staticmethod
    def read(source: TableSource) -> Ratings:
        """Read the judgements of a file, in its order."""
        table = source.read(lambda name: plain_name(name) in (*ROLES, *IDENTITY))
        columns = _columns(table)
        missing = [role for role in REQUIRED if role not in columns]
        if missing:
            problem = f"{source.name}: no column '{missing[0]}'"
            raise InvalidInput(problem, f"Name the columns {', '.join(HEADER[:6])}; {', '.join(REQUIRED)} are needed.")
        judgements = read_judgements(table, columns)
        judgements.identity = next(
            (column for name, column in table.columns.items() if plain_name(name) in IDENTITY), None
        )
        if plain_name(columns["value"]) == "rank":
            judgements.value = -judgements.value
            judgements.notes["direction"] = "ranks are reversed: 1, the best, is read as -1"
        return judgements.to_ratings(table.personal)


def _columns(table: CodedTable) -> dict[ColumnRole, str]:
    """Which column plays which role; the name that we would write wins over its synonyms."""
    found: dict[ColumnRole, list[str]] = {}
    for name in table.columns:
        if plain_name(name) in ROLES:
            found.setdefault(ROLES[plain_name(name)], []).append(name)
    chosen: dict[ColumnRole, str] = {}
    for role, names in found.items():
        names.sort(key=lambda name, role=role: NAMES[role].index(plain_name(name)))  # type: ignore[misc]
        is_ours = plain_name(names[0]) == NAMES[role][0]
        if len(names) > 1 and role in REQUIRED and not is_ours:
            raise InvalidInput(
                f"{table.name}: more than one column for the {role}: '{names[0]}' and '{names[1]}'",
                f"Rename the right one to '{role}'.",
            )
        chosen[role] = names[0]
    return chosen


def read_judgements(
    table: CodedTable, columns: Mapping[ColumnRole, str], kind_names: Mapping[str, ItemKind] | None = None
) -> Judgements:
    """Put columns into their roles, of which `REQUIRED` are there. Without a criterion, the values' column names it."""

    def column(role: ColumnRole) -> Labels | None:
        return table.columns[columns[role]] if role in columns else None

    value, doubtful = parse_numbers(table.columns[columns["value"]])
    found = Judgements(
        value=value,
        rater=column("rater"),
        instance=table.columns[columns["instance"]],
        system=table.columns[columns["system"]],
        criterion=column("criterion") or Labels(np.zeros(len(table), np.int64), (columns["value"].lower(),)),
        lines=table.lines,
        sheet=column("sheet"),
        doubtful=doubtful,
    )
    if (kind := column("kind")) is not None:
        found.kind, unknown = parse_kinds(kind, kind_names or KIND_NAMES)
        found.doubtful.append((f"the kind of item is none of {', '.join(KINDS)}", unknown))
    if (position := column("position")) is not None:
        places = parse_numbers(position)[0]
        is_place = (places >= 0) & (places < 1 << 62) & (places == np.floor(places))
        found.position = np.where(is_place, places, -1).astype(np.int64)
    for role in ("shown_at", "answered_at"):
        if (moments := column(role)) is not None:
            seconds = parse_times(moments)
            unclear = int((np.isnan(seconds) & ~is_empty(moments)).sum())
            if unclear:
                found.notes[role] = f"{counted(unclear, 'time')} not understood, treated as unknown"
            if role == "shown_at":
                found.shown_at = seconds
            else:
                found.answered_at = seconds
    return found
