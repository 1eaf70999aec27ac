"""The training of one network: batches, losses, early stopping by what is written for the development set."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
import torch

from genchal.generators.neural.data.meanings import Meaning, Pair
from genchal.generators.neural.data.pairs import shuffle_facts
from genchal.generators.neural.data.sources import Codec, Source
from genchal.generators.neural.data.tokens import PAD
from genchal.generators.neural.learning.progress import Arrays, Progress, TrainingState
from genchal.generators.neural.learning.reinforcing import reinforce
from genchal.generators.neural.learning.selection import CountErrors, References, split_lower
from genchal.generators.neural.network.devices import choose_device, has_short_products, load_weights, read_weights
from genchal.generators.neural.network.losses import attention_sum, cross_entropy, gate_penalty, output_cross_entropy
from genchal.generators.neural.network.network import Heard, Network, SourceBatch, Written, hearable, stack_sources
from genchal.generators.neural.network.shape import Shape
from genchal.generators.neural.network.text_classifier import TextClassifier, train_text_classifier
from genchal.generators.neural.writing.decoding import pad_texts, pick_best, score_texts, write_rows

CLASSIFIER_EPOCHS = 2
COUNTED = ("passes", "reinforced", "waited", "best_score")  # of a trainer, kept with its weights
CLIP = 5.0  # longest gradient
POOL = 50  # batches whose texts are sorted by length together
WRITING = 256  # instances that are written for at once
Report = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Plan:
    """How a network is trained."""

    epochs: int = 20
    patience: int = 4
    batch: int = 64
    rate: float = 2e-3
    decay: float = 0.9
    dropout: float = 0.1
    smoothing: float = 0.0
    unknown_values: float = 0.0
    attention_sum: float = 0.0
    gate_penalty: float = 0.0
    classifier_loss: float = 0.0
    reinforce: int = 0
    reinforce_rate: float = 1e-4
    error_weight: float = 1.0
    shuffled: bool = False
    longest: int = 80
    precision: Literal["mixed", "full"] = "mixed"
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Development:
    """What a network is chosen by: meanings with their references, a count of slot errors, and who writes."""

    meanings: Sequence[Meaning]
    references: References
    count_errors: CountErrors
    write: Callable[[Shape, Arrays], Sequence[str]] | None = None  # without it the outputs are greedy

    def judge_tokens(self, codec: Codec, outputs: Sequence[Sequence[str]]) -> float:
        """How good outputs are that have placeholders."""
        words = [codec.vocabulary.words(output) for output in outputs]
        return self.judge([codec.write(output, meaning) for output, meaning in zip(words, self.meanings, strict=True)])

    def judge(self, texts: Sequence[str]) -> float:
        """BLEU minus slot errors per slot."""
        errors = sum(self.count_errors(meaning, text) for meaning, text in zip(self.meanings, texts, strict=True))
        slots = max(1, sum(map(len, self.meanings)))
        return self.references.bleu([split_lower(text) for text in texts]) - errors / slots


@dataclass(slots=True)
class Trainer:
    """A network while it is trained."""

    codec: Codec
    network: Network
    plan: Plan
    report: Report
    rng: np.random.Generator
    device: torch.device
    optimiser: torch.optim.Optimizer
    is_mixed: bool = False
    classifier: TextClassifier | None = None
    passes: int = 0
    reinforced: int = 0  # passes of reinforcement
    waited: int = 0  # passes since the best one
    best: Arrays = field(default_factory=dict)
    best_score: float = -math.inf
    sources: dict[Meaning, Source] = field(default_factory=dict)
    texts: dict[tuple[Meaning, str], list[int]] = field(default_factory=dict)

    @classmethod
    def start(cls, codec: Codec, shape: Shape, plan: Plan, report: Report, first: Arrays | None = None) -> Trainer:
        """Set up a network with random weights, or with those that it goes on from."""
        torch.manual_seed(plan.seed)
        torch.set_num_threads(1)
        device = choose_device()
        if device.type == "cpu":
            torch.use_deterministic_algorithms(True)
            # Nothing here reads what it has not written.
            torch.utils.deterministic.fill_uninitialized_memory = False  # type: ignore[attr-defined]
        network = Network(shape, plan.dropout, plan.unknown_values).to(device)
        if first is not None:
            load_weights(network, first)
        optimiser = torch.optim.Adam(network.parameters(), lr=plan.rate, fused=True)
        rng = np.random.default_rng(plan.seed)
        network.draw_from(rng)
        # Step by step, states would be rounded at every step; probabilities of copying are too small for 16 bits.
        is_safe = shape.is_parallel and not shape.copy and not plan.classifier_loss
        is_mixed = is_safe and plan.precision == "mixed" and has_short_products(device)
        return cls(codec, network, plan, report, rng, device, optimiser, is_mixed, best=read_weights(network))

    def train(self, pairs: Sequence[Pair], development: Development, progress: Progress, name: str) -> Arrays:
        """Train until the development set gets no better; the best weights."""
        if name in progress.finished:
            return progress.finished[name]
        if self.plan.classifier_loss:
            self.classifier = self._train_classifier(pairs)
        if name in progress.current:
            self._go_on_from(progress.current[name])
        while self.passes < self.plan.epochs and self.waited < self.plan.patience and not self.reinforced:
            began = time.perf_counter()
            self.set_rate(self.plan.rate * self.plan.decay**self.passes)
            loss = self._teach(pairs)
            self.passes += 1
            score = self._judge(development)
            seconds = time.perf_counter() - began
            self.report(f"pass {self.passes}: loss {loss:.3f}, development {score:.4f}, {seconds:.0f} s")
            progress.keep(name, self._state())
        if not self.reinforced:
            load_weights(self.network, self.best)
            if self.plan.reinforce:  # the best pass of reinforcement is what is asked for, whatever came before it
                self.best_score = -math.inf
        while self.reinforced < self.plan.reinforce:
            began = time.perf_counter()
            reinforce(self, pairs, development.count_errors)
            self.reinforced += 1
            score = self._judge(development)
            seconds = time.perf_counter() - began
            self.report(f"reinforcement {self.reinforced}: development {score:.4f}, {seconds:.0f} s")
            progress.keep(name, self._state())
        return progress.finish(name, self.best, self.best_score)

    def _judge(self, development: Development) -> float:
        """How good the network is now; of equals the later one is the best, which has learnt more."""
        if development.write is None:
            score = development.judge_tokens(self.codec, self.write(development.meanings))
        else:
            score = development.judge(development.write(self.network.shape, read_weights(self.network)))
        self.waited += 1
        if score >= self.best_score:
            self.best, self.best_score, self.waited = read_weights(self.network), score, 0
        return score

    def _state(self) -> TrainingState:
        moments = {
            f"{number}.{key}": moment.cpu().numpy().copy()
            for number, parts in self.optimiser.state_dict()["state"].items()
            for key, moment in parts.items()
        }
        values = {name: getattr(self, name) for name in COUNTED}
        values["rng"] = self.rng.bit_generator.state
        return TrainingState(read_weights(self.network), self.best, moments, values)

    def _go_on_from(self, state: TrainingState) -> None:
        """Stand where a killed training stood."""
        for name in COUNTED:
            setattr(self, name, state.values[name])
        self.rng.bit_generator.state = state.values["rng"]
        self.best = dict(state.best)
        load_weights(self.network, state.weights)
        moments: dict[int, dict[str, torch.Tensor]] = {}
        for place, array in state.optimiser.items():
            number, _, key = place.partition(".")
            moments.setdefault(int(number), {})[key] = torch.from_numpy(array)
        self.optimiser.load_state_dict({**self.optimiser.state_dict(), "state": moments})
        self.report(f"goes on after pass {self.passes}, best development {self.best_score:.4f}")

    def set_rate(self, rate: float) -> None:
        """Learn so fast from now on."""
        for group in self.optimiser.param_groups:
            group["lr"] = rate

    def write(self, meanings: Sequence[Meaning]) -> list[list[str]]:
        """Greedy outputs, as tokens."""
        self.network.eval()
        found: list[list[str]] = []
        for start in range(0, len(meanings), WRITING):
            sources = [self.codec.read(meaning) for meaning in meanings[start : start + WRITING]]
            batch = stack_sources(sources, self.network.shape, self.device)
            rows = write_rows([self.network], batch, self.plan.longest, pick_best)
            found += [self._tokens(row[0].tokens, source) for row, source in zip(rows, sources, strict=True)]
        return found

    def score(self, pairs: Sequence[Pair]) -> list[float]:
        """Log-probabilities of texts, a token each."""
        self.network.eval()
        found: list[float] = []
        for start in range(0, len(pairs), WRITING):
            sources = [self.read(meaning) for meaning, _ in pairs[start : start + WRITING]]
            texts = [
                self._encode(meaning, text, source)
                for (meaning, text), source in zip(pairs[start : start + WRITING], sources, strict=True)
            ]
            batch = stack_sources(sources, self.network.shape, self.device)
            totals = score_texts(self.network, batch, texts)
            found += [total / (len(text) + 1) for total, text in zip(totals, texts, strict=True)]
        return found

    def _tokens(self, numbers: Sequence[int], source: Source) -> list[str]:
        return self.codec.words(numbers, source.extra)

    def _teach(self, pairs: Sequence[Pair]) -> float:
        self.network.train()
        losses: list[torch.Tensor] = []
        for sources, texts in self._batches(pairs):
            losses.append(self._learn(stack_sources(sources, self.network.shape, self.device), texts))
        return float(torch.stack(losses).mean()) if losses else math.nan

    def _learn(self, batch: SourceBatch, texts: Sequence[Sequence[int]]) -> torch.Tensor:
        """A step; its cross-entropy."""
        tokens = pad_texts(texts, self.device)
        wanted, shape, decoder = tokens[:, 1:], self.network.shape, self.network.decoder
        heard: Heard | Written
        with self._mixed():
            if shape.copy or self.classifier is not None:  # these need the probabilities of all tokens
                heard = written = self.network(batch, tokens[:, :-1])
            else:
                heard = self.network.hear(batch, tokens[:, :-1])
                shown = decoder.show(heard.hidden, heard.context)
        if isinstance(heard, Written):
            loss = cross_entropy(written, wanted, self.plan.smoothing)
        else:
            loss = output_cross_entropy(shown, decoder.output, wanted, self.plan.smoothing)
        found = loss.detach()
        if self.plan.attention_sum:
            mask = batch.mask[:, : heard.attention.shape[2]]
            loss = loss + self.plan.attention_sum * attention_sum(heard.attention, wanted, mask)
        if self.plan.gate_penalty and shape.decoder == "sc-lstm":
            loss = loss + self.plan.gate_penalty * gate_penalty(heard.unsaid, batch.features, wanted)
        if self.classifier is not None and isinstance(heard, Written):
            judged = self.classifier.hear_probabilities(heard.scores, wanted != PAD)
            wrong = torch.nn.functional.binary_cross_entropy_with_logits(judged, batch.features)
            loss = loss + self.plan.classifier_loss * wrong
        self.descend(loss)
        return found

    def _mixed(self) -> torch.autocast:
        """Products in half precision where the processor has instructions for them."""
        return torch.autocast(self.device.type, torch.bfloat16, enabled=self.is_mixed)

    def _train_classifier(self, pairs: Sequence[Pair]) -> TextClassifier:
        def batches() -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
            for _ in range(CLASSIFIER_EPOCHS):
                for sources, texts in self._batches(pairs):
                    tokens = hearable(pad_texts(texts, self.device)[:, 1:], len(self.codec.vocabulary))
                    yield tokens, stack_sources(sources, self.network.shape, self.device).features

        shape = self.network.shape
        return train_text_classifier(batches(), shape.vocabulary, shape.features, self.device)

    def descend(self, loss: torch.Tensor) -> None:
        """Make a step that makes the loss smaller."""
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), CLIP)
        self.optimiser.step()

    def _batches(self, pairs: Sequence[Pair]) -> Iterator[tuple[list[Source], list[list[int]]]]:
        """Batches of texts of about one length, in random order."""
        encoded: list[tuple[Source, list[int]]] = []
        for meaning, text in pairs:
            shown = shuffle_facts(meaning, self.rng) if self.plan.shuffled else meaning
            source = self.read(shown)
            encoded.append((source, self._encode(meaning, text, source)))
        order = self.rng.permutation(len(encoded)).tolist()
        size = self.plan.batch
        batches = []
        for start in range(0, len(order), size * POOL):
            pool = sorted(order[start : start + size * POOL], key=lambda place: len(encoded[place][1]))
            batches += [pool[at : at + size] for at in range(0, len(pool), size)]
        for place in self.rng.permutation(len(batches)).tolist():
            chosen = [encoded[row] for row in batches[place]]
            yield [source for source, _ in chosen], [text for _, text in chosen]

    def read(self, meaning: Meaning) -> Source:
        """A meaning as numbers."""
        if meaning not in self.sources:
            self.sources[meaning] = self.codec.read(meaning)
        return self.sources[meaning]

    def _encode(self, meaning: Meaning, text: str, source: Source) -> list[int]:
        if source.extra and self.plan.shuffled:  # numbers of what is copied depend on the order of the facts
            return self.codec.encode(meaning, text, source)[: self.plan.longest]
        key = (meaning, text)
        if key not in self.texts:
            self.texts[key] = self.codec.encode(meaning, text, source)[: self.plan.longest]
        return self.texts[key]
