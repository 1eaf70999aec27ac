"""What training makes small: cross-entropy, and penalties that belong to some of the systems."""

from __future__ import annotations

import torch
from torch import Tensor

from genchal.generators.neural.network import Written
from genchal.generators.neural.tokens import PAD

GATE_STEP, GATE_BASE = 1e-4, 100.0  # the reading gate closes slot by slot: eta and xi of Wen et al. (2015)


def cross_entropy(written: Written, wanted: Tensor, smoothing: float = 0.0) -> Tensor:
    """Mean negative log-probability of the wanted tokens; `smoothing` is the share that all others are given."""
    found = written.scores.gather(2, wanted.unsqueeze(2))[:, :, 0]
    is_token = wanted != PAD
    loss = -found
    if smoothing:
        loss = (1 - smoothing) * loss - smoothing * written.scores.clamp(min=-20).mean(2)
    return (loss * is_token).sum() / is_token.sum()


def attention_sum(written: Written, wanted: Tensor, mask: Tensor) -> Tensor:
    """How far every place of the source is from being attended to once (Zhang et al. 2018)."""
    totals = (written.attention * (wanted != PAD).unsqueeze(2)).sum(1)
    return (((totals - 1) ** 2) * mask).sum() / mask.sum()


def gate_penalty(written: Written, features: Tensor, wanted: Tensor) -> Tensor:
    """What is left unsaid at the end, and slots that are crossed off many at once (Wen et al. 2015, eq. 9)."""
    is_token = (wanted != PAD).float()
    ends = is_token.sum(1).long() - 1
    last = written.unsaid[torch.arange(len(ends), device=ends.device), ends]
    before = torch.cat([features.unsqueeze(1), written.unsaid[:, :-1]], dim=1)
    moved = (before - written.unsaid).norm(dim=2)
    closing: Tensor = GATE_STEP * torch.pow(GATE_BASE, moved) * is_token
    penalty: Tensor = (last.norm(dim=1) + closing.sum(1)).mean()
    return penalty
