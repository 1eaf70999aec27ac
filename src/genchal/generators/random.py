"""Random training reference with the same slots: the floor that every system should clear (Sharma et al. 2017)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Self

import numpy as np

from genchal.domain import Generator, Instance, Parameters, setting
from genchal.domain.settings import split_names
from genchal.generators._slots import (
    SlotSet,
    nearest,
    number_repeated,
    slot_values,
    training_pairs,
    unnumbered,
    warn_of_unknown_slots,
)
from genchal.text.values.delexicalise import delexicalise, lexicalise


@dataclass(frozen=True, slots=True)
class Random(Generator):
    """Copies a training reference whose input has the same slots, whatever its values (but see `fill`)."""

    name: ClassVar[str] = "random"
    version: ClassVar[int] = 2

    fill: str = setting("", "Slots, separated by commas, whose values are replaced by those of the input.")

    _references: Mapping[SlotSet, tuple[str, ...]] = field(default_factory=dict)

    def fitted(self, train: Sequence[Instance], dev: Sequence[Instance], rng: np.random.Generator) -> Self:
        """Sort training references by their sets of slots."""
        references: dict[SlotSet, list[str]] = {}
        for meaning, text in training_pairs(train, self.name):
            pairs = number_repeated(meaning.pairs)
            template, _ = delexicalise(text, [pair for pair in pairs if unnumbered(pair[0]) in self._filled])
            references.setdefault(frozenset(slot for slot, _ in pairs), []).append(template)
        warn_of_unknown_slots(self.name, "fill", self._filled, (slot for slots in references for slot in slots))
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
        """Draw one reference per instance, of those whose places the input has values for."""
        outputs: list[str | None] = []
        for instance in instances:
            values = dict(number_repeated(slot_values(instance, self.name).pairs))
            slots = self._find_slots(frozenset(values))
            texts = self._references[slots] if slots is not None else ()
            outputs.append(lexicalise(texts[rng.integers(len(texts))], values) if texts else None)
        return outputs

    @property
    def _filled(self) -> SlotSet:
        return frozenset(split_names([self.fill]))

    def _find_slots(self, wanted: SlotSet) -> SlotSet | None:
        if wanted in self._references:
            return wanted
        fillable = [slots for slots in self._references if self._filled.isdisjoint(map(unnumbered, slots - wanted))]
        return nearest(wanted, fillable)
