"""Direct assessment as the WMT workshops and SR'18 published it (Graham et al. 2017): ``ad-latest.csv`` and its like.

Columns, between tabs or blanks: ``HITId WorkerId src trg item hit sys_id rid type sid score time``. Types are SYSTEM,
REPEAT, REF and BAD_REF. A sheet is a HIT, of 100 outputs shown one by one; repeats and damaged outputs belong to
outputs of the same sheet. Means per segment (``SID SYS SCR N``) name no raters.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

import numpy as np

from genchal.domain.columns import ColumnRole
from genchal.errors import InvalidInput
from genchal.ratings.layout import Judgements, join_columns
from genchal.ratings.long import read_judgements
from genchal.text.arrays.labels import Labels
from genchal.text.tables.delimited import Delimited
from genchal.text.tables.names import plain_name
from genchal.text.tables.source import TableSource

CRITERIA = {"ad": "adequacy", "fl": "fluency"}
ROLES: dict[str, ColumnRole] = {
    "workerid": "rater",
    "hitid": "sheet",
    "sysid": "system",
    "sys": "system",
    "sid": "instance",
    "type": "kind",
    "rid": "position",
    "item": "criterion",
    "inputitem": "criterion",
}
VALUES = ("score", "raw", "rawscr", "scr")  # in this order, if there are several
LANGUAGES = ("src", "trg", "inputsrc", "inputtrg")


class DirectAssessmentLayout:
    """Reads the layout."""

    summary: ClassVar[str] = "direct assessment of the WMT workshops: HITId, WorkerId, sys_id, type, sid, score"

    @staticmethod
    def claims(header: Sequence[str]) -> bool:
        """There are the columns that only this layout has."""
        names = {plain_name(name) for name in _names(header)}
        return "sid" in names and not names.isdisjoint(("sysid", "sys")) and not names.isdisjoint(VALUES)

    @staticmethod
    def read(source: TableSource) -> Judgements:
        """Read the judgements of a file, in its order."""
        if not DirectAssessmentLayout.claims(source.header):
            problem = (
                f"{source.name}: not direct assessment: expected the columns WorkerId, sys_id, type, sid and score"
            )
            raise InvalidInput(problem, "Rename the columns, or name another layout.")
        if len(source.header) == 1:
            source = _between_blanks(source)
        table = source.read(lambda name: plain_name(name) in (*ROLES, *VALUES, *LANGUAGES))
        columns: dict[ColumnRole, str] = {}
        for name in table.columns:
            if plain_name(name) in ROLES:
                columns[ROLES[plain_name(name)]] = name
        values = [name for name in table.columns if plain_name(name) in VALUES]
        columns["value"] = min(values, key=lambda name: VALUES.index(plain_name(name)))
        judgements = read_judgements(table, columns)
        languages = [column for name, column in table.columns.items() if plain_name(name) in LANGUAGES]
        if any(len(column.names) > 1 for column in languages):
            judgements.instance = join_columns([*languages, judgements.instance])
        if "criterion" in columns:
            judgements.criterion = judgements.criterion.rename(lambda name: CRITERIA.get(name.lower(), name))
        else:
            judgements.criterion = Labels(np.zeros(len(table), np.int64), ("adequacy",))
        return judgements


def _names(header: Sequence[str]) -> Sequence[str]:
    return header[0].split() if len(header) == 1 else header


def _between_blanks(source: TableSource) -> TableSource:
    """The same table between tabs. There are no texts in it, so that blanks separate."""
    lines: Iterator[tuple[int, str]] = source.lines()
    number, first = next(lines)
    return Delimited(("\t".join(line.split()) for _, line in lines), "\t".join(first.split()), number, source.name)
