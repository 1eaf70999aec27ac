"""What a lexicon does not know: values whose references it cannot find, and phrases that would help."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from genchal.campaign.reading.instances import load_instances
from genchal.domain import Instance
from genchal.domain.slots.errors import SlotErrors, slot_errors
from genchal.domain.slots.lexicon import ASKED, Lexicon
from genchal.domain.slots.matching import Pair, SlotMatch, matches
from genchal.errors import InvalidInput
from genchal.resources.lexicons import load_lexicon
from genchal.text.words.association import WordSequences
from genchal.text.words.phrases import Words, tokens_of

NOTHING = Lexicon("nothing", {}, "00000000")  # every value stands for itself
LONGEST = 5  # words of a proposed phrase
PURITY = 0.8  # of the texts with a proposed phrase, the share that should express the value
NOTATION = frozenset("()[]<>|*{}")  # signs that mean something in phrases


@dataclass(frozen=True, slots=True)
class MiningOptions:
    """How to look: references at most (0: all), proposals per value, and how often a phrase must occur."""

    sample: int = 10_000
    most: int = 8
    at_least: int = 3
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Proposal:
    """A phrase: in how many uncovered references it is, in how many that do not express the value, and one of them."""

    phrase: str
    inside: int
    outside: int
    example: str


@dataclass(frozen=True, slots=True)
class ValueCoverage:
    """A value: how many references should express it, in how many it was not found, and what might help."""

    slot: str
    value: str
    references: int
    uncovered: int
    proposals: tuple[Proposal, ...]


@dataclass(frozen=True, slots=True)
class Mined:
    """All values, the worst covered first; `added` counts values found where the input does not have them.

    `covered` is the number of references without any error. `spelt_out` are slots whose values mostly stand for
    themselves, which is what an open slot is for.
    """

    source: str
    lexicon: str | None
    signature: str
    references: int
    covered: int
    values: tuple[ValueCoverage, ...]
    added: tuple[tuple[str, str, int], ...]
    spelt_out: tuple[str, ...]


def mine_file(path: Path, task: str | None, lexicon: str | None, options: MiningOptions) -> Mined:
    """Look through the references of a file."""
    _, instances = load_instances(path, task)
    known = NOTHING if lexicon is None else load_lexicon(lexicon)
    return mine(instances, known, options, str(path), lexicon)


def mine(
    instances: Sequence[Instance], lexicon: Lexicon, options: MiningOptions, source: str, name: str | None
) -> Mined:
    """Look through the references of instances."""
    read = list(_read(instances, lexicon, options, source))
    sequences = WordSequences([one.unexplained for one in read], LONGEST, options.at_least)
    wanted = Counter(pair for one in read for pair in dict.fromkeys(one.wanted))
    values = []
    for pair, count in wanted.items():
        lacking = np.array([pair in one.lacking for one in read])
        without = np.array([pair not in one.wanted for one in read])
        found = sequences.associated(lacking, without, options.most, options.at_least, PURITY)
        proposals = tuple(
            Proposal(" ".join(one.words), one.inside, one.outside, read[one.example].text)
            for one in found
            if NOTATION.isdisjoint("".join(one.words)) and one.words[0] != "'"
        )
        values.append(ValueCoverage(*pair, count, int(lacking.sum()), proposals))
    values.sort(key=lambda one: (-one.uncovered, one.slot, one.value))
    added = Counter(pair for one in read for pair in one.errors.added)
    return Mined(
        source,
        name,
        lexicon.signature,
        len(read),
        sum(not any(one.errors[:3]) for one in read),
        tuple(values),
        tuple((*pair, count) for pair, count in added.most_common()),
        tuple(_spelt_out(values)),
    )


@dataclass(frozen=True, slots=True)
class _Read:
    """A reference beside what it should express; `unexplained` are its words, blank where a match or a sign is."""

    text: str
    wanted: tuple[Pair, ...]
    errors: SlotErrors
    unexplained: Words

    @property
    def lacking(self) -> set[Pair]:
        return {*self.errors.missing, *((slot, right) for slot, right, _ in self.errors.wrong)}


def _read(instances: Sequence[Instance], lexicon: Lexicon, options: MiningOptions, source: str) -> Iterator[_Read]:
    """Match a sample of the references."""
    pairs: list[tuple[tuple[Pair, ...], str]] = []
    for instance in instances:
        asked = lexicon.wanted(instance.input, all_questions=True)
        if asked is not None:
            pairs += [(tuple(asked), text) for text in instance.references]
    if not pairs:
        problem = f"{source}: no references for inputs with slots"
        raise InvalidInput(problem, "Say how inputs are written: --task slots, e2e, sf, bagel, dstc2 ...")
    if options.sample and len(pairs) > options.sample:
        chosen = np.random.default_rng(options.seed).choice(len(pairs), options.sample, replace=False)
        pairs = [pairs[place] for place in sorted(chosen.tolist())]
    for wanted, text in pairs:
        found = matches(lexicon, wanted, text)
        yield _Read(text, wanted, slot_errors(wanted, found), _unexplained(text, found))


def _unexplained(text: str, found: Sequence[SlotMatch]) -> Words:
    tokens = tokens_of(text)
    words = []
    for word, start, end in zip(tokens.words, tokens.starts, tokens.ends, strict=True):
        is_explained = any(one.start <= start and end <= one.end for one in found)
        is_word = word[0].isalnum() or word[0] in "'£$€"
        words.append(word if is_word and not is_explained else "")
    return tuple(words)


def _spelt_out(values: Sequence[ValueCoverage]) -> Iterator[str]:
    """Slots with several values, nearly all of which are found as they stand."""
    for slot in dict.fromkeys(one.slot for one in values):
        own = [one for one in values if one.slot == slot and one.value != ASKED]
        total, lacking = sum(one.references for one in own), sum(one.uncovered for one in own)
        if len(own) > 8 and lacking <= 0.2 * total:
            yield slot
