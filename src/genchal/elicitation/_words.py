"""Words of a text that can be marked, in any script."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

_JOINERS = "'’-‐‑."  # inside a word, between letters or digits: don't, well-known, 3.5
_ZERO_WIDTH_JOINER = "\u200d"  # makes one sign of several: a family
_SKIN_TONES = "\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff"
_UNSPACED = ("CJK", "HIRAGANA", "KATAKANA", "THAI", "LAO", "KHMER", "MYANMAR")  # scripts without blanks between words


@lru_cache(maxsize=256)  # a page and the check of its answers ask for the same texts many times
def split_words(text: str) -> tuple[tuple[int, int], ...]:
    """Start and end of every word and sign, in characters; what is between them is white space.

    Marks stay with their letters, and what is drawn as one sign is one. In scripts that put no blanks between words
    every character can be marked.
    """
    found = []
    start = 0
    while start < len(text):
        if text[start].isspace():
            start += 1
            continue
        end = _with_marks(text, start + (2 if _is_flag(text[start : start + 2]) else 1))
        if _is_letter(text[start]):
            while (after := _continued(text, end)) > end:
                end = after
        found.append((start, end))
        start = end
    return tuple(found)


def _continued(text: str, end: int) -> int:
    """Where a word ends that goes on at `end`, or `end` itself."""
    if end < len(text) and _is_letter(text[end]):
        return _with_marks(text, end + 1)
    is_joined = end + 1 < len(text) and text[end] in _JOINERS and _is_letter(text[end + 1])
    return _with_marks(text, end + 2) if is_joined else end


def _with_marks(text: str, end: int) -> int:
    while end < len(text):
        category = unicodedata.category(text[end])
        is_joined = category == "So" and text[end - 1] == _ZERO_WIDTH_JOINER
        if not (is_joined or category in ("Mn", "Mc", "Me", "Cf") or text[end] in _SKIN_TONES):
            break
        end += 1
    return end


def _is_flag(pair: str) -> bool:
    """Whether two characters are the letters of a country, which are drawn as its flag."""
    return len(pair) == 2 and all("\U0001f1e6" <= letter <= "\U0001f1ff" for letter in pair)


@lru_cache(maxsize=4096)
def _is_letter(character: str) -> bool:
    return (character.isalnum() or character == "_") and not unicodedata.name(character, "").startswith(_UNSPACED)
