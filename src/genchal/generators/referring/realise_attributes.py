"""Realisation alone: words for attribute sets that are given (TUNA-R; Gatt and Belz 2010)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Self

import numpy as np

from genchal.domain import Generator, Instance, Output, Parameters, Scene, setting
from genchal.domain.generator import Description
from genchal.domain.inputs import Input
from genchal.domain.settings import check_choices
from genchal.errors import InvalidInput
from genchal.generators.referring._realiser import WORDS, Realiser, RealiserName, is_learnt, learn_words
from genchal.generators.referring._scenes import scene_of


@dataclass(frozen=True, slots=True)
class RealiseAttributes(Generator):
    """Says the attribute set that an instance gives, in the words of a realiser."""

    name: ClassVar[str] = "realise_attributes"
    version: ClassVar[int] = 1
    learns: ClassVar[bool] = False
    takes: ClassVar[tuple[type[Input], ...]] = (Scene,)

    realiser: RealiserName = setting("template", WORDS)

    _words: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        check_choices(self)

    @property
    def needs_training(self) -> bool:
        """Whether words are those of people."""
        return is_learnt(self.realiser)

    def fitted(self, train: Sequence[Instance], dev: Sequence[Instance], rng: np.random.Generator) -> Self:
        """Learn words, unless they are fixed."""
        return replace(self, _words=learn_words(self.realiser, train))

    def generate(self, instances: Sequence[Instance], rng: np.random.Generator) -> list[Output]:
        """Put what each instance gives into words."""
        realiser = Realiser(self.realiser, self._words)
        outputs: list[Output] = []
        for instance in instances:
            scene = scene_of(instance, self.name)
            if scene.given is None:
                raise InvalidInput(
                    f"generator '{self.name}' needs attributes to realise, but instance '{instance.id}' has none",
                    'Use it in a track with format = "tuna_realisation".',
                )
            outputs.append(Description(scene.given, realiser.realise(scene.given, scene.domain)))
        return outputs

    def parameters(self) -> Parameters:
        """What was learnt of words."""
        return Parameters(values={"words": self._words})

    def with_parameters(self, learnt: Parameters) -> Self:
        """Take it back."""
        return replace(self, _words=dict(learnt.values["words"]))
