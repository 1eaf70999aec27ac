"""What all selectors share: reading scenes, the noun, words, and handing over what was learnt."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Literal, Self

import numpy as np

from genchal.domain import Generator, Instance, Output, Parameters, Scene, setting
from genchal.domain.generator import Description
from genchal.domain.inputs import Input
from genchal.domain.settings import check_choices
from genchal.generators.referring._realiser import WORDS, Realiser, RealiserName, is_learnt, learn_words
from genchal.generators.referring._scenes import Choices, Example, read_choices, read_examples, scene_of

TypeUse = Literal["always", "free"]
Inputs = tuple[type[Input], ...]  # named here: in the class, `type` is the setting


@dataclass(frozen=True, slots=True)
class Selector(Generator):
    """Selects attributes of the targets; what it has learnt is held as JSON can hold it."""

    takes: ClassVar[Inputs] = (Scene,)

    type: TypeUse = setting("always", "Whether the type is always mentioned, or selected like other attributes (free).")

    realiser: RealiserName = setting("none", WORDS)

    _learnt: Mapping[str, Any] = field(default_factory=dict)
    _words: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        check_choices(self)

    @property
    def needs_training(self) -> bool:
        """Whether attributes are selected, or put into words, by what people did."""
        return self.learns or is_learnt(self.realiser)

    @abstractmethod
    def select(self, choices: Choices) -> Sequence[int]:
        """Places of the properties to mention, besides the type where it is always mentioned."""

    def learn(self, examples: Sequence[Example], rng: np.random.Generator) -> Mapping[str, Any]:
        """What is to be known about training examples."""
        return {}

    def fitted(self, train: Sequence[Instance], dev: Sequence[Instance], rng: np.random.Generator) -> Self:
        """Learn from attribute sets of people, and from their words."""
        learnt = self.learn(read_examples(train, self.name), rng)
        return replace(self, _learnt=learnt, _words=learn_words(self.realiser, train))

    def generate(self, instances: Sequence[Instance], rng: np.random.Generator) -> list[Output]:
        """Describe the targets of each scene."""
        realiser = Realiser(self.realiser, self._words)
        outputs: list[Output] = []
        for instance in instances:
            choices = read_choices(instance, self.name)
            if choices is None:
                outputs.append(None)
                continue
            attributes = choices.attributes(sorted({*self.nouns(choices), *self.select(choices)}))
            words = realiser.realise(attributes, scene_of(instance, self.name).domain)
            outputs.append(Description(attributes, words))
        return outputs

    def nouns(self, choices: Choices) -> tuple[int, ...]:
        """Places that are mentioned whatever is selected: the type, unless it is free."""
        return choices.nouns() if self.type == "always" else ()

    def parameters(self) -> Parameters:
        """What was learnt."""
        return Parameters(values={"selection": self._learnt, "words": self._words})

    def with_parameters(self, learnt: Parameters) -> Self:
        """Take it back."""
        return replace(self, _learnt=dict(learnt.values["selection"]), _words=dict(learnt.values["words"]))
