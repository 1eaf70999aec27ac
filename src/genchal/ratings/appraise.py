"""Exports of Appraise (Federmann 2018): CSV without a header, one judgement per row.

``user, system, segment, type, source language, target language, score`` and then, by the campaign's kind, a document,
whether the score is that of the whole document, spans or remarks, and the times of start and end. Types are TGT, CHK
(a repeat), BAD (damaged) and REF. Outputs that were shown side by side have the same user, segment and times, and share
a sheet.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import numpy as np

from genchal.domain.columns import ColumnRole
from genchal.errors import InvalidInput
from genchal.ratings.layout import Judgements, join_columns, parse_number
from genchal.ratings.long import read_judgements
from genchal.text.arrays.labels import Labels
from genchal.text.tables.source import TableSource

TYPES = {"TGT", "CHK", "BAD", "REF"}
EPOCH = 1e8  # seconds: what is larger is a moment, what is smaller is a score or an index


class Appraise:
    """Reads the layout."""

    summary: ClassVar[str] = "exports of Appraise: user, system, segment, type, languages, score, times; no header"

    @staticmethod
    def claims(header: Sequence[str]) -> bool:
        """The first row has a type and a score in their places."""
        return _start(header) is not None

    @staticmethod
    def read(source: TableSource) -> Judgements:
        """Read the judgements of a file, in its order."""
        start = _start(source.header)
        if start is None:
            raise InvalidInput(
                f"{source.name}: not an Appraise export: expected user, system, segment, type, languages and score",
                "Export with ExportSystemScoresToCSV, or name another layout.",
            )
        names = _names(source.header, start)
        table = source.headless(names).read(lambda name: not name.startswith("-"))
        roles: tuple[ColumnRole, ...] = ("rater", "system", "instance", "kind", "value", "shown_at", "answered_at")
        columns: dict[ColumnRole, str] = {role: role for role in roles if role in table.columns}
        judgements = read_judgements(table, columns)
        languages = [table.columns[name] for name in ("source", "target")]
        parts = languages if any(len(column.names) > 1 for column in languages) else []
        parts = [*parts, table.columns["document"]] if "document" in table.columns else parts
        if parts:
            judgements.instance = join_columns([*parts, judgements.instance])
        if "shown_at" in columns:
            seen = [table.columns[name] for name in ("rater", "instance", "shown_at", "answered_at")]
            judgements.sheet = join_columns([*parts, *seen])
        judgements.criterion = _criteria(table.columns.get("whole"), len(table))
        return judgements


def _start(header: Sequence[str]) -> int | None:
    """Where the system stands; exports of data assessment have a domain and an address before it."""
    for start in (1, 3):
        if len(header) >= start + 6 and header[start + 2] in TYPES and not np.isnan(parse_number(header[start + 5])):
            return start
    return None


def _names(header: Sequence[str], start: int) -> list[str]:
    """What the columns are; those that are not needed begin with a hyphen."""
    names = [f"-{place}" for place in range(len(header))]
    names[0] = "rater"
    names[start : start + 6] = ["system", "instance", "kind", "source", "target", "value"]
    after = start + 6
    if len(header) > after + 1 and header[after + 1] in ("True", "False"):
        names[after : after + 2] = ["document", "whole"]
    for place in range(after, len(header) - 1):
        if parse_number(header[place]) > EPOCH and parse_number(header[place + 1]) > EPOCH:
            names[place : place + 2] = ["shown_at", "answered_at"]
            break
    return names


def _criteria(whole: Labels | None, count: int) -> Labels:
    if whole is None:
        return Labels(np.zeros(count, np.int64), ("score",))
    return whole.rename(lambda name: "document score" if name == "True" else "score")
