"""Words of a text that can be marked, in any script."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

_JOINERS = "'’-‐‑."  # inside a word, between letters or digits: don't, well-known, 3.5
_UNSPACED = ("CJK", "HIRAGANA", "KATAKANA", "THAI", "LAO", "KHMER", "MYANMAR")  # scripts without blanks between words


@lru_cache(maxsize=256)  # a page and the check of its answers ask for the same texts many times
def split_words(text: str) -> tuple[tuple[int, int], ...]:
    """Start and end of every word and sign, in characters; what is between them is white space.

    Marks stay with their letters. In scripts that put no blanks between words every character can be marked.
    """
    found = []
    start = 0
    while start < len(text):
        if text[start].isspace():
            start += 1
            continue
        end = _with_marks(text, start + 1)
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
    while end < len(text) and unicodedata.category(text[end]) in ("Mn", "Mc", "Me", "Cf"):
        end += 1
    return end


@lru_cache(maxsize=4096)
def _is_letter(character: str) -> bool:
    return (character.isalnum() or character == "_") and not unicodedata.name(character, "").startswith(_UNSPACED)
