"""The Snowball stemmer of English, "Porter 2" (Porter 2001)."""

from __future__ import annotations

from genchal.text.stemmers.endings import after_first_pair, listed, longest

VOWELS = "aeiouy"
WHOLE_WORDS = {
    "skis": "ski", "skies": "sky", "dying": "die", "lying": "lie", "tying": "tie", "idly": "idl", "gently": "gentl",
    "ugly": "ugli", "early": "earli", "only": "onli", "singly": "singl",
} | {word: word for word in ["sky", "news", "howe", "atlas", "cosmos", "bias", "andes"]}  # fmt: skip
NOT_PAST_PLURAL = frozenset(["inning", "outing", "canning", "herring", "earring", "proceed", "exceed", "succeed"])
R1_STARTS = ("commun", "gener", "arsen")

POSSESSIVE = longest(["'", "'s", "'s'"])
PLURAL = longest(["sses", "ied", "ies", "s", "ss", "us"])
PAST = longest(["eed", "eedly", "ed", "edly", "ing", "ingly"])
STEP_2 = {
    "tional": "tion", "enci": "ence", "anci": "ance", "abli": "able", "entli": "ent", "izer": "ize", "ization": "ize",
    "ational": "ate", "ation": "ate", "ator": "ate", "alism": "al", "aliti": "al", "alli": "al", "fulness": "ful",
    "ousli": "ous", "ousness": "ous", "iveness": "ive", "iviti": "ive", "biliti": "ble", "bli": "ble", "ogi": "og",
    "fulli": "ful", "lessli": "less", "li": "",
}  # fmt: skip
STEP_3 = {
    "tional": "tion", "ational": "ate", "alize": "al", "icate": "ic", "iciti": "ic", "ical": "ic", "ful": "",
    "ness": "", "ative": "",
}  # fmt: skip
LONGEST_2, LONGEST_3 = longest(STEP_2), longest(STEP_3)
STEP_4 = longest(listed("al ance ence er ic able ible ant ement ment ent ism ate iti ous ive ize ion"))


def stem(word: str) -> str:
    """Stem of a word in lower case."""
    if word in WHOLE_WORDS:
        return WHOLE_WORDS[word]
    if len(word) < 3:
        return word
    marked = _consonant_y(word.removeprefix("'"))
    r1 = next((len(start) for start in R1_STARTS if marked.startswith(start)), 0) or after_first_pair(marked, VOWELS)
    r2 = after_first_pair(marked, VOWELS, r1)
    rest = _without_plural(marked.removesuffix(POSSESSIVE(marked)))
    if rest not in NOT_PAST_PLURAL:
        rest = _without_past(rest, r1)
        if rest[-1:] in ("y", "Y") and len(rest) > 2 and rest[-2] not in VOWELS:
            rest = rest[:-1] + "i"
        rest = _without_derivation(rest, r1, r2)
        rest = _without_last_letter(rest, r1, r2)
    return rest.replace("Y", "y") if "Y" in marked and "Y" not in word else rest


def _consonant_y(word: str) -> str:
    """Write y at the start and after a vowel as Y: there it is a consonant."""
    if "y" not in word:
        return word
    marked = "Y" if word[0] == "y" else word[0]
    for letter in word[1:]:
        marked += "Y" if letter == "y" and marked[-1] in VOWELS else letter
    return marked


def _without_plural(word: str) -> str:
    ending = PLURAL(word)
    if ending == "sses":
        return word[:-2]
    if ending in ("ied", "ies"):
        return word[:-2] if len(word) > 4 else word[:-1]
    if ending == "s" and any(letter in VOWELS for letter in word[:-2]):
        return word[:-1]
    return word


def _without_past(word: str, r1: int) -> str:
    ending = PAST(word)
    before = word.removesuffix(ending)
    if ending.startswith("eed"):
        return before + "ee" if len(before) >= r1 else word
    if not ending or not any(letter in VOWELS for letter in before):
        return word
    if before[-2:] in ("at", "bl", "iz"):
        return before + "e"
    if before[-2:] in ("bb", "dd", "ff", "gg", "mm", "nn", "pp", "rr", "tt"):
        return before[:-1]
    return before + "e" if len(before) == r1 and _ends_in_short_syllable(before) else before


def _ends_in_short_syllable(word: str) -> bool:
    if len(word) == 2:
        return word[0] in VOWELS and word[1] not in VOWELS
    return len(word) > 2 and word[-1] not in VOWELS + "wxY" and word[-2] in VOWELS and word[-3] not in VOWELS


def _without_derivation(word: str, r1: int, r2: int) -> str:
    """Steps 2, 3 and 4: the longest ending decides, whether or not it stands where it may go."""
    ending = LONGEST_2(word)
    before = word.removesuffix(ending)
    allowed = {"ogi": "l", "li": "cdeghkmnrt"}.get(ending, "")
    if ending and len(before) >= r1 and (not allowed or (before[-1:] or " ") in allowed):
        word = before + STEP_2[ending]
    ending = LONGEST_3(word)
    before = word.removesuffix(ending)
    if ending and len(before) >= (r2 if ending == "ative" else r1):
        word = before + STEP_3[ending]
    ending = STEP_4(word)
    before = word.removesuffix(ending)
    if ending and len(before) >= r2 and (ending != "ion" or before[-1:] in ("s", "t")):
        word = before
    return word


def _without_last_letter(word: str, r1: int, r2: int) -> str:
    before = word[:-1]
    if word[-1:] == "e":
        gone = len(before) >= r2 or (len(before) >= r1 and not _ends_in_short_syllable(before))
    else:
        gone = word[-2:] == "ll" and len(before) >= r2
    return before if gone else word
