"""Random training reference with the same slots: the floor that every system should clear (Sharma et al. 2017)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Self

import numpy as np

from genchal.domain import Generator, Instance, Parameters, setting
from genchal.generators._slots import SlotSet, nearest, slot_values, training_pairs
from genchal.text.values.delexicalise import delexicalise, lexicalise


@dataclass(frozen=True, slots=True)
class Random(Generator):
    """Copies a training reference whose input has the same slots, whatever its values (but see `fill`)."""

    name: ClassVar[str] = "random"
    version: ClassVar[int] = 1

    fill: str = setting("", "Slots, separated by commas, whose values are replaced by those of the input.")

    _references: Mapping[SlotSet, tuple[str, ...]] = field(default_factory=dict)

    def fitted(self, train: Sequence[Instance], dev: Sequence[Instance], rng: np.random.Generator) -> Self:
        """Sort training references by their sets of slots."""
        filled = {slot.strip() for slot in self.fill.split(",")}
        references: dict[SlotSet, list[str]] = {}
        for meaning, text in training_pairs(train, self.name):
            template, _ = delexicalise(text, [pair for pair in meaning.pairs if pair[0] in filled])
            references.setdefault(frozenset(meaning.slots), []).append(template)
        return replace(self, _references={slots: tuple(texts) for slots, texts in references.items()})

    def parameters(self) -> Parameters:
        """References by their sets of slots."""
        return Parameters(
            values={"references": [[sorted(slots), list(texts)] for slots, texts in self._references.items()]}
        )

    def with_parameters(self, learnt: Parameters) -> Self:
        """Take references back."""
        references = {frozenset(slots): tuple(texts) for slots, texts in learnt.values["references"]}
        return replace(self, _references=references)

    def generate(self, instances: Sequence[Instance], rng: np.random.Generator) -> list[str | None]:
        """Draw one reference per instance."""
        outputs: list[str | None] = []
        for instance in instances:
            meaning = slot_values(instance, self.name)
            slots = nearest(frozenset(meaning.slots), self._references)
            texts = self._references[slots] if slots is not None else ()
            outputs.append(lexicalise(texts[rng.integers(len(texts))], dict(meaning.pairs)) if texts else None)
        return outputs
