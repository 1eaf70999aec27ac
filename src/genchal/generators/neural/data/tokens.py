"""Texts as tokens and back: words, parts of words learnt from training, or characters."""

from __future__ import annotations

import itertools
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Self

from genchal.text.values.delexicalise import lexicalise

Unit = Literal["words", "parts", "characters"]
_TOKEN = re.compile(r"\{[^{}]+\}|\w+(?:[-'’]\w+)*|[^\w\s]")
_PLACEHOLDER = re.compile(r"\{[^{}]+\}")
GLUE = "+"  # begins a part that continues a word
MERGES = 1000  # how many pairs of parts become one
ENDS = (".", "!", "?")
PAD, START, END, UNKNOWN = range(4)
RESERVED = ("<pad>", "<start>", "<end>", "<unknown>")


def split_words(text: str) -> list[str]:
    """Words, signs and placeholders, as they are written."""
    return _TOKEN.findall(text)


@dataclass(frozen=True, slots=True)
class Spelling:
    """How words are written in the middle of a sentence, which signs stand close to their neighbours, and capitals."""

    cases: Mapping[str, str]
    close_before: frozenset[str]  # no blank before these
    close_after: frozenset[str]  # nor after these
    capitals: bool = True  # whether sentences begin with one

    @classmethod
    def learn(cls, texts: Iterable[str]) -> Spelling:
        """Take the usual case of words, and the usual blanks around signs."""
        cases: dict[str, Counter[str]] = defaultdict(Counter)
        before: dict[str, list[int]] = defaultdict(lambda: [0, 0])
        after: dict[str, list[int]] = defaultdict(lambda: [0, 0])
        begun: Counter[bool] = Counter()
        for text in texts:
            begun.update(letter.isupper() for letter in text[:1] if letter.isalpha())
            matches = list(_TOKEN.finditer(text))
            for place, match in enumerate(matches):
                token = match[0]
                if not token[0].isalnum() and not _PLACEHOLDER.fullmatch(token):
                    before[token][match.start() > 0 and not text[match.start() - 1].isspace()] += place > 0
                    after[token][match.end() < len(text) and not text[match.end()].isspace()] += place + 1 < len(
                        matches
                    )
                elif place and matches[place - 1][0] not in ENDS:
                    cases[token.lower()][token] += 1
        usual = {word: min(found, key=lambda form: (-found[form], form)) for word, found in cases.items()}
        return cls(
            {word: form for word, form in usual.items() if form != word},
            frozenset(token for token, (apart, close) in before.items() if close > apart),
            frozenset(token for token, (apart, close) in after.items() if close > apart),
            begun[True] >= begun[False],
        )

    def write(self, words: Sequence[str], values: Mapping[str, str]) -> str:
        """Words as a text, with values in their places and capitals where sentences begin."""
        text, is_start, is_close = "", True, True
        for word in words:
            shown = word if _PLACEHOLDER.fullmatch(word) else self.cases.get(word, word)
            if is_start and self.capitals and not _PLACEHOLDER.fullmatch(word):
                shown = shown[:1].upper() + shown[1:]
            text += ("" if is_close or word in self.close_before else " ") + shown
            is_start, is_close = word in ENDS, word in self.close_after
        return lexicalise(text, values, capitals=self.capitals)

    def values(self) -> dict[str, Any]:
        """What JSON can hold."""
        return {
            "cases": dict(self.cases),
            "close_before": sorted(self.close_before),
            "close_after": sorted(self.close_after),
            "capitals": self.capitals,
        }

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Self:
        """Take them back."""
        return cls(
            values["cases"],
            frozenset(values["close_before"]),
            frozenset(values["close_after"]),
            bool(values["capitals"]),
        )


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Tokens as numbers. Words are in lower case; characters are as they are written."""

    unit: Unit
    tokens: tuple[str, ...]
    merges: tuple[tuple[str, str], ...] = ()
    numbers: Mapping[str, int] = field(default_factory=dict, compare=False, repr=False)
    ranks: Mapping[tuple[str, str], int] = field(default_factory=dict, compare=False, repr=False)
    _split: dict[str, list[str]] = field(default_factory=dict, compare=False, repr=False)  # words that were met

    @classmethod
    def make(cls, unit: Unit, tokens: Sequence[str], merges: Sequence[tuple[str, str]] = ()) -> Vocabulary:
        """Number tokens, the reserved ones first."""
        known = (*RESERVED, *(token for token in tokens if token not in RESERVED))
        numbers = {token: number for number, token in enumerate(known)}
        return cls(unit, known, tuple(merges), numbers, {pair: rank for rank, pair in enumerate(merges)})

    @classmethod
    def learn(cls, unit: Unit, texts: Sequence[str], rare: int = 2) -> Vocabulary:
        """Take tokens that occur at least `rare` times (characters: once)."""
        merges = learn_merges(Counter(word for text in texts for word in _lower(text))) if unit == "parts" else ()
        bare = cls.make(unit, (), merges)
        counts = Counter(token for text in texts for token in bare.split(text))
        least = 1 if unit != "words" else rare
        return cls.make(unit, sorted(t for t, count in counts.items() if count >= least), merges)

    def __len__(self) -> int:
        return len(self.tokens)

    def split(self, text: str) -> list[str]:
        """The tokens of a text."""
        if self.unit == "characters":
            return list(text)
        words = _lower(text)
        return words if self.unit == "words" else [part for word in words for part in self._parts(word)]

    def _parts(self, word: str) -> list[str]:
        if word not in self._split:
            self._split[word] = split_word(word, self.ranks)
        return self._split[word]

    def encode(self, text: str) -> list[int]:
        """Numbers of a text's tokens, without start and end."""
        return [self.numbers.get(token, UNKNOWN) for token in self.split(text)]

    def words(self, tokens: Sequence[str]) -> list[str]:
        """Whole words again."""
        if self.unit != "parts":
            return list(tokens)
        words: list[str] = []
        for token in tokens:
            if token.startswith(GLUE) and len(token) > 1 and words:
                words[-1] += token[1:]
            else:
                words.append(token)
        return words


def learn_merges(counts: Mapping[str, int], merges: int = MERGES) -> list[tuple[str, str]]:
    """Pairs of parts that are joined, most frequent first, beginning with characters (byte-pair encoding)."""
    words = {word: first_parts(word) for word in counts}
    found: list[tuple[str, str]] = []
    pairs: Counter[tuple[str, str]] = Counter()
    holders: dict[tuple[str, str], set[str]] = defaultdict(set)
    for word, parts in words.items():
        for pair in itertools.pairwise(parts):
            pairs[pair] += counts[word]
            holders[pair].add(word)
    for _ in range(merges):
        best = min(pairs, key=lambda pair: (-pairs[pair], pair), default=None)
        if best is None or pairs[best] < 2:
            break
        found.append(best)
        for word in sorted(holders.pop(best)):
            for pair in zip(words[word], words[word][1:], strict=False):
                pairs[pair] -= counts[word]
                holders.get(pair, set()).discard(word)
            words[word] = join_parts(words[word], best)
            for pair in zip(words[word], words[word][1:], strict=False):
                pairs[pair] += counts[word]
                holders[pair].add(word)
        del pairs[best]
    return found


def first_parts(word: str) -> list[str]:
    """Characters of a word; placeholders stay whole."""
    if _PLACEHOLDER.fullmatch(word):
        return [word]
    return [word[0], *(GLUE + character for character in word[1:])]


def join_parts(parts: list[str], pair: tuple[str, str]) -> list[str]:
    """The parts with every occurrence of a pair joined."""
    joined: list[str] = []
    for part in parts:
        if joined and (joined[-1], part) == pair:
            joined[-1] += part[len(GLUE) :]
        else:
            joined.append(part)
    return joined


def split_word(word: str, ranks: Mapping[tuple[str, str], int]) -> list[str]:
    """Parts of a word, joined in the order in which joining was learnt."""
    parts = first_parts(word)
    while len(parts) > 1:
        best = min(itertools.pairwise(parts), key=lambda pair: ranks.get(pair, len(ranks)))
        if best not in ranks:
            break
        parts = join_parts(parts, best)
    return parts


def _lower(text: str) -> list[str]:
    return [word if _PLACEHOLDER.fullmatch(word) else word.lower() for word in split_words(text)]
