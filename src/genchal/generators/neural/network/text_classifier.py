"""A classifier of texts that gradients pass through: it hears probabilities of tokens instead of tokens (ZHAW1)."""

from __future__ import annotations

from collections.abc import Iterable

import torch
from torch import Tensor, nn

from genchal.generators.neural.data.tokens import PAD

WIDTH, SIZE, RATE = 3, 96, 2e-3


class TextClassifier(nn.Module):
    """Which features of its meaning a text expresses: convolutions over tokens, and the largest of each."""

    def __init__(self, vocabulary: int, features: int) -> None:
        super().__init__()
        self.embedding = nn.Embedding(vocabulary, SIZE, padding_idx=PAD)
        self.layer = nn.Conv1d(SIZE, SIZE, WIDTH, padding=1)
        self.output = nn.Linear(SIZE, features)

    def forward(self, embedded: Tensor, mask: Tensor) -> Tensor:
        """Log-odds of all features; `embedded` are vectors of tokens (B T E)."""
        found = torch.relu(self.layer((embedded * mask.unsqueeze(2)).transpose(1, 2)))
        odds: Tensor = self.output((found * mask.unsqueeze(1)).amax(2))
        return odds

    def hear(self, tokens: Tensor) -> Tensor:
        """Log-odds for texts."""
        return self.forward(self.embedding(tokens), tokens != PAD)

    def hear_probabilities(self, scores: Tensor, mask: Tensor) -> Tensor:
        """Log-odds for what a decoder would say: the expected vector at every step."""
        known = scores[:, :, : self.embedding.num_embeddings].exp()
        return self.forward(known @ self.embedding.weight, mask)


def train_text_classifier(
    batches: Iterable[tuple[Tensor, Tensor]], vocabulary: int, features: int, device: torch.device
) -> TextClassifier:
    """Learn from texts (B T) and features of their meanings (B F); it does not change afterwards."""
    classifier = TextClassifier(vocabulary, features).to(device)
    optimiser = torch.optim.Adam(classifier.parameters(), lr=RATE)
    for tokens, wanted in batches:
        loss = nn.functional.binary_cross_entropy_with_logits(classifier.hear(tokens), wanted)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        optimiser.step()
    return classifier.requires_grad_(False).eval()
