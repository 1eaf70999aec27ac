"""Which part of a text expresses which slot and value.

Everything that the lexicon and the input's own values can mean is collected; then the longest match wins: what lies
inside another match is dropped. Of several readings of the same words the one that the input asks for is kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from genchal.domain.inputs import Input
from genchal.domain.slots.lexicon import ASKED, Lexicon, LexiconSlot, Scope, Wording
from genchal.text.values.value_wordings import value_words
from genchal.text.words.phrase_table import PhraseTable
from genchal.text.words.phrases import Said, Words, tokens_of

Pair = tuple[str, str]


class SlotMatch(NamedTuple):
    """A realisation: the characters from `start` to `end` of a text express this value of a slot."""

    slot: str
    value: str
    start: int
    end: int


class _Reading(NamedTuple):
    """What words may mean, before it is decided; places count words."""

    start: int
    end: int
    slot: str
    value: str | None  # None: said and taken back, as in "not Italian"
    scope: Scope


def find_slots(lexicon: Lexicon, given: Input, text: str) -> list[SlotMatch]:
    """Realisations in a text, in order, as the lexicon spells slots and values; none for an input without slots."""
    wanted = lexicon.wanted(given)
    return [] if wanted is None else match_slots(lexicon, tuple(wanted), text)


def match_slots(lexicon: Lexicon, wanted: Sequence[Pair], text: str) -> list[SlotMatch]:
    """The same, for slots and values as `Lexicon.wanted` gives them."""
    tokens = tokens_of(text)
    readings = [*_known(lexicon, tokens.words), *_own(lexicon, tuple(wanted), tokens.words)]
    readings = _without_exceptions(lexicon, tokens.words, [*_negated(lexicon, tokens.words, readings)])
    counting = [reading for reading in readings if _counts(reading, wanted)]
    kept = _needed(_decided(_longest(counting), wanted))
    return [
        SlotMatch(reading.slot, reading.value or "", tokens.starts[reading.start], tokens.ends[reading.end - 1])
        for reading in kept
    ]


def _known(lexicon: Lexicon, words: Words) -> Iterator[_Reading]:
    """What the lexicon knows."""
    for start, end, (slot, value, scope) in _tables(lexicon).wordings.find(words):
        yield _Reading(start, end, slot, value, scope)
    for start, end, (slot, value) in _tables(lexicon).values.find(words):
        yield from _framed(lexicon.slots[slot], value, start, end, words)


def _own(lexicon: Lexicon, wanted: tuple[Pair, ...], words: Words) -> Iterator[_Reading]:
    """Values of the input that stand for themselves: those of open slots, and those that the lexicon does not know."""
    for start, end, (slot, value) in _own_table(lexicon, wanted).find(words):
        if slot in lexicon.slots:
            yield from _framed(lexicon.slots[slot], value, start, end, words)
        else:
            yield _Reading(start, end, slot, value, "always")


def _framed(slot: LexiconSlot, value: str, start: int, end: int, words: Words) -> Iterator[_Reading]:
    """A value inside the words that belong to it, such as "near X"."""
    for before, after, scope in slot.frames:
        first, last = start - len(before), end + len(after)
        if first >= 0 and words[first:start] == before and words[end:last] == after:
            yield _Reading(first, last, slot.name, value, scope)


def _negated(lexicon: Lexicon, words: Words, readings: Sequence[_Reading]) -> Iterator[_Reading]:
    """Readings, and what they mean after a negation: the opposite, or nothing."""
    before: dict[tuple[str, int], int] = {}
    for start, end, slot in _tables(lexicon).negations.find(words):
        key = (slot, end)
        before[key] = min(before.get(key, start), start)
    for reading in readings:
        yield reading
        negation = before.get((reading.slot, reading.start))
        if negation is not None and reading.value is not None:
            opposite = lexicon.slots[reading.slot].opposites.get(reading.value)
            yield reading._replace(start=negation, value=opposite)


def _without_exceptions(lexicon: Lexicon, words: Words, readings: list[_Reading]) -> list[_Reading]:
    """Readings that do not lie inside an exception of their slot."""
    exceptions: dict[str, list[tuple[int, int]]] = {}
    for start, end, slot in _tables(lexicon).exceptions.find(words):
        exceptions.setdefault(slot, []).append((start, end))
    if not exceptions:
        return readings
    return [
        reading
        for reading in readings
        if not any(start <= reading.start and reading.end <= end for start, end in exceptions.get(reading.slot, ()))
    ]


def _counts(reading: _Reading, wanted: Collection[Pair]) -> bool:
    """Whether a wording counts for this input."""
    if reading.scope == "value":
        return reading.value is not None and (reading.slot, reading.value) in wanted
    return reading.scope == "always" or any(slot == reading.slot for slot, _ in wanted)


def _longest(readings: Sequence[_Reading]) -> list[_Reading]:
    """Readings that do not lie inside a longer one; of those of one slot that overlap, the longer ones."""
    spans = sorted({(reading.start, reading.end) for reading in readings}, key=lambda span: (span[0], -span[1]))
    outer = set()
    furthest = -1
    for start, end in spans:
        if end > furthest:
            outer.add((start, end))
            furthest = end
    kept: list[_Reading] = []
    taken: set[tuple[str, int]] = set()  # slots with the words that express them
    longest_first = sorted(
        (reading for reading in readings if (reading.start, reading.end) in outer),
        key=lambda reading: (reading.start - reading.end, reading.start),
    )
    for _, same in groupby(longest_first, key=lambda reading: (reading.start, reading.end)):
        free = [
            reading
            for reading in same
            if taken.isdisjoint((reading.slot, place) for place in range(reading.start, reading.end))
        ]
        taken |= {(reading.slot, place) for reading in free for place in range(reading.start, reading.end)}
        kept += free
    return sorted(kept, key=lambda reading: (reading.start, reading.end))


def _decided(readings: Sequence[_Reading], wanted: Sequence[Pair]) -> Iterator[_Reading]:
    """One reading of each stretch of words: the value that is still wanted, else one that was, else the first."""
    open_wants = Counter(wanted)
    by_span: dict[tuple[int, int], list[_Reading]] = {}
    for reading in readings:
        by_span.setdefault((reading.start, reading.end), []).append(reading)
    for several in by_span.values():
        said = [reading for reading in several if reading.value is not None]
        if not said:
            continue
        keys = [(reading.slot, reading.value or "") for reading in said]
        best = min(range(len(said)), key=lambda n: (open_wants[keys[n]] <= 0, keys[n] not in wanted, n))
        open_wants[keys[best]] -= 1
        yield said[best]


def _needed(readings: Iterator[_Reading]) -> list[_Reading]:
    """Wordings that count only for the input's value are weak: kept once, and where nothing stronger says it."""
    found = list(readings)
    said = {(reading.slot, reading.value) for reading in found if reading.scope != "value"}
    kept = []
    for reading in found:
        if reading.scope == "value" and (reading.slot, reading.value) in said:
            continue
        said.add((reading.slot, reading.value))
        kept.append(reading)
    return kept


class _Tables(NamedTuple):
    """A lexicon made ready for finding."""

    wordings: PhraseTable[tuple[str, str, Scope]]
    values: PhraseTable[Pair]
    negations: PhraseTable[str]
    exceptions: PhraseTable[str]


_MADE: dict[tuple[str, str], _Tables] = {}


def _tables(lexicon: Lexicon) -> _Tables:
    """The tables of a lexicon, made once for each, also where processes pass copies of it to each other."""
    key = (lexicon.name, lexicon.fingerprint)
    if key not in _MADE:
        if len(_MADE) >= 8:
            _MADE.clear()
        _MADE[key] = _made(lexicon)
    return _MADE[key]


def _made(lexicon: Lexicon) -> _Tables:
    tables = _Tables(PhraseTable(), PhraseTable(), PhraseTable(), PhraseTable())
    for slot in lexicon.slots.values():
        for value, several in slot.values.items():
            for wording in several:
                tables.wordings.add(wording.phrase, (slot.name, value, _scope(value, wording)))
            if slot.is_open and value != ASKED:
                for words in value_words(value):
                    tables.values.add(Said(words), (slot.name, value))
        for phrase in slot.negations:
            tables.negations.add(phrase, slot.name)
        for phrase in slot.exceptions:
            tables.exceptions.add(phrase, slot.name)
    return tables


def _scope(value: str, wording: Wording) -> Scope:
    """Words of a question count where the slot is asked for, and nowhere else."""
    return "value" if value == ASKED else wording.scope


@lru_cache(maxsize=1 << 12)
def _own_values(slots: tuple[Pair, ...]) -> PhraseTable[Pair]:
    return PhraseTable((Said(words), pair) for pair in slots for words in value_words(pair[1]))


def _own_table(lexicon: Lexicon, wanted: tuple[Pair, ...]) -> PhraseTable[Pair]:
    unknown = tuple(
        (slot, value)
        for slot, value in wanted
        if value != ASKED and (slot not in lexicon.slots or value not in lexicon.slots[slot].values)
    )
    return _own_values(unknown)
