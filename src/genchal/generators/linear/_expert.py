"""The expert of imitation learning: it goes on as the reference does, from wherever a text has got to."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from genchal.generators.linear._alignment import Segmented
from genchal.generators.linear._inventory import CLOSING, Inventory
from genchal.generators.linear._states import Ints, States
from genchal.generators.neural.data.meanings import Meaning

_AHEAD = 3  # how far ahead a word is looked for in the reference, before it counts as a substitute for the next one


class Expert:
    """Plans slots in the order of the reference, and says each in its words.

    A word that is not the reference's next one either skips to where it stands a little later, or counts as said
    instead of the next one. This is a good continuation, not always the best: LOLS does not need more.
    """

    def __init__(self, inventory: Inventory, meanings: Sequence[Meaning], references: Sequence[Segmented]) -> None:
        columns = 1 + max(map(len, meanings), default=0)
        self.inventory = inventory
        self.ranks = np.full((len(meanings), columns), columns + 1)
        self.runs = np.zeros((len(meanings), columns, inventory.longest + _AHEAD), dtype=np.int64)
        for row, (meaning, reference) in enumerate(zip(meanings, references, strict=True)):
            self.ranks[row, 0] = columns
            self._set_run(row, 0, CLOSING, reference.closing)
            for rank, (fact, run) in enumerate(zip(reference.order, reference.runs, strict=True)):
                self.ranks[row, 1 + fact] = rank
                self._set_run(row, 1 + fact, meaning[fact].slot, run)

    def _set_run(self, row: int, column: int, slot: str, run: Sequence[str]) -> None:
        known = self.inventory.words[self.inventory.slot_numbers[slot]]
        actions = [1 + known.index(word) for word in run if word in known]
        self.runs[row, column, : len(actions)] = actions

    def decide(self, states: States) -> Ints:
        """The action of each row."""
        columns = states.facts.shape[1]
        ranks = np.where(
            states.is_planned | (states.facts < 0), self.ranks.shape[1] + 9, self.ranks[states.task, :columns]
        )
        rows = np.arange(len(states))
        slots = states.slots[rows, ranks.argmin(axis=1)]
        words = self.runs[states.task, states.column, states.pointer]
        return self._permit(states, np.where(states.cursor < 0, slots, words))

    def _permit(self, states: States, actions: Ints) -> Ints:
        """The actions; where one is not allowed, the mark that the run still needs, or the first that is allowed."""
        rows = np.arange(len(states))
        allowed = states.allowed(self.inventory)
        marks = np.where(states.cursor < 0, 0, self.inventory.forced[states.facts[rows, states.column]])
        others = np.where((marks > 0) & allowed[rows, marks], marks, allowed.argmax(axis=1))
        return np.where(allowed[rows, actions], actions, others)

    def follow(self, states: States, actions: Ints) -> None:
        """Move on in the reference, before the actions are applied."""
        rows = np.flatnonzero((states.cursor >= 0) & (actions > 0))
        run = self.runs[states.task[rows], states.column[rows]]
        pointer = states.pointer[rows]
        moved = np.minimum(pointer + 1, (run > 0).sum(axis=1))
        for ahead in reversed(range(_AHEAD)):
            place = np.minimum(pointer + ahead, run.shape[1] - 1)
            moved = np.where(run[np.arange(len(rows)), place] == actions[rows], place + 1, moved)
        states.pointer[rows] = moved
