"""Battles of an arena: two systems answered the same prompt, and somebody said which was better.

``left,right,winner`` with left, right or tie; ``model_a,model_b,winner`` with model_a, model_b, tie or "tie
(bothbad)"; or any two columns of models that differ by their side alone (``response_a_model``, ``response_b_model``)
and one that says who is preferred; as tables or as JSON lines. A battle is a sheet with two judgements of the
criterion "preference": 1 for the winner, 0 for the loser, 0.5 for both in a tie.

A winner is a side (model_a, left, 1) or a system by its name. Where systems have the names of sides (A and B), a file
may be read either way: it is refused if that matters, unless the column is called winner_name or winner_side.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from genchal.errors import InvalidInput, list_some
from genchal.ratings.layout import Judgements, interleave_columns, is_empty, number_rows, parse_times
from genchal.ratings.long import NAMES
from genchal.text.arrays.labels import Labels
from genchal.text.arrays.ragged import FloatArray, IntArray
from genchal.text.tables.names import plain_name
from genchal.text.tables.source import CodedTable, TableSource

PAIRS = (("left", "right"), ("modela", "modelb"), ("systema", "systemb"), ("system1", "system2"), ("model1", "model2"))
SIDES = (("a", "b"), ("1", "2"), ("left", "right"))
SYSTEM_WORDS = frozenset({"model", "system", "sys", "llm", "variant", "submission"})
WINNER_NAME = ("winnername", "winningsystem", "winningmodel", "winnersystem", "winnermodel")
WINNER_SIDE = ("winnerside", "winningside")
WINNER = (
    *(*WINNER_NAME, *WINNER_SIDE),
    *("winner", "preference", "outcome", "result", "preferred", "choice", "chosen", "verdict", "vote", "better"),
    *("humanpreference", "preferredresponse", "preferredmodel", "preferredsystem", "selected"),
)
TIES = {
    *("tie", "draw", "tiebothbad", "bothbad", "bothgood", "tiebothgood", "equal", "both", "neither", "same"),
    *("nopreference", "equallygood", "equallybad", "nodifference", "thesame", "aboutthesame", "aboutequal"),
    *("botharegood", "botharebad", "bothareequal", "botharethesame"),
}
INSTANCE = ("instance", "instanceid", "questionid", "promptid", "item", "itemid", "conversationid", "id", "prompt")
_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_DEGREE = r"(?:much|far|clearly|strongly|significantly|somewhat|slightly|marginally|alittle|abit)?"
_SIDE = re.compile(
    rf"{_DEGREE}(?:model|system|response|answer|option|output|text|candidate|prefer)?(a|b|1|2|left|right)"
    rf"(?:is|was)?{_DEGREE}(?:better|wins|won|preferred)?"
)
_WHOLE = re.compile(r"\d{1,3}(?:\.0+)?")
WORD = 30  # characters of a winner's name that an error shows
MOMENT = ("tstamp", "timestamp", "answeredat")


class Arena:
    """Reads the layout."""

    summary: ClassVar[str] = "arena battles: model_a, model_b, winner, or left, right, winner"

    @staticmethod
    def claims(header: Sequence[str]) -> bool:
        """There are two columns of systems and one of winners."""
        return _pair(header) is not None and any(plain_name(name) in WINNER for name in header)

    @staticmethod
    def read(source: TableSource) -> Judgements:
        """Read the battles of a file, the left system of each first."""
        if not Arena.claims(source.header):
            problem = f"{source.name}: not arena battles: expected the columns model_a, model_b and winner"
            raise InvalidInput(problem, "Rename the columns, or name another layout.")
        pair = _pair(source.header)
        roles = (*WINNER, *INSTANCE, *MOMENT, *NAMES["rater"], *map(plain_name, pair or ()))
        table = source.read(lambda name: plain_name(name) in roles)
        return _battles(table)


def _pair(header: Sequence[str]) -> tuple[str, str] | None:
    """The columns of the two systems: by their names, or because they differ by their side alone."""
    names = {plain_name(name): name for name in reversed(header)}
    known = next((pair for pair in PAIRS if pair[0] in names and pair[1] in names), None)
    if known is not None:
        return names[known[0]], names[known[1]]
    words = {tuple(word.lower() for word in _WORDS.findall(name)): name for name in reversed(header)}
    for name in header:
        parts = tuple(word.lower() for word in _WORDS.findall(name))
        for place, part in enumerate(parts if SYSTEM_WORDS.intersection(parts) else ()):
            for left, right in SIDES:
                other = (*parts[:place], right, *parts[place + 1 :])
                if part == left and other in words:
                    return name, words[other]
    return None


def _battles(table: CodedTable) -> Judgements:
    columns = {plain_name(name): column for name, column in table.columns.items()}

    def first_of(names: Sequence[str]) -> Labels | None:
        return next((columns[name] for name in names if name in columns), None)

    left, right = (table.columns[name] for name in _pair(list(table.columns)) or ())
    column = next(name for name in WINNER if name in columns)
    winner = columns[column]
    rater, instance, moment = first_of(NAMES["rater"]), first_of(INSTANCE), first_of(MOMENT)
    battles = np.arange(len(table))
    systems = interleave_columns([left, right])
    codes = systems.codes.reshape(-1, 2)
    value = _read_winners(column, winner, codes, systems, table)
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
    """Refuse a file most of whose winners are not understood: it has words of its own for them.

    What is left would be another study: ties alone, or one side's wins.
    """
    named = ~is_empty(winner)
    unclear = named & np.isnan(value)
    words = [f"'{winner.names[code][:WORD]}'" for code in dict.fromkeys(winner.codes[unclear].tolist())]
    if 2 * unclear.sum() > named.sum():
        which = "no winner is" if unclear.sum() == named.sum() else f"most winners ({unclear.sum():,}) are not"
        raise InvalidInput(
            f"{source}: {which} understood: {list_some(words, 3)}",
            "Write model_a, model_b or tie, or the name of the system that won.",
        )


def _read_winners(column: str, winner: Labels, codes: IntArray, systems: Labels, table: CodedTable) -> FloatArray:
    """What the left system got: 1, 0, 0.5, or NaN if nobody knows. Winners are sides, or systems by their names."""
    words = np.array([_value(_plain_winner(name)) for name in winner.names])[winner.codes]
    is_tie = words == 0.5
    by_side = np.where(is_tie, np.nan, words)
    by_name = _compare_names(winner, codes, systems)
    has_side, has_name = ~np.isnan(by_side), ~np.isnan(by_name)
    if column in WINNER_NAME:
        return np.where(is_tie & ~has_name, 0.5, by_name)
    _check_zeros(winner, (has_name & (column not in WINNER_SIDE)) | is_tie, table)
    if column in WINNER_SIDE:
        return np.where(is_tie, 0.5, by_side)
    differ = np.flatnonzero(has_side & has_name & (by_side != by_name))
    if len(differ) and (has_side & ~has_name).any() == (has_name & ~has_side).any():
        name = winner.names[winner.codes[differ[0]]]
        raise InvalidInput(
            f"{table.name}, line {table.lines[differ[0]]}: winner '{name}' is the name of one system, and the side of "
            "the other",
            "Call the column winner_name if it names systems, or winner_side if it names sides.",
        )
    if len(differ) and (has_side & ~has_name).any():  # a winner that is none of the two systems is a side, so all are
        return np.where(is_tie, 0.5, by_side)
    return np.where(is_tie & ~has_name, 0.5, np.where(has_name, by_name, by_side))


def _compare_names(winner: Labels, codes: IntArray, systems: Labels) -> FloatArray:
    """What the left system got where the winner is called like one of the two; capital letters do not matter."""
    numbers = Labels.of(name.casefold() for name in (*systems.names, *winner.names))
    own = numbers.codes[: len(systems.names)][codes]
    won = numbers.codes[len(systems.names) :][winner.codes]
    is_left, is_right = won == own[:, 0], won == own[:, 1]
    return np.where(is_left == is_right, np.nan, np.where(is_left, 1.0, 0.0))


def _check_zeros(winner: Labels, is_known: NDArray[np.bool_], table: CodedTable) -> None:
    """Refuse numbers that count from 0: 0 and 1 may be places, or say whether the first system won."""
    zeros = [code for code, name in enumerate(winner.names) if _plain_winner(name) == "0"]
    rows = np.flatnonzero(np.isin(winner.codes, zeros) & ~is_known)
    if len(rows):
        raise InvalidInput(
            f"{table.name}, line {table.lines[rows[0]]}: winner '{winner.names[winner.codes[rows[0]]]}' may stand for "
            "the first system, or say that the first one has not won",
            "Write model_a, model_b or tie.",
        )


def _plain_winner(name: str) -> str:
    """A winner in plain letters; whole numbers without decimals, as pandas writes them: 1.0."""
    return str(int(float(name))) if _WHOLE.fullmatch(name.strip()) else plain_name(name)


def _value(winner: str) -> float:
    """What the left system got, by a word: `model_a`, `Response B is better`, `tie`."""
    if winner in TIES:
        return 0.5
    side = _SIDE.fullmatch(winner)
    if side is None:
        return np.nan
    return 1.0 if any(side[1] == left for left, _ in SIDES) else 0.0
