"""The network of the tagger-parser: from words to scores, in numpy.

A word is its row of the word table beside what an LSTM over its characters and a sum over its affixes say. BiLSTM
layers read the sentence, a root before its first word. Heads and labels are scored by biaffine attention (Dozat and
Manning 2017); tags and lemma scripts by a layer of their own. `genchal.training.network` is the same network in torch.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from genchal.text.arrays.ragged import IntArray, offsets_of
from genchal.text.parser.features import WordTypes
from genchal.text.parser.recurrent import BiLstm, Floats, TimeLayout, Weights

SLOPE = np.float32(0.1)  # of the leaky rectifier, below 0
TAGS = ("upos", "xpos", "script")


@dataclass(frozen=True, slots=True)
class SentenceStates:
    """What the network knows of a batch of sentences, the longest first, each with a root before it."""

    lengths: IntArray  # with the root
    states: Floats  # (words and roots, hidden)


class Network:
    """Weights, ready for use."""

    def __init__(self, weights: Weights) -> None:
        self._words = weights["words"]
        self._characters = weights["characters"]
        self._affixes = weights["affixes"]
        self._letters = BiLstm(weights, "letters")
        self._layers = [BiLstm(weights, f"layer{n}") for n in range(_layers(weights))]
        self._weights = weights
        labels, size = weights["label.bilinear"].shape[:2]
        self._labels = np.ascontiguousarray(weights["label.bilinear"].transpose(1, 0, 2).reshape(size, labels * size))

    def read_types(self, types: WordTypes) -> tuple[Floats, Floats]:
        """What each different word says to the gates of the first layer, for both directions."""
        order = np.argsort(-types.lengths, kind="stable")
        lengths = types.lengths[order]
        layout = TimeLayout.of(lengths)
        rows = np.repeat(np.arange(len(order)), lengths)
        columns = np.arange(len(rows)) - np.repeat(offsets_of(lengths)[:-1], lengths)
        flat = types.characters[order][rows, columns][layout.places]
        by_character = self._letters.project(self._characters)  # there are few different ones
        spelling = np.empty((len(order), 2 * len(self._letters.forward.recurrent)), np.float32)
        spelling[order] = self._letters.last((by_character[0][flat], by_character[1][flat]), layout)
        affixes = self._affixes[types.affixes].sum(axis=1)
        return self._layers[0].project(np.concatenate([self._words[types.words], spelling, affixes], axis=1))

    def encode(self, projected: tuple[Floats, Floats], numbers: IntArray, lengths: IntArray) -> SentenceStates:
        """Read sentences: `numbers` are those of their word types, one sentence after the other."""
        layout = TimeLayout.of(lengths)
        laid_out = numbers[layout.places]
        states = self._layers[0].states((projected[0][laid_out], projected[1][laid_out]), layout)
        for layer in self._layers[1:]:
            states = layer.states(layer.project(states), layout)
        flat = np.empty_like(states)
        flat[layout.places] = states
        return SentenceStates(lengths, flat)

    def tags(self, states: Floats) -> dict[str, Floats]:
        """Scores of tags and lemma scripts."""
        hidden = self._dense("tag", states)
        return {kind: hidden @ self._weights[f"{kind}.weight"].T + self._weights[f"{kind}.bias"] for kind in TAGS}

    def arcs(self, encoded: SentenceStates) -> Floats:
        """Scores ``[sentence, word, head]``, padded to the longest sentence with very low ones."""
        dependents = self._padded(encoded, self._dense("arc.dependent", encoded.states))
        heads = self._padded(encoded, self._dense("arc.head", encoded.states))
        asked: Floats = dependents @ self._weights["arc.bilinear"] + self._weights["arc.bias"]
        scores: Floats = np.matmul(asked, heads.transpose(0, 2, 1))
        outside = np.arange(scores.shape[-1]) >= encoded.lengths[:, None]
        np.copyto(scores, np.float32(-1e9), where=outside[:, None, :])
        return scores

    def labels(self, states: Floats, dependents: IntArray, heads: IntArray) -> Floats:
        """Scores of labels for arcs between places of the states."""
        below = _with_one(self._dense("label.dependent", states))[dependents]
        above = _with_one(self._dense("label.head", states))[heads]
        asked = (below @ self._labels).reshape(len(below), -1, above.shape[1])
        scores: Floats = np.matmul(asked, above[:, :, None])[:, :, 0]
        return scores

    def _dense(self, name: str, inputs: Floats) -> Floats:
        outputs: Floats = inputs @ self._weights[f"{name}.weight"].T
        outputs += self._weights[f"{name}.bias"]
        rectified: Floats = np.maximum(outputs, SLOPE * outputs)
        return rectified

    @staticmethod
    def _padded(encoded: SentenceStates, values: Floats) -> Floats:
        inside = np.arange(encoded.lengths[0]) < encoded.lengths[:, None]
        padded = np.zeros((*inside.shape, values.shape[1]), np.float32)
        padded[inside] = values
        return padded


def expected_shapes(sizes: Mapping[str, int]) -> dict[str, tuple[int, ...]]:
    """The shapes of all weights of a network, from its sizes."""
    shapes: dict[str, tuple[int, ...]] = {
        "words": (sizes["words"], sizes["word"]),
        "characters": (sizes["characters"], sizes["character"]),
        "affixes": (sizes["buckets"], sizes["affix"]),
    }

    def lstm(name: str, inputs: int, hidden: int) -> None:
        for way in ("forward", "backward"):
            shapes[f"{name}.{way}.input"] = (4 * hidden, inputs)
            shapes[f"{name}.{way}.recurrent"] = (4 * hidden, hidden)
            shapes[f"{name}.{way}.bias"] = (4 * hidden,)

    def dense(name: str, inputs: int, outputs: int) -> None:
        shapes[f"{name}.weight"] = (outputs, inputs)
        shapes[f"{name}.bias"] = (outputs,)

    lstm("letters", sizes["character"], sizes["letters"])
    hidden = sizes["hidden"]
    for layer in range(sizes["layers"]):
        lstm(f"layer{layer}", 2 * hidden if layer else sizes["word"] + 2 * sizes["letters"] + sizes["affix"], hidden)
    for part in ("arc", "label"):
        for end in ("head", "dependent"):
            dense(f"{part}.{end}", 2 * hidden, sizes[part])
    shapes["arc.bilinear"] = (sizes["arc"], sizes["arc"])
    shapes["arc.bias"] = (sizes["arc"],)
    shapes["label.bilinear"] = (sizes["labels"], sizes["label"] + 1, sizes["label"] + 1)
    dense("tag", 2 * hidden, sizes["tag"])
    for kind in TAGS:
        dense(kind, sizes["tag"], sizes[kind])
    return shapes


def _layers(weights: Weights) -> int:
    return sum(name.startswith("layer") and name.endswith("forward.bias") for name in weights)


def _with_one(values: Floats) -> Floats:
    return np.concatenate([values, np.ones((len(values), 1), np.float32)], axis=1)
