"""Choices among what was seen in training: a softmax over candidates, with hashed features of words and candidates.

Which candidates a word has depends on *keys*: texts that say what kind of word it is, such as its tag or its lemma.
Every key knows the most frequent answers of the words with this key. What no other candidate competes with is not
learnt, only remembered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from genchal.domain import Parameters
from genchal.generators.realising.linear import Features, Floats, climb, make_batches, pack_weights, unpack_weights
from genchal.generators.realising.order_features import Codes

BITS = 20
RATE = 0.2
_FACTOR = np.uint64(0x9E3779B97F4A7C15)

Keys = Codes  # a row of keys for every word, the most special first


@dataclass(frozen=True, slots=True)
class Choice:
    """Answers seen in training, those that go with every key, and weights."""

    answers: list[str]
    known: dict[int, list[int]]
    weights: Floats

    def choose(self, keys: Keys, codes: Codes) -> list[str]:
        """The best answer for every word: `codes` has a row of features for each."""
        candidates = [self._candidates(own) for own in keys.tolist()]
        found = [own[0] if own else 0 for own in candidates]
        open_questions = [place for place, own in enumerate(candidates) if len(own) > 1]
        hashes = _hash_answers(self.answers)
        for places in make_batches(np.array(open_questions, dtype=np.int64)):
            counts = np.array([len(candidates[place]) for place in places])
            flat = np.concatenate([candidates[place] for place in places])
            features = _pair(codes[np.repeat(places, counts)], hashes[flat])
            scores = self.weights[features].sum(axis=1)
            ends = np.cumsum(counts)
            for place, start, end in zip(places.tolist(), ends - counts, ends, strict=True):
                found[place] = int(flat[start + int(scores[start:end].argmax())])
        return [self.answers[answer] for answer in found]

    def _candidates(self, keys: Sequence[int]) -> list[int]:
        return _union([self.known[key] for key in keys if key in self.known])

    def parameters(self) -> Parameters:
        """Arrays and values to be kept in a file."""
        flat = [answer for answers in self.known.values() for answer in answers]
        arrays: dict[str, NDArray[Any]] = {
            **pack_weights(self.weights),
            "keys": np.array(list(self.known), dtype=np.uint64).view(np.int64),
            "counts": np.array([len(answers) for answers in self.known.values()], dtype=np.int32),
            "candidates": np.array(flat, dtype=np.int32),
        }
        return Parameters(arrays, {"answers": self.answers})

    @classmethod
    def with_parameters(cls, learnt: Parameters) -> Self:
        """Take them back."""
        arrays = learnt.arrays
        ends = np.cumsum(arrays["counts"])
        flat = arrays["candidates"].tolist()
        known = {
            key: flat[start:end]
            for key, start, end in zip(
                arrays["keys"].view(np.uint64).tolist(), (ends - arrays["counts"]).tolist(), ends.tolist(), strict=True
            )
        }
        return cls(list(learnt.values["answers"]), known, unpack_weights(arrays, BITS))


def train_choice(
    keys: Keys, codes: Codes, right: Sequence[str], most: Sequence[int], rng: np.random.Generator, epochs: int
) -> Choice:
    """Learn from right answers; `most` is how many candidates a key of each kind brings."""
    frequency = Counter(right)
    answers = [answer for answer, _ in frequency.most_common()]
    number = {answer: place for place, answer in enumerate(answers)}
    seen: dict[int, tuple[int, Counter[int]]] = {}
    for own, answer in zip(keys.tolist(), right, strict=True):
        for kind, key in enumerate(own):
            seen.setdefault(key, (kind, Counter()))[1][number[answer]] += 1
    known = {
        key: [answer for answer, _ in counts.most_common(most[kind])]
        for key, (kind, counts) in seen.items()
        if kind == len(most) - 1 or counts.total() > 1
    }
    choice = Choice(answers, known, np.zeros(1 << BITS, dtype=np.float32))
    candidates = [choice._candidates(own) for own in keys.tolist()]
    wanted = [number[answer] for answer in right]
    questions = np.array(
        [place for place, own in enumerate(candidates) if len(own) > 1 and wanted[place] in own], dtype=np.int64
    )
    hashes = _hash_answers(answers)
    squares = np.full(1 << BITS, 1e-2, dtype=np.float32)
    for _ in range(epochs):
        for places in make_batches(rng.permutation(questions)):
            counts = np.array([len(candidates[place]) for place in places])
            flat = np.concatenate([candidates[place] for place in places])
            features = _pair(codes[np.repeat(places, counts)], hashes[flat])
            first = np.cumsum(counts) - counts
            scores = choice.weights[features].sum(axis=1)
            scores = np.exp(scores - np.repeat(np.maximum.reduceat(scores, first), counts))
            slope = -scores / np.repeat(np.add.reduceat(scores, first), counts)
            slope += flat == np.repeat([wanted[place] for place in places], counts)
            climb(choice.weights, squares, features, slope.astype(np.float32), RATE)
    return choice


def _union(lists: Sequence[Sequence[int]]) -> list[int]:
    return list(dict.fromkeys(answer for answers in lists for answer in answers))


def _hash_answers(answers: Sequence[str]) -> Codes:
    return np.array([crc32(answer.encode(errors="surrogatepass")) for answer in answers], dtype=np.uint64)


def _pair(codes: Codes, hashes: Codes) -> Features:
    """Places in the table of weights for rows of features, each with its candidate; place 0 has no weight."""
    with np.errstate(over="ignore"):
        mixed = (codes ^ (hashes * _FACTOR)[:, None]) * _FACTOR
    places: Features = np.maximum((mixed >> np.uint64(64 - BITS)).astype(np.int32), 1)
    return places
