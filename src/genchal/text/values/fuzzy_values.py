"""Values found in texts, misspelt ones too: the delexicalisation of TGen (Dušek and Jurčíček 2016).

The E2E challenge replaced names by placeholders in this way before it counted words (Tables 2, 4 and 10), compared
systems (Figure 5) and rated syntax (Table 9). A sentence is searched for the values of its input, the longest value
first, every occurrence in turn, and words once taken are not taken again. A value is found, in this order,

1. as it is written;
2. without regard to case and accents, and with words split at punctuation (`Café Sicilia,` for `cafe sicilia`);
3. fuzzily: *and, or, in, of, the, to, restaurant*, commas and `'s` do not count; a blank may be missing or too many;
   a word may be part of the other one if they differ by two letters at most, or have one letter that is wrong, missing
   or too many.

All values of an input take part, since they take words away from each other; a value whose slot is the empty string
is found like any other and stays as it is.
Two traits of the original's search are kept, since published numbers rest on them: a search does not go back after
words that matched in vain, and such words may then belong to what is replaced.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from genchal.text.tokenisers.morphodita import sentences

Pairs = tuple[tuple[str, str], ...]
PREFIX = "X-"

_STOPS = frozenset(["and", "or", "in", "of", "the", "to", ",", "restaurant", "'s"])
_APOSTROPHES = str.maketrans({"’": "'", "‘": "'", "´": "'", "`": "'", "–": "-", "—": "-", "−": "-", "“": '"', "”": '"'})


class FoundValue(NamedTuple):
    """Words from `start` up to `end` stand for a value of this slot."""

    start: int
    end: int
    slot: str


def delexicalise_text(text: str, pairs: Pairs) -> str:
    """A text as tokens with blanks between them and with ``X-slot`` for values; sentences are searched one by one."""
    return " ".join(" ".join(delexicalise_sentence(sentence, pairs)) for sentence in sentences(text))


def delexicalise_sentence(sentence: Sequence[str], pairs: Pairs) -> list[str]:
    """A sentence's tokens with ``X-slot`` for values."""
    tokens: list[str] = []
    place = 0
    for found in find_values(sentence, pairs):
        if found.slot and found.start >= place:
            tokens += [*sentence[place : found.start], PREFIX + found.slot]
            place = found.end
    return [*tokens, *sentence[place:]]


def find_values(sentence: Sequence[str], pairs: Pairs) -> list[FoundValue]:
    """All places of values in a sentence, in the order of the text."""
    found = []
    left = list(sentence)  # words once taken are empty
    for slot, value in sorted(pairs, key=lambda pair: len(pair[1]), reverse=True):
        needle = _needle(value)
        while needle.may_begin(left):
            span = needle.find(left)
            if span is None:
                break
            start, end = span
            left[start:end] = [""] * (end - start)
            found.append(FoundValue(start, end, slot))
    found.sort(key=lambda value: value.start)
    return found


class _Needle:
    """A value to search for."""

    def __init__(self, value: str) -> None:
        self.words = value.split()
        self.pieces = [piece for word in self.words for piece in _pieces(word)]
        self.folded = [_folded(word) for word in self.words]
        contents = (place for place, word in enumerate(self.folded) if word not in _STOPS)
        self.first = next(contents, None)  # the word that a fuzzy match begins with
        self._seen: set[str] = set()
        self._beginnings: set[str] = set()

    def may_begin(self, words: Sequence[str]) -> bool:
        """Whether the value may be there at all, judged by single words: mostly not, and a sentence costs no search."""
        new = set(words) - self._seen
        if new:
            self._seen |= new
            self._beginnings |= {word for word in new if self._begins(word)}
        return not self._beginnings.isdisjoint(words)

    def _begins(self, word: str) -> bool:
        if not word or not self.words:
            return False
        if self.pieces[0] in _pieces(word):
            return True
        if self.first is None:
            return False
        wanted, seen = self.folded[self.first], _folded(word)
        following = self.folded[self.first + 1] if self.first + 1 < len(self.folded) else ""
        return seen == wanted + following or wanted.startswith(seen) or _alike(seen, wanted)

    def find(self, words: Sequence[str]) -> tuple[int, int] | None:
        """Where the value stands first: its first word, and the one after its last; ask `may_begin` before."""
        return self._verbatim(words) or self._in_pieces(words) or self._fuzzy(words)

    def _verbatim(self, words: Sequence[str]) -> tuple[int, int] | None:
        return _search(self.words, words)

    def _in_pieces(self, words: Sequence[str]) -> tuple[int, int] | None:
        """Search among the pieces of words; a word of which a piece matches belongs to the match as a whole."""
        pieces: list[str] = []
        owner: list[int] = []  # the word of every piece
        for place, word in enumerate(words):
            parts = _pieces(word)
            pieces += parts
            owner += [place] * len(parts)
        span = _search(self.pieces, pieces)
        return None if span is None else (owner[span[0]], owner[span[1] - 1] + 1)

    def _fuzzy(self, given: Sequence[str]) -> tuple[int, int] | None:
        words, value = [_folded(word) for word in given], self.folded
        # Where a match may begin, or words that do not count may stand before it.
        promising = [not word or word in self._beginnings or words[at] in _STOPS for at, word in enumerate(given)]
        here = there = start = 0  # places in the words and in the value, and where the match begins
        while self.first is not None:
            began = there > 0
            while not began and here < len(words) and not promising[here]:
                here += 1
                start = here
            while there < len(value) and value[there] in _STOPS:
                there += 1
            while 0 < there < len(value) and here < len(words) and words[here] in _STOPS:
                here += 1
            if there == len(value):
                return start, here
            if here >= len(words):
                return None
            step = _step(words, here, value, there)
            if step is not None:
                here, there = here + step[0], there + step[1]
            elif began:
                there = 0
            else:
                here += 1
                start = here
        return None


def _step(words: Sequence[str], here: int, value: Sequence[str], there: int) -> tuple[int, int] | None:
    """How many words match how many words of the value; None if they do not match."""
    if there + 1 < len(value) and words[here] == value[there] + value[there + 1]:
        return 1, 2
    if here + 1 < len(words) and words[here] + words[here + 1] == value[there]:
        return 2, 1
    return (1, 1) if _alike(words[here], value[there]) else None


def _search(needle: Sequence[str], words: Sequence[str]) -> tuple[int, int] | None:
    """Find a run of words, without going back after some that matched in vain."""
    matched = 0
    place = 0
    try:
        while needle:
            if not matched:
                place = words.index(needle[0], place)
            if words[place] == needle[matched]:
                matched += 1
                place += 1
                if matched == len(needle):
                    return place - matched, place
            else:
                matched = 0
    except (ValueError, IndexError):  # no such word any more, or no more words
        pass
    return None


@lru_cache(maxsize=1 << 14)
def _needle(value: str) -> _Needle:
    return _Needle(value)


@lru_cache(maxsize=1 << 16)
def _folded(word: str) -> str:
    """A word in small letters without accents."""
    folded = word.lower().translate(_APOSTROPHES)
    if folded.isascii():
        return folded
    return "".join(letter for letter in unicodedata.normalize("NFKD", folded) if not unicodedata.combining(letter))


# Blanks around punctuation. A mark between two characters uses both up, so that `a.b.c` falls apart at one stop only.
_SPACED = [
    (re.compile(r"(([^\w\s.,-]|_)\2*)"), r" \1 "),
    (re.compile(r"(\D)([.,])(\D)"), r"\1 \2 \3"),
    (re.compile(r"(\D)([.,])(\d)"), r"\1 \2 \3"),
    (re.compile(r"(\d)([.,])(\D)"), r"\1 \2 \3"),
    (re.compile(r"(\S)-"), r"\1- "),
    (re.compile(r"-"), " -"),
    (re.compile(r"' (s|m|d|ll|re|ve)\s"), r" '\1 "),  # clitics keep their apostrophe
    (re.compile(r"n ' t\s"), r" n 't "),
]


@lru_cache(maxsize=1 << 16)
def _pieces(word: str) -> tuple[str, ...]:
    """A folded word split at punctuation and before clitics; nothing has one piece, an empty one."""
    folded = _folded(word)
    if folded.isalpha():
        return (folded,)
    spaced = f" {folded} "
    for pattern, replacement in _SPACED:
        spaced = pattern.sub(replacement, spaced)
    return tuple(spaced.split()) or ("",)


@lru_cache(maxsize=1 << 18)
def _alike(word: str, other: str) -> bool:
    """Whether two words are the same up to an ending of two letters, or to one letter."""
    if word == other:
        return True
    if len(word) < 2:
        return False
    difference = len(word) - len(other)
    if (word in other or other in word) and -2 <= difference <= 2:
        return True
    return len(word) >= 3 and len(other) >= 3 and -1 <= difference <= 1 and _one_apart(word, other)


def _one_apart(word: str, other: str) -> bool:
    """Whether the longer word has one letter at most outside of the words' longest common subsequence."""
    from rapidfuzz.distance import LCSseq

    return max(len(word), len(other)) - LCSseq.similarity(word, other) <= 1
