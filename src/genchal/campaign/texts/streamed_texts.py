"""Plain text that is too large to be described in memory: tokens, n-grams and their counts are kept on disk.

Only the different tokens are in memory. Everything is counted exactly; entropies differ from those of small collections
in the last digits, because they are summed up in another order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import chain, islice
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from genchal.domain.profile import PUNCTUATION, CountRange, StreamedTexts, Unit
from genchal.profile.presets import Treatment
from genchal.resources.files import iterate_lines
from genchal.resources.large_texts.scratch import Place, Scratch
from genchal.resources.large_texts.sorting import ExternalSort, Numbers, count_sorted
from genchal.text.arrays.encoding import NumberedKeys
from genchal.text.arrays.ragged import IntArray
from genchal.text.clean_up import CLEAN_UPS
from genchal.text.tokenisers.morphodita import sentences

AT_ONCE = 1 << 13  # texts that are tokenised at a time


def collect_texts(parts: Sequence[tuple[str, Path]], treatment: Treatment, total: str) -> dict[str, StreamedTexts]:
    """Go through plain files once; a file is a part, and all of several parts are one more under the name `total`."""
    vocabulary = Vocabulary()
    conditions = ["tok:morphodita", f"case:{treatment.case}"]
    conditions += [] if treatment.clean == "none" else [f"clean:{treatment.clean}"]
    clean, is_lower = CLEAN_UPS[treatment.clean], treatment.case == "lower"
    collected = {name: CollectedTexts(vocabulary, tuple(conditions)) for name, _ in parts}
    whole = CollectedTexts(vocabulary, tuple(conditions)) if len(parts) > 1 else None
    for name, path in parts:
        lines = (line for line in iterate_lines(path) if line.strip())  # blank lines stand between blocks
        while texts := list(islice(lines, AT_ONCE)):
            block = _tokenise([clean(text) for text in texts], vocabulary, is_lower=is_lower)
            for collection in filter(None, (collected[name], whole)):
                collection.add(block)
    return {**collected, **({total: whole} if whole else {})}


class Vocabulary:
    """The different tokens of all parts, numbered, with what there is to know of each."""

    def __init__(self) -> None:
        self.numbers: NumberedKeys[str] = NumberedKeys()

    @cached_property
    def is_word(self) -> NDArray[np.bool_]:
        """Which tokens are words rather than punctuation; like the next, to be asked when all have been read."""
        return np.array([not PUNCTUATION.issuperset(token) for token in self.numbers], dtype=bool)

    @cached_property
    def has_letters(self) -> NDArray[np.bool_]:
        """Which tokens have a letter or digit."""
        return np.array([any(map(str.isalnum, token)) for token in self.numbers], dtype=bool)

    @cached_property
    def small(self) -> IntArray:
        """Numbers that are equal where tokens are equal in small letters."""
        if all(token == token.lower() for token in self.numbers):
            return np.arange(len(self.numbers))
        first: dict[str, int] = {}
        return np.array([first.setdefault(token.lower(), len(first)) for token in self.numbers], dtype=np.int64)


class _Block(NamedTuple):
    """Some texts as numbers of tokens; how many tokens and sentences each of them has."""

    tokens: NDArray[np.int32]
    lengths: IntArray
    sentences: IntArray


def _tokenise(texts: Sequence[str], vocabulary: Vocabulary, *, is_lower: bool) -> _Block:
    split = {text: sentences(text) for text in dict.fromkeys(texts)}
    found = [split[text] for text in texts]
    lengths = np.fromiter((sum(map(len, own)) for own in found), dtype=np.int64, count=len(found))
    tokens = chain.from_iterable(chain.from_iterable(found))
    cased = map(str.lower, tokens) if is_lower else tokens
    numbers = map(vocabulary.numbers.__getitem__, cased)
    return _Block(
        np.fromiter(numbers, dtype=np.int32, count=int(lengths.sum())),
        lengths,
        np.fromiter(map(len, found), dtype=np.int64, count=len(found)),
    )


class CollectedTexts:
    """Texts of one part, or of all: their tokens in order, and their n-grams, on disk."""

    def __init__(self, vocabulary: Vocabulary, conditions: tuple[str, ...]) -> None:
        self.conditions = conditions
        self.texts = 0
        self.tokens_per_text = self.sentences_per_text = CountRange(0, 0, 0)
        self._vocabulary = vocabulary
        self._scratch = Scratch()
        self._blocks: list[Place] = []
        self._token_counts = np.zeros(0, dtype=np.int64)
        self._sorting = {2: ExternalSort(), 3: ExternalSort()}
        self._counted: dict[int, list[tuple[Place, Place]]] = {}

    def add(self, block: _Block) -> None:
        """Add texts."""
        self._blocks.append(self._scratch.append(block.tokens))
        self.tokens_per_text = _widened(self.tokens_per_text, block.lengths, first=not self.texts)
        self.sentences_per_text = _widened(self.sentences_per_text, block.sentences, first=not self.texts)
        self.texts += len(block.lengths)
        counts = np.bincount(block.tokens, minlength=len(self._token_counts))
        counts[: len(self._token_counts)] += self._token_counts
        self._token_counts = counts
        text = np.repeat(np.arange(len(block.lengths)), block.lengths)
        tokens = block.tokens.astype(np.int64)
        for order, sorting in self._sorting.items():
            starts = np.flatnonzero(text[: 1 - order] == text[order - 1 :])  # n-grams stay inside texts
            words = [tokens[starts + place] for place in range(order)]
            sorting.add(_join_two(*words) if order == 2 else _join_three(*words))

    @property
    def words(self) -> int:
        """How many tokens are words rather than punctuation."""
        return int(self._token_counts[self._vocabulary.is_word[: len(self._token_counts)]].sum())

    def sequence(self, unit: Unit, backwards: bool = False) -> Iterator[IntArray]:
        """All tokens or words in small letters as numbers, in pieces; `backwards` begins with the last."""
        for place in reversed(self._blocks) if backwards else self._blocks:
            tokens = self._scratch.load(place)
            chosen = tokens[self._vocabulary.has_letters[tokens]] if unit == "word" else tokens
            numbers = self._vocabulary.small[chosen]
            yield numbers[::-1] if backwards else numbers

    def type_counts(self, unit: Unit) -> IntArray:
        """How often every one of these numbers comes."""
        counts = self._token_counts
        kinds = len(counts)
        counted = np.where(self._vocabulary.has_letters[:kinds], counts, 0) if unit == "word" else counts
        sums = np.zeros(int(self._vocabulary.small.max(initial=-1)) + 1, dtype=np.int64)
        np.add.at(sums, self._vocabulary.small[:kinds], counted)
        return sums

    def counts(self, order: int) -> Iterator[tuple[IntArray, IntArray]]:
        """How often every n-gram occurs and how often its first n - 1 words do, in pieces; the latter 0 for words."""
        if order == 1:
            known = self._token_counts[self._token_counts > 0]
            yield known, np.zeros_like(known)
        elif order == 2:
            for keys, counts in self._count(2):
                yield counts, self._token_counts[keys >> 32]
        else:
            shorter = _Lookup(self._count(2))
            for keys, counts in self._count(3):
                yield counts, shorter.find(_bigrams_of(keys))

    def _count(self, order: int) -> Iterator[tuple[Numbers, IntArray]]:
        """Keys of the different n-grams in order, and how often each of them comes."""
        if order not in self._counted:
            counted = count_sorted(self._sorting.pop(order).sorted())
            self._counted[order] = [(self._scratch.append(keys), self._scratch.append(own)) for keys, own in counted]
        for keys, counts in self._counted[order]:
            yield self._scratch.load(keys), self._scratch.load(counts)


class _Lookup:
    """Counts of keys that come in order, for questions that come in the same order."""

    def __init__(self, counted: Iterator[tuple[Numbers, IntArray]]) -> None:
        self._counted = counted
        self._keys, self._counts = np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64)

    def find(self, keys: IntArray) -> IntArray:
        """The counts of these keys, all of which are there."""
        if len(keys):
            start = np.searchsorted(self._keys, keys[0])
            parts = [(self._keys[start:], self._counts[start:])]
            while not len(parts[-1][0]) or parts[-1][0][-1] < keys[-1]:
                parts.append(next(self._counted))
            self._keys, self._counts = (np.concatenate(column) for column in zip(*parts, strict=True))
        return self._counts[np.searchsorted(self._keys, keys)]


def _join_two(first: IntArray, second: IntArray) -> IntArray:
    return (first << 32) | second


def _join_three(first: IntArray, second: IntArray, third: IntArray) -> NDArray[np.complex128]:
    """Three numbers of 31 bits in the 106 bits that both parts of a complex number hold exactly, in their order."""
    joined = np.empty(len(first), dtype=np.complex128)
    joined.real = (first << 22) | (second >> 9)
    joined.imag = ((second & 511) << 31) | third
    return joined


def _bigrams_of(trigrams: NDArray[np.complex128]) -> IntArray:
    """Keys of the first two words."""
    front, back = trigrams.real.astype(np.int64), trigrams.imag.astype(np.int64)
    return _join_two(front >> 22, ((front & ((1 << 22) - 1)) << 9) | (back >> 31))


def _widened(known: CountRange, counts: IntArray, *, first: bool) -> CountRange:
    least, most = int(counts.min()), int(counts.max())
    if not first:
        least, most = min(least, known.least), max(most, known.most)
    return CountRange(known.total + int(counts.sum()), least, most)
