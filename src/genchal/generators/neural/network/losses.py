"""What training makes small: cross-entropy, and penalties that belong to some of the systems."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn

from genchal.generators.neural.data.tokens import PAD
from genchal.generators.neural.network.network import Written

GATE_STEP, GATE_BASE = 1e-4, 100.0  # the reading gate closes slot by slot: eta and xi of Wen et al. (2015)
ROWS = 512  # tokens whose probabilities are in memory at once: few enough for the processor's cache


def cross_entropy(written: Written, wanted: Tensor, smoothing: float = 0.0) -> Tensor:
    """Mean negative log-probability of the wanted tokens; `smoothing` is the share that all others are given."""
    found = written.scores.gather(2, wanted.unsqueeze(2))[:, :, 0]
    is_token = wanted != PAD
    loss = -found
    if smoothing:
        loss = (1 - smoothing) * loss - smoothing * written.scores.clamp(min=-20).mean(2)
    return (loss * is_token).sum() / is_token.sum()


def output_cross_entropy(shown: Tensor, output: nn.Linear, wanted: Tensor, smoothing: float = 0.0) -> Tensor:
    """The same from what goes into the output layer (B T H), without probabilities of the whole vocabulary in memory.

    It takes a third of the time: the vocabulary is gone over once, and gradients are made on the way.
    """
    is_token = wanted != PAD
    loss: Tensor = _OutputCrossEntropy.apply(  # type: ignore[no-untyped-call]
        shown[is_token], output.weight, output.bias, wanted[is_token], smoothing
    )
    return loss


class _OutputCrossEntropy(torch.autograd.Function):
    """Linear layer, softmax and cross-entropy in one, over some rows after the other."""

    @staticmethod
    def forward(ctx: Any, shown: Tensor, weight: Tensor, bias: Tensor, wanted: Tensor, smoothing: float) -> Tensor:
        kind, size = shown.dtype, len(weight)
        layer, shift = weight.to(kind), bias.to(kind)
        total = torch.zeros((), device=shown.device)
        grad_shown, grad_weight, grad_bias = torch.empty_like(shown), torch.zeros_like(weight), torch.zeros_like(bias)
        for start in range(0, len(shown), ROWS):
            inputs, targets = shown[start : start + ROWS], wanted[start : start + ROWS].unsqueeze(1)
            scores = torch.addmm(shift, inputs, layer.t()).float()
            scores -= scores.amax(1, keepdim=True)
            found = (1 - smoothing) * scores.gather(1, targets).sum()
            if smoothing:
                found = found + smoothing / size * scores.sum()
            chances = scores.exp_()
            sums = chances.sum(1, keepdim=True)
            total += sums.log().sum() - found
            grads = chances.div_(sums)
            if smoothing:
                grads -= smoothing / size
            grads.scatter_add_(1, targets, torch.full_like(sums, smoothing - 1))
            grad_bias += grads.sum(0)
            small = grads.to(kind)
            grad_shown[start : start + ROWS] = small @ layer
            grad_weight += small.t() @ inputs
        ctx.save_for_backward(grad_shown, grad_weight, grad_bias)
        return total / len(shown)

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> tuple[Tensor | None, ...]:
        grad_shown, grad_weight, grad_bias = ctx.saved_tensors
        share = grad / len(grad_shown)
        return grad_shown * share.to(grad_shown.dtype), grad_weight * share, grad_bias * share, None, None


def attention_sum(attention: Tensor, wanted: Tensor, mask: Tensor) -> Tensor:
    """How far every place of the source is from being attended to once (Zhang et al. 2018)."""
    totals = (attention.float() * (wanted != PAD).unsqueeze(2)).sum(1)
    return (((totals - 1) ** 2) * mask).sum() / mask.sum()


def gate_penalty(unsaid: Tensor, features: Tensor, wanted: Tensor) -> Tensor:
    """What is left unsaid at the end, and slots that are crossed off many at once (Wen et al. 2015, eq. 9)."""
    is_token = (wanted != PAD).float()
    ends = is_token.sum(1).long() - 1
    last = unsaid[torch.arange(len(ends), device=ends.device), ends]
    before = torch.cat([features.unsqueeze(1), unsaid[:, :-1]], dim=1)
    moved = (before - unsaid).norm(dim=2)
    closing: Tensor = GATE_STEP * torch.pow(GATE_BASE, moved) * is_token
    penalty: Tensor = (last.norm(dim=1) + closing.sum(1)).mean()
    return penalty
