"""The network: an encoder that reads a meaning, and a decoder that writes tokens, step by step or all at once.

Dimensions in comments: B instances, S places of the source, T steps, F features, V tokens with those to be copied.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from genchal.generators.neural.data.sources import Source
from genchal.generators.neural.data.tokens import PAD, UNKNOWN
from genchal.generators.neural.network.dropout import Dropout
from genchal.generators.neural.network.shape import Shape

TINY = 1e-9  # keeps logarithms finite
READING_SCALE = 0.5  # how much of the state the reading gate hears (Wen et al. 2015)


class SourceBatch(NamedTuple):
    """Sources side by side, padded."""

    slots: Tensor  # B S
    tokens: Tensor  # B S
    copies: Tensor  # B S, numbers of target tokens
    mask: Tensor  # B S, True where there is a place
    features: Tensor  # B F, 0 or 1
    values: Tensor  # B facts words
    extra: int  # how many numbers there are beyond the vocabulary


class Memory(NamedTuple):
    """What an encoder has made of sources."""

    places: Tensor  # B S M
    mask: Tensor  # B S
    copies: Tensor  # B S
    features: Tensor  # B F
    hidden: Tensor  # B H, the decoder's first state
    cell: Tensor  # B H
    extra: int

    def take(self, rows: Tensor) -> Memory:
        """Those of some instances, for beams."""
        places, mask, copies, features, hidden, cell, extra = self
        return Memory(places[rows], mask[rows], copies[rows], features[rows], hidden[rows], cell[rows], extra)


class State(NamedTuple):
    """Where a decoder stands."""

    hidden: Tensor  # B H
    cell: Tensor  # B H
    context: Tensor  # B M, what was attended to last
    unsaid: Tensor  # B F, what the reading gate has left of the meaning
    seen: Tensor  # B S, attention that places have had

    def take(self, rows: Tensor) -> State:
        """Those of some rows, in any order."""
        return State(*(part[rows] for part in self))


class Written(NamedTuple):
    """What a decoder makes of the tokens of a text: log-probabilities of the next one, attention, what is unsaid."""

    scores: Tensor  # B T V
    attention: Tensor  # B T S
    unsaid: Tensor  # B T F


class Heard(NamedTuple):
    """What a decoder hears and attends to at every step of a text, before it chooses among tokens."""

    hidden: Tensor  # B T H
    context: Tensor  # B T M
    inputs: Tensor  # B T, what is heard
    attention: Tensor  # B T S
    unsaid: Tensor  # B T F


def stack_sources(sources: Sequence[Source], shape: Shape, device: torch.device) -> SourceBatch:
    """Pad sources to one length; words of values are there for encoders that read them."""
    length = max(len(source.tokens) for source in sources)
    has_values = shape.encoder == "hierarchical"
    facts = max(len(source.values) for source in sources) if has_values else 0
    words = max(len(value) for source in sources for value in source.values) if has_values else 0
    columns = [
        torch.tensor([row + [PAD] * (length - len(row)) for row in rows])
        for rows in zip(*((source.slots, source.tokens, source.copies) for source in sources), strict=True)
    ]
    mask = torch.tensor([[True] * len(s.tokens) + [False] * (length - len(s.tokens)) for s in sources])
    marks = torch.zeros(len(sources), shape.features)
    for row, source in enumerate(sources):
        marks[row, source.features] = 1.0
    values = torch.zeros(len(sources), facts, words, dtype=torch.long)
    for row, source in enumerate(sources if has_values else ()):
        for place, value in enumerate(source.values):
            values[row, place, : len(value)] = torch.tensor(value)
    extra = max(len(source.extra) for source in sources)
    slots, tokens, copies, mask, marks, values = (part.to(device) for part in (*columns, mask, marks, values))
    return SourceBatch(slots, tokens, copies, mask, marks, values, extra)


class Encoder(nn.Module):
    """Reads sources: by a recurrent network, by convolutions, value by value, or by their features alone."""

    def __init__(self, shape: Shape, dropout: float, unknown_values: float = 0.0) -> None:
        super().__init__()
        self.shape = shape
        self.unknown_values = unknown_values
        width, half = 2 * shape.embedding, shape.cell // 2
        self.slot = nn.Embedding(shape.slots, shape.embedding, padding_idx=PAD)
        self.token = nn.Embedding(shape.tokens, shape.embedding, padding_idx=PAD)
        self.drop = Dropout(dropout)
        self.reader: nn.LSTM | nn.GRU
        if shape.encoder in ("lstm", "hierarchical"):
            self.reader = nn.LSTM(width, half, batch_first=True, bidirectional=True)
        elif shape.encoder == "gru":
            self.reader = nn.GRU(width, half, batch_first=True, bidirectional=True)
            self.summary = nn.GRU(shape.cell, shape.cell, batch_first=True)
        elif shape.encoder == "cnn":
            self.widen = nn.Linear(width, shape.cell)
            self.layers = nn.ModuleList(nn.Conv1d(shape.cell, shape.cell, 3, padding=1) for _ in range(2))
        if shape.encoder == "hierarchical":
            self.value = nn.LSTM(shape.embedding, shape.embedding, batch_first=True)
        self.to_hidden = nn.Linear(shape.features if shape.encoder == "vector" else shape.cell, shape.cell)
        self.to_cell = nn.Linear(shape.features if shape.encoder == "vector" else shape.cell, shape.cell)

    def forward(self, batch: SourceBatch) -> Memory:
        """Read sources."""
        if self.shape.encoder == "vector":
            places = batch.features.new_zeros(*batch.mask.shape, self.shape.cell)
            return self._remember(places, batch.mask, batch, batch.features)
        if self.shape.encoder == "hierarchical":
            return self._read_values(batch)
        embedded = self.drop(torch.cat([self.slot(batch.slots), self.token(batch.tokens)], dim=2))
        if self.shape.encoder == "cnn":
            places = self._convolve(embedded, batch.mask)
            return self._remember(places, batch.mask, batch, _mean(places, batch.mask))
        places, last = self._run(embedded, batch.mask)
        if self.shape.encoder == "gru":
            summary, _ = self.summary(places)
            places, last = summary, _last(summary, batch.mask)
        return self._remember(places, batch.mask, batch, last)

    def _run(self, embedded: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """Outputs of a recurrent network in both directions, and its last states."""
        if bool(mask.all()):  # nothing is padded: the whole batch in one call
            outputs, states = self.reader(embedded)
            hidden = states[0] if isinstance(states, tuple) else states
            return outputs, torch.cat([hidden[0], hidden[1]], dim=1)
        packed = pack_padded_sequence(embedded, mask.sum(1).cpu(), batch_first=True, enforce_sorted=False)
        outputs, states = self.reader(packed)
        hidden = states[0] if isinstance(states, tuple) else states
        places, _ = pad_packed_sequence(outputs, batch_first=True, total_length=mask.shape[1])
        return places, torch.cat([hidden[0], hidden[1]], dim=1)

    def _read_values(self, batch: SourceBatch) -> Memory:
        """A value's words first, then the facts."""
        instances, facts, words = batch.values.shape
        lengths = (batch.values != PAD).sum(2)
        read = self._forget_some(batch.values).view(instances * facts, words)
        outputs, _ = self.value(self.drop(self.token(read)))
        ends = (lengths.view(-1) - 1).clamp(min=0)
        values = outputs[torch.arange(instances * facts, device=ends.device), ends].view(instances, facts, -1)
        mask = lengths > 0
        slots = _first_slots(batch, facts)
        places, last = self._run(torch.cat([self.slot(slots), values], dim=2), mask)
        return self._remember(places, mask, batch, last)

    def _forget_some(self, values: Tensor) -> Tensor:
        """Words of values, some of them unknown in training: else nothing would be learnt of words that are."""
        if not self.training or not self.unknown_values:
            return values
        drawn = torch.from_numpy(self.drop.rng.random(tuple(values.shape))).to(values.device)
        return torch.where((drawn < self.unknown_values) & (values != PAD), UNKNOWN, values)

    def _convolve(self, embedded: Tensor, mask: Tensor) -> Tensor:
        places: Tensor = torch.tanh(self.widen(embedded)) * mask.unsqueeze(2)
        for layer in self.layers:
            places = (places + torch.relu(layer(places.transpose(1, 2))).transpose(1, 2)) * mask.unsqueeze(2)
        return places

    def _remember(self, places: Tensor, mask: Tensor, batch: SourceBatch, summary: Tensor) -> Memory:
        hidden, cell = torch.tanh(self.to_hidden(summary)), torch.tanh(self.to_cell(summary))
        copies = batch.copies if mask.shape == batch.mask.shape else batch.copies[:, : mask.shape[1]]
        return Memory(self.drop(places), mask, copies, batch.features, hidden, cell, batch.extra)


class Decoder(nn.Module):
    """Writes tokens: an LSTM, or one that crosses off what it has said (Wen et al. 2015), with or without attention."""

    def __init__(self, shape: Shape, dropout: float) -> None:
        super().__init__()
        self.shape = shape
        cell = shape.cell
        self.embedding = nn.Embedding(shape.vocabulary, shape.embedding, padding_idx=PAD)
        self.drop = Dropout(dropout)
        self.width = shape.embedding + cell * shape.feeding + shape.embedding * shape.conditioned
        if shape.conditioned:
            self.meaning = nn.Linear(shape.features + cell * shape.hears_summary, shape.embedding)
        self.recurrent = nn.LSTM(self.width, cell, batch_first=True)
        if shape.decoder == "sc-lstm":
            self.gates = nn.Linear(self.width + cell, 4 * cell)
            self.read_input = nn.Linear(self.width, shape.features)
            self.read_state = nn.Linear(cell, shape.features, bias=False)
            self.unsaid = nn.Linear(shape.features, cell, bias=False)
        if shape.has_attention:
            self.query = nn.Linear(cell, cell, bias=False)
            self.combine = nn.Linear(2 * cell, cell)
            if shape.attention != "dot":
                self.key = nn.Linear(cell, cell)
                self.energy = nn.Linear(cell, 1, bias=False)
            if shape.attention == "memory":
                self.history = nn.Linear(1, cell, bias=False)
        if shape.copy:
            self.gate = nn.Linear(2 * cell + self.width, 1)
        self.output = nn.Linear(cell, shape.vocabulary)

    def start(self, memory: Memory) -> State:
        """Before the first token."""
        return State(
            memory.hidden,
            memory.cell,
            memory.hidden.new_zeros(memory.places.shape[0], memory.places.shape[2]),
            memory.features,
            memory.places.new_zeros(memory.mask.shape),
        )

    def step(self, memory: Memory, state: State, tokens: Tensor) -> tuple[Tensor, State, Tensor]:
        """Hear one token each; log-probabilities of the next, the new state, and what was attended to."""
        inputs = self._hear(tokens.unsqueeze(1), memory, state.context.unsqueeze(1))[:, 0]
        hidden, cell, unsaid = self._move(inputs, state)
        scores, context, attention = self._speak(hidden.unsqueeze(1), inputs.unsqueeze(1), memory, state.seen)
        after = State(hidden, cell, context[:, 0], unsaid, state.seen + attention[:, 0])
        return scores[:, 0], after, attention[:, 0]

    def teach(self, memory: Memory, tokens: Tensor) -> Written:
        """Log-probabilities of every next token of a text."""
        heard = self.hear(memory, tokens)
        scores = self._choose(heard.hidden, heard.context, heard.inputs, heard.attention, memory)
        return Written(scores, heard.attention, heard.unsaid)

    def hear(self, memory: Memory, tokens: Tensor) -> Heard:
        """Hear a whole text: all steps at once where none depends on what was attended to before."""
        if self.shape.is_parallel:
            inputs = self._hear(tokens, memory, None)
            hidden, _ = self.recurrent(inputs, (memory.hidden.unsqueeze(0), memory.cell.unsqueeze(0)))
            context, attention = self._attend(hidden, memory, None)
            return Heard(hidden, context, inputs, attention, memory.features.unsqueeze(1))
        state = self.start(memory)
        embedded = self.drop(self.embedding(tokens))
        steps: list[tuple[Tensor, ...]] = []
        for place in range(tokens.shape[1]):
            inputs = self._join(embedded[:, place : place + 1], memory, state.context.unsqueeze(1))[:, 0]
            hidden, cell, unsaid = self._move(inputs, state)
            context, attention = self._attend(hidden.unsqueeze(1), memory, state.seen)
            state = State(hidden, cell, context[:, 0], unsaid, state.seen + attention[:, 0])
            steps.append((hidden, context[:, 0], inputs, attention[:, 0], unsaid))
        return Heard(*(torch.stack(parts, 1) for parts in zip(*steps, strict=True)))

    def show(self, hidden: Tensor, context: Tensor) -> Tensor:
        """What the output layer is given."""
        shown = torch.tanh(self.combine(torch.cat([hidden, context], dim=2))) if self.shape.has_attention else hidden
        found: Tensor = self.drop(shown)
        return found

    def _hear(self, tokens: Tensor, memory: Memory, context: Tensor | None) -> Tensor:
        return self._join(self.drop(self.embedding(tokens)), memory, context)

    def _join(self, embedded: Tensor, memory: Memory, context: Tensor | None) -> Tensor:
        parts = [embedded]
        if self.shape.feeding and context is not None:
            parts.append(context)
        if self.shape.conditioned:
            heard = [memory.features, memory.hidden] if self.shape.hears_summary else [memory.features]
            meaning = torch.tanh(self.meaning(torch.cat(heard, dim=1)))
            parts.append(meaning.unsqueeze(1).expand(-1, embedded.shape[1], -1))
        return torch.cat(parts, dim=2)

    def _move(self, inputs: Tensor, state: State) -> tuple[Tensor, Tensor, Tensor]:
        """The recurrent network's next state; the reading gate crosses off what is said (Wen et al. 2015, eq. 7-8)."""
        if self.shape.decoder == "lstm":
            _, (hidden, cell) = self.recurrent(
                inputs.unsqueeze(1), (state.hidden.unsqueeze(0).contiguous(), state.cell.unsqueeze(0).contiguous())
            )
            return hidden[0], cell[0], state.unsaid
        admit, forget, show, fresh = self.gates(torch.cat([inputs, state.hidden], dim=1)).chunk(4, dim=1)
        reading = torch.sigmoid(self.read_input(inputs) + READING_SCALE * self.read_state(state.hidden))
        unsaid = reading * state.unsaid
        cell = torch.sigmoid(forget) * state.cell + torch.sigmoid(admit) * torch.tanh(fresh)
        cell = cell + torch.tanh(self.unsaid(unsaid))
        return torch.sigmoid(show) * torch.tanh(cell), cell, unsaid

    def _speak(
        self, hidden: Tensor, inputs: Tensor, memory: Memory, seen: Tensor | None
    ) -> tuple[Tensor, Tensor, Tensor]:
        context, attention = self._attend(hidden, memory, seen)
        return self._choose(hidden, context, inputs, attention, memory), context, attention

    def _attend(self, hidden: Tensor, memory: Memory, seen: Tensor | None) -> tuple[Tensor, Tensor]:
        """Weights of all places at every step, and their weighted mean."""
        steps = hidden.shape[1]
        if not self.shape.has_attention:
            nothing = memory.places.new_zeros(len(memory.places), steps, memory.places.shape[1])
            return memory.places.new_zeros(len(memory.places), steps, memory.places.shape[2]), nothing
        if self.shape.attention == "dot":
            energies = self.query(hidden) @ memory.places.transpose(1, 2)
        else:
            mixed = self.query(hidden).unsqueeze(2) + self.key(memory.places).unsqueeze(1)
            if self.shape.attention == "memory" and seen is not None:
                mixed = mixed + self.history(seen.unsqueeze(2)).unsqueeze(1)
            energies = self.energy(torch.tanh(mixed)).squeeze(3)
        attention = torch.softmax(energies.masked_fill(~memory.mask.unsqueeze(1), -torch.inf), dim=2)
        return attention @ memory.places, attention

    def _choose(self, hidden: Tensor, context: Tensor, inputs: Tensor, attention: Tensor, memory: Memory) -> Tensor:
        """Log-probabilities of the vocabulary, and of what is copied."""
        logits = self.output(self.show(hidden, context))
        if not self.shape.copy:
            return torch.log_softmax(logits, dim=2)
        written = torch.sigmoid(self.gate(torch.cat([hidden, context, inputs], dim=2)))
        chosen = torch.softmax(logits, dim=2) * written
        room = chosen.new_zeros(*chosen.shape[:2], memory.extra)
        places = memory.copies.unsqueeze(1).expand(-1, chosen.shape[1], -1)
        mixed = torch.cat([chosen, room], dim=2).scatter_add(2, places, attention * (1 - written))
        return torch.log(mixed + TINY)


class Network(nn.Module):
    """Encoder and decoder."""

    def __init__(self, shape: Shape, dropout: float = 0.0, unknown_values: float = 0.0) -> None:
        super().__init__()
        self.shape = shape
        self.encoder = Encoder(shape, dropout, unknown_values)
        self.decoder = Decoder(shape, dropout)

    def forward(self, batch: SourceBatch, tokens: Tensor) -> Written:
        """Log-probabilities of texts whose tokens are given, start first; copied tokens are heard as unknown."""
        return self.decoder.teach(self.encoder(batch), hearable(tokens, self.shape.vocabulary))

    def hear(self, batch: SourceBatch, tokens: Tensor) -> Heard:
        """The same before tokens are chosen."""
        return self.decoder.hear(self.encoder(batch), hearable(tokens, self.shape.vocabulary))

    def draw_from(self, rng: np.random.Generator) -> None:
        """Let dropout draw from this generator."""
        self.encoder.drop.rng = self.decoder.drop.rng = rng


def hearable(tokens: Tensor, vocabulary: int) -> Tensor:
    """Numbers that a decoder has an embedding for: words beyond the vocabulary are unknown to it."""
    return torch.where(tokens < vocabulary, tokens, torch.full_like(tokens, UNKNOWN))


def _first_slots(batch: SourceBatch, facts: int) -> Tensor:
    """The slot of every fact: in the layout "facts" a place each."""
    return batch.slots[:, :facts]


def _mean(places: Tensor, mask: Tensor) -> Tensor:
    return (places * mask.unsqueeze(2)).sum(1) / mask.sum(1, keepdim=True).clamp(min=1)


def _last(places: Tensor, mask: Tensor) -> Tensor:
    ends = (mask.sum(1) - 1).clamp(min=0)
    return places[torch.arange(len(places), device=ends.device), ends]
