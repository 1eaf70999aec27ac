"""Values to placeholders and back: the step that turns a text into a template."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

PLACEHOLDER = re.compile(r"\{([^{}]+)\}")


def delexicalise(text: str, pairs: Iterable[tuple[str, str]]) -> tuple[str, frozenset[str]]:
    """Replace values by ``{slot}``; return the template and the slots whose values were found.

    Values are found whatever their case, as whole words ("6 km" is not in "16 km"), the longest first, and every
    occurrence is replaced. Braces of the text itself are kept apart by doubling them.
    Values of slots that have no place stay.
    """
    values = {value.lower(): slot for slot, value in pairs if value and has_place(slot)}
    found = set()

    def placeholder(match: re.Match[str]) -> str:
        slot = values.get(match[0].lower())
        if slot is None:  # a brace, or one of the few characters that change their length with their case
            return match[0] * 2 if match[0] in "{}" else match[0]
        found.add(slot)
        return f"{{{slot}}}"

    return _pattern(tuple(sorted(values, key=len, reverse=True))).sub(placeholder, text), frozenset(found)


def has_place(slot: str) -> bool:
    """Whether there can be a placeholder for a slot: not if braces are in its name."""
    return PLACEHOLDER.fullmatch(f"{{{slot}}}") is not None


def lexicalise(template: str, values: Mapping[str, str], *, capitals: bool = True) -> str:
    """Fill in the values: an article before one agrees with it, and one that begins a sentence gets a capital.

    Without `capitals` values stay as they are, for texts in lower case.
    """

    def value(match: re.Match[str]) -> str:
        if match["slot"] is None:
            return match[0][0]
        filled = values.get(match["slot"], match[0])
        if match["article"]:
            return f"{match['article'][0]}{'n' if _VOWEL.match(filled) else ''} {filled}"
        starts_sentence = capitals and _SENTENCE_END.search(template, 0, match.start()) is not None
        return filled[:1].upper() + filled[1:] if starts_sentence else filled

    return _FILLABLE.sub(value, template)


def slots_in(template: str) -> list[str]:
    """Slots that a template has placeholders for, in order."""
    return [match["slot"] for match in _FILLABLE.finditer(template) if match["slot"] is not None]


_FILLABLE = re.compile(r"\{\{|\}\}|(?P<article>\b[Aa]n? )?\{(?P<slot>[^{}]+)\}")
_SENTENCE_END = re.compile(r"(?:^|[.!?]\s+)\Z")
_VOWEL = re.compile(r"[aeio]|u(?!ni)|8|1[18]\b", re.IGNORECASE)  # by letter: good for most values, not for "hour"


@lru_cache(maxsize=1 << 14)
def _pattern(values: tuple[str, ...]) -> re.Pattern[str]:
    """Return a pattern that finds any of the values as whole words, and braces."""
    words = [rf"(?<!\w){re.escape(value)}(?!\w)" for value in values]
    return re.compile("|".join([*words, "[{}]"]), re.IGNORECASE)
