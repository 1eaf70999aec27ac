"""Words as the English Web Treebank splits them (Universal Dependencies, English EWT).

Punctuation, currencies and percent signs are words of their own; clitics come off (*do n't*, *Strada 's*, *gon na*);
hyphens inside a word split it (*family - friendly*) unless a prefix stands before them (*pre-owned*, *e-mail*) or
digits on both sides make a number (*713-853-3989*). Addresses, dates, times, numbers, abbreviations and smileys stay
whole. Joining the words gives the text again, without its white space.
"""

from __future__ import annotations

import re
from functools import lru_cache

from genchal.text.tokenisers.sentences import ABBREVIATIONS

_PREFIXES = (  # they keep their hyphen in EWT's training part
    "anti|bi|co|counter|cyber|de|e|ex|extra|hyper|inter|intra|macro|mega|meta|micro|mid|mini|mis|multi|neo|non|over|pan"
    "|para|poly|post|pre|pro|pseudo|psycho|quasi|re|retro|semi|sub|super|tele|trans|tri|ultra|un|uni|vice"
)
_ADDRESS = r"(?:https?://|www\.)[^\s<>\"]*[^\s<>\".,;:!?)'\]]|[\w.%+-]+@[\w-]+(?:\.[\w-]+)+|\b[\w-]+(?:\.[\w-]+)*\.(?:com|net|org|co\.uk|edu|gov|docx?|xls|pdf|txt|html?|jpe?g)\b"
_SMILEY = r"[:;=8][-']?[)(DPp\]\[|/\\](?![\w])|<3|:'\("
_NUMBER = (
    r"\d{1,4}(?:/\d{1,4}){1,2}(?![\w/])|\d{1,2}:\d{2}(?::\d{2})?|\d+(?:-\d+){2,}|\d{3}-\d{4}(?!\d)"
    r"|\d+['’]s(?!\w)|\d+(?:[.,]\d+)*(?=(?:am|pm|ft|hrs?|mins?|lbs?|km|mm|cm|kg|k|m|p)(?!\w))"
    r"|\d+(?:[.,]\d+)+(?:st|nd|rd|th|s)?(?!\w)|\.\d+"
)
_PLACEHOLDER = r"X-(?-i:[a-z][a-zA-Z]*)(?!\w)"  # of delexicalised text
_CLITIC = r"(?:n['’]t|['’](?:s|m|re|ve|ll|d))(?![\w])"
_INITIALS = r"(?:[^\W\d_]\.){2,}(?![\w])|[^\W\d_](?:\.[^\W\d_])+(?=\.)"
_HYPHENED = rf"(?:{_PREFIXES})-(?=[^\W_]{{2}})\w+"
_WORD = (
    r"[^\W_]+?(?=n['’]t(?!\w))|[A-Z]+&[A-Z]+(?!\w)|[A-Z]{1,2}\$"
    r"|[^\W_]+(?:['’](?!(?:s|m|re|ve|ll|d)(?!\w))[^\W\d_]+|_[^\W_]+)*"
)
_MARKS = r"\.{2,}|…|-{2,}|[=*_~+#]{2,}|[!?]{2,}|<<|>>|``|''|."
_TOKEN = re.compile(
    "|".join(
        f"(?:{part})"
        for part in (_PLACEHOLDER, _ADDRESS, _SMILEY, _NUMBER, _CLITIC, _INITIALS, _HYPHENED, _WORD, _MARKS)
    ),
    re.IGNORECASE | re.DOTALL,
)
_DOTTED = re.compile(r"(?:[^\W\d_]\.){2,}")
# What is written as one word and counts as two, by EWT: the first part's length.
_TWO = {
    "cannot": 3, "gonna": 3, "wanna": 3, "gotta": 3, "lemme": 3, "gimme": 3, "dont": 2, "doesnt": 4, "didnt": 3,
    "wont": 2, "isnt": 2, "wasnt": 3, "arent": 3, "couldnt": 5, "wouldnt": 5, "havent": 4, "aint": 2, "im": 1, "ive": 1,
    "youre": 3, "thats": 4, "theyre": 4,
}  # fmt: skip


def split_words(sentence: str) -> list[str]:
    """Split one sentence into words."""
    chunks = sentence.split()
    words: list[str] = []
    for place, chunk in enumerate(chunks):
        words += _split(chunk, place == len(chunks) - 1)
    return words


@lru_cache(maxsize=100_000)
def _split(chunk: str, last: bool) -> tuple[str, ...]:
    """Split a piece of text without white space; `last`: the sentence ends here."""
    if chunk.isalpha():
        size = _TWO.get(chunk.lower())
        return (chunk,) if size is None else (chunk[:size], chunk[size:])
    words: list[str] = []
    for match in _TOKEN.finditer(chunk):
        word = match[0]
        size = _TWO.get(word.lower())
        if size is not None and word.isalpha():
            words += [word[:size], word[size:]]
        elif last and match.end() == len(chunk) and _DOTTED.fullmatch(word):
            words += [word[:-1], "."]  # the sentence's own dot
        elif word == "." and words and _keeps_dot(words[-1], last and match.end() == len(chunk), match.start(), chunk):
            words[-1] += "."
        else:
            words.append(word)
    return tuple(words)


def _keeps_dot(word: str, ends: bool, place: int, chunk: str) -> bool:
    """Whether a dot belongs to the word before it."""
    if chunk[place + 1 : place + 2].isalnum():
        return False
    lowered = word.lower()
    if len(word) == 1 and word.isalpha() and word.isupper() and word != "I":
        return not ends  # an initial
    if "." in word and word.replace(".", "").isalpha():
        return not ends
    return lowered in ABBREVIATIONS and not ends
