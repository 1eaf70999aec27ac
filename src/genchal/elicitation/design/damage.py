"""Damaged copies of texts: what a rater who reads must score lower (Graham et al. 2017; Bojar et al. 2017).

One run of words is replaced by as many words of another text. Its length grows with the text, by the table of the WMT
2017 findings: 1 word of 1, 2 of 2-5, 3 of 6-8, 4 of 9-15, 5 of 16-20, a quarter of longer ones. The first and the last
word stay where the text has room. Text without spaces (Chinese, Japanese, Thai) is damaged by characters, twice as
many.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

_LENGTHS = ((1, 1), (5, 2), (8, 3), (15, 4), (20, 5))  # up to so many words, so many are damaged
_TRIES = 30
_UNSPACED = 0x0E00  # from here on (Thai), there are scripts without spaces between words


def choose_run_length(words: int) -> int:
    """Words to be damaged in a text of so many."""
    return next((damaged for most, damaged in _LENGTHS if words <= most), words // 4)


def damage_text(text: str, others: Sequence[str], rng: np.random.Generator) -> str | None:
    """Replace a run of words by one from another text; where no other text makes a difference, remove the run.

    The copy always differs from the text in its words and is never empty; None where that cannot be had: an empty text,
    or a single word and nothing to put in its place.
    """
    units, joint = _units(text)
    if not units:
        return None
    length = min(choose_run_length(len(units)) * (1 if joint else 2), len(units))
    edge = 1 if len(units) >= length + 2 else 0
    for _ in range(_TRIES if others else 0):
        source, _ = _units(others[int(rng.integers(len(others)))], joint)
        if not source:
            continue
        taken = min(length, len(source))
        begin = int(rng.integers(len(source) - taken + 1))
        start = int(rng.integers(edge, len(units) - length - edge + 1))
        copy = units[:start] + source[begin : begin + taken] + units[start + length :]
        if copy != units:
            return joint.join(copy)
    start = int(rng.integers(edge, len(units) - length - edge + 1))
    return joint.join(units[:start] + units[start + length :]) if len(units) > length else _shortened(units, joint)


def _shortened(units: list[str], joint: str) -> str | None:
    """All but the last, of a text that the run would take up whole."""
    return joint.join(units[:-1]) if len(units) > 1 else None


def _units(text: str, joint: str | None = None) -> tuple[list[str], str]:
    """A text as words to be joined by spaces, or as characters; by itself, or as another text was taken apart."""
    words = text.split()
    if joint is None:
        is_unspaced = (
            len(words) == 1 and len(text.strip()) > 1 and any(ord(character) >= _UNSPACED for character in text)
        )
        joint = "" if is_unspaced else " "
    return (words, " ") if joint else (list("".join(words)), "")
