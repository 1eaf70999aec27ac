"""REINFORCE with a greedy baseline: drawn texts that are better than the greedy one become more probable (Gong)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import torch

from genchal.generators.neural.decoding import pad_texts, pick_at_random, pick_best, write_rows
from genchal.generators.neural.meanings import Meaning, Pair
from genchal.generators.neural.network import stack_sources
from genchal.generators.neural.selection import Counted, CountErrors, sentence_bleu, split_lower
from genchal.generators.neural.sources import Source
from genchal.generators.neural.tokens import PAD

if TYPE_CHECKING:
    from genchal.generators.neural.training import Trainer

TOKENS = 20  # of a usual text: a step is as large as one of cross-entropy


def reinforce(trainer: Trainer, pairs: Sequence[Pair], count_errors: CountErrors) -> None:
    """Go over all meanings once."""
    plan, network = trainer.plan, trainer.network
    texts: dict[Meaning, list[Counted]] = {}
    for meaning, text in pairs:
        texts.setdefault(meaning, []).append(Counted(split_lower(text)))
    trainer.set_rate(plan.reinforce_rate)
    draw = torch.Generator().manual_seed(int(trainer.rng.integers(2**31)))
    meanings = list(texts)
    order = trainer.rng.permutation(len(meanings)).tolist()
    for start in range(0, len(order), plan.batch):
        chosen = [meanings[place] for place in order[start : start + plan.batch]]
        sources = [trainer.read(meaning) for meaning in chosen]
        batch = stack_sources(sources, network.shape, trainer.device)
        network.eval()
        drawn, greedy = (
            [row[0].tokens for row in write_rows([network], batch, plan.longest, pick)]
            for pick in (pick_at_random(draw), pick_best)
        )
        rewards = [
            [
                _reward(trainer, meaning, tokens, source, texts[meaning], count_errors)
                for meaning, tokens, source in zip(chosen, written, sources, strict=True)
            ]
            for written in (drawn, greedy)
        ]
        network.train()
        gain = torch.tensor(rewards[0], device=trainer.device) - torch.tensor(rewards[1], device=trainer.device)
        tokens = pad_texts(drawn, trainer.device)
        wanted = tokens[:, 1:]
        scores = network(batch, tokens[:, :-1]).scores.gather(2, wanted.unsqueeze(2))[:, :, 0]
        trainer.descend(-(gain * (scores * (wanted != PAD)).sum(1)).mean() / TOKENS)


def _reward(
    trainer: Trainer,
    meaning: Meaning,
    tokens: Sequence[int],
    source: Source,
    references: Sequence[Counted],
    count_errors: CountErrors,
) -> float:
    """The best sentence BLEU, minus slot errors per slot."""
    text = trainer.codec.write(trainer.codec.words(tokens, source.extra), meaning)
    counted = Counted(split_lower(text))
    best = max(sentence_bleu(counted, reference) for reference in references)
    return best - trainer.plan.error_weight * count_errors(meaning, text) / max(1, len(meaning))
