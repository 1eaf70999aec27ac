"""Phrases as lexicons write them: a small notation for many wordings at once.

A phrase is words between blanks. ``(a|b)`` is a choice, ``[a]`` may be absent, ``<name>`` stands for a list of phrases
given elsewhere, and ``*`` is any one word. Choices work inside words too: ``famil(y|ies)``, ``kid[s]``. Case, accents,
hyphens and the number of blanks never count; other punctuation does, so that no phrase runs across a full stop.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from genchal.errors import InvalidInput, suggestion

ANY = "*"
MANY = 10_000  # wordings of one word, or of a phrase that must be written out
LONGEST = 2_000  # characters of a phrase
DEEPEST = 20  # brackets inside brackets

# A word, with a currency sign in front of it, and with an ending that data sets such as SF Restaurants split off
# ("kid -s"); or a sign by itself. Hyphens, dashes and underscores are blanks.
_TOKEN = re.compile(r"[£$€]?[^\W_](?:[^\W_]|[\u0300-\u036f])*(?: -(?:s|es|ly)(?![^\W_]))?|[^\w\s\u002d\u2010-\u2015]")
_APOSTROPHES = str.maketrans("’‘`´", "''''")
_MARKS = re.compile(r"[()\[\]<>|]|\s+")

Words = tuple[str, ...]


class PhraseTokens(NamedTuple):
    """The words of a text as phrases see them, with the places of each in the text."""

    words: Words
    starts: tuple[int, ...]
    ends: tuple[int, ...]


def tokens_of(text: str) -> PhraseTokens:
    """Cut a text into words and signs."""
    found = list(_TOKEN.finditer(text))
    words = tuple(_folded(match[0]) for match in found)
    return PhraseTokens(words, tuple(match.start() for match in found), tuple(match.end() for match in found))


def words_of(text: str) -> Words:
    """The words and signs of a text alone."""
    return tuple(map(_folded, _TOKEN.findall(text)))


@lru_cache(maxsize=1 << 16)
def _folded(word: str) -> str:
    """A word without case and accents, its ending joined; all apostrophes are one."""
    word = word.lower().replace(" -", "")
    if not word.isascii():
        word = (
            "".join(
                character for character in unicodedata.normalize("NFKD", word) if not unicodedata.combining(character)
            )
            or word
        )
    return word.translate(_APOSTROPHES)


class Said(NamedTuple):
    """These very words."""

    words: Words


class InOrder(NamedTuple):
    """One part after the other."""

    parts: tuple[Phrase, ...]


class OneOf(NamedTuple):
    """Any of the parts; no words at all may be one of them."""

    options: tuple[Phrase, ...]


Phrase = Said | InOrder | OneOf
NOTHING = Said(())


def parse_phrase(text: str, lists: Mapping[str, Phrase] | None = None) -> Phrase:
    """Read a phrase; one that is not well formed is refused. `lists` is what ``<name>`` may stand for."""
    if len(text) > LONGEST:
        raise InvalidInput(f"a phrase of {len(text):,} characters", f"Keep phrases below {LONGEST:,}.")
    return _Notation(text, lists or {}).read()


def pieces(phrase: Phrase) -> Iterator[Phrase]:
    """A phrase and everything inside of it, lists written out."""
    yield phrase
    if not isinstance(phrase, Said):
        for part in phrase.parts if isinstance(phrase, InOrder) else phrase.options:
            yield from pieces(part)


def wordings(phrase: Phrase) -> Iterator[Words]:
    """Everything that a phrase stands for, written out; some of it may come twice."""
    if isinstance(phrase, Said):
        yield phrase.words
    elif isinstance(phrase, OneOf):
        for option in phrase.options:
            yield from wordings(option)
    elif phrase.parts:
        rest = InOrder(phrase.parts[1:])
        for first in wordings(phrase.parts[0]):
            for others in wordings(rest):
                yield first + others
    else:
        yield ()


class Borders(NamedTuple):
    """Words that a phrase may begin and end with, and whether it may be nothing at all."""

    first: frozenset[str]
    last: frozenset[str]
    may_be_empty: bool


def borders(phrase: Phrase) -> Borders:
    """Look at both ends of a phrase."""
    if isinstance(phrase, Said):
        return Borders(frozenset(phrase.words[:1]), frozenset(phrase.words[-1:]), not phrase.words)
    if isinstance(phrase, OneOf):
        some = [borders(option) for option in phrase.options]
        return Borders(
            frozenset().union(*(part.first for part in some)),
            frozenset().union(*(part.last for part in some)),
            any(part.may_be_empty for part in some),
        )
    whole = Borders(frozenset(), frozenset(), may_be_empty=True)
    for part in map(borders, phrase.parts):
        whole = Borders(
            whole.first | part.first if whole.may_be_empty else whole.first,
            part.last | whole.last if part.may_be_empty else part.last,
            whole.may_be_empty and part.may_be_empty,
        )
    return whole


class _Notation:
    """Reads one phrase, character by character."""

    def __init__(self, text: str, lists: Mapping[str, Phrase]) -> None:
        self.text = text
        self.lists = lists
        self.place = 0
        self.depth = 0

    def read(self) -> Phrase:
        phrase = self._sequence()
        if self.place < len(self.text):
            raise self._refused(f"'{self.text[self.place]}' has no matching bracket")
        return phrase

    def _sequence(self) -> Phrase:
        """Parts between blanks, up to the end of an alternative."""
        parts: list[Phrase] = []
        glued: list[Phrase | _Raw] = []  # what follows each other without a blank: one word, or several in brackets
        while self.place < len(self.text) and self.text[self.place] not in ")]|>":
            if self.text[self.place].isspace():
                self.place += 1
                parts += self._joined(glued)
                glued = []
            else:
                glued.append(self._part())
        parts += self._joined(glued)
        return parts[0] if len(parts) == 1 else InOrder(tuple(parts))

    def _part(self) -> Phrase | _Raw:
        sign = self.text[self.place]
        if sign in "([":
            return self._brackets(sign)
        if sign == "<":
            return self._listed()
        end = _MARKS.search(self.text, self.place)
        start, self.place = self.place, end.start() if end else len(self.text)
        return _Raw(self.text[start : self.place])

    def _brackets(self, sign: str) -> Phrase:
        self.depth += 1
        if self.depth > DEEPEST:
            raise self._refused("brackets are nested too deeply")
        self.place += 1
        options = [self._sequence()]
        while self.text.startswith("|", self.place):
            self.place += 1
            options.append(self._sequence())
        closing = ")" if sign == "(" else "]"
        if not self.text.startswith(closing, self.place):
            raise self._refused(f"'{closing}' is missing")
        self.place += 1
        self.depth -= 1
        return OneOf((*options, *([NOTHING] if sign == "[" else [])))

    def _listed(self) -> Phrase:
        end = self.text.find(">", self.place)
        name = self.text[self.place + 1 : end]
        if end < 0:
            raise self._refused("'>' is missing")
        if name not in self.lists:
            raise InvalidInput(f"'{self._shown}' has <{name}>, which is not a list", suggestion(name, [*self.lists]))
        self.place = end + 1
        return self.lists[name]

    def _joined(self, glued: list[Phrase | _Raw]) -> list[Phrase]:
        """What stands between two blanks; where brackets touch a word, all the words they make are written out."""
        if not glued:
            return []
        if len(glued) == 1:
            only = glued[0]
            return [Said(words_of(only.text)) if isinstance(only, _Raw) else only]
        choices = [list(dict.fromkeys(_texts(piece))) for piece in glued]
        many = 1
        for choice in choices:
            many *= len(choice)
            if many > MANY:
                raise InvalidInput(f"'{self._shown}' stands for too many words", "Put spaces between its parts.")
        words = dict.fromkeys(words_of("".join(parts)) for parts in product(*choices))
        return [OneOf(tuple(map(Said, words)))]

    @property
    def _shown(self) -> str:
        return self.text if len(self.text) <= 60 else f"{self.text[:57]}..."

    def _refused(self, why: str) -> InvalidInput:
        return InvalidInput(f"'{self._shown}' is not a phrase: {why}", "Write (a|b) for a choice, [a] for an option.")


class _Raw(NamedTuple):
    """Text that has not been cut into words yet, because more may be glued to it."""

    text: str


def _texts(part: Phrase | _Raw) -> Iterator[str]:
    return iter([part.text]) if isinstance(part, _Raw) else map(" ".join, wordings(part))
