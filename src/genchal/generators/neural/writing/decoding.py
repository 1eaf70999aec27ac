"""Writing with networks: greedily, by beams, or by drawing; several networks write together, token by token."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import torch
from torch import Tensor

from genchal.generators.neural.data.tokens import END, PAD, START, UNKNOWN
from genchal.generators.neural.network.network import Memory, Network, SourceBatch, State, hearable

NEVER = (PAD, START, UNKNOWN)  # tokens that no text has


class Candidate(NamedTuple):
    """A text that could be the output: its tokens, their summed log-probability, and how far attention is from once."""

    tokens: tuple[int, ...]
    score: float
    uncovered: float = 0.0


class Writers:
    """Networks that write together: the probability of a token is the mean of theirs."""

    def __init__(self, networks: Sequence[Network], batch: SourceBatch) -> None:
        self.networks = networks
        self.vocabulary = networks[0].shape.vocabulary
        self.memories: list[Memory] = [network.encoder(batch) for network in networks]
        self.states: list[State] = [
            network.decoder.start(memory) for network, memory in zip(networks, self.memories, strict=True)
        ]

    def repeat(self, times: int) -> None:
        """Write several texts for each source."""
        rows = torch.arange(len(self.memories[0].mask), device=self.memories[0].mask.device).repeat_interleave(times)
        self.memories = [memory.take(rows) for memory in self.memories]
        self.reorder(rows)

    def reorder(self, rows: Tensor) -> None:
        """Go on from the states of these rows; each is of the same source as the row whose place it takes."""
        self.states = [state.take(rows) for state in self.states]

    def step(self, tokens: Tensor) -> Tensor:
        """Hear a token each; log-probabilities of the next."""
        found = []
        for place, network in enumerate(self.networks):
            scores, self.states[place], _ = network.decoder.step(
                self.memories[place], self.states[place], hearable(tokens, self.vocabulary)
            )
            found.append(scores)
        scores = found[0] if len(found) == 1 else torch.logsumexp(torch.stack(found), 0) - math.log(len(found))
        scores[:, NEVER] = -torch.inf
        return scores

    @property
    def uncovered(self) -> Tensor:
        """How far the attention that places have had is from 1, summed over places."""
        return ((1 - self.states[0].seen).abs() * self.memories[0].mask).sum(1)


@torch.no_grad()
def search_beams(networks: Sequence[Network], batch: SourceBatch, beam: int, longest: int) -> list[list[Candidate]]:
    """The most probable texts that a beam of this width finds, best first."""
    count, device = len(batch.mask), batch.mask.device
    writers = Writers(networks, batch)
    writers.repeat(beam)
    totals = torch.full((count, beam), -torch.inf, device=device)
    totals[:, 0] = 0.0
    texts = torch.zeros(count * beam, 0, dtype=torch.long, device=device)
    last = torch.full((count * beam,), START, device=device)
    is_done = torch.zeros(count * beam, dtype=torch.bool, device=device)
    uncovered = torch.zeros(count * beam, device=device)
    offsets = torch.arange(count, device=device).unsqueeze(1) * beam
    for _ in range(longest):
        scores = writers.step(last)
        scores[is_done] = -torch.inf
        scores[is_done, PAD] = 0.0
        size = scores.shape[1]
        totals, chosen = (totals.unsqueeze(2) + scores.view(count, beam, size)).view(count, -1).topk(beam, dim=1)
        rows, last = (offsets + chosen // size).view(-1), (chosen % size).view(-1)
        writers.reorder(rows)
        texts = torch.cat([texts[rows], last.unsqueeze(1)], dim=1)
        was_done = is_done[rows]
        uncovered = torch.where(was_done, uncovered[rows], writers.uncovered)
        is_done = was_done | (last == END)
        if bool(is_done.all()):
            break
    return _candidates(texts, totals.view(-1), uncovered, beam)


@torch.no_grad()
def write_rows(
    networks: Sequence[Network],
    batch: SourceBatch,
    longest: int,
    pick: Callable[[Tensor], Tensor],
    times: int = 1,
    first: Sequence[int] = (),
) -> list[list[Candidate]]:
    """Texts whose tokens are picked one after the other, `times` for each instance; or one for each `first` token."""
    times = len(first) or times
    count, device = len(batch.mask), batch.mask.device
    writers = Writers(networks, batch)
    writers.repeat(times)
    last = torch.full((count * times,), START, device=device)
    is_done = torch.zeros(count * times, dtype=torch.bool, device=device)
    totals = torch.zeros(count * times, device=device)
    uncovered = torch.zeros(count * times, device=device)
    texts = []
    for place in range(longest):
        scores = writers.step(last)
        chosen = torch.tensor(first, device=device).repeat(count) if first and place == 0 else pick(scores)
        totals = totals + torch.where(is_done, 0.0, scores.gather(1, chosen.unsqueeze(1))[:, 0])
        last = torch.where(is_done, PAD, chosen)
        texts.append(last)
        uncovered = torch.where(is_done, uncovered, writers.uncovered)
        is_done = is_done | (last == END)
        if bool(is_done.all()):
            break
    return _candidates(torch.stack(texts, dim=1), totals, uncovered, times)


def pick_best(scores: Tensor) -> Tensor:
    """The most probable token."""
    return scores.argmax(1)


def pick_at_random(rng: torch.Generator, share: float = 1.0, temperature: float = 1.0) -> Callable[[Tensor], Tensor]:
    """A token drawn from the most probable ones, which together have this share of the probability (nucleus)."""

    def pick(scores: Tensor) -> Tensor:
        ordered, places = torch.softmax(scores / temperature, dim=1).sort(dim=1, descending=True)
        ordered = torch.where(ordered.cumsum(1) - ordered < share, ordered, 0.0)
        drawn = torch.multinomial(ordered.cpu(), 1, generator=rng).to(scores.device)
        return places.gather(1, drawn)[:, 0]

    return pick


@torch.no_grad()
def score_texts(network: Network, batch: SourceBatch, texts: Sequence[Sequence[int]]) -> list[float]:
    """Summed log-probabilities of given texts, one for each source."""
    tokens = pad_texts(texts, batch.mask.device)
    written = network(batch, tokens[:, :-1]).scores
    wanted = tokens[:, 1:]
    found = written.gather(2, wanted.unsqueeze(2))[:, :, 0]
    return [float(score) for score in torch.where(wanted != PAD, found, 0.0).sum(1)]


def pad_texts(texts: Sequence[Sequence[int]], device: torch.device) -> Tensor:
    """Start, tokens, end, and padding to one length."""
    length = max(map(len, texts)) + 2
    return torch.tensor([[START, *text, END, *[PAD] * (length - 2 - len(text))] for text in texts], device=device)


def _candidates(texts: Tensor, totals: Tensor, uncovered: Tensor, each: int) -> list[list[Candidate]]:
    """Rows as candidates of their instances, best first; the same text once."""
    found: list[list[Candidate]] = []
    for place, (row, total, left) in enumerate(zip(texts.tolist(), totals.tolist(), uncovered.tolist(), strict=True)):
        if place % each == 0:
            found.append([])
        end = row.index(END) if END in row else len(row)
        if total > -math.inf:
            found[-1].append(Candidate(tuple(row[:end]), total, left))
    return [
        sorted({candidate.tokens: candidate for candidate in rows}.values(), key=lambda found: (-found.score, found))
        for rows in found
    ]
