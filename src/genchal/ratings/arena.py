"""Battles of an arena: two systems answered the same prompt, and somebody said which was better.

``left,right,winner`` with left, right or tie; or ``model_a,model_b,winner`` with model_a, model_b, tie or "tie
(bothbad)"; as tables or as JSON lines. A battle is a sheet with two judgements of the criterion "preference": 1 for
the winner, 0 for the loser, 0.5 for both in a tie.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import numpy as np

from genchal.errors import InvalidInput, list_some
from genchal.ratings.layout import Judgements, interleave_columns, is_empty, number_rows, parse_times
from genchal.ratings.long import NAMES
from genchal.text.arrays.labels import Labels
from genchal.text.arrays.ragged import FloatArray, IntArray
from genchal.text.tables.names import plain_name
from genchal.text.tables.source import CodedTable, TableSource

PAIRS = (("left", "right"), ("modela", "modelb"), ("systema", "systemb"), ("system1", "system2"), ("model1", "model2"))
WINNER = ("winner", "preference", "outcome", "result")
WINS = (
    {"left", "a", "1", "modela", "systema", "model1", "system1"},
    {"right", "b", "2", "modelb", "systemb", "model2", "system2"},
)
TIES = {"tie", "draw", "tiebothbad", "bothbad", "bothgood", "tiebothgood", "equal", "both"}
INSTANCE = ("instance", "instanceid", "questionid", "promptid", "item", "itemid", "conversationid", "id")
WORD = 30  # characters of a winner's name that an error shows
MOMENT = ("tstamp", "timestamp", "answeredat")


class Arena:
    """Reads the layout."""

    summary: ClassVar[str] = "arena battles: model_a, model_b, winner, or left, right, winner"

    @staticmethod
    def claims(header: Sequence[str]) -> bool:
        """There are two columns of systems and one of winners."""
        names = [plain_name(name) for name in header]
        return _pair(names) is not None and any(name in names for name in WINNER)

    @staticmethod
    def read(source: TableSource) -> Judgements:
        """Read the battles of a file, the left system of each first."""
        if not Arena.claims(source.header):
            problem = f"{source.name}: not arena battles: expected the columns model_a, model_b and winner"
            raise InvalidInput(problem, "Rename the columns, or name another layout.")
        roles = (*WINNER, *INSTANCE, *MOMENT, *NAMES["rater"], *(name for pair in PAIRS for name in pair))
        table = source.read(lambda name: plain_name(name) in roles)
        return _battles(table)


def _pair(names: Sequence[str]) -> tuple[str, str] | None:
    return next((pair for pair in PAIRS if pair[0] in names and pair[1] in names), None)


def _battles(table: CodedTable) -> Judgements:
    columns = {plain_name(name): column for name, column in table.columns.items()}

    def first_of(names: Sequence[str]) -> Labels | None:
        return next((columns[name] for name in names if name in columns), None)

    left, right = (columns[name] for name in _pair(list(columns)) or ())
    winner = columns[next(name for name in WINNER if name in columns)]
    rater, instance, moment = first_of(NAMES["rater"]), first_of(INSTANCE), first_of(MOMENT)
    battles = np.arange(len(table))
    systems = interleave_columns([left, right])
    codes = systems.codes.reshape(-1, 2)
    value = _values(winner, codes, systems)
    _check_words(value, winner, table.name)
    # Without raters, prompts and times, two equal rows may well be two battles.
    can_repeat = rater is not None and instance is not None and moment is not None
    sheet = number_rows(table, identified=can_repeat)
    prompts = instance or Labels(battles, tuple(str(number + 1) for number in battles.tolist()))
    empty = is_empty(winner)
    both = np.repeat
    return Judgements(
        value=np.stack([value, 1 - value], axis=1).ravel(),
        rater=None if rater is None else rater.repeat(2),
        instance=prompts.repeat(2),
        system=systems,
        criterion=Labels(np.zeros(2 * len(table), np.int64), ("preference",)),
        lines=both(table.lines, 2),
        personal=table.personal,
        sheet=sheet.repeat(2),
        position=np.tile(np.array([0, 1]), len(table)),
        answered_at=None if moment is None else both(parse_times(moment), 2),
        doubtful=[
            ("no winner is named", both(empty, 2)),
            ("the winner is not understood", both(np.isnan(value) & ~empty, 2)),
            ("a system against itself", both(codes[:, 0] == codes[:, 1], 2)),
        ],
        notes={}
        if instance is not None
        else {"instances": "the file names no prompts: every battle has one of its own"},
    )


def _check_words(value: FloatArray, winner: Labels, source: str) -> None:
    """Refuse a file none of whose winners is understood: it has words of its own for them."""
    words = [f"'{name[:WORD]}'" for name in winner.names if name]
    if words and np.isnan(value).all():
        raise InvalidInput(
            f"{source}: no winner is understood: {list_some(words, 3)}",
            "Write model_a, model_b or tie, or the name of the system that won.",
        )


def _values(winner: Labels, codes: IntArray, systems: Labels) -> FloatArray:
    """What the left system got: 1, 0, 0.5, or NaN if nobody knows. A winner may be named by the system's own name."""
    known = dict.fromkeys(WINS[0], 1.0) | dict.fromkeys(WINS[1], 0.0) | dict.fromkeys(TIES, 0.5)
    plain = np.array([known.get(plain_name(name), np.nan) for name in winner.names])
    number = {name: code for code, name in enumerate(systems.names)}
    own = np.array([number.get(name, -1) for name in winner.names])[winner.codes]
    value = plain[winner.codes]
    value = np.where(np.isnan(value) & (own == codes[:, 0]), 1.0, value)
    return np.where(np.isnan(value) & (own == codes[:, 1]), 0.0, value)
