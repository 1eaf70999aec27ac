"""Kinds of characters: what the rules of the tokeniser ``morphodita`` look at instead of the characters themselves.

A kind is a letter: ``u`` capitals, ``l`` other letters, ``m`` marks on letters, ``0`` digits, ``n`` other numerals,
``b`` blanks, ``o`` brackets and quotes that open, ``c`` those that close, ``x`` the rest; or it is one of some marks.
Curly apostrophes are of the kind of straight ones, and marks that end sentences of that of the exclamation mark.
"""

import unicodedata

from genchal.text.tokenisers import morphodita_tables as tables

_KINDS_OF_CHARACTERS = {
    **{mark: mark for mark in (*tables.OPENING, *tables.CLOSING, *tables.SIGNS, *tables.HYPHENS)},
    **dict.fromkeys(tables.BLANKS, "b"),
    **dict.fromkeys(tables.ENDING, "!"),
    **dict.fromkeys(tables.APOSTROPHES, "'"),
    ".": ".",
}
WORDLIKE = frozenset("ulm0n")


class _Kinds(dict[int, str]):
    """Kinds by code point, found when first met."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        category = unicodedata.category(character)
        kind = _KINDS_OF_CHARACTERS.get(character) or tables.KINDS_OF_CATEGORIES.get(category, "x")
        self[code] = kind
        return kind


KINDS = _Kinds()
