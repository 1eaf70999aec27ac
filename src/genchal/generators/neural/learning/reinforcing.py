"""REINFORCE with a greedy baseline: drawn texts that are better than the greedy one become more probable (Gong).

Most drawn texts are worse. Making these less probable, too, has no end, and with a few draws for a meaning it undoes
what was learnt: rewards of the greedy texts fall instead of rising. So only better ones count.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import torch

from genchal.generators.neural.data.meanings import Meaning, Pair
from genchal.generators.neural.data.sources import Source
from genchal.generators.neural.data.tokens import PAD
from genchal.generators.neural.learning.selection import Counted, CountErrors, sentence_bleu, split_lower
from genchal.generators.neural.network.network import stack_sources
from genchal.generators.neural.writing.decoding import pad_texts, pick_at_random, pick_best, write_rows

if TYPE_CHECKING:
    from genchal.generators.neural.learning.training import Trainer

DRAWN, SHARE = 4, 0.95  # texts that are drawn for a meaning, from the most probable tokens with this share
TOKENS = 20  # of a usual text: a step is as large as one of cross-entropy


def reinforce(trainer: Trainer, pairs: Sequence[Pair], count_errors: CountErrors) -> None:
    """Go over all meanings once."""
    plan = trainer.plan
    references: dict[Meaning, list[Counted]] = {}
    for meaning, text in pairs:
        references.setdefault(meaning, []).append(Counted(split_lower(text)))
    trainer.set_rate(plan.reinforce_rate)
    draw = torch.Generator().manual_seed(int(trainer.rng.integers(2**31)))
    meanings = list(references)
    order = trainer.rng.permutation(len(meanings)).tolist()
    for start in range(0, len(order), plan.batch):
        chosen = [meanings[place] for place in order[start : start + plan.batch]]
        _learn_from_draws(trainer, chosen, [references[meaning] for meaning in chosen], draw, count_errors)


def _learn_from_draws(
    trainer: Trainer,
    meanings: Sequence[Meaning],
    references: Sequence[Sequence[Counted]],
    draw: torch.Generator,
    count_errors: CountErrors,
) -> None:
    """One step, for some meanings and their references."""
    network, longest = trainer.network, trainer.plan.longest
    sources = [trainer.read(meaning) for meaning in meanings]
    batch = stack_sources(sources, network.shape, trainer.device)
    network.eval()
    greedy = [row[0].tokens for row in write_rows([network], batch, longest, pick_best)]
    rows = write_rows([network], batch, longest, pick_at_random(draw, SHARE), times=DRAWN)
    drawn = [(place, text.tokens) for place, row in enumerate(rows) for text in row]

    def reward(place: int, tokens: Sequence[int]) -> float:
        return _reward(trainer, meanings[place], tokens, sources[place], references[place], count_errors)

    floor = [reward(place, tokens) for place, tokens in enumerate(greedy)]
    gains = [reward(place, tokens) - floor[place] for place, tokens in drawn]
    better = [number for number, gain in enumerate(gains) if gain > 0]
    if not better:
        return
    network.train()
    gain = torch.tensor([gains[number] for number in better], device=trainer.device)
    shown = stack_sources([sources[drawn[number][0]] for number in better], network.shape, trainer.device)
    tokens = pad_texts([drawn[number][1] for number in better], trainer.device)
    wanted = tokens[:, 1:]
    scores = network(shown, tokens[:, :-1]).scores.gather(2, wanted.unsqueeze(2))[:, :, 0]
    trainer.descend(-(gain * (scores * (wanted != PAD)).sum(1)).sum() / len(meanings) / TOKENS)


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
