"""METEOR's normaliser: what it makes of a line before words are aligned.

Found by asking METEOR 1.5: ``tools/probe_meteor.py`` asks and writes ``normaliser_tables.py``, which says what single
characters do; the rules below are what the answers have in common. A chunk, which is text between blanks, is read by
itself. Only two things reach over a blank: a word keeps its stop if the next one begins with a small letter, and a
comma or apostrophe at the beginning of a chunk stays there if one at the end of the chunk before has used the blank.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from genchal.metrics.meteor import normaliser_tables as tables
from genchal.text.arrays.encoding import Encoded, NumberedKeys
from genchal.text.arrays.ragged import Ragged, offsets_of, positions

NOTHING, SMALL, DIGIT = range(3)  # what the next chunk begins with, as far as a stop wants to know
_FOLLOWERS = ("other", "small", "digit")  # the same in `tables.STOPS`
_WORD = "".join(f"{chr(first)}-{chr(last)}" for first, last in tables.WORD_RANGES)
_WRITTEN = str.maketrans({old: new for old, new in tables.WRITTEN_AS.items() if new in "'\""})
_ALONE = {old: new for old, new in tables.WRITTEN_AS.items() if new not in "'\""}
_APOSTROPHES = frozenset(["'", *(old for old, new in tables.WRITTEN_AS.items() if new == "'")])
_SPANS = re.compile(rf"\.\.+|(?:[{_WORD},'\x0b-]|(?<!\.)\.(?!\.))+|.", re.DOTALL)  # words and marks, stops, one other
_LETTER = re.compile(f"(?![{tables.DIGITS}])[{_WORD}]")
_BEFORE_HYPHEN, _BEHIND_HYPHEN = _WORD + re.escape(tables.BEFORE_HYPHEN), _WORD + re.escape(tables.BEHIND_HYPHEN)
_HYPHEN = re.compile(f"(?<=[{_BEFORE_HYPHEN}])-(?=[{_BEHIND_HYPHEN}])")
_TRIMMED = "".join(map(chr, range(33)))  # at both ends of a line
_LIKE_BLANKS = str.maketrans("\t\x0c", "  ")  # other white space stands alone first, and vanishes in the end
_VANISHING = frozenset(tables.BLANKS)


class _Edge(NamedTuple):
    """Which marks have used the blank between two chunks."""

    comma: bool = False
    apostrophe: bool = False


_FREE = _Edge()


class Normaliser:
    """Normalises text in one language; `prefixes` are abbreviations: whether only digits let them keep their stop."""

    def __init__(self, language: str, prefixes: Mapping[str, bool]) -> None:
        self._prefixes = prefixes
        self._apostrophes = tables.APOSTROPHES[language]
        self._clitics = tables.CLITICS[language]
        self._used_once = language in tables.USED_ONCE

    def words(self, line: str) -> list[str]:
        """Normalised words of a line."""
        chunks = line.translate(_LIKE_BLANKS).split(" ")
        followers: list[int] = []
        following = NOTHING
        for chunk in reversed(chunks):
            followers.append(following)
            following = _find_beginning(chunk) if chunk else following
        words: list[str] = []
        edge = _FREE
        for chunk, following in zip(chunks, reversed(followers), strict=True):
            more, edge = self._read(chunk, edge, following) if chunk else ([], _FREE)
            words += more
        return _trim(words)

    def encode(self, encoded: Encoded) -> Encoded:
        """Normalise texts whose tokens are chunks: each different chunk in each situation once.

        A situation is a number: 12 times that of the chunk, 4 times what follows, 2 and 1 for the marks of `_Edge`.
        """
        values, vocabulary = encoded.tokens.values, encoded.vocabulary
        keys = values.astype(np.int64) * 12 + 4 * self._find_followers(encoded)
        self._add_edges(encoded, keys)
        situations, which = _number_keys(keys, 12 * len(vocabulary))
        pieces = [
            self._read(vocabulary[key // 12], _Edge(key & 2 > 0, key & 1 > 0), key // 4 % 3)[0]
            for key in situations.tolist()
        ]
        ends = offsets_of(np.fromiter(map(len, pieces), dtype=np.int64, count=len(pieces)))
        numbering: NumberedKeys[str] = NumberedKeys()
        numbers = map(numbering.__getitem__, chain.from_iterable(pieces))
        table = Ragged(np.fromiter(numbers, dtype=np.int32, count=int(ends[-1])), ends)
        lengths = table.lengths[which]
        taken = offsets_of(lengths)
        words = Ragged(table.values[positions(table.offsets[which], lengths, taken)], taken[encoded.tokens.offsets])
        if any(word[0] in _TRIMMED for word in numbering):
            return _trim_all(Encoded(words, tuple(numbering)))
        return Encoded(words, tuple(numbering))

    def _find_followers(self, encoded: Encoded) -> NDArray[np.int64]:
        """For each chunk that ends with a stop, what the next one begins with; nothing for the others."""
        values, offsets = encoded.tokens.values, encoded.tokens.offsets
        found = np.zeros(len(values), dtype=np.int64)
        wants = np.fromiter((_has_stop(chunk) for chunk in encoded.vocabulary), dtype=bool, count=encoded.types)
        beginnings = np.fromiter(map(_find_beginning, encoded.vocabulary), dtype=np.int64, count=encoded.types)
        last = np.zeros(len(values) + 1, dtype=bool)
        last[offsets[1:]] = True  # where a text ends, no chunk follows; counted from the chunk behind
        asking = np.flatnonzero(wants[values[:-1]] & ~last[1 : len(values)]) if len(values) else np.zeros(0, np.int64)
        found[asking] = beginnings[values[asking + 1]]
        return found

    def _add_edges(self, encoded: Encoded, keys: NDArray[np.int64]) -> None:
        """Add to keys which blanks have been used, where a comma or apostrophe meets its like over a blank."""
        values, vocabulary = encoded.tokens.values, encoded.vocabulary
        heads = np.fromiter((_number_mark(chunk[0]) for chunk in vocabulary), dtype=np.int8, count=encoded.types)
        tails = np.fromiter((_number_mark(chunk[-1]) for chunk in vocabulary), dtype=np.int8, count=encoded.types)
        if not heads.any() or not tails.any():
            return
        meeting = np.flatnonzero((tails[values[:-1]] > 0) & (tails[values[:-1]] == heads[values[1:]])) + 1
        for place in meeting[~np.isin(meeting, encoded.tokens.offsets)].tolist():
            before = int(keys[place - 1])
            edge = _Edge(before & 2 > 0, before & 1 > 0)
            _, edge = self._read(vocabulary[values[place - 1]], edge, NOTHING)
            keys[place] += 2 * edge.comma + edge.apostrophe

    # -- one chunk ----------------------------------------------------------------------------------------------------

    def _read(self, chunk: str, edge: _Edge, following: int) -> tuple[list[str], _Edge]:
        """Words of a chunk, and what it makes of the blank behind it."""
        if chunk.isalnum() and chunk.isascii():
            return [chunk.lower()], _FREE
        spans = _SPANS.findall(chunk.translate(_WRITTEN).replace("''", '"'))
        pieces: list[str] = []
        used = _FREE
        for number, span in enumerate(spans):
            if (len(span) == 1 and span not in ".,'-") or span[:2] == "..":
                pieces.append(_ALONE.get(span, span))
                used = _FREE
            else:
                more, used = self._cut(span, edge if number == 0 else _FREE)
                pieces += more
        return [word.lower() for word in self._read_stops(pieces, following)], used

    def _cut(self, span: str, edge: _Edge) -> tuple[list[str], _Edge]:
        """Cut a span, which has only words and marks, at its marks; stops stay where they are."""
        used = _FREE
        if "," in span:
            span, comma = _cut_at_commas(span, edge.comma)
            used = used._replace(comma=comma)
        span = span.replace("--", "-")
        if "'" in span:
            span, apostrophe = self._cut_at_apostrophes(span, edge.apostrophe)
            used = used._replace(apostrophe=apostrophe)
        if "-" in span:
            span = _cut_at_hyphens(span)
        return [word for word in span.split(" ") if word], used

    def _cut_at_apostrophes(self, span: str, used: bool) -> tuple[str, bool]:
        """Put blanks around apostrophes, by the kinds of their neighbours; also whether the blank behind is used.

        A neighbour is used once, by the first of two apostrophes whose neighbours are all letters, or all none.
        """
        text = f" {span} "
        cut: list[str] = []
        last = {True: -2, False: 0 if used else -2}  # the last neighbour used by apostrophes among letters, or others
        for place, character in enumerate(text[1:-1], start=1):
            if character != "'":
                cut.append(character)
                continue
            before, behind = _find_kind(text[place - 1]), _find_kind(text[place + 1])
            change = self._apostrophes.get(f"{before} {behind}", " ' ")
            if before == "digit" and behind == "letter" and text[place + 1] in self._clitics:
                change = " '"
            alike = (before == "letter") == (behind == "letter")
            if self._used_once and alike:
                if last[before == "letter"] >= place - 1:
                    change = "'"
                else:
                    last[before == "letter"] = place + 1
            cut.append(change)
        return "".join(cut), last[False] == len(text) - 1

    def _read_stops(self, pieces: list[str], following: int) -> list[str]:
        """Look up what becomes of the stop at the end of a piece; pieces that are nothing but stops stay."""
        words: list[str] = []
        for place, piece in enumerate(pieces, start=1):
            if piece[-1] != "." or not piece.strip("."):
                words.append(piece)
                continue
            word = piece[:-1]
            follower = _FOLLOWERS[_find_beginning(pieces[place]) if place < len(pieces) else following]
            stop = tables.STOPS[f"{self._find_word_kind(word)} {follower}"]
            words += f"{word}{stop}".split(" ") if stop else [word.replace(".", "")]
        return words

    def _find_word_kind(self, word: str) -> str:
        """What a word is to the stop behind it."""
        if "." in word and _LETTER.search(word):
            return "initials"
        if word in self._prefixes:
            return "abbreviation of numbers" if self._prefixes[word] else "abbreviation"
        return "word"


def _cut_at_commas(span: str, used: bool) -> tuple[str, bool]:
    """Put blanks around commas, but not between digits; a neighbour that is no digit is used by one comma only."""
    text = f" {span} "
    cut: list[str] = []
    last = 0 if used else -2
    for place, character in enumerate(text[1:-1], start=1):
        digits = (text[place - 1] in tables.DIGITS) + (text[place + 1] in tables.DIGITS)
        if character != "," or digits == 2 or (digits == 0 and last >= place - 1):
            cut.append(character)
            continue
        last = last if digits else place + 1
        cut.append(" , ")
    return "".join(cut), last == len(text) - 1


def _cut_at_hyphens(span: str) -> str:
    """Replace hyphens inside words by blanks; a letter between two hyphens serves the first."""
    last = -2
    cut = list(span)
    for match in _HYPHEN.finditer(span):
        if match.start() - last > 2:
            last = match.start()
            cut[last] = " "
    return "".join(cut)


def _find_kind(character: str) -> str:
    return "digit" if character in tables.DIGITS else "letter" if _LETTER.match(character) else "other"


def _find_beginning(chunk: str) -> int:
    return SMALL if chunk[0] in tables.GOING_ON else DIGIT if chunk[0] in tables.DIGITS else NOTHING


def _has_stop(chunk: str) -> bool:
    return chunk[-1] == "." and len(chunk) > 1


def _number_mark(character: str) -> int:
    """A number for marks that may meet their like over a blank, 0 for others."""
    return 1 if character == "," else 2 if character in _APOSTROPHES else 0


def _number_keys(keys: NDArray[np.int64], count: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Different keys in ascending order, and which one each is; sorting is slower than marking those that occur."""
    occurs = np.zeros(count, dtype=bool)
    occurs[keys] = True
    numbers = np.cumsum(occurs) - 1
    return np.flatnonzero(occurs), numbers[keys]


def _trim(words: Iterable[str]) -> list[str]:
    """Take control characters off both ends of a line, and blanks out of it."""
    line = " ".join(word for word in words if word not in _VANISHING).strip(_TRIMMED)
    return [word for word in line.split(" ") if word]


def _trim_all(encoded: Encoded) -> Encoded:
    """The same for all lines of a batch: words that are control characters go from both ends."""
    plain = np.fromiter((word[0] not in _TRIMMED for word in encoded.vocabulary), dtype=bool, count=encoded.types)
    values, offsets = encoded.tokens.values, encoded.tokens.offsets
    kept = np.ones(len(values), dtype=bool)
    for start, end in zip(offsets[:-1].tolist(), offsets[1:].tolist(), strict=True):
        inside = np.flatnonzero(plain[values[start:end]])
        first, last = (inside[0], inside[-1] + 1) if len(inside) else (end - start, end - start)
        kept[start : start + first] = False
        kept[start + last : end] = False
    return Encoded(Ragged(values[kept], offsets_of(kept.astype(np.int64))[offsets]), encoded.vocabulary)
