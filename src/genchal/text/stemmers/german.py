"""The Snowball stemmer of German (Porter 2001), without the rule for *-nis* of later versions."""

from __future__ import annotations

import re

from genchal.text.stemmers.endings import after_first_pair, longest

VOWELS = "aeiouyäöü"
BETWEEN_VOWELS = re.compile(f"(?<=[{VOWELS}])[uy](?=[{VOWELS}])")
PLAIN = str.maketrans("UYäöü", "uyaou")
STEP_1 = longest(["e", "em", "en", "ern", "er", "s", "es"])
STEP_2 = longest(["en", "er", "st", "est"])
STEP_3 = longest(["end", "ung", "ig", "ik", "isch", "lich", "heit", "keit"])
S_ENDING, ST_ENDING = "bdfghklmnrt", "bdfghklmnt"


def stem(word: str) -> str:
    """Stem of a word in lower case."""
    word = _consonants(word.replace("ß", "ss"))
    first = after_first_pair(word, VOWELS)
    r1, r2 = (max(first, 3), after_first_pair(word, VOWELS, first)) if len(word) >= 3 else (len(word), len(word))
    ending = STEP_1(word)
    before = word.removesuffix(ending)
    if ending and len(before) >= r1 and (ending != "s" or before[-1] in S_ENDING):
        word = before
    ending = STEP_2(word)
    before = word.removesuffix(ending)
    if ending and len(before) >= r1 and (ending != "st" or (len(before) > 3 and before[-1] in ST_ENDING)):
        word = before
    return _without_derivation(word, r1, r2).translate(PLAIN)


def _consonants(word: str) -> str:
    """Write u and y between vowels as U and Y."""
    place = 0
    while match := BETWEEN_VOWELS.search(word, place):  # what was rewritten is no vowel any more
        word = word[: match.start()] + match[0].upper() + word[match.end() :]
        place = match.end()
    return word


def _without_derivation(word: str, r1: int, r2: int) -> str:
    ending = STEP_3(word)
    before = word.removesuffix(ending)
    if not ending or len(before) < r2:
        return word
    if ending in ("ig", "ik", "isch"):
        return word if before.endswith("e") else before
    if ending in ("end", "ung"):
        further = before.removesuffix("ig")
        return further if len(before) > len(further) >= r2 and not further.endswith("e") else before
    if ending in ("lich", "heit"):
        further = before[:-2] if before.endswith(("er", "en")) else before
        return further if len(before) > len(further) >= r1 else before
    further = before.removesuffix("lich").removesuffix("ig") if not before.endswith("lich") else before[:-4]
    return further if len(further) >= r2 else before
