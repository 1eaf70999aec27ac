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

BITS = 22
RATE = 0.2
EPOCHS, EPOCHS_OF_MANY, MANY = 4, 2, 30_000  # passes over the questions, fewer where there are many
FEWEST = 2  # times that a feature must have gone with an answer to have a weight
SETTLED = 8  # times that a key must have had one answer, and no other, to settle a choice
RARE = 0.0005  # share of the answers of a key below which an answer is no candidate
_FACTOR = np.uint64(0x9E3779B97F4A7C15)

Keys = Codes  # a row of keys for every word, the most special first


@dataclass(frozen=True, slots=True)
class Choice:
    """Answers seen in training, the candidates of every key, and weights; a key with one candidate settles a choice."""

    answers: list[str]
    known: dict[int, list[int]]
    weights: Floats

    def choose(self, keys: Keys, codes: Codes) -> list[str]:
        """The best answer for every word: `codes` has a row of features for each."""
        candidates = self.find_candidates(keys)
        found = [int(own[0]) for own in candidates]
        hashes = _hash_answers(self.answers)
        open_questions = np.array([place for place, own in enumerate(candidates) if len(own) > 1], dtype=np.int64)
        for places in make_batches(open_questions):
            counts = np.array([len(candidates[place]) for place in places])
            flat = np.concatenate([candidates[place] for place in places])
            scores = self.weights[_pair(codes[np.repeat(places, counts)], hashes[flat])].sum(axis=1)
            ends = np.cumsum(counts)
            for place, start, end in zip(places.tolist(), ends - counts, ends, strict=True):
                found[place] = int(flat[start + int(scores[start:end].argmax())])
        return [self.answers[answer] for answer in found]

    def find_candidates(self, keys: Keys) -> list[NDArray[np.int64]]:
        """Candidates of every word: of its most special key if that settles the choice, or else of all its keys."""
        made: dict[tuple[int, ...], NDArray[np.int64]] = {}
        found = []
        for row in keys.tolist():
            own = tuple(row)
            if own not in made:
                lists = [self.known[key] for key in own if key in self.known] or [[0]]
                if len(lists[0]) > 1:
                    lists = [list(dict.fromkeys(answer for answers in lists for answer in answers))]
                made[own] = np.array(lists[0], dtype=np.int64)
            found.append(made[own])
        return found

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
    keys: Keys, codes: Codes, right: Sequence[str], most: Sequence[int], rng: np.random.Generator
) -> Choice:
    """Learn from right answers; `most` is how many candidates a key of each kind brings."""
    answers = [answer for answer, _ in Counter(right).most_common()] or [""]
    number = {answer: place for place, answer in enumerate(answers)}
    wanted = np.array([number[answer] for answer in right], dtype=np.int64)
    known: dict[int, list[int]] = {}
    for kind, limit in enumerate(most):
        known |= _find_known(keys[:, kind], wanted, limit, is_last=kind == len(most) - 1)
    choice = Choice(answers, known, np.zeros(1 << BITS, dtype=np.float32))
    candidates = choice.find_candidates(keys)
    questions = np.array(
        [place for place, own in enumerate(candidates) if len(own) > 1 and wanted[place] in own], dtype=np.int64
    )
    if not len(questions):
        return choice
    hashes = _hash_answers(answers)
    times = np.zeros(1 << BITS, dtype=np.int32)
    np.add.at(times, _pair(codes[questions], hashes[wanted[questions]]), 1)
    squares = np.where(times >= FEWEST, 1e-2, np.inf).astype(np.float32)  # endless squares: the weight stays 0
    for _ in range(EPOCHS if len(questions) < MANY else EPOCHS_OF_MANY):
        for places in make_batches(rng.permutation(questions)):
            counts = np.array([len(candidates[place]) for place in places])
            flat = np.concatenate([candidates[place] for place in places])
            features = _pair(codes[np.repeat(places, counts)], hashes[flat])
            first = np.cumsum(counts) - counts
            scores = choice.weights[features].sum(axis=1)
            scores = np.exp(scores - np.repeat(np.maximum.reduceat(scores, first), counts))
            slope = -scores / np.repeat(np.add.reduceat(scores, first), counts)
            slope += flat == np.repeat(wanted[places], counts)
            climb(choice.weights, squares, features, slope.astype(np.float32), RATE)
    return choice


def _find_known(keys: Codes, wanted: NDArray[np.int64], most: int, *, is_last: bool) -> dict[int, list[int]]:
    """The most frequent answers of every key, one of them where the key settles the choice."""
    order = np.lexsort((wanted, keys))
    keys, wanted = keys[order], wanted[order]
    is_new = np.ones(len(keys), dtype=bool)
    is_new[1:] = (keys[1:] != keys[:-1]) | (wanted[1:] != wanted[:-1])
    starts = np.flatnonzero(is_new)
    counts = np.diff(np.append(starts, len(keys)))
    seen: dict[int, list[tuple[int, int]]] = {}
    for key, answer, count in zip(keys[starts].tolist(), wanted[starts].tolist(), counts.tolist(), strict=True):
        seen.setdefault(key, []).append((-count, answer))
    known = {}
    for key, pairs in seen.items():
        pairs.sort()
        total = -sum(count for count, _ in pairs)
        if len(pairs) == 1 and (total >= SETTLED or is_last):
            known[key] = [pairs[0][1]]
        elif len(pairs) > 1 or pairs[0][1] != 0:
            frequent = [answer for count, answer in pairs[:most] if -count > RARE * total]
            known[key] = frequent if len(frequent) > 1 else [frequent[0], *({0, pairs[-1][1]} - {frequent[0]})]
    return known


def _hash_answers(answers: Sequence[str]) -> Codes:
    return np.array([crc32(answer.encode(errors="surrogatepass")) for answer in answers], dtype=np.uint64)


def _pair(codes: Codes, hashes: Codes) -> Features:
    """Places in the table of weights for rows of features, each with its candidate; place 0 has no weight."""
    with np.errstate(over="ignore"):
        mixed = (codes ^ (hashes * _FACTOR)[:, None]) * _FACTOR
    places: Features = np.maximum((mixed >> np.uint64(64 - BITS)).astype(np.int32), 1)
    return places
