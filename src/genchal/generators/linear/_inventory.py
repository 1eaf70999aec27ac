"""What can be chosen: slots to speak of, and the words for each; numbers for facts and words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from genchal.generators.linear._alignment import Segmented
from genchal.generators.neural.meanings import Delexicalisation, Fact, Meaning
from genchal.generators.neural.tokens import ENDS

CLOSING = ""  # the slot whose words end a text; to choose it is to end the plan
NEEDED = 0.5  # facts that at least this share of texts say must be planned: types of dialogue acts often have no words


@dataclass(frozen=True)
class Inventory:
    """Slots and their words as numbers. Number 0 is the closing slot, and for words the end of a run."""

    hidden: Delexicalisation
    slots: tuple[str, ...]
    words: tuple[tuple[str, ...], ...]  # by slot
    facts: Mapping[Fact, bool]  # facts that training texts say, and whether they must be said
    silent: frozenset[str]  # slots without a value that other words of the text imply, as the type of an act does
    longest: int  # run
    slot_numbers: Mapping[str, int] = field(repr=False)
    fact_numbers: Mapping[Fact, int] = field(repr=False)
    spellings: tuple[str, ...] = field(repr=False)  # all words
    word_numbers: NDArray[np.int64] = field(repr=False)  # of all words, by slot and action; -1 where there is none
    places: NDArray[np.int64] = field(repr=False)  # slot whose placeholder a word is, by slot and action, else -1
    ends: NDArray[np.bool_] = field(repr=False)  # whether a word ends a sentence, by slot and action
    own: NDArray[np.int64] = field(repr=False)  # the action that says a slot's own placeholder, 0 if there is none

    @classmethod
    def make(
        cls,
        hidden: Delexicalisation,
        slots: Sequence[str],
        words: Sequence[Sequence[str]],
        facts: Mapping[Fact, bool],
        silent: frozenset[str],
        longest: int,
    ) -> Self:
        """Number everything."""
        slot_numbers = {slot: number for number, slot in enumerate(slots)}
        spellings = tuple(sorted({word for known in words for word in known}))
        numbers = {word: number for number, word in enumerate(spellings)}
        shape = (len(slots), max(len(slots), 1 + max(map(len, words))))
        word_numbers, places = np.full(shape, -1), np.full(shape, -1)
        ends, own = np.zeros(shape, dtype=bool), np.zeros(len(slots), dtype=np.int64)
        for slot, known in enumerate(words):
            for action, word in enumerate(known, start=1):
                word_numbers[slot, action] = numbers[word]
                ends[slot, action] = word in ENDS
                if word[0] == "{" and word[1:-1] in slot_numbers:
                    places[slot, action] = slot_numbers[word[1:-1]]
                    if places[slot, action] == slot:
                        own[slot] = action
        return cls(
            hidden,
            tuple(slots),
            tuple(map(tuple, words)),
            facts,
            silent,
            longest,
            slot_numbers,
            {fact: number for number, fact in enumerate(facts)},
            spellings,
            word_numbers,
            places,
            ends,
            own,
        )

    @classmethod
    def learn(
        cls, hidden: Delexicalisation, meanings: Sequence[Meaning], segmented: Sequence[Segmented], used: Sequence[int]
    ) -> Self:
        """Take slots, facts and their share from all texts, and words from those that are used as references."""
        said: dict[Fact, list[int]] = {}
        for meaning, text in zip(meanings, segmented, strict=True):
            for place, fact in enumerate(meaning):
                said.setdefault(fact, []).append(place in text.order)
        words: dict[str, dict[str, None]] = {CLOSING: {}}
        longest = 1
        for place in used:
            meaning, text = meanings[place], segmented[place]
            for column, run in zip(text.order, text.runs, strict=True):
                words.setdefault(meaning[column].slot, {}).update(dict.fromkeys(run))
                longest = max(longest, len(run))
            words[CLOSING].update(dict.fromkeys(text.closing))
            longest = max(longest, len(text.closing))
        facts = {
            fact: sum(found) >= NEEDED * len(found)
            for fact, found in sorted(said.items())
            if any(found) and fact.slot in words
        }
        silent = frozenset(fact.slot for fact in said if not fact.value and fact not in facts)
        slots = sorted(words)
        return cls.make(hidden, slots, [sorted(words[slot]) for slot in slots], facts, silent, longest)

    @property
    def actions(self) -> int:
        """The most actions that any decision has."""
        return int(self.word_numbers.shape[1])

    def can_say(self, fact: Fact) -> bool:
        """Whether there are words for a fact, seen as it is in hidden meanings."""
        return fact in self.facts

    def divide(self, meaning: Meaning) -> tuple[Meaning, Meaning]:
        """The facts that there are words for, with hidden values, and those that there are none for."""
        shown = self.hidden.hide(meaning)
        return tuple(fact for fact in shown if self.can_say(fact)), tuple(
            fact
            for fact, seen in zip(meaning, shown, strict=True)
            if not self.can_say(seen) and (fact.value or fact.slot not in self.silent)
        )

    def values(self) -> dict[str, Any]:
        """What JSON can hold."""
        return {
            "hidden": sorted(self.hidden.slots),
            "slots": list(self.slots),
            "words": [list(known) for known in self.words],
            "facts": [[*fact, needed] for fact, needed in self.facts.items()],
            "silent": sorted(self.silent),
            "longest": self.longest,
        }

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Self:
        """Take them back."""
        facts = {Fact(slot, value): bool(needed) for slot, value, needed in values["facts"]}
        hidden = Delexicalisation(frozenset(values["hidden"]))
        silent = frozenset(values["silent"])
        return cls.make(hidden, values["slots"], values["words"], facts, silent, int(values["longest"]))
