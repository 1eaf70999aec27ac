"""The shape of a network: what it is made of, and how large it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

EncoderKind = Literal["lstm", "gru", "cnn", "hierarchical", "vector"]
DecoderKind = Literal["lstm", "sc-lstm"]
AttentionKind = Literal["none", "dot", "additive", "memory"]


@dataclass(frozen=True, slots=True)
class Shape:
    """Parts and sizes of a network; sizes of inventories come from the codec."""

    encoder: EncoderKind = "lstm"
    decoder: DecoderKind = "lstm"
    attention: AttentionKind = "dot"
    feeding: bool = False  # whether the decoder hears what was attended to before
    copy: bool = False  # whether tokens of the source may be copied
    conditioned: bool = False  # whether the decoder hears the features of the meaning at every step
    cell: int = 128
    embedding: int = 64
    slots: int = 0
    tokens: int = 0
    features: int = 0
    vocabulary: int = 0

    @property
    def has_attention(self) -> bool:
        """Whether there is anything to attend to, and a way to."""
        return self.attention != "none" and self.encoder != "vector"

    @property
    def hears_summary(self) -> bool:
        """Whether the decoder hears at every step what a hierarchical encoder made of the meaning, too."""
        return self.conditioned and self.encoder == "hierarchical"

    @property
    def is_parallel(self) -> bool:
        """Whether training can look at all steps at once: none depends on what was attended to before."""
        return self.decoder == "lstm" and not self.feeding and self.attention != "memory"
