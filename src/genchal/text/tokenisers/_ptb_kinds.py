"""Kinds of characters: what the rules of the Penn Treebank tokeniser look at instead of the characters themselves.

A kind is a single letter or, for ASCII marks, the mark itself. ``a`` and ``A`` are ASCII letters, ``e`` other letters,
``m`` marks on letters, ``0`` digits, ``s`` a symbol that is a token, ``r`` a symbol that forms tokens with its like,
``q`` a curly or angled double quote, ``d`` a dash, ``t`` an ellipsis, ``h`` the soft hyphen, ``z`` what vanishes.
Curly apostrophes have the kinds of straight ones.
"""

from bisect import bisect_right
from typing import NamedTuple

from genchal.text.tokenisers import ptb_tables as tables

KEEP, OPEN, BLANK, CLOSE, LESS, MORE = "\ue000\ue001\ue002\ue003\ue004\ue005"  # see Ptb.prepare; LESS is &lt;
_OUR_MARKS = {ord(KEEP): "K", ord(OPEN): "O", ord(BLANK): "z", ord(CLOSE): "z", ord(LESS): "s", ord(MORE): "s"}
REMOVED = frozenset(["!", "'", "''", ",", "-", "--", ".", "...", ":", ";", "?", "`", "``"])
_STARTS = [start for start, _ in tables.CHARACTER_KINDS]
WRITTEN = {**tables.WRITTEN_AS, LESS: "<", MORE: ">"}


class _Kinds(dict[int, str]):
    """Kinds by code point, looked up in the ranges when first met."""

    def __missing__(self, code: int) -> str:
        kind = self[code] = tables.CHARACTER_KINDS[bisect_right(_STARTS, code) - 1][1]
        return kind


KINDS = _Kinds(_OUR_MARKS)


class Chunk(NamedTuple):
    """A chunk with the kinds of its characters; three line ends follow, so that one may look ahead."""

    text: str
    kinds: str
