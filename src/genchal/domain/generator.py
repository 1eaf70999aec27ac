"""Generator: a baseline system that learns from training instances and writes outputs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Protocol, Self, cast

import numpy as np
from numpy.typing import NDArray

from genchal.domain.inputs import AttributeSet, DialogueAct, Input, SlotValues
from genchal.domain.instance import Instance
from genchal.errors import InvalidInput
from genchal.registry import CardFile


@dataclass(frozen=True, slots=True)
class Description:
    """What is said about the target of a scene: attributes, and their words unless only a selection was asked for."""

    attributes: AttributeSet
    text: str | None = None


Output = str | Description | None  # None: the method has nothing to say


@dataclass(frozen=True, slots=True)
class Parameters:
    """What a generator has learnt: arrays, and values that JSON can hold (texts, numbers, lists, and their tables)."""

    arrays: Mapping[str, NDArray[Any]] = field(default_factory=dict)
    values: Mapping[str, Any] = field(default_factory=dict)


class Checkpoint(Protocol):
    """Where a generator keeps how far its training has come, so that one that was killed goes on from there."""

    def load(self) -> Parameters | None:
        """What an equal training has kept, if there is anything."""

    def save(self, state: Parameters) -> None:
        """Keep this instead of what was kept before."""


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
    shipped: ClassVar[tuple[str, ...]] = ()  # names that such settings take instead of a file: what comes with genchal
    learns: ClassVar[bool] = True  # whether it needs training instances with its usual settings
    takes: ClassVar[tuple[type[Input], ...]] = (SlotValues, DialogueAct)  # kinds of inputs that it can express
    decoding: ClassVar[tuple[str, ...]] = ()  # settings that matter for writing alone: learning does not depend on them
    resumes: ClassVar[bool] = False  # whether it takes a Checkpoint by `equipped`, into the field `_checkpoint`
    extra: ClassVar[str] = ""  # optional packages that it needs: "neural" for pip install genchal[neural]

    @classmethod
    def example(cls) -> Self:
        """An instance for tests and documentation."""
        return cls()

    def needs(self) -> Mapping[str, str]:
        """Resources that must be there before it learns or writes: of each kind ("lexicon") the name of the one."""
        return {}

    def equipped(self, resources: Mapping[str, Any]) -> Self:
        """Take the resources that `needs` asked for: one of the kind "lexicon" into the field `_lexicon`."""
        return replace(self, **{f"_{kind}": resource for kind, resource in resources.items()})  # type: ignore[type-var]

    @property
    def needs_training(self) -> bool:
        """Whether it learns, as it is set: some settings make a generator learn that otherwise does not."""
        return self.learns

    @abstractmethod
    def fitted(self, train: Sequence[Instance], dev: Sequence[Instance], rng: np.random.Generator) -> Self:
        """Learn from training instances."""

    @abstractmethod
    def generate(self, instances: Sequence[Instance], rng: np.random.Generator) -> Sequence[Output]:
        """Write one output per instance, None where the method has nothing to say."""

    def parameters(self) -> Parameters:
        """What was learnt, to be kept in a file; `with_parameters` of an equally set generator takes it back."""
        if self.needs_training:
            raise InvalidInput(
                f"generator '{self.name}' cannot be kept in a file", "Train it where it is used: genchal generate."
            )
        return Parameters()

    def with_parameters(self, learnt: Parameters) -> Self:
        """The generator that has learnt this; raises KeyError, TypeError or ValueError if it does not fit."""
        return self.fitted((), (), np.random.default_rng(0))
