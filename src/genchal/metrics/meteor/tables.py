"""What METEOR looks up: function words, abbreviations, synonyms, paraphrases.

Synonyms and paraphrases are large, so they are arrays, memory-mapped as a rule, that are searched as they are. Whatever
is found is found exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from genchal.text.arrays.numbering import Numbering
from genchal.text.arrays.ragged import IntArray, Ragged, offsets_of, positions
from genchal.text.words.word_list import WordList

Arrays = Mapping[str, NDArray[Any]]


# WordNet's rules for finding the base of an inflected form: nouns, verbs, adjectives.
_INFLECTIONS = [
    ("s", ""), ("ses", "s"), ("xes", "x"), ("zes", "z"), ("ches", "ch"), ("shes", "sh"), ("men", "man"), ("ies", "y"),
    ("s", ""), ("ies", "y"), ("es", "e"), ("es", ""), ("ed", "e"), ("ed", ""), ("ing", "e"), ("ing", ""),
    ("er", ""), ("est", ""), ("er", "e"), ("est", "e"),
]  # fmt: skip


def possible_bases(word: str) -> list[str]:
    """Forms that a word may be inflected from, in the order in which WordNet tries them."""
    if word.endswith("ss") or len(word) <= 2:
        return []
    return [word.removesuffix(ending) + base for ending, base in _INFLECTIONS if word.endswith(ending)]


@dataclass(frozen=True, slots=True)
class Synonyms:
    """Sets of synonyms that words belong to: WordNet's synsets, of the word and of what it is inflected from.

    `sets` has those of every word of the list, `irregular_sets` those of the bases of forms that no rule covers.
    """

    words: WordList
    sets: Ragged
    irregular: WordList
    irregular_sets: Ragged

    def sets_of(self, words: Sequence[str]) -> tuple[IntArray, IntArray]:
        """Return pairs (place of a word, synset), each once."""
        bases = [possible_bases(word) for word in words]
        owner = np.repeat(np.arange(len(words)), np.fromiter(map(len, bases), dtype=np.int64, count=len(words)))
        irregular = self.irregular.find(words)
        base = self.words.find(list(chain.from_iterable(bases)))
        known = np.flatnonzero((base >= 0) & (irregular[owner] < 0))
        first = known[np.unique(owner[known], return_index=True)[1]]  # the first base that is a word
        itself = self.words.find(words)
        parts = [
            _members(np.flatnonzero(itself >= 0), self.sets, itself[itself >= 0]),
            _members(np.flatnonzero(irregular >= 0), self.irregular_sets, irregular[irregular >= 0]),
            _members(owner[first], self.sets, base[first]),
        ]
        pairs = np.unique(np.concatenate(parts, axis=1), axis=1)
        return pairs[0], pairs[1]


def _members(owner: IntArray, table: Ragged, rows: IntArray) -> IntArray:
    """What stands in these rows, each beside its owner."""
    taken = table.take(rows)
    return np.stack([np.repeat(owner, taken.lengths), taken.values.astype(np.int64)])


def _places(level: NDArray[np.uint64], keys: IntArray) -> IntArray:
    """Where keys stand in a level of the tree, -1 for those that do not; equal keys are looked for once."""
    numbering = Numbering(keys)
    different = np.zeros(numbering.count, dtype=np.int64)
    different[numbering.numbers] = keys
    places = np.searchsorted(level, different.view(np.uint64))
    known = level[np.minimum(places, len(level) - 1)] == different.view(np.uint64)
    return np.where(known, places, -1)[numbering.numbers]


@dataclass(frozen=True, slots=True)
class Paraphrases:
    """Phrases and what may stand for them.

    Phrases and their beginnings are the nodes of a tree: words of the list come first, in its order; then, level by
    level, come the children, sorted by ``parent << 32 | word``. `sources` are the nodes that have paraphrases, in
    ascending order; those of source i are ``targets[ends[i - 1]:ends[i]]``, in the order in which METEOR lists them.
    """

    words: WordList
    levels: tuple[NDArray[np.uint64], ...]
    sources: NDArray[np.uint32]
    ends: NDArray[np.uint32]
    targets: NDArray[np.uint32]

    def occurrences(self, texts: Ragged, vocabulary: Sequence[str]) -> tuple[IntArray, IntArray, IntArray]:
        """Find the phrases in texts: node, position in ``texts.values``, and length in words of each occurrence."""
        word = self.words.find(vocabulary)[texts.values]
        row = texts.rows()
        at = np.flatnonzero(word >= 0)
        node = word[at]
        found = [(node, at)]
        base = len(self.words.keys)
        for order, level in enumerate(self.levels, start=2):
            end = at + order - 1
            inside = np.flatnonzero(end < len(word))
            inside = inside[(row[end[inside]] == row[at[inside]]) & (word[end[inside]] >= 0)]
            at = at[inside]
            keys = (node[inside] << 32) | word[at + order - 1]
            place = _places(level, keys)
            kept = place >= 0
            node, at = base + place[kept], at[kept]
            if not len(at):
                break
            found.append((node, at))
            base += len(level)
        lengths = np.repeat(np.arange(1, len(found) + 1), [len(where) for _, where in found])
        return np.concatenate([node for node, _ in found]), np.concatenate([where for _, where in found]), lengths

    def of(self, nodes: IntArray) -> Ragged:
        """Nodes that may stand for these nodes."""
        places = np.searchsorted(self.sources, nodes)
        has = self.sources[np.minimum(places, len(self.sources) - 1)] == nodes
        ends = self.ends[np.minimum(places, len(self.ends) - 1)].astype(np.int64)
        starts = np.where(places > 0, self.ends[places - 1], 0).astype(np.int64)
        lengths = np.where(has, ends - starts, 0)
        offsets = offsets_of(lengths)
        return Ragged(self.targets[positions(starts, lengths, offsets)].astype(np.int32), offsets)


@dataclass(frozen=True, eq=False)
class Tables:
    """Everything METEOR looks up in a language. Tables that can be opened again travel between processes as that."""

    function_words: frozenset[str]
    prefixes: Mapping[str, bool] = field(default_factory=dict)
    synonyms: Synonyms | None = None
    paraphrases: Paraphrases | None = None
    fingerprint: str = ""
    reopen: Callable[[], Tables] | None = None

    def __reduce__(self) -> tuple[Callable[..., Tables], tuple[object, ...]]:
        if self.reopen is not None:
            return self.reopen, ()
        return Tables, (
            self.function_words, self.prefixes, self.synonyms, self.paraphrases, self.fingerprint
        )  # fmt: skip
