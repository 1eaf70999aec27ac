"""The training loop: batches, loss, optimiser, and the moving average of the weights that is kept."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from functools import partial

import numpy as np
import torch
from numpy.typing import NDArray

from genchal.text.arrays.ragged import offsets_of
from genchal.text.parser.features import UNKNOWN
from genchal.text.parser.network import TAGS
from genchal.training.data import EncodedTreebank
from genchal.training.network import Reader, Scores, SentenceBatch, Tensor, initial_weights, make_batch
from genchal.training.opinions import TAUGHT, Opinion, arc_places
from genchal.training.settings import Schedule

Report = Callable[[int, float], None]  # hears of every epoch: its number and the mean loss
WARM_UP = 0.05  # share of the steps in which the learning rate grows
CLIP = 2.0  # longest gradient
NOISE = 0.05  # standard deviation of what is added to words' vectors before training


def train(
    corpus: EncodedTreebank,
    shapes: Mapping[str, tuple[int, ...]],
    words: NDArray[np.float32],
    schedule: Schedule,
    device: str,
    report: Report,
    opinion: Opinion | None = None,
    gold: int | None = None,
) -> dict[str, NDArray[np.float32]]:
    """Train a network and return the moving average of its weights.

    `words` is the table of words before training, whose rows stay what they are where the corpus does not have the
    word. The first `gold` sentences have trees of the treebank (default: all); the others' trees are the teachers'.
    """
    torch.manual_seed(schedule.seed)
    if device == "cpu":
        torch.use_deterministic_algorithms(True)
    chance = np.random.default_rng(schedule.seed)
    learner = _Learner(corpus, shapes, words, schedule, device, opinion, gold)
    steps = schedule.epochs * math.ceil(int(corpus.lengths.sum()) / schedule.batch)
    for epoch in range(1, schedule.epochs + 1):
        losses = [learner.step(batch, chance, min(1.0, learner.taken / steps)) for batch in learner.batches(chance)]
        report(epoch, float(torch.stack(losses).mean()))
    return learner.averaged()


class _Learner:
    """Weights that learn, with all they need on the device."""

    def __init__(
        self,
        corpus: EncodedTreebank,
        shapes: Mapping[str, tuple[int, ...]],
        words: NDArray[np.float32],
        schedule: Schedule,
        device: str,
        opinion: Opinion | None,
        gold: int | None,
    ) -> None:
        self.schedule, self.device, self.opinion = schedule, device, opinion
        self.lengths, self.starts = corpus.lengths, offsets_of(corpus.lengths)[:-1]
        self.soft = np.full(len(corpus.lengths), schedule.soft if opinion is not None else 0.0, np.float32)
        self.soft[len(self.soft) if gold is None else gold :] = 1.0
        self.reader = Reader(corpus.features, device)
        self.types, self.lowered, self.heads, self.deprels, *tags = (
            torch.from_numpy(getattr(corpus, name)).to(device)
            for name in ("types", "lowered", "heads", "deprels", "upos", "xpos", "scripts")
        )
        self.tags = dict(zip(TAGS, tags, strict=True))
        self.fixed = torch.from_numpy(words).to(device)
        self.weights = initial_weights(shapes, schedule.seed, device)
        counts = torch.from_numpy(corpus.counts).to(device)[:, None]
        counts[UNKNOWN] = 0
        noise = torch.randn(words.shape, generator=torch.Generator().manual_seed(schedule.seed)).to(device)
        self.weights["words"] = NOISE * noise * (counts > 0)  # learnt beside the fixed vectors
        self.shown = counts / (counts + schedule.rare)  # how often what is learnt for a word is shown
        for weight in self.weights.values():
            weight.requires_grad_(True)
        self.average = {name: weight.detach().clone() for name, weight in self.weights.items()}
        self.optimiser = torch.optim.Adam(list(self.weights.values()), lr=schedule.rate, betas=(0.9, 0.95))
        self.taken = 0

    def batches(self, chance: np.random.Generator) -> Iterator[SentenceBatch]:
        """All sentences once, those of like lengths together, batches in random order."""
        order = np.argsort(self.lengths + chance.uniform(-2, 2, len(self.lengths)), kind="stable")
        cuts = np.flatnonzero(np.diff(np.cumsum(self.lengths[order]) // self.schedule.batch)) + 1
        parts = np.split(order, cuts)
        for number in chance.permutation(len(parts)).tolist():
            yield make_batch(parts[number], self.lengths, self.starts, self.device)

    def step(self, batch: SentenceBatch, chance: np.random.Generator, progress: float) -> Tensor:
        """Learn from one batch; `progress` is the share of the training that is over."""
        schedule = self.schedule
        lower = torch.from_numpy(chance.random(len(batch.lengths)) < schedule.lower).to(self.device)
        types = torch.where(lower[batch.sentence], self.lowered[batch.places], self.types[batch.places])
        heads = self.heads[batch.places]
        shown = torch.rand(self.shown.shape, device=self.device) < self.shown
        weights = {**self.weights, "words": self.fixed + self.weights["words"] * shown}
        loss = self._loss(
            self.reader.score(weights, batch, types, heads, schedule.dropout, schedule.blank), batch, heads
        )
        for group in self.optimiser.param_groups:
            group["lr"] = schedule.rate * min(progress / WARM_UP + 0.02, 0.5 + 0.5 * math.cos(math.pi * progress), 1)
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(list(self.weights.values()), CLIP)
        self.optimiser.step()
        self.taken += 1
        kept = min(schedule.decay, (1 + self.taken) / (10 + self.taken))
        with torch.no_grad():
            for name, weight in self.average.items():
                weight.lerp_(self.weights[name], 1 - kept)
        return loss.detach()

    def _loss(self, scores: Scores, batch: SentenceBatch, heads: Tensor) -> Tensor:
        """Cross entropy with the treebank's answers and the teachers'."""
        is_word = heads >= 0
        places = batch.places[is_word]
        soft = torch.from_numpy(self.soft[batch.numbers]).to(self.device)[batch.sentence][is_word]
        arcs = torch.log_softmax(scores.arcs, dim=-1)[batch.sentence, batch.word][is_word]
        cross = partial(self._cross, soft=soft)
        arc_opinion = self._arc_opinion(batch, arcs.shape[-1])
        labels = None if self.opinion is None else self.opinion.labels[places]
        parts = [
            cross(arcs, heads[is_word], 0.0, None if arc_opinion is None else arc_opinion[is_word]),
            cross(torch.log_softmax(scores.labels[is_word], -1), self.deprels[places], self.schedule.smoothing, labels),
        ]
        for kind in TAGS:
            opinion = self.opinion.tags[kind][places] if self.opinion is not None and kind in TAUGHT else None
            logs = torch.log_softmax(scores.tags[kind][is_word], -1)
            loss = cross(logs, self.tags[kind][places], self.schedule.smoothing, opinion)
            parts.append(self.schedule.tag_weight * loss)
        return torch.stack(parts).sum()

    def _cross(self, logs: Tensor, answers: Tensor, smoothing: float, opinion: Tensor | None, soft: Tensor) -> Tensor:
        known = answers >= 0
        hard = -logs.gather(1, answers.clamp(min=0)[:, None])[:, 0]
        if smoothing:
            hard = (1 - smoothing) * hard - smoothing * logs.mean(dim=1)
        hard = hard * known
        if opinion is None:
            return hard.sum() / known.sum().clamp(min=1)
        taught = -(opinion.float() * logs.clamp(min=-100)).sum(dim=1)
        return (hard * (1 - soft) + taught * soft).mean()

    def _arc_opinion(self, batch: SentenceBatch, width: int) -> Tensor | None:
        """The teachers' heads of every word, padded as the scores are."""
        if self.opinion is None:
            return None
        index, inside = arc_places(batch, self.opinion.starts, width)
        return self.opinion.arcs[torch.where(inside, index, 0)] * inside

    def averaged(self) -> dict[str, NDArray[np.float32]]:
        """The moving average of the weights, the fixed vectors added to the table of words."""
        made = {name: weight.detach().cpu().numpy().copy() for name, weight in self.average.items()}
        made["words"] += self.fixed.cpu().numpy()
        return made
