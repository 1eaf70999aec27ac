"""Tokens of the rouge-score package, which follow Lin's ROUGE 1.5.5."""

import re

from genchal.text.stemmers.porter import stem
from genchal.text.tokenisers.base import Tokeniser

_WORD = re.compile("[a-z0-9]+")
_NOT_STEMMED = 3  # letters: shorter words stay as they are


class RougeWords(Tokeniser):
    """Runs of the letters a to z and of digits, in lower case; all other characters separate. For English."""

    name = "rouge"

    def split(self, chunk: str, first: bool, last: bool) -> list[str]:
        """Return the words."""
        return _WORD.findall(chunk.lower())


class RougeStems(RougeWords):
    """The same, words of more than three letters stemmed with Porter's algorithm as NLTK has it."""

    name = "rouge-stem"

    def split(self, chunk: str, first: bool, last: bool) -> list[str]:
        """Return the stems."""
        return [stem(word) if len(word) > _NOT_STEMMED else word for word in super().split(chunk, first, last)]
