"""Texts as strings of characters, white space included: what edit distances compare.

A character is a code point of the text as it is: an accent that is written as a character of its own counts as one.
White space has names of several characters, which no other token has.
"""

import re
from collections.abc import Sequence

from genchal.text.tokenisers.base import Tokeniser

BLANK = "<blank>"
_MARK = "\x02"
_SPACE = re.compile(rf"\s|{_MARK}")


class String(Tokeniser):
    """Every character is a token; white space between words is one blank, at the ends of a text it is nothing."""

    name = "string"
    positional = True

    def prepare(self, texts: Sequence[str]) -> Sequence[str]:
        """Take white space off the beginnings, so that every first word is known as one."""
        if not any(text[:1].isspace() for text in texts):
            return texts
        return [text.lstrip() if text[:1].isspace() else text for text in texts]

    def split(self, chunk: str, first: bool, last: bool) -> list[str]:
        """Return the characters, a blank before them unless the text begins here."""
        return list(chunk) if first else [BLANK, *chunk]


class Verbatim(Tokeniser):
    """Every character is a token, white space as it stands."""

    name = "verbatim"

    def prepare(self, texts: Sequence[str]) -> Sequence[str]:
        """Write white space as chunks of their own; what looks like such a chunk is written in the same way."""
        return [_SPACE.sub(lambda found: f" {_MARK}{ord(found[0]):x} ", text) for text in texts]

    def split(self, chunk: str, first: bool, last: bool) -> list[str]:
        """Return the characters."""
        return [f"<{chunk[1:]}>"] if chunk[0] == _MARK else list(chunk)
