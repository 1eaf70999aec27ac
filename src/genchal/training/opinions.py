"""What teachers think: the mean of several networks' probabilities, which a smaller network learns from.

An ensemble is better than each of its members, and a student that learns from the ensemble's probabilities keeps most
of that (Hinton et al. 2015; for parsers Kuncoro et al. 2016). Teachers also label sentences that nobody has annotated.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import torch
from numpy.typing import NDArray

from genchal.text.arrays.ragged import offsets_of
from genchal.text.parser.model import Inventory
from genchal.text.parser.trees import best_heads
from genchal.text.syntax import Parse
from genchal.training.data import encode
from genchal.training.network import Reader, SentenceBatch, Tensor, make_batch

TAUGHT = ("upos", "xpos")  # tags that teachers have an opinion on; of lemma scripts there are too many
AT_ONCE = 8_000  # words


@dataclass(frozen=True, slots=True)
class Teacher:
    """A trained network with its names."""

    inventory: Inventory
    weights: Mapping[str, NDArray[np.float32]]


@dataclass(frozen=True, slots=True)
class Opinion:
    """Probabilities for a corpus; flat, on the device."""

    arcs: Tensor  # of all heads of all words and roots, sentence by sentence
    starts: Tensor  # where a sentence's arcs begin
    labels: Tensor  # (words and roots, labels), for the heads of the corpus
    tags: dict[str, Tensor]  # (words and roots, tags)


def ask(teachers: Sequence[Teacher], sentences: Sequence[Parse], device: str) -> Opinion:
    """The mean of the teachers' probabilities, labels for the heads that the sentences have."""
    lengths = np.array([len(sentence) + 1 for sentence in sentences])
    squares = offsets_of(lengths**2)
    starts = torch.from_numpy(squares[:-1]).to(device)
    arcs = torch.zeros(int(squares[-1]), dtype=torch.float16, device=device)
    flat: dict[str, Tensor] = {}
    order = np.argsort(-lengths, kind="stable")
    parts = np.split(order, np.flatnonzero(np.diff(np.cumsum(lengths[order]) // AT_ONCE)) + 1)
    for teacher in teachers:
        corpus = encode(sentences, teacher.inventory, len(teacher.weights["affixes"]))
        reader = Reader(corpus.features, device)
        types, heads = (torch.from_numpy(array).to(device) for array in (corpus.types, corpus.heads))
        weights = {name: torch.from_numpy(weight).to(device) for name, weight in teacher.weights.items()}
        for part in parts:
            batch = make_batch(part, lengths, offsets_of(lengths)[:-1], device)
            with torch.no_grad():
                scores = reader.score(weights, batch, types[batch.places], heads[batch.places])
            index, inside = arc_places(batch, starts, scores.arcs.shape[-1])
            found = torch.softmax(scores.arcs, dim=-1)[batch.sentence, batch.word]
            arcs[index[inside]] += (found[inside] / len(teachers)).half()
            for name, values in (("labels", scores.labels), *((kind, scores.tags[kind]) for kind in TAUGHT)):
                if name not in flat:
                    flat[name] = torch.zeros((len(types), values.shape[1]), dtype=torch.float16, device=device)
                flat[name][batch.places] += (torch.softmax(values, dim=-1) / len(teachers)).half()
    return Opinion(arcs, starts, flat.pop("labels"), flat)


def arc_places(batch: SentenceBatch, starts: Tensor, width: int) -> tuple[Tensor, Tensor]:
    """Where the arcs of a batch stand among all arcs, for every word and head; and which of these there are."""
    numbers, lengths = (torch.from_numpy(array).to(starts.device) for array in (batch.numbers, batch.lengths))
    own = lengths[batch.sentence]
    heads = torch.arange(width, device=starts.device)
    return (starts[numbers][batch.sentence] + batch.word * own)[:, None] + heads[None, :], heads[None, :] < own[:, None]


def annotate(teachers: Sequence[Teacher], sentences: Sequence[Sequence[str]], device: str) -> list[Parse]:
    """Sentences with the ensemble's tags and trees; lemmas are left open."""
    names = teachers[0].inventory
    parses = []
    for words in sentences:
        size = len(words)
        open_ = ("_",) * size
        parses.append(Parse(tuple(words), open_, open_, open_, (0,) * size, open_))
    for _ in range(2):  # heads first, then labels for these heads
        opinion = ask(teachers, parses, device)
        arcs = opinion.arcs.float().cpu().numpy()
        upos, xpos, labels = (
            values.argmax(dim=1).cpu().numpy()
            for values in (opinion.tags["upos"], opinion.tags["xpos"], opinion.labels)
        )
        place = corner = 0
        for number, parse in enumerate(parses):
            size = len(parse) + 1
            own = slice(place + 1, place + size)
            block = arcs[corner : corner + size * size].reshape(size, size)
            parses[number] = replace(
                parse,
                upos=tuple(names.upos[tag] for tag in upos[own]),
                xpos=tuple(names.xpos[tag] for tag in xpos[own]),
                heads=tuple(best_heads(np.log(block + 1e-6)).tolist()),
                deprels=tuple(names.deprels[label] for label in labels[own]),
            )
            place, corner = place + size, corner + size * size
    return parses
