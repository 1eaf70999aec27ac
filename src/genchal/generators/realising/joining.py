"""Writing words as a text: contractions, blanks and the capital at the start, all learnt from a treebank."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Self

import numpy as np

from genchal.domain import Parameters
from genchal.generators.realising.forest import Forest
from genchal.generators.realising.linear import (
    BITS,
    Floats,
    hash_features,
    pack_weights,
    score_features,
    train_logistic,
    unpack_weights,
)

WIDTH = 16
EPOCHS = 4
QUOTES = frozenset("\"'`")


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of text between which blanks may stand: a word, or words written as one."""

    text: str
    upos: str
    xpos: str
    deprel: str
    place: int
    parent: int


@dataclass(frozen=True, slots=True)
class Joining:
    """What was learnt about writing words together."""

    contractions: dict[str, str]  # words in lower case, with blanks between, to how they are written
    weights: Floats  # of the features of a place between two tokens: whether a blank is there
    is_capital: bool  # whether sentences start with a capital letter

    def join(self, forest: Forest, orders: Sequence[Sequence[int]], forms: Sequence[Sequence[str]]) -> list[str]:
        """Write ordered words as texts."""
        sentences = [
            self._contracted(_tokens(forest, order, words)) for order, words in zip(orders, forms, strict=True)
        ]
        rows = [row for tokens in sentences for row in _gaps(tokens)]
        spaced = iter((score_features(self.weights, hash_features(rows, WIDTH)) >= 0).tolist())
        texts = []
        for tokens in sentences:
            text = "".join(token.text + (" " if next(spaced) else "") for token in tokens[:-1])
            text += tokens[-1].text if tokens else ""
            texts.append(_capitalised(text) if self.is_capital else text)
        return texts

    def parameters(self) -> Parameters:
        """Weights and contractions."""
        values = {"contractions": self.contractions, "is_capital": self.is_capital}
        return Parameters(pack_weights(self.weights), values)

    @classmethod
    def with_parameters(cls, learnt: Parameters) -> Self:
        """Take them back."""
        values = learnt.values
        return cls(dict(values["contractions"]), unpack_weights(learnt.arrays, BITS), bool(values["is_capital"]))

    def _contracted(self, tokens: list[Token]) -> list[Token]:
        found: list[Token] = []
        at = 0
        while at < len(tokens):
            for length in (3, 2):
                words = tokens[at : at + length]
                text = self.contractions.get(" ".join(token.text.lower() for token in words))
                if text is not None and len(words) == length:
                    first, last = words[0], words[-1]
                    is_capital = first.text[:1].isupper()
                    text = text[:1].upper() + text[1:] if is_capital else text
                    found.append(Token(text, first.upos, last.xpos, first.deprel, last.place, last.parent))
                    at += length
                    break
            else:
                found.append(tokens[at])
                at += 1
        return found


def train_joining(forest: Forest, rng: np.random.Generator) -> Joining:
    """Learn from the contractions, blanks and first letters of a treebank."""
    written: dict[str, Counter[str]] = {}
    inside: dict[int, tuple[int, str]] = {}  # first words of contractions
    for first, last, text in forest.fused:
        words = " ".join(form.lower() for form in forest.forms[first : last + 1])
        written.setdefault(words, Counter())[text.lower()] += 1
        inside[first] = (last, text)
    lengths = {words.count(" ") + 1 for words in written}
    apart: Counter[str] = Counter()
    rows: list[list[str]] = []
    answers: list[bool] = []
    capitals = 0
    for start, end in zip(forest.bounds, forest.bounds[1:], strict=False):
        forms = [form.lower() for form in forest.forms[start:end]]
        for length in lengths:
            for at in range(len(forms) - length + 1):
                apart[" ".join(forms[at : at + length])] += start + at not in inside
        tokens = _tokens(forest, range(start, end), forest.forms[start:end])
        merged: list[Token] = []
        at = start
        while at < end:
            last, text = inside.get(at, (at, forest.forms[at]))
            own, final = tokens[at - start], tokens[last - start]
            merged.append(Token(text, own.upos, final.xpos, own.deprel, final.place, final.parent))
            at = last + 1
        rows += _gaps(merged)
        answers += [forest.is_spaced[token.place] for token in merged[:-1]]
        capitals += next((letter.isupper() for letter in "".join(forest.forms[start:end]) if letter.isalpha()), False)
    weights = train_logistic(hash_features(rows, WIDTH), np.array(answers, dtype=bool), rng, EPOCHS)
    contractions = {
        words: texts.most_common(1)[0][0] for words, texts in written.items() if texts.total() >= apart[words]
    }
    return Joining(contractions, weights, 2 * capitals > len(forest.roots))


def _tokens(forest: Forest, order: Sequence[int], forms: Sequence[str]) -> list[Token]:
    return [
        Token(form, forest.upos[place], forest.xpos[place], forest.deprels[place], place, forest.parents[place])
        for place, form in zip(order, forms, strict=True)
    ]


def _gaps(tokens: Sequence[Token]) -> list[list[str]]:
    """Features of the places between tokens."""
    rows = []
    quotes: Counter[str] = Counter()
    for at, (one, other) in enumerate(pairwise(tokens)):
        a, b = one.text.lower(), other.text.lower()
        quotes[a] += a in QUOTES
        before = tokens[at - 1].text.lower() if at else "^"
        after = tokens[at + 2].text.lower() if at + 2 < len(tokens) else "$"
        link = (
            "<"
            if one.parent == other.place
            else ">"
            if other.parent == one.place
            else ("=" if one.parent == other.parent else "-")
        )
        parity = f"{quotes[a] % 2}{quotes[b] % 2}"
        rows.append(
            [
                "1",
                f"a{a}",
                f"b{b}",
                f"ab{a} {b}",
                f"ta{one.upos} {one.xpos} {b}",
                f"tb{a} {other.upos} {other.xpos}",
                f"t{one.xpos} {other.xpos}",
                f"u{one.upos} {other.upos} {link}",
                f"la{a} {link} {one.deprel}",
                f"lb{b} {link} {other.deprel}",
                f"qa{a} {parity[0]}",
                f"qb{b} {parity[1]}",
                f"s{_shape(a)} {_shape(b)}",
                f"p{before} {a} {_shape(b)}",
                f"n{_shape(a)} {b} {after}",
                f"e{a[-1:]} {b[:1]}",
            ]
        )
    return rows


def _shape(text: str) -> str:
    if text.isalpha():
        return "a"
    if text.isdecimal():
        return "0"
    if len(text) <= 1:
        return text
    return text[0] + text[-1] if not text[0].isalnum() or not text[-1].isalnum() else "x"


def _capitalised(text: str) -> str:
    for at, letter in enumerate(text):
        if letter.isalpha():
            return text[:at] + letter.upper() + text[at + 1 :]
    return text
