"""What is done to texts before they are counted, each way under a name that signatures show.

Systems write their outputs with or without blanks around punctuation and with or without capitals, and data sets come
tokenised. Counting would take these habits for differences in language.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

_LETTER = r"[^\W\d_]"
_CURRENCY = "$£€¥¢"
_HYPHENS = [  # written "family - friendly"
    re.compile(rf" ({_LETTER}+|£ *[0-9]+) - (priced|star|friendly|(?:£ )?[0-9]+) ", re.IGNORECASE),
    re.compile(rf" (non) - ((?:{_LETTER}|-)+) ", re.IGNORECASE),
    re.compile(r" (mid|medium|low|high|light) - (price|cost|range) ", re.IGNORECASE),
    re.compile(r" (take) - (away) ", re.IGNORECASE),
]
_BEFORE_WORD = re.compile(rf" ([{_CURRENCY}(\[{{¿¡]+) ")
_AFTER_WORD = re.compile(r" ([,.?!:;\\%}\])]+) ")
_CLITIC = re.compile(rf" ({_LETTER}+) ' (ll|ve|re|[dsmt])(?= )", re.IGNORECASE)
_SMALL_START = re.compile(rf"({_LETTER}\. )({_LETTER})")

_SF_START = re.compile(r"(^|\. )(.)")
_SF_MARK = re.compile(r" (['?!.,;])")
_SF_CHILD = re.compile(r"([Cc])hild -s")
_SF_SUFFIX = re.compile(r" -(s|ly)")


def keep_text(text: str) -> str:
    """The text as it is."""
    return text


def detokenise(text: str) -> str:
    """Join what a tokeniser parted, and let sentences begin with a capital, as the E2E report did with outputs.

    Hyphens of a few known compounds, punctuation, currency signs and clitics lose their blanks; the first letter and
    every letter after ". " become capitals, so that sentences can be recognised.
    """
    padded = f" {text} "
    for pattern in _HYPHENS:
        padded = pattern.sub(r" \1-\2 ", padded)
    padded = _BEFORE_WORD.sub(r" \1", padded)
    padded = _AFTER_WORD.sub(r"\1 ", padded)
    joined = _CLITIC.sub(r" \1'\2", padded).strip()
    return _SMALL_START.sub(lambda match: match[1] + match[2].upper(), joined[:1].upper() + joined[1:])


def clean_san_francisco(text: str) -> str:
    """Join the tokens of Wen et al.'s data sets: "child -s" to "children", "-s" and "-ly" to the word before."""
    text = _SF_START.sub(lambda match: match[1] + match[2].upper(), " ".join(text.split()))
    return _SF_SUFFIX.sub(r"\1", _SF_CHILD.sub(r"\1hildren", _SF_MARK.sub(r"\1", text)))


def clean_bagel(text: str) -> str:
    """One article where a name that has its own was put after another: "the The Six Bells"."""
    return text.replace("the The", "The")


CLEAN_UPS: Mapping[str, Callable[[str], str]] = {
    "none": keep_text,
    "detokenise": detokenise,
    "sf": clean_san_francisco,
    "bagel": clean_bagel,
}
