"""The tagger-parser's network in torch: functions of a dictionary of weights, named and shaped as in the weights' file.

`genchal.text.parser.network` says what it computes. Here are dropout and batches beside it. Dropout is variational: a
mask is drawn once for a sentence, not for every word (Gal and Ghahramani 2016).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from genchal.text.arrays.ragged import IntArray, offsets_of
from genchal.text.parser.features import WordTypes
from genchal.text.parser.network import SLOPE, TAGS
from genchal.text.parser.recurrent import TimeLayout

Tensor = Any  # torch is not there when types are checked
Parameters = dict[str, Tensor]


@dataclass(frozen=True, slots=True)
class Scores:
    """What the network says of a batch, over all places that hold a word or a root."""

    arcs: Tensor  # (sentences, places, heads), padded
    labels: Tensor  # (words and roots, labels), for the heads that were asked for
    tags: dict[str, Tensor]


@dataclass(frozen=True, slots=True)
class SentenceBatch:
    """Some sentences, the longest first."""

    numbers: IntArray  # of the sentences
    lengths: IntArray
    places: Tensor  # of their words in the corpus
    sentence: Tensor  # for every word, the sentence's place in the batch
    word: Tensor  # for every word, its place in the sentence
    layout: Tensor  # words by time
    sizes: Tensor  # words at each time


def make_batch(numbers: IntArray, lengths: IntArray, starts: IntArray, device: str) -> SentenceBatch:
    """Gather sentences into a batch."""
    order = numbers[np.argsort(-lengths[numbers], kind="stable")]
    own = lengths[order]
    within = np.arange(own.sum()) - np.repeat(offsets_of(own)[:-1], own)
    layout = TimeLayout.of(own)
    places, sentence, word, by_time = (
        torch.from_numpy(array).to(device)
        for array in (
            np.repeat(starts[order], own) + within,
            np.repeat(np.arange(len(own)), own),
            within,
            layout.places,
        )
    )
    return SentenceBatch(order, own, places, sentence, word, by_time, torch.from_numpy(layout.sizes))


def initial_weights(shapes: Mapping[str, tuple[int, ...]], seed: int, device: str) -> Parameters:
    """Weights before training, drawn at random; the table of words and the biaffine forms are 0."""
    generator = torch.Generator().manual_seed(seed)
    made: Parameters = {}
    for name, shape in shapes.items():
        weight = torch.zeros(shape)
        if name in ("characters", "affixes"):
            weight = torch.randn(shape, generator=generator) * (0.3 if name == "characters" else 0.1)
        elif name.endswith(("forward.bias", "backward.bias")):
            weight[shape[0] // 4 : shape[0] // 2] = 1.0  # the forget gates: remember, to begin with
        elif name.endswith(".recurrent"):
            for gate in weight.chunk(4):
                torch.nn.init.orthogonal_(gate, generator=generator)
        elif name.endswith((".input", ".weight")):
            torch.nn.init.xavier_uniform_(weight, generator=generator)
        made[name] = weight.to(device)
    return made


class Reader:
    """Runs a network over batches of one corpus; all that it needs lies on the device."""

    def __init__(self, features: WordTypes, device: str) -> None:
        self.device = device
        self.words, self.characters, self.lengths, self.affixes = (
            torch.from_numpy(np.ascontiguousarray(array)).to(device)
            for array in (features.words, features.characters, features.lengths, features.affixes)
        )

    def score(
        self,
        weights: Parameters,
        batch: SentenceBatch,
        types: Tensor,
        heads: Tensor,
        dropout: float = 0.0,
        blank: float = 0.0,
    ) -> Scores:
        """Score a batch: `types` are its words' rows, `heads` the places in the sentence to label arcs from."""
        states = self._inputs(weights, types, blank)
        count = 0
        while f"layer{count}.forward.bias" in weights:
            states = _dropped(states, batch, dropout)
            states = self._lstm(weights, f"layer{count}", states[batch.layout], batch.sizes)[0]
            flat = torch.empty_like(states)
            flat[batch.layout] = states
            states = flat
            count += 1
        states = _dropped(states, batch, dropout)

        def dense(name: str) -> Tensor:
            values = torch.nn.functional.linear(states, weights[f"{name}.weight"], weights[f"{name}.bias"])
            return _dropped(torch.nn.functional.leaky_relu(values, float(SLOPE)), batch, dropout)

        below, above = _padded(dense("arc.dependent"), batch), _padded(dense("arc.head"), batch)
        arcs = (below @ weights["arc.bilinear"] + weights["arc.bias"]) @ above.transpose(1, 2)
        lengths = torch.from_numpy(batch.lengths).to(self.device)
        inside = torch.arange(arcs.shape[-1], device=self.device) < lengths[:, None]
        arcs = arcs.masked_fill(~inside[:, None, :], -1e9)
        arcs = arcs.masked_fill(torch.eye(arcs.shape[-1], dtype=torch.bool, device=self.device), -1e9)
        starts = torch.from_numpy(offsets_of(batch.lengths)[:-1]).to(self.device)
        chosen = _with_one(dense("label.head"))[starts[batch.sentence] + heads.clamp(min=0)]
        asked = torch.einsum("ni,lij->nlj", _with_one(dense("label.dependent")), weights["label.bilinear"])
        labels = torch.einsum("nlj,nj->nl", asked, chosen)
        hidden = dense("tag")
        tags = {
            kind: torch.nn.functional.linear(hidden, weights[f"{kind}.weight"], weights[f"{kind}.bias"])
            for kind in TAGS
        }
        return Scores(arcs, labels, tags)

    def _inputs(self, weights: Parameters, types: Tensor, blank: float) -> Tensor:
        """Vectors of words; each of the three parts may be hidden."""
        different, own = torch.unique(types, return_inverse=True)
        lengths = self.lengths[different]
        order = torch.argsort(lengths, descending=True, stable=True)
        shown = different[order]
        layout = TimeLayout.of(lengths[order].cpu().numpy())
        rows = torch.repeat_interleave(torch.arange(len(shown), device=self.device), lengths[order])
        starts = torch.cumsum(lengths[order], 0) - lengths[order]
        columns = torch.arange(len(rows), device=self.device) - starts[rows]
        flat = self.characters[shown[rows], columns][torch.from_numpy(layout.places).to(self.device)]
        last = self._lstm(weights, "letters", weights["characters"][flat], torch.from_numpy(layout.sizes))[1]
        spelling = torch.empty_like(last)
        spelling[order] = last
        affixes = weights["affixes"][self.affixes[different]].sum(dim=1)
        parts = [weights["words"][self.words[types]], spelling[own], affixes[own]]
        if blank:
            kept = torch.rand((3, len(types), 1), device=self.device) >= blank
            parts = [part * mask for part, mask in zip(parts, kept, strict=True)]
        return torch.cat(parts, dim=1)

    def _lstm(self, weights: Parameters, name: str, data: Tensor, sizes: Tensor) -> tuple[Tensor, Tensor]:
        """States by time, and the last states of both directions side by side."""
        hidden = weights[f"{name}.forward.recurrent"].shape[1]
        zero = torch.zeros((2, int(sizes[0]), hidden), device=self.device)
        flat = []
        for way in ("forward", "backward"):
            bias = weights[f"{name}.{way}.bias"]
            flat += [weights[f"{name}.{way}.input"], weights[f"{name}.{way}.recurrent"], bias, torch.zeros_like(bias)]
        states, last, _ = torch.lstm(data, sizes, (zero, zero), flat, True, 1, 0.0, torch.is_grad_enabled(), True)
        return states, torch.cat([last[0], last[1]], dim=1)


def _dropped(values: Tensor, batch: SentenceBatch, rate: float) -> Tensor:
    if not rate:
        return values
    kept = torch.rand((len(batch.lengths), values.shape[1]), device=values.device) >= rate
    return values * (kept / (1 - rate))[batch.sentence]


def _padded(values: Tensor, batch: SentenceBatch) -> Tensor:
    padded = values.new_zeros((len(batch.lengths), int(batch.lengths[0]), values.shape[1]))
    padded[batch.sentence, batch.word] = values
    return padded


def _with_one(values: Tensor) -> Tensor:
    return torch.cat([values, values.new_ones((len(values), 1))], dim=1)
