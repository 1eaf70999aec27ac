"""How texts may write a value that stands for itself: a name, an address, a number."""

from __future__ import annotations

from functools import lru_cache

from genchal.text.words.phrases import Words, words_of


@lru_cache(maxsize=1 << 14)
def value_words(value: str) -> frozenset[Words]:
    """How a text may write a value: as it stands, without a leading "the", in the plural, & for and, St for Street.

    Numbers below a hundred may be words.
    """
    words = words_of(value)
    found = {words}
    if len(words) > 1 and words[0] == "the":
        found.add(words[1:])
    if len(words) > 1 and words[-1].isalpha():
        found.add((*words[:-1], f"{words[-1]}s"))  # "both Heron Inns"
    if "and" in words or "&" in words:
        found |= {tuple(joint if word in ("and", "&") else word for word in words) for joint in ("and", "&")}
    if "'" in words:
        found.add(tuple(word for word in words if word != "'"))
        found.add(tuple(" ".join(words).replace(" ' ", "").split()))  # "Joes" for "Joe's"
    if not _SHORTER.keys().isdisjoint(words):
        found.add(tuple(_SHORTER.get(word, word) for word in words))
    if len(words) == 1 and words[0].isascii() and words[0].isdecimal() and len(words[0]) <= 2:
        found.add(_number_words(int(words[0])))
    return frozenset(filter(None, found))


_SHORTER = {"street": "st", "avenue": "ave", "boulevard": "blvd", "road": "rd", "drive": "dr"}

_SMALL = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")


def _number_words(number: int) -> Words:
    if number < len(_SMALL):
        return (_SMALL[number],)
    ten, one = divmod(number, 10)
    return (_TENS[ten - 2], *((_SMALL[one],) if one else ()))
