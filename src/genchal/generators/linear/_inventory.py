"""What can be chosen: slots to speak of, and the words for each; numbers for facts and words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from genchal.generators.linear._alignment import Segmented
from genchal.generators.linear._verdicts import Verdicts
from genchal.generators.neural.data.meanings import Delexicalisation, Fact, Meaning
from genchal.generators.neural.data.tokens import ENDS

CLOSING = ""  # the slot whose words end a text; to choose it is to end the plan
NEEDED = 0.5  # facts that at least this share of texts say must be planned: types of dialogue acts often have no words

Numbered = tuple[NDArray[np.int64], NDArray[np.int64]]  # actions of a slot, and a number for each


@dataclass(frozen=True)
class Inventory:
    """Slots and their words as numbers. Number 0 is the closing slot, and for words the end of a run."""

    hidden: Delexicalisation
    slots: tuple[str, ...]
    words: tuple[tuple[str, ...], ...]  # by slot
    facts: Mapping[Fact, bool]  # facts that training texts say, and whether they must be said
    silent: frozenset[str]  # slots without a value that other words of the text imply, as the type of an act does
    marks: Mapping[Fact, Sequence[str]]  # words of which a run has one at least; none: it can have any words
    contrary: Mapping[Fact, Sequence[str]]  # words that contradict a fact, unless they tell another one of the input
    telling: Mapping[Fact, Sequence[str]]  # words that tell a fact, of those that contradict any
    longest: int  # run
    slot_numbers: Mapping[str, int] = field(repr=False)
    fact_numbers: Mapping[Fact, int] = field(repr=False)
    spellings: tuple[str, ...] = field(repr=False)  # all words
    word_numbers: NDArray[np.int64] = field(repr=False)  # of all words, by slot and action; -1 where there is none
    places: Sequence[Numbered] = field(repr=False)  # by slot: words that are placeholders, and of which slots
    ends: NDArray[np.bool_] = field(repr=False)  # whether a word ends a sentence, by slot and action
    marking: NDArray[np.bool_] = field(repr=False)  # whether a word is a mark, by fact and action; the last is closing
    forced: NDArray[np.int64] = field(repr=False)  # the action that says the first mark of a fact, 0 if there is none
    watched: Sequence[Numbered] = field(repr=False)  # by slot: words that contradict facts, and their numbers
    contradicts: NDArray[np.bool_] = field(repr=False)  # whether it does, by fact and number
    tells: NDArray[np.bool_] = field(repr=False)  # whether it tells a fact, likewise

    @classmethod
    def make(
        cls,
        hidden: Delexicalisation,
        slots: Sequence[str],
        words: Sequence[Sequence[str]],
        facts: Mapping[Fact, bool],
        silent: frozenset[str],
        marks: Mapping[Fact, Sequence[str]],
        contrary: Mapping[Fact, Sequence[str]],
        telling: Mapping[Fact, Sequence[str]],
        longest: int,
    ) -> Self:
        """Number everything."""
        slot_numbers = {slot: number for number, slot in enumerate(slots)}
        spellings = tuple(sorted({word for known in words for word in known}))
        numbers = {word: number for number, word in enumerate(spellings)}
        watched_words = sorted({word for known in contrary.values() for word in known})
        watched_numbers = {word: number for number, word in enumerate(watched_words)}
        shape = (len(slots), max(len(slots), 1 + max(map(len, words))))
        word_numbers = np.full(shape, -1)
        ends = np.zeros(shape, dtype=bool)
        for slot, known in enumerate(words):
            for action, word in enumerate(known, start=1):
                word_numbers[slot, action] = numbers[word]
                ends[slot, action] = word in ENDS
        placeholders = {f"{{{slot}}}": number for slot, number in slot_numbers.items()}
        marking = np.zeros((len(facts) + 1, shape[1]), dtype=bool)
        forced = np.zeros(len(facts) + 1, dtype=np.int64)
        for number, fact in enumerate(facts):
            known = words[slot_numbers[fact.slot]]
            own = f"{{{fact.slot}}}"
            actions = [
                1 + known.index(word) for word in ([own] if own in known else marks.get(fact, ())) if word in known
            ]
            marking[number, actions] = True
            forced[number] = next(iter(actions), 0)
        return cls(
            hidden,
            tuple(slots),
            tuple(map(tuple, words)),
            facts,
            silent,
            marks,
            contrary,
            telling,
            longest,
            slot_numbers,
            {fact: number for number, fact in enumerate(facts)},
            spellings,
            word_numbers,
            [_number_words(known, placeholders) for known in words],
            ends,
            marking,
            forced,
            [_number_words(known, watched_numbers) for known in words],
            _tabulate(facts, contrary, watched_numbers),
            _tabulate(facts, telling, watched_numbers),
        )

    @classmethod
    def learn(
        cls,
        hidden: Delexicalisation,
        meanings: Sequence[Meaning],
        segmented: Sequence[Segmented],
        used: Sequence[int],
        verdicts: Verdicts,
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
        marks = {fact: verdicts.find_marks(fact) for fact in facts}
        contrary = {fact: sorted(verdicts.contrary(fact)) for fact in facts}
        contradicting = {word for known in contrary.values() for word in known}
        telling = {fact: sorted(verdicts.telling(fact) & contradicting) for fact in facts}
        known = [sorted(words[slot]) for slot in slots]
        return cls.make(hidden, slots, known, facts, silent, marks, contrary, telling, longest)

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
            "facts": [
                [*fact, needed, list(self.marks[fact]), list(self.contrary[fact]), list(self.telling[fact])]
                for fact, needed in self.facts.items()
            ],
            "silent": sorted(self.silent),
            "longest": self.longest,
        }

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Self:
        """Take them back."""
        facts, marks, contrary, telling = {}, {}, {}, {}
        for slot, value, needed, *words in values["facts"]:
            fact = Fact(slot, value)
            facts[fact] = bool(needed)
            marks[fact], contrary[fact], telling[fact] = words
        hidden, silent = Delexicalisation(frozenset(values["hidden"])), frozenset[str](values["silent"])
        longest = int(values["longest"])
        return cls.make(hidden, values["slots"], values["words"], facts, silent, marks, contrary, telling, longest)


def _number_words(known: Sequence[str], numbers: Mapping[str, int]) -> Numbered:
    """The actions of a slot whose words have a number, and these numbers."""
    found = [(action, numbers[word]) for action, word in enumerate(known, start=1) if word in numbers]
    actions, numbered = np.array(found, dtype=np.int64).reshape(len(found), 2).T
    return actions, numbered


def _tabulate(
    facts: Mapping[Fact, bool], words: Mapping[Fact, Sequence[str]], numbers: Mapping[str, int]
) -> NDArray[np.bool_]:
    """Which words go with each fact, by their numbers."""
    found = np.zeros((len(facts), len(numbers)), dtype=bool)
    for row, fact in enumerate(facts):
        found[row, [numbers[word] for word in words.get(fact, ())]] = True
    return found
