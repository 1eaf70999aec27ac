"""Rankings of the WMT workshops: a judge put up to five translations of a segment in order, ties allowed.

Columns ``srclang,trglang,srcIndex,documentId,segmentId,judgeId,system1Number,system1Id,...,system1rank,...``. A row is
a sheet. Rank 1 is best; ranks are read as negative numbers, so that higher is better, and -1 in a file is no rank.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import ClassVar

import numpy as np

from genchal.domain.ratings import RELATIVE
from genchal.errors import InvalidInput
from genchal.ratings.layout import Judgements, interleave_columns, join_columns, number_rows, parse_numbers
from genchal.text.arrays.labels import Labels
from genchal.text.tables.source import CodedTable, TableSource

_SYSTEM = re.compile(r"system(\d{1,3})id", re.IGNORECASE)
_RANK = re.compile(r"system(\d{1,3})rank", re.IGNORECASE)
INSTANCE = ("segmentid", "srcindex")
LANGUAGES = ("srclang", "trglang")


class WmtRanking:
    """Reads the layout."""

    summary: ClassVar[str] = "rankings of the WMT workshops: system1Id ..., system1rank ..."

    @staticmethod
    def claims(header: Sequence[str]) -> bool:
        """There are at least two systems with ranks, a judge and a segment."""
        names = {name.lower() for name in header}
        return len(_places(header)) > 1 and "judgeid" in names and bool(names & set(INSTANCE))

    @staticmethod
    def read(source: TableSource) -> Judgements:
        """Read the rankings of a file, row by row."""
        if not WmtRanking.claims(source.header):
            problem = (
                f"{source.name}: not WMT rankings: expected the columns judgeId, segmentId, system1Id and system1rank"
            )
            raise InvalidInput(problem, "Rename the columns, or name another layout.")
        wanted = {name for pair in _places(source.header).values() for name in pair}
        table = source.read(
            lambda name: name in wanted or name.lower() in (*INSTANCE, *LANGUAGES, "judgeid", "documentid")
        )
        return _read_ranks(table, list(_places(source.header).values()))


def _places(header: Sequence[str]) -> dict[int, tuple[str, str]]:
    """The columns (system, rank) of every place on the sheet."""
    systems = {int(match[1]): name for name in header if (match := _SYSTEM.fullmatch(name))}
    ranks = {int(match[1]): name for name in header if (match := _RANK.fullmatch(name))}
    return {place: (systems[place], ranks[place]) for place in sorted(systems) if place in ranks}


def _read_ranks(table: CodedTable, places: Sequence[tuple[str, str]]) -> Judgements:
    by_name = {name.lower(): column for name, column in table.columns.items()}
    width = len(places)
    ranks = np.stack([parse_numbers(table.columns[rank])[0] for _, rank in places], axis=1).ravel()
    return Judgements(
        value=-ranks,
        rater=by_name["judgeid"].repeat(width),
        instance=_instances(by_name).repeat(width),
        system=interleave_columns([table.columns[system] for system, _ in places]),
        criterion=Labels(np.zeros(len(ranks), np.int64), ("rank",)),
        lines=np.repeat(table.lines, width),
        personal=table.personal,
        sheet=number_rows(table, identified=False).repeat(width),
        position=np.tile(np.arange(width), len(table)),
        doubtful=[("no rank was given", ~(ranks >= 1))],
        notes={"direction": "ranks are reversed: 1, the best, is read as -1", RELATIVE: "values are places on a sheet"},
    )


def _instances(columns: dict[str, Labels]) -> Labels:
    """Segments, with their languages and documents if the file has several of them."""
    parts = [columns[name] for name in LANGUAGES if name in columns and len(columns[name].names) > 1]
    if "documentid" in columns and len(columns["documentid"].names) > 1:
        parts.append(columns["documentid"])
    segment = next(columns[name] for name in INSTANCE if name in columns)
    return join_columns([*parts, segment]) if parts else segment
