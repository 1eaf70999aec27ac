"""Tokens and sentences as MorphoDiTa's English tokeniser makes them (Straková et al. 2014).

The text statistics of the E2E report were counted on them. The rules were found by asking that tokeniser:
``tools/probe_morphodita.py`` asks and writes ``morphodita_tables.py``, which says what single words and marks do. A
token is an address, a number, a word or any other single character; a clitic is then cut off a word.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from genchal.text.tokenisers import morphodita_tables as tables
from genchal.text.tokenisers.base import Tokeniser

Sentence: TypeAlias = tuple[str, ...]

# -- kinds of characters ----------------------------------------------------------------------------------------------
# A kind is a letter: u capitals, l other letters, E and e those two, m marks on letters, 0 digits, n other numerals,
# b blanks, o brackets and quotes that open, c those that close, p other punctuation, x the rest; or one of some marks.
# Curly apostrophes are of the kind of straight ones, and marks that end sentences of that of the exclamation mark.
_KINDS_OF_CHARACTERS = {
    **{mark: mark for mark in "eE'-+,\"`;"},
    **dict.fromkeys(tables.ENDING, "!"),
    ".": ".",
    "’": "'",
    "\t": "b",
    "\n": "b",
    "\r": "b",
}
_KINDS_OF_CATEGORIES = {
    "Lu": "u", "Lt": "u", "Ll": "l", "Lm": "l", "Lo": "l", "Mn": "m", "Mc": "m", "Me": "m",
    "Nd": "0", "Nl": "n", "No": "n", "Zs": "b", "Ps": "o", "Pi": "o", "Pe": "c", "Pf": "c", "Po": "p",
}  # fmt: skip
_WORDLIKE = frozenset("ulEem0n")


class _Kinds(dict[int, str]):
    """Kinds by code point, found when first met."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        kind = _KINDS_OF_CHARACTERS.get(character) or _KINDS_OF_CATEGORIES.get(unicodedata.category(character), "x")
        self[code] = kind
        return kind


_KINDS = _Kinds()

# -- what tokens look like: words and numbers in kinds, addresses in characters ----------------------------------------

_WORD = re.compile("[ulEe](?:[ulEem]|'(?!')|-(?!-))*['-]?")
_NUMBER = re.compile(r"[+-]?0+(?:,000)*(?:\.0+)?(?:[eE][+-]?0+)?")
_LABEL = "[A-Za-z0-9]+(?:-+[A-Za-z0-9]+)*"
_OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9][0-9]|[0-9])"
_USER = f"[A-Za-z0-9{re.escape(tables.IN_USER)}]+"
_SITE = re.compile(
    rf"(?:[A-Za-z]{{3,}}://)?(?:{_USER}(?::{_USER})?@)?"
    rf"(?:(?:{_LABEL}\.)+[A-Za-z]{{2,}}|{_OCTET}(?:\.{_OCTET}){{3}})(?::[0-9]*)?"
)


def _read_address(text: str, kinds: str, at: int) -> int:
    """Where the address ends that begins here; 0 if there is none."""
    site = _SITE.match(text, at)
    if not site:
        return 0
    end = site.end()
    return _read_path(text, kinds, end) if text.startswith("/", end) else end


def _read_path(text: str, kinds: str, at: int) -> int:
    """Where a path ends: at the last character that may end it; a bracket may where it closes another one."""
    end = at
    opened = 0
    for place in range(at, len(text)):
        character = text[place]
        wordlike = kinds[place] in _WORDLIKE
        if not wordlike and character not in tables.IN_PATH:
            break
        closes = character == ")" and opened > 0
        opened += (character == "(") - closes
        if wordlike or closes or character in tables.AT_PATH_END:
            end = place + 1
    return end


def _read_number(text: str, kinds: str, at: int) -> int:
    """Where the number ends that begins here; 0 if there is none. A sign is no part of it behind words or itself."""
    if kinds[at] in "+-" and at and (kinds[at - 1] in _WORDLIKE or text[at - 1] == text[at]):
        return 0
    number = _NUMBER.match(kinds, at)
    return number.end() if number else 0


def _cut_word(word: str) -> tuple[str, ...]:
    """Take the clitic off a word."""
    small = word.lower().replace("’", "'")
    cut = tables.CUTS.get(small, 0)
    if not cut and "'" in small:
        if small[small.rfind("'") + 1 :] in tables.CLITICS:
            cut = small.rfind("'")
        elif small.endswith("n't"):
            cut = len(small) - 3
    return (word[:cut], word[cut:]) if cut else (word,)


def _read_chunk(chunk: str) -> list[tuple[str, ...]]:
    """Tokens of a chunk, which has no blanks: for each as it was read, the one or two that become of it."""
    if chunk.isalpha():
        return [_cut_word(chunk)]
    kinds = chunk.translate(_KINDS)
    last_stop = chunk.rfind(".")  # no address is without a stop
    found: list[tuple[str, ...]] = []
    at = 0
    while at < len(chunk):
        end = _read_address(chunk, kinds, at) if at < last_stop else 0
        if not end and kinds[at] in "0+-":
            end = _read_number(chunk, kinds, at)
        word = None if end else _WORD.match(kinds, at)
        end = word.end() if word else end or at + 1
        found.append(_cut_word(chunk[at:end]) if word else (chunk[at:end],))
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

_CHUNK = re.compile("[^\t\n\r \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+")
_EMPTY_LINE = re.compile(r"\n\r?\n|\r\n?\r")
_CLOSING = "".join(set(tables.CLOSING) - set(tables.ENDING))
_END = re.compile(f"[.!][c{re.escape(_CLOSING)}]*$")  # in kinds, like the next
_BEGINNING = re.compile(f"[o{re.escape(tables.OPENING)}]*[uE]")
_LONG, _LONGER, _LONGEST = (
    400,
    450,
    500,
)  # tokens; from then on a sentence ends behind certain marks, all marks, anything
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
        is_short = len(part) < _LONG
        last = len(chunks) - 1
        sentence: list[str] = []
        for place, (tokens, groups, _, end, is_stop) in enumerate(chunks):
            ends = end > 0 and place < last and chunks[place + 1].begins
            if ends and is_stop and sentence and _is_abbreviation(sentence[-1]):
                ends = False
            if is_short or len(sentence) + len(tokens) < _LONG:
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
    kinds = chunk.translate(_KINDS)
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
        if len(sentence) >= _LONG and number < watched and _is_too_long(sentence):
            found.append(tuple(sentence))
            sentence = []
    return sentence


def _is_abbreviation(token: str) -> bool:
    return token.lower() in tables.ABBREVIATIONS or (len(token) == 1 and _KINDS[ord(token)] in "uE")


def _is_too_long(sentence: list[str]) -> bool:
    """Whether a sentence of at least `_LONG` tokens ends here."""
    category = unicodedata.category(sentence[-1][0])
    length = len(sentence)
    return length >= _LONGEST or category == "Po" or (length >= _LONGER and category[0] == "P")
