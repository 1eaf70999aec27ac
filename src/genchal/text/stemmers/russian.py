"""The Snowball stemmer of Russian (Porter 2001); ё is a letter of its own."""

from __future__ import annotations

from collections.abc import Callable

from genchal.text.stemmers.endings import after_first_pair, listed, longest

VOWELS = "аеиоуыэюя"


def _either(after_vowel: str, always: str) -> Callable[[str], str | None]:
    """Take an ending away: some only after а or я, others always; None if the longest one cannot go."""
    needy = listed(after_vowel)
    find = longest(needy | listed(always))

    def without(region: str) -> str | None:
        ending = find(region)
        before = region.removesuffix(ending)
        return None if not ending or (ending in needy and before[-1:] not in ("а", "я")) else before

    return without


GERUND = _either("в вши вшись", "ив ивши ившись ыв ывши ывшись")
REFLEXIVE = _either("", "ся сь")
ADJECTIVE = _either("", "ее ие ое ые ими ыми ей ий ой ый ем им ом ым его ого ему ому их ых ую юю ая яя ою ею")
PARTICIPLE = _either("ем нн вш ющ щ", "ивш ывш ующ")
VERB = _either(
    "ла на ете йте ли й л ем н ло но ет ют ны ть ешь нно",
    "ила ыла ена ейте уйте ите или ыли ей уй ил ыл им ым ен ило ыло ено ят ует уют ит ыт ены ить ыть ишь ую ю",
)
NOUN = _either(
    "",
    "а ев ов ие ье е иями ями ами еи ии и ией ей ой ий й иям ям ием ем ам ом о у ах иях ях ы ь ию ью ю ия ья я",
)
DERIVATION = longest(["ост", "ость"])


def stem(word: str) -> str:
    """Stem of a word in lower case."""
    start = next((place + 1 for place, letter in enumerate(word) if letter in VOWELS), len(word))
    r2 = after_first_pair(word, VOWELS, after_first_pair(word, VOWELS)) - start
    return word[:start] + _stemmed(word[start:], r2)


def _stemmed(region: str, r2: int) -> str:
    """Stem what comes after the first vowel; endings never reach beyond it."""
    rest = GERUND(region)
    if rest is None:
        rest = REFLEXIVE(region)
        rest = region if rest is None else rest
        rest = _uninflected(rest)
    rest = rest.removesuffix("и")
    ending = DERIVATION(rest)
    if ending and len(rest) - len(ending) >= r2:
        rest = rest.removesuffix(ending)
    if rest.endswith(("ейш", "ейше")):
        rest = rest.removesuffix("е").removesuffix("ейш")
        return rest[:-1] if rest.endswith("нн") else rest
    return rest[:-1] if rest.endswith(("нн", "ь")) else rest


def _uninflected(region: str) -> str:
    """Without the ending of an adjective (and of the participle before it), else of a verb, else of a noun."""
    rest = ADJECTIVE(region)
    if rest is not None:
        before = PARTICIPLE(rest)
        return rest if before is None else before
    for without in (VERB, NOUN):
        rest = without(region)
        if rest is not None:
            return rest
    return region
