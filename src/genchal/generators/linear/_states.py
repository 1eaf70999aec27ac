"""Texts in the making, many at a time: a plan of slots, then words for each slot of the plan."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from genchal.generators.linear._inventory import Inventory
from genchal.generators.neural.data.meanings import Meaning

Ints = NDArray[np.int64]
Codes = NDArray[np.uint64]
Bools = NDArray[np.bool_]
HISTORY = 4  # words that a decision looks back at
_ODD = np.uint64(0x9E3779B97F4A7C15)
_SHIFT = np.uint64(29)


def mix(first: Codes, second: Any) -> Codes:
    """One number for two, well mixed."""
    mixed = (first ^ np.asarray(second).astype(np.uint64)) * _ODD
    mixed ^= mixed >> _SHIFT
    return mixed * _ODD


@dataclass
class States:
    """One row for each text. Column 0 of facts is the closing of the text; columns without a fact are -1."""

    task: Ints  # number of the meaning in the list that the states began with
    facts: Ints  # facts x columns
    slots: Ints
    needed: Bools  # facts that must be planned
    banned: Bools  # words that contradict facts: those that the inventory watches
    is_planned: Bools
    plan: Ints  # columns, in the order in which they are said
    planned: Ints  # how many
    cursor: Ints  # which of them is being said; -1 while planning
    run_length: Ints
    run: Codes  # words of this run
    is_marked: Bools  # whether this run has a word by which its fact is known, such as its own placeholder
    history: Codes  # the last words, latest first
    sentence_words: Ints
    sentence_slots: Ints
    sentence_start: Codes  # its first word
    sentences: Ints
    said: Ints  # words, as numbers
    said_for: Ints  # and the column that each was said for
    length: Ints
    is_done: Bools
    pointer: Ints  # how far an expert's run has been followed

    @classmethod
    def begin(cls, inventory: Inventory, meanings: Sequence[Meaning]) -> Self:
        """Nothing planned and nothing said."""
        rows, columns = len(meanings), 1 + max(map(len, meanings), default=0)
        facts = np.full((rows, columns), -1)
        slots, needed = facts.copy(), np.zeros(facts.shape, dtype=bool)
        banned = np.zeros((rows, inventory.contradicts.shape[1]), dtype=bool)
        slots[:, 0] = 0
        facts[:, 0] = len(inventory.fact_numbers)
        for row, meaning in enumerate(meanings):
            facts[row, 1 : 1 + len(meaning)] = [inventory.fact_numbers[fact] for fact in meaning]
            slots[row, 1 : 1 + len(meaning)] = [inventory.slot_numbers[fact.slot] for fact in meaning]
            needed[row, 1 : 1 + len(meaning)] = [inventory.facts[fact] for fact in meaning]
            numbers = facts[row, 1 : 1 + len(meaning)]
            banned[row] = inventory.contradicts[numbers].any(axis=0) & ~inventory.tells[numbers].any(axis=0)
        counts = np.zeros(rows, dtype=np.int64)
        codes = np.zeros(rows, dtype=np.uint64)
        longest = (inventory.longest + 1) * columns
        return cls(
            task=np.arange(rows),
            facts=facts,
            slots=slots,
            needed=needed,
            banned=banned,
            is_planned=np.zeros(facts.shape, dtype=bool),
            plan=np.full((rows, columns), -1),
            planned=counts.copy(),
            cursor=counts - 1,
            run_length=counts.copy(),
            run=codes.copy(),
            is_marked=counts > 0,
            history=np.zeros((rows, HISTORY), dtype=np.uint64),
            sentence_words=counts.copy(),
            sentence_slots=counts.copy(),
            sentence_start=codes.copy(),
            sentences=counts.copy(),
            said=np.full((rows, longest), -1, dtype=np.int64),
            said_for=np.full((rows, longest), -1, dtype=np.int64),
            length=counts.copy(),
            is_done=counts > 0,
            pointer=counts.copy(),
        )

    def __len__(self) -> int:
        return len(self.task)

    def take(self, rows: Any) -> Self:
        """Some rows, copied."""
        return type(self)(**{column.name: getattr(self, column.name)[rows] for column in fields(self)})

    def put(self, rows: Any, states: States) -> None:
        """Write rows back."""
        for column in fields(self):
            getattr(self, column.name)[rows] = getattr(states, column.name)

    @classmethod
    def join(cls, parts: Sequence[States]) -> Self:
        """Rows of several; all began together."""
        return cls(
            **{column.name: np.concatenate([getattr(part, column.name) for part in parts]) for column in fields(cls)}
        )

    @property
    def column(self) -> Ints:
        """The column that is being said; 0 while planning."""
        rows = np.arange(len(self))
        return np.where(self.cursor < 0, 0, self.plan[rows, np.maximum(self.cursor, 0)])

    @property
    def slot(self) -> Ints:
        """The slot that is being said."""
        return self.slots[np.arange(len(self)), self.column]

    def allowed(self, inventory: Inventory) -> Bools:
        """Which actions each row can take; each has one at least."""
        found = np.zeros((len(self), inventory.actions), dtype=bool)
        planning = np.flatnonzero(self.cursor < 0)
        found[planning] = self._may_plan(planning, inventory.actions)
        saying = np.flatnonzero(self.cursor >= 0)
        found[saying] = self._may_say(saying, inventory)
        return found

    def _may_plan(self, rows: Ints, actions: int) -> Bools:
        """Slots that are not planned; the end of the plan when none is left that must be."""
        found = np.zeros((len(rows), actions), dtype=bool)
        is_open = (self.facts[rows] >= 0) & ~self.is_planned[rows]
        is_open[:, 0] = ~(is_open & self.needed[rows]).any(axis=1)
        places, columns = np.nonzero(is_open)
        found[places, self.slots[rows][places, columns]] = True
        return found

    def _may_say(self, rows: Ints, inventory: Inventory) -> Bools:
        """Words of the slot without placeholders and values of other inputs; the end after a mark of the fact."""
        slot, fact = self.slot[rows], self.facts[rows, self.column[rows]]
        found = inventory.word_numbers[slot] >= 0
        has_slot = np.zeros((len(rows), len(inventory.slots)), dtype=bool)
        given, columns = np.nonzero(self.facts[rows] >= 0)
        has_slot[given, self.slots[rows][given, columns]] = True
        for number in np.unique(slot).tolist():
            these = np.flatnonzero(slot == number)
            for actions, numbers, is_allowed in (
                (*inventory.places[number], has_slot[these]),
                (*inventory.watched[number], ~self.banned[rows[these]]),
            ):
                if len(actions):
                    found[these[:, None], actions] &= is_allowed[:, numbers]
        unmarked = np.flatnonzero((inventory.forced[fact] > 0) & ~self.is_marked[rows])
        is_unmarked = np.zeros(len(rows), dtype=bool)
        is_unmarked[unmarked] = (found[unmarked] & inventory.marking[fact[unmarked]]).any(axis=1)
        is_empty = (self.run_length[rows] == 0) & (slot > 0)  # no run of a reference is empty but the closing one
        found[:, 0] = ~is_unmarked & ~(is_empty & found.any(axis=1))
        late = np.flatnonzero(self.run_length[rows] >= inventory.longest)
        found[late] = False
        found[late, np.where(is_unmarked[late], inventory.forced[fact[late]], 0)] = True
        return found

    def apply(self, actions: Ints, inventory: Inventory) -> None:
        """Take an action in every row; rows that are done must not be among them."""
        is_planning = self.cursor < 0
        self._plan(np.flatnonzero(is_planning), actions)
        saying = np.flatnonzero(~is_planning)
        ends = saying[actions[saying] == 0]
        self._say(saying[actions[saying] > 0], actions, inventory)
        self.cursor[ends] += 1
        self._begin_run(ends)
        self.is_done[ends] = self.cursor[ends] >= self.planned[ends]

    def _plan(self, rows: Ints, actions: Ints) -> None:
        columns = (self.slots[rows] == actions[rows, None]).argmax(axis=1)
        self.plan[rows, self.planned[rows]] = columns
        self.is_planned[rows, columns] = True
        self.planned[rows] += 1
        finished = rows[columns == 0]
        self.cursor[finished] = 0
        self._begin_run(finished)

    def _begin_run(self, rows: Ints) -> None:
        self.run_length[rows] = self.run[rows] = self.pointer[rows] = 0
        self.is_marked[rows] = False
        self.sentence_slots[rows] += 1

    def _say(self, rows: Ints, actions: Ints, inventory: Inventory) -> None:
        slot, action = self.slot[rows], actions[rows]
        words = inventory.word_numbers[slot, action]
        codes = mix(np.full(len(rows), 7, dtype=np.uint64), words)
        self.said[rows, self.length[rows]] = words
        self.said_for[rows, self.length[rows]] = self.column[rows]
        self.length[rows] += 1
        self.run_length[rows] += 1
        self.run[rows] = mix(self.run[rows], codes)
        self.history[rows, 1:] = self.history[rows, :-1]
        self.history[rows, 0] = codes
        self.is_marked[rows] |= inventory.marking[self.facts[rows, self.column[rows]], action]
        first = rows[self.sentence_words[rows] == 0]
        self.sentence_start[first] = self.history[first, 0]
        self.sentence_words[rows] += 1
        ended = rows[inventory.ends[slot, action]]
        self.sentences[ended] += 1
        self.sentence_words[ended] = self.sentence_slots[ended] = 0
