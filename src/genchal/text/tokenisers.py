"""What a tokeniser is, and the simple ones.

Every tokeniser here is defined on *chunks*: pieces of text between white space. A corpus has millions of
chunks but few different ones, so each different chunk is split once and the result is looked up
(``encoding.py``). That is what makes tokenising fast; rules that need to look past white space are
applied beforehand, in ``prepare``.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar


class Tokeniser(ABC):
    """Splits chunks (text without white space) into tokens."""

    name: ClassVar[str]
    positional: ClassVar[bool] = False  # whether a chunk splits differently at the start or end of a text
    case_sensitive: ClassVar[bool] = False  # whether rules look at capitals, so that lower-casing must come after

    def prepare(self, texts: Sequence[str]) -> Sequence[str]:
        """Rewrite texts where a rule spans white space; the very same object if nothing had to be done."""
        return texts

    @abstractmethod
    def split(self, chunk: str, first: bool, last: bool) -> list[str]:
        """Tokens of one chunk; `first` and `last`: no character comes before or after it in its text."""


class Whitespace(Tokeniser):
    """White space alone separates tokens: for text that is tokenised already."""

    name = "none"

    def split(self, chunk: str, first: bool, last: bool) -> list[str]:
        """Return the chunk as it is."""
        return [chunk]


class Characters(Tokeniser):
    """Every character that is not white space is a token."""

    name = "char"

    def split(self, chunk: str, first: bool, last: bool) -> list[str]:
        """Return the characters."""
        return list(chunk)


class Words(Tokeniser):
    """Runs of letters, digits and marks are tokens, inner hyphens and apostrophes included; punctuation is dropped."""

    name = "words"
    _WORD = re.compile(r"\w+(?:[-'’]\w+)*")

    def split(self, chunk: str, first: bool, last: bool) -> list[str]:
        """Return the words."""
        return [chunk] if chunk.isalnum() else self._WORD.findall(chunk)
