"""METEOR's normaliser: punctuation apart, quotes and dashes alike, contractions split, dots of abbreviations gone.

It goes back to the tokeniser of Moses (Koehn et al. 2007) and is defined on whole lines. Lines are made of few
different tokens, though, and a rule hardly ever looks past the space beside a token. So whole batches are normalised
token by token, and only the few lines in which neighbours matter to each other are normalised as lines.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import zip_longest

import numpy as np

from genchal.text.arrays.encoding import Encoded
from genchal.text.arrays.ragged import IntArray, Ragged, offsets_of

_LETTERS = (
    "A-Za-z\u0160\u017d\u0161\u017e\u0178\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u017e"  # Western European
    "\u0400-\u04ff\u0500-\u0527\ua640-\ua66e\ua67e-\ua697\u1d00-\u1d7f"  # Cyrillic, phonetic
)
_CONTROLS = "".join(map(chr, range(0x21)))  # what Java calls white space at the ends of a line
_PLAIN = re.compile(f"[0-9{_LETTERS}]+")
_OTHER = re.compile(f"([^0-9{_LETTERS} \\t\\n\\x0b\\f\\r.'`,\\-\u2018\u2019])")
_DOTS = re.compile(r"\.(\.+)")
_LAST_DOT = re.compile(r"DOTMULTI\.([^.])")  # the names that the original gives to dots that it puts by
_COMMAS = [
    re.compile(f"({left}),({right})")
    for left, right in (("[^0-9]", "[^0-9]"), ("[0-9]", "[^0-9]"), ("[^0-9]", "[0-9]"))
]
_SINGLE_QUOTES = re.compile("[`\u2018\u2019]")
_DOUBLE_QUOTES = re.compile("[\u201c\u201d]|''")
_HYPHEN = re.compile(f"([0-9{_LETTERS}.])-([0-9{_LETTERS}])")
_LETTER = re.compile(f"[{_LETTERS}]")
_SPACES = re.compile("[ \u2000-\u200a\u202f\u205f\u3000\u00a0]+")
_WORDS = re.compile(r"[^ \t\n\r\f]+")


def _contractions(before_letter: str, joined: str) -> list[tuple[re.Pattern[str], str]]:
    """Rules for apostrophes: apart beside anything but letters, and as `joined` says between two letters."""
    no, yes = f"[^{_LETTERS}]", f"[{_LETTERS}]"
    sides = [(no, no), (before_letter, yes), (yes, no)]
    rules = [(re.compile(f"({left})'({right})"), r"\1 ' \2") for left, right in sides]
    return [*rules, (re.compile(f"({yes})'({yes})"), joined)]


@cache
def _apostrophes(language: str) -> list[tuple[re.Pattern[str], str]]:
    if language == "en":  # isn 't, 1990 's
        return [*_contractions(f"[^{_LETTERS}0-9]", r"\1 '\2"), (re.compile("([0-9])'(s)"), r"\1 '\2")]
    if language == "fr":  # l' eau
        return _contractions(f"[^{_LETTERS}]", r"\1' \2")
    return [(re.compile("'"), " ' ")]


Prefixes = Mapping[str, bool]  # abbreviations that keep their dot; whether only before a number


@dataclass(frozen=True, slots=True)
class Normaliser:
    """Normalises lines, and whole batches of tokens, of one language; words come out in lower case."""

    language: str
    prefixes: Prefixes

    def words(self, line: str) -> list[str]:
        """Words of one line."""
        words = self._dotted(line.strip(_CONTROLS))
        rest = " ".join(self._undotted(words))
        while "DOTDOTMULTI" in rest:
            rest = rest.replace("DOTDOTMULTI", "DOTMULTI.")
        rest = _SPACES.sub(" ", rest.replace("DOTMULTI", ".")).strip(_CONTROLS)
        return _WORDS.findall(rest.lower())

    def _dotted(self, line: str) -> list[str]:
        """Words with the dots at their ends still attached."""
        text = _OTHER.sub(r" \1 ", f" {line} ")
        if ".." in text or "DOTMULTI" in text:
            text = _DOTS.sub(r" DOTMULTI\1", text)
            while "DOTMULTI." in text:
                text = _LAST_DOT.sub(r"DOTDOTMULTI \1", text).replace("DOTMULTI.", "DOTDOTMULTI")
        if "," in text:
            for rule in _COMMAS:
                text = rule.sub(r"\1 , \2", text)
        text = _DOUBLE_QUOTES.sub(' " ', _SINGLE_QUOTES.sub("'", text))
        text = text.replace("\u2013", "-").replace("--", "-")
        text = _HYPHEN.sub(r"\1 \2", text)
        if "'" in text:
            for pattern, replacement in _apostrophes(self.language):
                text = pattern.sub(replacement, text)
        return _WORDS.findall(text)

    def _undotted(self, words: Sequence[str]) -> list[str]:
        """Decide on every dot at the end of a word: part of the word, superfluous, or a word of its own."""
        result = []
        for word, following in zip_longest(words, words[1:], fillvalue=""):
            before = word[:-1]
            if not word.endswith(".") or not before:
                result.append(word)
            elif "." in before and _LETTER.search(before):
                result.append(word.replace(".", ""))  # U.S. and US are the same
            elif self._keeps_dot(before, _kind(following)):
                result.append(word)
            else:
                result += [before, "."]
        return result

    def _keeps_dot(self, word: str, following: str) -> bool:
        """Whether a word is an abbreviation: listed, or before a word in lower case (which catches others)."""
        only_before_number = self.prefixes.get(word)
        return (
            following == "lower" or only_before_number is False or (only_before_number is True and following == "digit")
        )

    def encode(self, encoded: Encoded) -> Encoded:
        """Normalise all texts of a batch whose tokens are separated by single spaces."""
        vocabulary, tokens = encoded.vocabulary, encoded.tokens
        table: list[list[str]] = [[]]  # ways to write a token as words; the first is for tokens that write nothing
        plain = np.zeros(len(vocabulary), dtype=np.int64)  # its entry of the table before anything but ...
        before_lower = np.zeros(len(vocabulary), dtype=np.int64)  # ... a letter in lower case
        before_digit = np.zeros(len(vocabulary), dtype=np.int64)  # ... a digit
        kind = np.zeros(len(vocabulary), dtype=np.int8)
        edges = np.zeros((2, len(vocabulary)), dtype=bool)
        control = np.zeros(len(vocabulary), dtype=bool)
        for number, token in enumerate(vocabulary):
            plain[number] = before_lower[number] = before_digit[number] = len(table)
            kind[number] = _KINDS[_kind(token)]
            if _PLAIN.fullmatch(token) and "DOTMULTI" not in token:
                table.append([token.lower()])
                continue
            table.append(self.words(token))
            control[number] = min(token) <= " "
            edges[:, number] = token[0] in _EDGES, token[-1] in _EDGES
            first = self._dotted(token)[:1]
            kind[number] = _KINDS[_kind(first[0])] if first else 0
            if token.endswith("."):
                before_lower[number], before_digit[number] = len(table), len(table) + 1
                table += [self.words(f"{token} a")[:-1], self.words(f"{token} 1")[:-1]]

        values = tokens.values
        entries = plain[values]
        row = tokens.rows()
        inner = np.flatnonzero(row[1:] == row[:-1])  # tokens that are followed by one of the same text
        following = kind[values[inner + 1]]
        for choice, number in ((before_lower, _KINDS["lower"]), (before_digit, _KINDS["digit"])):
            where = inner[following == number]
            entries[where] = choice[values[where]]
        meeting = inner[edges[1, values[inner]] & edges[0, values[inner + 1]]]
        for text in np.unique(np.concatenate([row[meeting], row[control[values]]])).tolist():
            start, end = tokens.offsets[text : text + 2]
            entries[start], entries[start + 1 : end] = len(table), 0
            table.append(self.words(" ".join(encoded.strings(text))))
        return _expanded(tokens.offsets, entries, table)


_KINDS = {"": 0, "lower": 1, "digit": 2}
_EDGES = frozenset(",'`\u2018\u2019\u201c\u201d")  # two of these around a space may be rewritten together


def _kind(word: str) -> str:
    """What the decision about a dot depends on in the word that follows."""
    return "lower" if "a" <= word[:1] <= "z" else "digit" if "0" <= word[:1] <= "9" else ""


def _expanded(offsets: IntArray, entries: IntArray, table: Sequence[Sequence[str]]) -> Encoded:
    """Write every token as the words that its entry of the table has."""
    numbering: dict[str, int] = {}
    numbers = [numbering.setdefault(word, len(numbering)) for words in table for word in words]
    lengths = np.fromiter(map(len, table), dtype=np.int64, count=len(table))
    pieces = Ragged(np.array(numbers, dtype=np.int32), offsets_of(lengths)).take(entries)
    return Encoded(Ragged(pieces.values, pieces.offsets[offsets]), tuple(numbering))
