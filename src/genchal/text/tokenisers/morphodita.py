"""Tokens and sentences of MorphoDiTa's English tokeniser (Straková et al. 2014), without the library.

The E2E challenge counted tokens, n-grams and sentences with it (Dušek et al. 2020, Tables 2-4, 9 and 10). What it does:

- A word is a letter with the letters, marks, hyphens and apostrophes that follow; two hyphens or apostrophes end it.
- Clitics are split off (`it|'s`, `do|n't`, `they|'ll`), and some words fall into two (`can|not`, `gon|na`).
- A number keeps its sign, thousands, fraction and exponent.
- What looks like a web or mail address is one token: `riverside.The` too, where the blank after a full stop is missing.
- Every other character is a token.
- A sentence ends after `.`, `!`, `?` or `…` (and closing quotes and brackets) if a capital follows, unless the full
  stop belongs to a single capital or an abbreviation; and at an empty line. Sentences of hundreds of tokens are cut.

Two things differ. What Python takes for white space parts tokens here, line separators and form feeds included; and
a clitic on its own (`is n't`) stays one token, where MorphoDiTa puts an empty token before it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from genchal.text.tokenisers.base import Tokeniser

Sentence = tuple[str, ...]

# Words before a full stop that ends no sentence.
_ABBREVIATIONS = """
    adj adm adv assoc asst bart bldg brig bros capt cmdr col comdr con corp cpl d dr drs ens gen gov hon hosp hr insp
    lt mm mr mrs ms maj messrs mlle mme msgr op ord pfc ph phd prof pvt rep reps res rev rt sen sens sfc sgt sr st supt
    surg univ addr approx apr aug calif co dec def e e.g eg feb fla ft hrs i. i.e ie inc jan jr ltd mar max min mph mt n
    nov oct ont pa pres s sec sep sept tel un v va vs w yrs
"""
_ENDS_NO_SENTENCE = frozenset(_ABBREVIATIONS.split())
_LONG, _VERY_LONG, _LONGEST = 400, 450, 500  # tokens of a sentence that is cut

_EMPTY_LINE = re.compile(r"(?>\r\n|\n\r|\r|\n){2}")
_CLITIC = re.compile(r"(?i)(?<=.)(?:['’](?:[smd]|ll|re|ve)|n['’]t)\Z")
_TWO_WORDS = {"cannot": 3, "d'ye": 2, "d’ye": 2, "gimme": 3, "gonna": 3, "gotta": 3, "lemme": 3, "wanna": 3}
_TWO_WORDS |= {"more'n": 4, "more’n": 4}  # length of the first

# Over the kinds of `_kinds`: L letter, M mark, N digit, other characters as they are.
_WORD = re.compile(r"L(?:[LM]|-(?<!--)|'(?<!''))*")
_NUMBER = re.compile(r"[-+]?N+(?:,NNN)*(?:\.N+)?")
_EXPONENT = re.compile(r"[eE][-+]?N+")

_HOST = r"(?:(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z]{2,})"
_BYTE = r"(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9][0-9]|[0-9])"
_IN_NAMES = r"[A-Za-z0-9$_.+!*'(),%-]"
_ADDRESSES = [
    re.compile(rf"(?:[A-Za-z]{{3,}}://)?(?:{_IN_NAMES}+(?::{_IN_NAMES}+)?@)?{host}(?P<port>:[0-9]*)?")
    for host in (_HOST, rf"{_BYTE}(?:\.{_BYTE}){{3}}")
]
_IN_PATHS = frozenset("$-_.+!*'(),%;/?:@&=")
_NOT_LAST = frozenset(".!',;?:)")  # a path does not end with these


class Morphodita(Tokeniser):
    """The tokens of MorphoDiTa's English tokeniser, punctuation included; case is kept."""

    name = "morphodita"
    case_sensitive = True

    def split(self, chunk: str, first: bool, last: bool) -> list[str]:
        """Split a chunk; nothing depends on its neighbours."""
        return list(_chunk(chunk).tokens)


def sentences(text: str) -> list[Sentence]:
    """Sentences of a text, each the tuple of its tokens; a text without tokens has none."""
    if "\n" not in text and "\r" not in text:
        return list(_sentences(text.split()))
    return [sentence for part in _EMPTY_LINE.split(text) for sentence in _sentences(part.split())]


def _sentences(chunks: Sequence[str]) -> Iterator[Sentence]:
    tokens: list[str] = []
    for number, chunk in enumerate(chunks, start=1):
        known = _chunk(chunk)
        start = len(tokens)
        tokens.extend(known.tokens)
        if known.end is not None and number < len(chunks) and _chunk(chunks[number]).begins_sentence:
            stop = start + known.end
            if tokens[stop] != "." or stop == 0 or not _keeps_stop(tokens[stop - 1]):
                yield from _cut(tokens)
                tokens = []
    yield from _cut(tokens)


def _keeps_stop(token: str) -> bool:
    """Whether a full stop after this token ends no sentence."""
    if len(token) == 1 and unicodedata.category(token) in ("Lu", "Lt"):
        return True
    return token.lower() in _ENDS_NO_SENTENCE


def _cut(tokens: list[str]) -> Iterator[Sentence]:
    """Cut a sentence that is too long, after punctuation if there is any."""
    while len(tokens) >= _LONG:
        places = range(_LONG, len(tokens))
        end = next((place for place in places if _may_be_cut(place, tokens[place - 1])), len(tokens))
        yield tuple(tokens[:end])
        tokens = tokens[end:]
    if tokens:
        yield tuple(tokens)


def _may_be_cut(place: int, token: str) -> bool:
    kind = unicodedata.category(token[0])
    return kind == "Po" or place >= _LONGEST or (place >= _VERY_LONG and kind[0] == "P")


class _Chunk(NamedTuple):
    """What is known of a piece of text without white space."""

    tokens: tuple[str, ...]
    end: int | None  # the token that ends a sentence if a capital follows the chunk
    begins_sentence: bool  # a capital, perhaps after opening quotes and brackets


@lru_cache(maxsize=1 << 18)
def _chunk(text: str) -> _Chunk:
    tokens = tuple(_tokens(text))
    end = len(tokens) - 1
    while end > 0 and (tokens[end] in "\"';" or _category(tokens[end]) in ("Pe", "Pf")):
        end -= 1
    letter = next((c for c in text if c not in '"`' and unicodedata.category(c) not in ("Ps", "Pi")), "")
    capital = letter != "" and unicodedata.category(letter) in ("Lu", "Lt")
    return _Chunk(tokens, end if tokens[end] in (".", "!", "?", "…") else None, capital)


def _category(token: str) -> str:
    return unicodedata.category(token) if len(token) == 1 else ""


def _tokens(text: str) -> Iterator[str]:
    kinds = "".join(map(_kind, text))
    place = 0
    while place < len(text):
        end = _address(text, place)
        if end > place:
            yield text[place:end]
        elif word := _WORD.match(kinds, place):
            end = word.end()
            yield from _parts(text[place:end])
        else:
            end = _number(text, kinds, place) or place + 1
            yield text[place:end]
        place = end


@cache
def _kind(character: str) -> str:
    category = unicodedata.category(character)
    if category[0] in "LM" or category == "Nd":
        return category[0]
    return "'" if character == "’" else character


def _number(text: str, kinds: str, place: int) -> int:
    """End of the number that begins here, 0 if none does; a sign counts unless it follows a letter or digit."""
    match = _NUMBER.match(kinds, place)
    if match is None:
        return 0
    if match[0][0] in "+-" and place > 0:
        before = unicodedata.category(text[place - 1])
        if before[0] in "LMN" or (before == "Pd" if match[0][0] == "-" else text[place - 1] == "+"):
            return 0
    end = match.end()
    # The e of an exponent is a letter, so that its kind does not tell.
    exponent = _EXPONENT.match(text[end : end + 1] + kinds[end + 1 :])
    return end + exponent.end() if exponent else end


def _parts(word: str) -> tuple[str, ...]:
    """Split a clitic off, or a word in two."""
    if clitic := _CLITIC.search(word):
        return word[: clitic.start()], word[clitic.start() :]
    cut = _TWO_WORDS.get(word.lower())
    return (word[:cut], word[cut:]) if cut else (word,)


def _address(text: str, place: int) -> int:
    """End of the longest web or mail address that begins here, 0 if none does."""
    longest = 0
    if "." not in text:
        return 0
    for pattern in _ADDRESSES:
        if match := pattern.match(text, place):
            longest = max(longest, match.end(), _end_of_path(text, match.end()))
    return longest


def _end_of_path(text: str, place: int) -> int:
    """End of a path that begins with a slash here, 0 if none does; a closing bracket may end it if one was opened."""
    if text[place : place + 1] != "/":
        return 0
    end, opened = place + 1, 0
    for position in range(place + 1, len(text)):
        character = text[position]
        if character not in _IN_PATHS and unicodedata.category(character)[0] not in "LMN":
            break
        if character not in _NOT_LAST or (character == ")" and opened):
            end = position + 1
        opened += (character == "(") - (character == ")" and opened > 0)
    return end
