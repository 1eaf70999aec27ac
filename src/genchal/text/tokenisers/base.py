"""What a tokeniser is, and the simple ones.

Every tokeniser here is defined on *chunks*: pieces of text between white space. A corpus has millions of
chunks but few different ones, so each different chunk is split once and the result is looked up
(``encoding.py``). That is what makes tokenising fast; rules that need to look past white space are
applied beforehand, in ``prepare``.
"""

import re
import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cache
from string import punctuation
from typing import ClassVar, Literal


class Tokeniser(ABC):
    """Splits chunks (text without white space) into tokens."""

    name: ClassVar[str]
    positional: ClassVar[bool] = False  # whether a chunk splits differently at the start or end of a text
    case_sensitive: ClassVar[bool] = False  # whether rules look at capitals, so that lower-casing must come after
    # The kernel that splits ASCII chunks alike, where there is one; for tokenisers that are neither of the two above.
    compiled_rules: ClassVar[Literal["13a", "none", "char", "chrf"] | None] = None

    def prepare(self, texts: Sequence[str]) -> Sequence[str]:
        """Rewrite texts where a rule spans white space; the same object if nothing had to be done."""
        return texts

    @abstractmethod
    def split(self, chunk: str, first: bool, last: bool) -> list[str]:
        """Tokens of one chunk; `first` and `last`: no character comes before or after it in its text."""


class Whitespace(Tokeniser):
    """White space alone separates tokens: for text that is tokenised already."""

    name = "none"
    compiled_rules = "none"

    def split(self, chunk: str, first: bool, last: bool) -> list[str]:
        """Return the chunk as it is."""
        return [chunk]


class Characters(Tokeniser):
    """Every character that is not white space is a token."""

    name = "char"
    compiled_rules = "char"

    def split(self, chunk: str, first: bool, last: bool) -> list[str]:
        """Return the characters."""
        return list(chunk)


class ChrfWords(Tokeniser):
    """The words of chrF++: an ASCII punctuation mark at the end of a chunk, or else at its beginning, is split off."""

    name = "chrf"
    compiled_rules = "chrf"

    def split(self, chunk: str, first: bool, last: bool) -> list[str]:
        """Split at most one mark off."""
        if len(chunk) > 1 and chunk[-1] in punctuation:
            return [chunk[:-1], chunk[-1]]
        if len(chunk) > 1 and chunk[0] in punctuation:
            return [chunk[0], chunk[1:]]
        return [chunk]


class PlainWords(Tokeniser):
    """Runs of letters, digits and marks are tokens, inner hyphens and apostrophes included; punctuation is dropped.

    An accent or vowel sign that is written as a character of its own belongs to the word of its letter.
    """

    name = "words"
    _WORD = re.compile("L[LM]*(?:IL[LM]*)*")  # over the letters of `_kind`

    def split(self, chunk: str, first: bool, last: bool) -> list[str]:
        """Return the words."""
        if chunk.isalnum():
            return [chunk]
        kinds = "".join(map(_kind, chunk))
        return [chunk[match.start() : match.end()] for match in self._WORD.finditer(kinds)]


@cache
def _kind(character: str) -> str:
    """Return L for letters, digits and _, M for marks and the joiners that shape letters, I for what stands inside."""
    if character.isalnum() or character == "_":
        return "L"
    if character in "\u200c\u200d" or unicodedata.category(character).startswith("M"):
        return "M"
    return "I" if character in "-'’" else " "
