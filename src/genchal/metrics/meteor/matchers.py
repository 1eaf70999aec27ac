"""METEOR's matchers: which words and phrases may stand for each other."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from genchal.metrics.meteor.tables import Paraphrases, Synonyms
from genchal.metrics.meteor.texts import MeteorTexts, hash_code
from genchal.text.arrays.numbering import Numbering
from genchal.text.arrays.ragged import IntArray, Ragged, offsets_of, positions
from genchal.text.stemmers import Stemmer


@dataclass(frozen=True, slots=True)
class TextUnits:
    """Units of texts: sequence i of `numbers` are those of text i; `start` and `length` say where each stands."""

    numbers: Ragged
    start: NDArray[np.int32]
    length: NDArray[np.int32]
    count: int

    def take(self, texts: IntArray) -> TextUnits:
        """The units of these texts."""
        starts, lengths = self.numbers.offsets[texts], self.numbers.lengths[texts]
        offsets = offsets_of(lengths)
        where = positions(starts, lengths, offsets)
        return TextUnits(Ragged(self.numbers.values[where], offsets), self.start[where], self.length[where], self.count)


@dataclass(frozen=True, slots=True)
class Matcher:
    """Which units of outputs may stand for which units of references.

    `related` has a sequence for every unit: what it may stand for, in order of preference; None: for itself alone. It
    begins with the reference's unit or, if `reverse`, with the output's. Matches of the same word of a reference are
    considered in the order of the output's words or, if `by_length`, the shortest phrase of the reference first.
    """

    number: int
    units: TextUnits
    related: Ragged | None
    reverse: bool = False
    by_length: bool = False


def exact_matcher(number: int, texts: MeteorTexts) -> Matcher:
    """Equal words."""
    return Matcher(number, _word_units(texts, texts.keys), None)


def stem_matcher(number: int, texts: MeteorTexts, stem: Stemmer) -> Matcher:
    """Different words with the same stem."""
    stems = np.array([hash_code(stem(word)) for word in texts.vocabulary], dtype=np.int64)
    return _sharing_matcher(number, texts, np.arange(len(stems)), stems)


def synonym_matcher(number: int, texts: MeteorTexts, synonyms: Synonyms) -> Matcher:
    """Different words that share a set of synonyms."""
    return _sharing_matcher(number, texts, *synonyms.sets_of(texts.vocabulary))


def _sharing_matcher(number: int, texts: MeteorTexts, word: IntArray, what: IntArray) -> Matcher:
    """Different words that have something in common; `what` each has."""
    count = len(texts.vocabulary)
    order = np.argsort(what, kind="stable")
    word, what = word[order], what[order]
    first = np.flatnonzero(np.diff(what, prepend=-1))
    sizes = np.diff(first, append=len(what))
    crowd = np.repeat(sizes, sizes)  # how many have it, for each of them
    left = np.repeat(word, crowd)
    right = word[positions(np.repeat(first, sizes), crowd, offsets_of(crowd))]
    pairs = np.unique((left * count + right)[texts.keys[left] != texts.keys[right]])
    related = _ragged(pairs // max(count, 1), pairs % max(count, 1), count)
    return Matcher(number, _word_units(texts, np.arange(count)), related)


def paraphrase_matchers(number: int, texts: MeteorTexts, paraphrases: Paraphrases) -> list[Matcher]:
    """Phrases of which the table says that one may stand for the other, looked up from either side."""
    words = texts.words
    node, place, length = paraphrases.occurrences(words, texts.vocabulary)
    numbering = Numbering(node)
    nodes = np.zeros(numbering.count, dtype=np.int64)
    nodes[numbering.numbers] = node
    targets = paraphrases.of(nodes)
    found = numbering.find(targets.values.astype(np.int64))
    related = _ragged(targets.rows()[found >= 0], found[found >= 0], len(nodes))
    takes_part = related.lengths > 0
    takes_part[related.values] = True
    kept = np.flatnonzero(takes_part[numbering.numbers])
    kept = kept[np.argsort(place[kept], kind="stable")]
    row = words.rows()[place[kept]]
    units = TextUnits(
        _ragged(row, numbering.numbers[kept], len(words)),
        (place[kept] - words.offsets[row]).astype(np.int32),
        length[kept].astype(np.int32),
        len(nodes),
    )
    return [Matcher(number, units, related, by_length=True), Matcher(number, units, related, reverse=True)]


def _word_units(texts: MeteorTexts, numbers: IntArray) -> TextUnits:
    """Every word as a unit, numbered so."""
    words = texts.words
    start = np.arange(len(words.values)) - np.repeat(words.offsets[:-1], words.lengths)
    return TextUnits(
        Ragged(numbers[words.values].astype(np.int32), words.offsets),
        start.astype(np.int32),
        np.ones(len(start), dtype=np.int32),
        len(numbers),
    )


def _ragged(row: IntArray, values: IntArray, count: int) -> Ragged:
    """Values that are sorted by row, as sequences."""
    return Ragged(values.astype(np.int32), offsets_of(np.bincount(row, minlength=count)))
