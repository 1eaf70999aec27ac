"""Tokens and sentences as MorphoDiTa's English tokeniser makes them (Straková et al. 2014).

The text statistics of the E2E report were counted on them. The rules were found by asking that tokeniser:
``tools/probe_morphodita.py`` asks and writes ``morphodita_tables.py``, which says what words and characters do and how
many of what make a token. A token is an address, a number (`_morphodita_parts.py`), a word or any other single
character; a clitic is then cut off a word.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from genchal.text.tokenisers import morphodita_tables as tables
from genchal.text.tokenisers._morphodita_kinds import KINDS
from genchal.text.tokenisers._morphodita_parts import find_address, find_number, find_sites
from genchal.text.tokenisers.base import Tokeniser

Sentence: TypeAlias = tuple[str, ...]

# -- tokens of a chunk -------------------------------------------------------------------------------------------------

_WORD = re.compile("[ul](?:[ulm]|'(?!')|-(?!-))*['-]?")  # in kinds
_NUMBER_BEGINS = frozenset(["0", *tables.SIGNS])
_STRAIGHT = str.maketrans(dict.fromkeys(tables.APOSTROPHES, "'"))


def _cut_word(word: str) -> tuple[str, ...]:
    """Take the clitic off a word."""
    small = word.lower()
    if not small.isascii():
        small = small.translate(_STRAIGHT)
    cut = tables.CUTS.get(small, 0)
    if not cut and "'" in small:
        apostrophe = small.rfind("'")
        if small[apostrophe:] in tables.CLITICS:
            cut = apostrophe
        elif small[apostrophe - 1 :] in tables.CLITICS:  # n't has a letter before its apostrophe
            cut = apostrophe - 1
    return (word[:cut], word[cut:]) if cut else (word,)


def _read_chunk(chunk: str) -> list[tuple[str, ...]]:
    """Tokens of a chunk, which has no blanks: for each as it was read, the one or two that become of it."""
    if chunk.isalpha():
        return [_cut_word(chunk)]
    kinds = chunk.translate(KINDS)
    sites = find_sites(chunk)
    found: list[tuple[str, ...]] = []
    at, size = 0, len(chunk)
    while at < size:
        kind = kinds[at]
        end = find_address(chunk, kinds, at, sites) if sites else 0
        if not end and kind in _NUMBER_BEGINS:
            end = find_number(chunk, kinds, at)
        elif not end and kind in "ul":
            word = _WORD.match(kinds, at)
            end = word.end() if word else at + 1
            found.append(_cut_word(chunk[at:end]))
            at = end
            continue
        end = end or at + 1
        found.append((chunk[at:end],))
        at = end
    return found


class Morphodita(Tokeniser):
    """MorphoDiTa's English tokens: words without clitics, numbers, addresses, every other character by itself."""

    name = "morphodita"
    case_sensitive = True

    def split(self, chunk: str, first: bool, last: bool) -> list[str]:
        """Return the tokens of a chunk, with their capitals."""
        return [token for tokens in _read_chunk(chunk) for token in tokens]


# -- sentences --------------------------------------------------------------------------------------------------------

_CHUNK = re.compile(f"[^{tables.BLANKS}]+")
_EMPTY_LINE = re.compile("|".join(sorted(tables.EMPTY_LINES)))
_CLOSING = "".join(set(tables.CLOSING) - set(tables.ENDING))
_END = re.compile(f"[.!][c{re.escape(_CLOSING)}]*$")  # in kinds, like the next
_BEGINNING = re.compile(f"[o{re.escape(tables.OPENING)}]*u")
_FEW_TOKENS = min(tables.LONGEST_SENTENCE, *tables.LONGEST_ENDING_WITH.values())  # no sentence of fewer is cut
_CHUNKS_KEPT = 1 << 16


class _Chunk(NamedTuple):
    """A chunk as it is read, and what it does at the borders of sentences."""

    tokens: tuple[str, ...]
    groups: tuple[tuple[str, ...], ...]  # the same tokens, as they were read before clitics went
    begins: bool  # whether a sentence may begin with it
    end: int  # how many tokens at its end may end a sentence: a mark and what closes behind it
    is_stop: bool  # whether that mark is a stop and the first token, so that the chunk before may be an abbreviation


class _Chunks(dict[str, _Chunk]):
    """Chunks that have been met, read once; forgotten when they become many."""

    def __missing__(self, chunk: str) -> _Chunk:
        if len(self) >= _CHUNKS_KEPT:
            self.clear()
        known = self[chunk] = _describe_chunk(chunk)
        return known


_known_chunks = _Chunks()


def sentences(text: str) -> list[Sentence]:
    """Sentences of a text, each a tuple of tokens; a text without tokens has none.

    A sentence ends at an empty line, and with a mark before blanks and a capital, unless the mark is the stop of an
    abbreviation. Quotes and brackets may close behind the mark and open before the capital.
    """
    found: list[Sentence] = []
    for part in _EMPTY_LINE.split(text) if "\n" in text or "\r" in text else (text,):
        # Printable text has no other white space than blanks.
        chunks = [_known_chunks[chunk] for chunk in (part.split() if part.isprintable() else _CHUNK.findall(part))]
        is_short = len(part) < _FEW_TOKENS
        last = len(chunks) - 1
        sentence: list[str] = []
        for place, (tokens, groups, _, end, is_stop) in enumerate(chunks):
            ends = end > 0 and place < last and chunks[place + 1].begins
            if ends and is_stop and sentence and _is_abbreviation(sentence[-1]):
                ends = False
            if is_short or len(sentence) + len(tokens) < _FEW_TOKENS:
                sentence += tokens
            else:
                sentence = _lengthen(sentence, groups, len(groups) - (end if ends else 0), found)
            if ends:
                found.append(tuple(sentence))
                sentence = []
        if sentence:
            found.append(tuple(sentence))
    return found


def _describe_chunk(chunk: str) -> _Chunk:
    groups = tuple(_read_chunk(chunk))
    kinds = chunk.translate(KINDS)
    match = _END.search(kinds)
    end = len(match[0]) if match else 0
    is_stop = end > 0 and kinds[-end] == "."
    if is_stop and end < len(groups) and _is_abbreviation(groups[-end - 1][-1]):
        end = 0
    tokens = tuple(token for group in groups for token in group)
    return _Chunk(tokens, groups, _BEGINNING.match(kinds) is not None, end, is_stop and end == len(groups))


def _lengthen(sentence: list[str], groups: Sequence[tuple[str, ...]], watched: int, found: list[Sentence]) -> list[str]:
    """Add tokens to a long sentence, which is cut where it becomes too long behind one of the watched ones."""
    for number, tokens in enumerate(groups):
        sentence += tokens
        category = unicodedata.category(sentence[-1][0])
        longest = tables.LONGEST_ENDING_WITH.get(category, tables.LONGEST_SENTENCE)
        if len(sentence) >= longest and number < watched:
            found.append(tuple(sentence))
            sentence = []
    return sentence


def _is_abbreviation(token: str) -> bool:
    return token.lower() in tables.ABBREVIATIONS or (len(token) == 1 and KINDS[ord(token)] == "u")
