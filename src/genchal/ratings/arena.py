"""Battles of an arena: two systems answered the same prompt, and somebody said which was better.

``left,right,winner`` with left, right or tie; ``model_a,model_b,winner`` with model_a, model_b, tie or "tie
(bothbad)"; or any two columns of models that differ by their side alone (``response_a_model``, ``response_b_model``)
and one that says who is preferred; as tables or as JSON lines. A battle is a sheet with two judgements of the
criterion "preference": 1 for the winner, 0 for the loser, 0.5 for both in a tie.
"""

from __future__ import annotations

import re
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
SIDES = (("a", "b"), ("1", "2"), ("left", "right"))
SYSTEM_WORDS = frozenset({"model", "system", "sys", "llm", "variant", "submission"})
WINNER = (
    *("winner", "preference", "outcome", "result", "preferred", "choice", "chosen", "verdict", "vote", "better"),
    *("humanpreference", "preferredresponse", "preferredmodel", "preferredsystem", "selected"),
)
TIES = {
    *("tie", "draw", "tiebothbad", "bothbad", "bothgood", "tiebothgood", "equal", "both", "neither", "same"),
    *("nopreference", "equallygood", "equallybad"),
}
INSTANCE = ("instance", "instanceid", "questionid", "promptid", "item", "itemid", "conversationid", "id", "prompt")
_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_SIDE = re.compile(
    r"(?:model|system|response|answer|option|output|text|candidate|prefer)?(a|b|1|2|left|right)(?:is|was)?(?:better|wins|won)?"
)
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
    plain = np.array([_value(plain_name(name)) for name in winner.names])
    number = {name: code for code, name in enumerate(systems.names)}
    own = np.array([number.get(name, -1) for name in winner.names])[winner.codes]
    value = plain[winner.codes]
    value = np.where(np.isnan(value) & (own == codes[:, 0]), 1.0, value)
    return np.where(np.isnan(value) & (own == codes[:, 1]), 0.0, value)


def _value(winner: str) -> float:
    """What the left system got, by a word: `model_a`, `Response B is better`, `tie`."""
    if winner in TIES:
        return 0.5
    side = _SIDE.fullmatch(winner)
    if side is None:
        return np.nan
    return 1.0 if any(side[1] == left for left, _ in SIDES) else 0.0
