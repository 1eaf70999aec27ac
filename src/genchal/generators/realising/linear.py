"""Linear models over hashed features: yes or no, and the best of several candidates.

Features are texts, hashed into a table of weights; models are trained by AdaGrad (Duchi et al. 2011).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Features = NDArray[np.int32]

BITS = 18
MASK = (1 << BITS) - 1
BATCH = 256


def hash_features(rows: Iterable[Sequence[str]], width: int) -> Features:
    """Places in the table for each row of features; rows are filled up with place 0, which has no weight."""
    known: dict[str, int] = {}
    found = []
    for row in rows:
        places = []
        for feature in row:
            place = known.get(feature)
            if place is None:
                place = known[feature] = max(crc32(feature.encode(errors="surrogatepass")) & MASK, 1)
            places.append(place)
        found.append(places + [0] * (width - len(places)))
    return np.array(found, dtype=np.int32).reshape(-1, width)


def train_logistic(features: Features, answers: NDArray[np.bool_], rng: np.random.Generator, epochs: int) -> Floats:
    """Weights of a logistic regression."""
    weights, squares = np.zeros(1 << BITS, dtype=np.float32), np.full(1 << BITS, 1e-2, dtype=np.float32)
    for _ in range(epochs):
        for rows in make_batches(rng.permutation(len(features))):
            chosen = features[rows]
            slope = answers[rows] - 1 / (1 + np.exp(-weights[chosen].sum(axis=1)))
            climb(weights, squares, chosen, slope.astype(np.float32), 0.3)
    return weights


def train_ranking(
    features: Features, starts: NDArray[np.int64], right: NDArray[np.int64], rng: np.random.Generator, epochs: int
) -> Floats:
    """Weights of a softmax over candidates.

    Candidates of question q are rows `starts[q]` to `starts[q + 1]` of `features`, `right[q]` is the row to be chosen.
    """
    weights, squares = np.zeros(1 << BITS, dtype=np.float32), np.full(1 << BITS, 1e-2, dtype=np.float32)
    for _ in range(epochs):
        for questions in make_batches(rng.permutation(len(right))):
            counts = starts[questions + 1] - starts[questions]
            ends = np.cumsum(counts)
            first = ends - counts
            rows = np.arange(ends[-1]) + np.repeat(starts[questions] - first, counts)
            chosen = features[rows]
            scores = weights[chosen].sum(axis=1)
            scores = np.exp(scores - np.repeat(np.maximum.reduceat(scores, first), counts))
            slope = -scores / np.repeat(np.add.reduceat(scores, first), counts)
            slope[right[questions] - starts[questions] + first] += 1
            climb(weights, squares, chosen, slope, 0.2)
    return weights


def score_features(weights: Floats, features: Features) -> Floats:
    """Sums of weights."""
    scores: Floats = weights[features].sum(axis=1)
    return scores


def pack_weights(weights: Floats) -> dict[str, NDArray[np.int32] | Floats]:
    """The weights that are not 0, and their places: much smaller than the table."""
    places = np.flatnonzero(weights).astype(np.int32)
    return {"places": places, "weights": weights[places]}


def unpack_weights(arrays: Mapping[str, NDArray[Any]], bits: int) -> Floats:
    """The table again."""
    weights = np.zeros(1 << bits, dtype=np.float32)
    weights[arrays["places"]] = arrays["weights"]
    return weights


def climb(weights: Floats, squares: Floats, features: Features, slope: Floats, rate: float) -> None:
    """A step of AdaGrad: `slope` of every row of features."""
    places = features.ravel()
    change = np.repeat(slope, features.shape[1])
    np.add.at(squares, places, change * change)
    np.add.at(weights, places, rate * change / np.sqrt(squares[places]))
    weights[0] = 0


def make_batches(order: NDArray[np.int64]) -> list[NDArray[np.int64]]:
    """Rows in small portions."""
    return [order[start : start + BATCH] for start in range(0, len(order), BATCH)]
