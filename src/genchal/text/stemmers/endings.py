"""What the stemmers share: the longest ending of a word, and the regions in which endings may be taken away."""

from __future__ import annotations

from collections.abc import Callable, Iterable


def listed(endings: str) -> frozenset[str]:
    """Endings that are separated by spaces."""
    return frozenset(endings.split())


def longest(endings: Iterable[str]) -> Callable[[str], str]:
    """A function that finds the longest of some endings that a word has; the empty one if it has none."""
    known = frozenset(endings)
    lengths = sorted({len(ending) for ending in known}, reverse=True)

    def find(word: str) -> str:
        for length in lengths:
            if word[-length:] in known and len(word) >= length:
                return word[-length:]
        return ""

    return find


def after_first_pair(word: str, vowels: str, start: int = 0) -> int:
    """Where the region after the first non-vowel that follows a vowel begins (R1, and R2 when started at R1)."""
    for place in range(start + 1, len(word)):
        if word[place] not in vowels and word[place - 1] in vowels:
            return place + 1
    return len(word)
