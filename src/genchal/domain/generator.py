"""Generator: a baseline system that learns from training instances and writes outputs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Self, cast

import numpy as np

from genchal.domain.instance import Instance
from genchal.registry import CardFile


@dataclass(frozen=True, slots=True)
class GeneratorCard:
    """What to know about a baseline before comparing with it."""

    method: str
    published: str
    limits: str
    citation: str


class Generator(ABC):
    """A baseline; the dataclass fields without a leading underscore are its settings."""

    __slots__ = ()

    name: ClassVar[str]
    version: ClassVar[int]  # raised by every change that alters any output
    card: ClassVar[GeneratorCard] = cast(GeneratorCard, CardFile(GeneratorCard))  # from cards/<name>.toml, unless given
    files: ClassVar[tuple[str, ...]] = ()  # settings that name a file: the campaign passes its text instead
    learns: ClassVar[bool] = True  # whether it needs training instances
    extra: ClassVar[str] = ""  # optional packages that it needs: "neural" for pip install genchal[neural]

    @classmethod
    def example(cls) -> Self:
        """An instance for tests and documentation."""
        return cls()

    @abstractmethod
    def fitted(self, train: Sequence[Instance], dev: Sequence[Instance], rng: np.random.Generator) -> Self:
        """Learn from training instances."""

    @abstractmethod
    def generate(self, instances: Sequence[Instance], rng: np.random.Generator) -> list[str | None]:
        """Write one output per instance, None where the method has nothing to say."""
