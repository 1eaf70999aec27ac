"""What a lexicon does not know: values whose references it cannot find, and phrases that would help."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from genchal.campaign.reading.instances import load_instances
from genchal.domain import Instance
from genchal.domain.results.lexicon import MinedLexicon, MiningOptions, Proposal, ValueCoverage
from genchal.domain.slots.errors import SlotErrors, find_slot_errors
from genchal.domain.slots.lexicon import ASKED, Lexicon
from genchal.domain.slots.matching import Pair, SlotMatch, match_slots
from genchal.errors import InvalidInput
from genchal.resources.lexicons import load_lexicon
from genchal.text.words.association import WordSequences
from genchal.text.words.phrases import Words, tokens_of

NOTHING = Lexicon("nothing", {}, "00000000")  # every value stands for itself
LONGEST = 5  # words of a proposed phrase
PURITY = 0.8  # of the texts with a proposed phrase, the share that should express the value
NOTATION = frozenset("()[]<>|*{}")  # signs that mean something in phrases


def mine_file(path: Path, task: str | None, lexicon: str | None, options: MiningOptions) -> MinedLexicon:
    """Look through the references of a file."""
    _, instances = load_instances(path, task)
    known = NOTHING if lexicon is None else load_lexicon(lexicon)
    return mine(instances, known, options, str(path), lexicon)


def mine(
    instances: Sequence[Instance], lexicon: Lexicon, options: MiningOptions, source: str, name: str | None
) -> MinedLexicon:
    """Look through the references of instances."""
    matched = list(_match(instances, lexicon, options, source))
    sequences = WordSequences([reference.unexplained for reference in matched], LONGEST, options.at_least)
    wanted = Counter(pair for reference in matched for pair in dict.fromkeys(reference.wanted))
    values = []
    for pair, count in wanted.items():
        missing = np.array([pair in reference.missing for reference in matched])
        without = np.array([pair not in reference.wanted for reference in matched])
        found = sequences.associated(missing, without, options.most, options.at_least, PURITY)
        proposals = tuple(
            Proposal(" ".join(phrase.words), phrase.inside, phrase.outside, matched[phrase.example].text)
            for phrase in found
            if NOTATION.isdisjoint("".join(phrase.words)) and phrase.words[0] != "'"
        )
        values.append(ValueCoverage(*pair, count, int(missing.sum()), proposals))
    values.sort(key=lambda value: (-value.uncovered, value.slot, value.value))
    added = Counter(pair for reference in matched for pair in reference.errors.added)
    return MinedLexicon(
        source,
        name,
        lexicon.signature,
        len(matched),
        sum(not any(reference.errors[:3]) for reference in matched),
        tuple(values),
        tuple((*pair, count) for pair, count in added.most_common()),
        tuple(_spelt_out(values)),
    )


@dataclass(frozen=True, slots=True)
class _MatchedReference:
    """A reference beside what it should express; `unexplained` are its words, blank where a match or a sign is."""

    text: str
    wanted: tuple[Pair, ...]
    errors: SlotErrors
    unexplained: Words

    @property
    def missing(self) -> set[Pair]:
        return {*self.errors.missing, *((slot, right) for slot, right, _ in self.errors.wrong)}


def _match(
    instances: Sequence[Instance], lexicon: Lexicon, options: MiningOptions, source: str
) -> Iterator[_MatchedReference]:
    """Match a sample of the references."""
    pairs: list[tuple[tuple[Pair, ...], str]] = []
    for instance in instances:
        asked = lexicon.wanted(instance.input, all_questions=True)
        if asked is not None:
            pairs += [(tuple(asked), text) for text in instance.references]
    if not pairs:
        problem = f"{source}: no references for inputs with slots"
        raise InvalidInput(problem, "Give the format of the inputs: --task slots, e2e, sf, bagel, dstc2 ...")
    if options.sample and len(pairs) > options.sample:
        chosen = np.random.default_rng(options.seed).choice(len(pairs), options.sample, replace=False)
        pairs = [pairs[place] for place in sorted(chosen.tolist())]
    for wanted, text in pairs:
        found = match_slots(lexicon, wanted, text)
        yield _MatchedReference(text, wanted, find_slot_errors(wanted, found), _unexplained(text, found))


def _unexplained(text: str, found: Sequence[SlotMatch]) -> Words:
    tokens = tokens_of(text)
    words = []
    for word, start, end in zip(tokens.words, tokens.starts, tokens.ends, strict=True):
        is_explained = any(match.start <= start and end <= match.end for match in found)
        is_word = word[0].isalnum() or word[0] in "'£$€"
        words.append(word if is_word and not is_explained else "")
    return tuple(words)


def _spelt_out(values: Sequence[ValueCoverage]) -> Iterator[str]:
    """Slots with several values, nearly all of which are found as they stand."""
    for slot in dict.fromkeys(value.slot for value in values):
        own = [value for value in values if value.slot == slot and value.value != ASKED]
        total, missing = sum(value.references for value in own), sum(value.uncovered for value in own)
        if len(own) > 8 and missing <= 0.2 * total:
            yield slot
