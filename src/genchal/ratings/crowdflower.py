"""The wide CrowdFlower layout of the E2E challenge (Dušek et al. 2020) and of RankME (Novikova et al. 2018).

A row is a sheet: a worker saw the outputs of several systems (``sys1`` ... or ``team1`` ...) for one meaning
representation and answered for each of them (``quality1`` ..., ``check1`` ...); or of one system, without numbers. A
check-box for added or missing information becomes the criteria ``added`` and ``missed`` with the values 0 and 1.
The columns ``dupl_ref`` say which texts of a sheet are the same; raters answered for each of them, and all answers are
kept. Times are CrowdFlower's, in UTC as far as known.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from genchal.domain.ratings import KINDS
from genchal.errors import InvalidInput
from genchal.ratings.layout import Judgements, interleave_columns, is_empty, number_rows, parse_numbers, parse_times
from genchal.text.arrays.labels import Labels
from genchal.text.arrays.ragged import FloatArray
from genchal.text.tables.source import CodedTable, TableSource

# What the files call the criteria. Numbered columns of other names are criteria too if there are numbers in them.
CRITERIA = {
    "quality": "quality",
    "qual": "quality",
    "naturalness": "naturalness",
    "natur": "naturalness",
    "nat": "naturalness",
    "informativeness": "informativeness",
    "inf": "informativeness",
}
SYSTEM = ("sys", "team", "system", "model")
CHECK = ("check", "check_those_that_apply")
TEXT = ("ref", "dupl_ref", "mr", "mr_id", "text", "output", "orig")  # numbered, but no answers
BOXES = {"added": "added", "missing": "missed", "missed": "missed", "ok": ""}

_NUMBERED = re.compile(r"([a-z_]*[a-z])(\d*)")


@dataclass(frozen=True)
class _Answers:
    """All answers under one criterion at one place of the sheet."""

    criterion: str
    place: int
    system: str  # name of the column
    value: FloatArray
    empty: NDArray[np.bool_]
    text: NDArray[np.bool_]


class CrowdFlower:
    """Reads the layout."""

    summary: ClassVar[str] = "wide CrowdFlower tables of the E2E and RankME releases: a row is a sheet"

    @staticmethod
    def claims(header: Sequence[str]) -> bool:
        """There is a `_worker_id` and a column of systems."""
        return "_worker_id" in header and bool(_systems(header)) and ("mr_id" in header or "mr" in header)

    @staticmethod
    def read(source: TableSource) -> Judgements:
        """Read the judgements of a file, row by row, place by place, criterion by criterion."""
        systems = _systems(source.header)
        if not CrowdFlower.claims(source.header):
            raise InvalidInput(
                f"{source.name}: not a CrowdFlower table: expected the columns _worker_id, mr_id and sys1 ...",
                "Name another layout.",
            )
        instance = "mr_id" if "mr_id" in source.header else "mr"
        table = source.read(lambda name: _is_wanted(name, systems, instance))
        answers = [found for name in table.columns for found in _answers(name, table, systems)]
        if not answers:
            raise InvalidInput(f"{source.name}: no column of answers", "Check that this is the right file.")
        return _stack_answers(sorted(answers, key=lambda own: own.place), table, instance)


def _systems(header: Sequence[str]) -> dict[int, str]:
    """Columns that name systems by their place on the sheet, from 0."""
    found = {}
    for name in header:
        match = _NUMBERED.fullmatch(name)
        if match is not None and match[1] in SYSTEM:
            found[int(match[2] or 1) - 1] = name
    return found


def _is_wanted(name: str, systems: dict[int, str], instance: str) -> bool:
    if name in (instance, "_worker_id", "_created_at", "_started_at", "_tainted", "_golden", "_trust", "_id"):
        return True
    if name.endswith("_gold"):
        return True
    return name in systems.values() or _criterion(name, systems) is not None


def _criterion(name: str, systems: dict[int, str]) -> tuple[str, int] | None:
    """What a column of answers answers, and for which place of the sheet; None for another column."""
    if name.startswith("_") or name.endswith("_gold"):
        return None
    if name in CHECK and 0 in systems:
        return "check", 0
    match = _NUMBERED.fullmatch(name)
    if match is None or match[1] in (*SYSTEM, *TEXT) or int(match[2] or 1) - 1 not in systems:
        return None
    if not match[2] and match[1] not in CRITERIA:
        return None
    return CRITERIA.get(match[1], match[1]), int(match[2] or 1) - 1


def _answers(name: str, table: CodedTable, systems: dict[int, str]) -> list[_Answers]:
    found = _criterion(name, systems)
    if found is None:
        return []
    criterion, place = found
    column = table.columns[name]
    if criterion == "check":
        return [_boxes(column, box, place, systems[place]) for box in ("added", "missed")]
    value, ((_, empty), (_, text)) = parse_numbers(column)
    if criterion not in CRITERIA.values() and not np.isfinite(value).any():
        return []  # remarks, not answers
    return [_Answers(criterion, place, systems[place], value, empty, text)]


def _boxes(column: Labels, box: str, place: int, system: str) -> _Answers:
    """Whether a box was ticked; ticks stand in lines of one cell."""
    ticks = [[BOXES.get(tick.strip().lower()) for tick in name.split("\n")] for name in column.names]
    value = np.array([float(box in own) if None not in own else np.nan for own in ticks])
    empty = np.array([not name for name in column.names], dtype=bool)
    text = np.isnan(value) & ~empty
    return _Answers(box, place, system, value[column.codes], empty[column.codes], text[column.codes])


def _stack_answers(answers: Sequence[_Answers], table: CodedTable, instance: str) -> Judgements:
    rows, columns = len(table), len(answers)
    which = np.tile(np.arange(columns), rows)

    def flag(name: str) -> NDArray[np.bool_]:
        found = table.columns.get(name)
        return np.zeros(rows, bool) if found is None else _is_true(found)

    golden = flag("_golden")
    for name, column in table.columns.items():
        if name.endswith("_gold"):
            golden |= ~is_empty(column)
    criterion = Labels.of(answer.criterion for answer in answers)
    unknown = np.full(rows, np.nan)
    started, created = (table.columns.get(name) for name in ("_started_at", "_created_at"))
    return Judgements(
        value=np.stack([answer.value for answer in answers], axis=1).ravel(),
        rater=table.columns["_worker_id"].repeat(columns),
        instance=table.columns[instance].repeat(columns),
        system=interleave_columns([table.columns[answer.system] for answer in answers]),
        criterion=Labels(criterion.codes[which], criterion.names),
        lines=np.repeat(table.lines, columns),
        personal=table.personal,
        sheet=number_rows(table, identified=not {"_id", "_created_at", "_started_at"}.isdisjoint(table.columns)).repeat(
            columns
        ),
        kind=np.repeat(np.where(golden, KINDS.index("attention"), 0).astype(np.int8), columns),
        position=np.array([answer.place for answer in answers])[which],
        shown_at=np.repeat(parse_times(started) if started is not None else unknown, columns),
        answered_at=np.repeat(parse_times(created) if created is not None else unknown, columns),
        doubtful=[
            ("CrowdFlower had marked the worker's answers as tainted", np.repeat(flag("_tainted"), columns)),
            ("the value is empty", np.stack([answer.empty for answer in answers], axis=1).ravel()),
            ("the value is not a number or box", np.stack([answer.text for answer in answers], axis=1).ravel()),
        ],
        notes=_notes(table, criterion),
    )


def _is_true(labels: Labels) -> NDArray[np.bool_]:
    return np.array([name.lower() in ("true", "1", "yes") for name in labels.names], dtype=bool)[labels.codes]


def _notes(table: CodedTable, criterion: Labels) -> dict[str, str]:
    notes = {}
    if "added" in criterion.names:
        notes["direction"] = "added and missed are 1 where the box was ticked, so that higher is worse"
    if "_trust" in table.columns:
        trust = parse_numbers(table.columns["_trust"])[0]
        if np.isfinite(trust).any():
            notes["trust"] = f"CrowdFlower's trust in the workers is {np.nanmin(trust):.2f} to {np.nanmax(trust):.2f}"
    return notes
