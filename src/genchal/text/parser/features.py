"""What the network sees of a word: its lower-cased form, its characters, its beginnings and its endings.

Accents, typographic quotes, dashes and currencies are written in plain characters first, so that words of other
keyboards look like those of the treebank. Nothing of this changes the forms that a parse gives back.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

UNKNOWN, ROOT = 0, 1  # the first two rows of every table
RESERVED = ("<unknown>", "<root>")
LONGEST = 20  # characters of a word that are looked at: the first ones and the last ones
FIRST = 8
AFFIXES = (("<", 2), ("<", 3), ("<", 4), (">", 2), (">", 3), (">", 4))  # beginnings and endings, with their lengths

_PLAIN = str.maketrans(
    {
        **dict.fromkeys("‘’‚‛`´′", "'"),
        **dict.fromkeys("“”„‟«»″", '"'),
        **dict.fromkeys("‐‑‒–—―−", "-"),
        **dict.fromkeys("£€¥¢", "$"),
        "…": "...",
    }
)
_DIGIT = re.compile(r"\d")

IntArray = NDArray[np.int64]


def is_placeholder(form: str) -> bool:
    """Whether a form stands for a value in delexicalised text, as ``X-name`` does."""
    return form.startswith("X-") and form[2:].isalpha()


def plain(form: str) -> str:
    """A form in plain characters, capitals kept; a placeholder of delexicalised text (X-name) looks like a name."""
    if form.isascii():
        if is_placeholder(form):
            return f"X{form[2:].lower()}"
        return form.replace("`", "'") if "`" in form else form
    apart = unicodedata.normalize("NFKD", form.translate(_PLAIN))
    return "".join(character for character in apart if not unicodedata.combining(character)) or form


def word_key(form: str) -> str:
    """The word that a form is looked up as: lower-cased, every digit a 0."""
    return _DIGIT.sub("0", plain(form).lower())


@dataclass(frozen=True, slots=True)
class WordTypes:
    """Different forms as rows of numbers."""

    words: IntArray  # rows of the table of words
    characters: IntArray  # (types, LONGEST), padded with UNKNOWN
    lengths: IntArray  # characters of each type, at least 1
    affixes: IntArray  # (types, AFFIXES), rows of the table of affixes


class FeatureTables:
    """The rows of words, characters and affixes."""

    def __init__(self, words: Sequence[str], characters: Sequence[str], buckets: int) -> None:
        self.words = {word: row for row, word in enumerate(words)}
        self.characters = {character: row for row, character in enumerate(characters)}
        self.buckets = buckets

    def knows(self, form: str) -> bool:
        """Whether a form is in the table of words."""
        return word_key(form) in self.words

    def look_up(self, forms: Iterable[str]) -> WordTypes:
        """Look different forms up; the first row is the root's, then come the forms."""
        words, lengths = [ROOT], [1]
        characters = [[ROOT] + [UNKNOWN] * (LONGEST - 1)]
        affixes = [[0] * len(AFFIXES)]
        for form in forms:
            shown = plain(form) or RESERVED[UNKNOWN]
            words.append(self.words.get(_DIGIT.sub("0", shown.lower()), UNKNOWN))
            if len(shown) > LONGEST:
                shown = shown[:FIRST] + shown[FIRST - LONGEST :]
            rows = [self.characters.get(character, UNKNOWN) for character in shown]
            lengths.append(len(rows))
            characters.append(rows + [UNKNOWN] * (LONGEST - len(rows)))
            affixes.append([_bucket(kind, shown, size, self.buckets) for kind, size in AFFIXES])
        return WordTypes(
            np.array(words, np.int64),
            np.array(characters, np.int64),
            np.array(lengths, np.int64),
            np.array(affixes, np.int64),
        )


def _bucket(kind: str, shown: str, size: int, buckets: int) -> int:
    """The row of a beginning or an ending, by a hash; capitals do not count."""
    affix = shown[:size] if kind == "<" else shown[-size:]
    return crc32(f"{kind}{size}{affix.lower()}".encode()) % buckets
