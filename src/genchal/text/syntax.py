"""Sentences with their analysis: the type that taggers, parsers and what is built on them share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Parse:
    """One sentence, a tuple per column of CoNLL-U; `heads` count from 1, and 0 is the root."""

    forms: tuple[str, ...]
    lemmas: tuple[str, ...]
    upos: tuple[str, ...]
    xpos: tuple[str, ...]
    heads: tuple[int, ...]
    deprels: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.forms)


class Parser(Protocol):
    """Reads sentences that have been split into words."""

    @property
    def name(self) -> str:
        """What signatures say: a name with a fingerprint of the weights, as ``en-ewt-1a2b3c4d``."""

    def parse(self, sentences: Sequence[Sequence[str]]) -> list[Parse]:
        """Give every sentence tags, lemmas and a tree; sentences may be of any length, and empty ones stay empty."""
