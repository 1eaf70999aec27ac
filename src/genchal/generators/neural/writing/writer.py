"""Candidates of trained networks for meanings, judged."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import torch

from genchal.generators.neural.data.meanings import Meaning
from genchal.generators.neural.data.sources import Source
from genchal.generators.neural.network.devices import choose_device, load_weights
from genchal.generators.neural.network.network import Network, SourceBatch, stack_sources
from genchal.generators.neural.writing.choosing import Judged, normalise
from genchal.generators.neural.writing.decoding import (
    Candidate,
    pick_at_random,
    pick_best,
    score_texts,
    search_beams,
    write_rows,
)

if TYPE_CHECKING:
    from genchal.generators.neural.generator import Learnt, Neural


class Writer:
    """Networks that are ready to write."""

    def __init__(self, settings: Neural, learnt: Learnt, seed: int) -> None:
        torch.set_num_threads(1)
        self.settings = settings
        self.codec = learnt.codec
        self.first = learnt.first if settings.use_first_words else ()
        self.device = choose_device()
        self.networks: list[Network] = []
        for shape, weights in zip(learnt.shapes, learnt.weights, strict=True):
            network = Network(shape).to(self.device)
            load_weights(network, dict(weights))
            self.networks.append(network.eval())
        # Encoders that read values word by word need more of a source than others; one batch serves all networks.
        self.shape = next((shape for shape in learnt.shapes if shape.encoder == "hierarchical"), learnt.shapes[0])
        self.draw = torch.Generator().manual_seed(seed)

    def offer(self, meanings: Sequence[Meaning]) -> list[list[Judged]]:
        """Candidates for each meaning."""
        sources = [self.codec.read(meaning) for meaning in meanings]
        batch = stack_sources(sources, self.shape, self.device)
        lists = self._search(batch)
        if self.settings.combine == "lists" or self.settings.search == "both":
            lists = self._score_again(lists, sources)
        return [
            [self._judge(candidate, meaning, source) for candidate in candidates]
            for candidates, meaning, source in zip(lists, meanings, sources, strict=True)
        ]

    def _search(self, batch: SourceBatch) -> list[list[Candidate]]:
        found: list[list[Candidate]] = [[] for _ in range(len(batch.mask))]
        teams = [[network] for network in self.networks] if self.settings.combine == "lists" else [self.networks]
        if self.settings.search == "both" and len(self.networks) > 1:
            teams = [self.networks, *([network] for network in self.networks)]
        for team in teams:
            for candidates, more in zip(found, self._search_with(team, batch), strict=True):
                candidates.extend(more)
        return [list({candidate.tokens: candidate for candidate in candidates}.values()) for candidates in found]

    def _search_with(self, team: Sequence[Network], batch: SourceBatch) -> list[list[Candidate]]:
        how, longest = self.settings, self.settings.longest
        if self.first:
            return write_rows(team, batch, longest, pick_best, first=self.first)
        if how.search == "greedy":
            return write_rows(team, batch, longest, pick_best)
        drawn: list[list[Candidate]] = [[] for _ in range(len(batch.mask))]
        if how.search in ("samples", "both") and (how.search == "samples" or len(team) == 1):
            pick = pick_at_random(self.draw, how.share, how.temperature)
            drawn = write_rows(team, batch, longest, pick, times=how.samples)
        if how.search == "samples":
            return drawn
        beams = search_beams(team, batch, how.beam, longest)
        return [[*beam, *more] for beam, more in zip(beams, drawn, strict=True)]

    def _score_again(self, lists: Sequence[Sequence[Candidate]], sources: Sequence[Source]) -> list[list[Candidate]]:
        """Candidates of different origin on one scale: the mean log-probability of all networks."""
        rows = [(place, candidate) for place, candidates in enumerate(lists) for candidate in candidates]
        again: list[list[Candidate]] = [[] for _ in lists]
        for start in range(0, len(rows), 512):
            chunk = rows[start : start + 512]
            batch = stack_sources([sources[place] for place, _ in chunk], self.shape, self.device)
            texts = [candidate.tokens for _, candidate in chunk]
            scores = [score_texts(network, batch, texts) for network in self.networks]
            for (place, candidate), *values in zip(chunk, *scores, strict=True):
                again[place].append(candidate._replace(score=sum(values) / len(values)))
        return again

    def _judge(self, candidate: Candidate, meaning: Meaning, source: Source) -> Judged:
        words = self.codec.words(candidate.tokens, source.extra)
        score = normalise(candidate.score, len(candidate.tokens), self.settings.length_power)
        score -= self.settings.coverage * candidate.uncovered
        errors = self.settings.judge(meaning, words, source)
        return Judged(tuple(words), self.codec.write(words, meaning), score, errors)
