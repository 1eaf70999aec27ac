"""Tokens that may have blanks inside: fractions, numbers written like those of telephones, tags.

Each function takes a text and where the token would begin, and returns where it ends, 0 if it is no such token. They
count pieces and compare the counts with what was measured (`ptb_tables.py`).
"""

import re

from genchal.text.tokenisers import ptb_tables as tables
from genchal.text.tokenisers._ptb_kinds import KINDS

_DIGITS = re.compile("[0-9]*")
_FRACTION_SLASHES = sorted(tables.FRACTION_SLASHES)
_SHAPE_BEGINS = frozenset(shape[:size] for shape in tables.PHONE_SHAPES for size in range(len(shape)))
_MOST_IN_GROUP = max(int(shape.split()[-1].rpartition(")")[2]) for shape in tables.PHONE_SHAPES)


def find_span(text: str, at: int) -> int:
    """Where a token ends that begins here and has blanks inside, or that blanks would not tell from others."""
    first = text[at]
    if first == "<":
        return find_tag(text, at)
    if first == "(":
        return _find_phone_after_bracket(text, at)
    before = KINDS[ord(text[at - 1])] if at else ""
    if first in tables.PHONE_SIGNS:
        return 0 if before in tables.KINDS_NOT_BEFORE_PHONE_SIGN else _find_groups(text, at + 1, "")
    if before in tables.KINDS_NOT_BEFORE_NUMBER:
        return 0
    return max(find_fraction(text, at), _find_groups(text, at, ""))


def find_fraction(text: str, at: int) -> int:
    """A fraction after a whole number or not: 1 1/2, 1-1/2, 1/2."""
    end = _skip_digits(text, at)
    size = end - at
    if text[end : end + 1] in tables.FRACTION_JOINS and size <= tables.MOST_IN_FRACTION:
        at = end + 1
        end = _skip_digits(text, at)
        size = end - at
    if not 1 <= size <= tables.MOST_IN_FRACTION:
        return 0
    for slash in _FRACTION_SLASHES:
        if text.startswith(slash, end):
            at = end + len(slash)
            end = _skip_digits(text, at)
            return min(end, at + tables.MOST_IN_FRACTION) if end > at else 0
    return 0


def _find_phone_after_bracket(text: str, at: int) -> int:
    """(555) 123 4567."""
    close = _skip_digits(text, at + 1)
    shape = f"({close - at - 1})"
    if text[close : close + 1] != ")" or shape not in _SHAPE_BEGINS:
        return 0
    if text[close + 1 : close + 2] in tables.PHONE_JOINS_AFTER_BRACKET:
        return _find_groups(text, close + 2, shape)
    return _find_groups(text, close + 1, shape)


def _find_groups(text: str, at: int, shape: str) -> int:
    """Groups of digits whose sizes form one of the shapes, the longest there is; of the last group a part may do."""
    reached = 0
    while shape in _SHAPE_BEGINS:
        end = _skip_digits(text, at)
        for size in range(min(end - at, _MOST_IN_GROUP), 0, -1):
            if f"{shape}{size}" in tables.PHONE_SHAPES:
                reached = at + size
                break
        if end == at or text[end : end + 1] not in tables.PHONE_JOINS:
            break
        shape += f"{end - at} "
        at = end + 1
    return reached


def _skip_digits(text: str, at: int) -> int:
    digits = _DIGITS.match(text, at)
    return digits.end() if digits else at


# -- tags -------------------------------------------------------------------------------------------------------------

_NAME = re.compile(f"[{re.escape(''.join(sorted(tables.TAG_NAME_GOES_ON)))}]*")
_BLANKS = re.compile(f"[{re.escape(''.join(sorted(tables.TAG_BLANKS)))}]*")
_DECLARATION = re.compile(f"[^{re.escape(''.join(sorted(tables.NOT_IN_DECLARATION)))}]*")


def find_tag(text: str, at: int) -> int:
    """<kz>, </kz>, <kz kz="kz">, <!kz>: names, blanks and values are read one after the other."""
    at += 1
    first = text[at : at + 1]
    if first in tables.DECLARATION_MARKS:
        if text[at + 1 : at + 2] not in tables.DECLARATION_BEGINS or text.find(">", at) < 0:
            return 0
        return _close(text, _skip(_DECLARATION, text, at + 1))
    if first == "/":
        name = _skip_name(text, at + 1)
        return _close(text, _skip(_BLANKS, text, name)) if name else 0
    end = _skip_name(text, at)
    while end:
        at = _skip(_BLANKS, text, end)
        if text[at : at + 1] == "/":
            return _close(text, _skip(_BLANKS, text, at + 1))
        if text[at : at + 1] == ">":
            return at + 1
        end = _skip_value(text, _skip_name(text, at)) if at > end else 0
    return 0


def _skip_name(text: str, at: int) -> int:
    """Where a name that begins here ends; 0 if there is none."""
    return _skip(_NAME, text, at) if text[at : at + 1] in tables.TAG_NAME_BEGINS else 0


def _skip_value(text: str, end: int) -> int:
    """Go on over a value in quotes if an equals sign follows a name; 0 if there is none in quotes."""
    if not end:
        return 0
    at = _skip(_BLANKS, text, end)
    if text[at : at + 1] != "=":
        return end
    at = _skip(_BLANKS, text, at + 1)
    quote = text[at : at + 1]
    return text.find(quote, at + 1) + 1 if quote in tables.TAG_QUOTES else 0


def _close(text: str, at: int) -> int:
    return at + 1 if text[at : at + 1] == ">" else 0


def _skip(pattern: re.Pattern[str], text: str, at: int) -> int:
    """Where a run of certain characters ends."""
    run = pattern.match(text, at)
    return run.end() if run else at
