"""Templates mined from training references, in the manner of TR2 and FORGe3 in the E2E challenge."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Literal, Self

import numpy as np

from genchal.domain import Generator, Instance, Parameters, SlotValues, setting
from genchal.generators._bigrams import BigramModel
from genchal.generators._slots import SlotSet, nearest, slot_values, training_pairs
from genchal.text.values.delexicalise import PLACEHOLDER, delexicalise, lexicalise

UNFINDABLE = {"yes", "no", ""}  # values that stand in no text as such
_TOKEN = re.compile(r"\{[^{}]+\}|\w+(?:['’]\w+)*|[^\w\s]")

# A template serves inputs with the same open slots and the same yes-no values, which stand in its wording.
Key = tuple[SlotSet, frozenset[tuple[str, str]]]


@dataclass(frozen=True, slots=True)
class MinedTemplates(Generator):
    """Delexicalises training references, keys them by slots, and fills one in."""

    name: ClassVar[str] = "mined_templates"
    version: ClassVar[int] = 1

    choice: Literal["random", "lm"] = setting("random", "A random matching template, or always the most fluent one.")

    _templates: Mapping[Key, tuple[str, ...]] = field(default_factory=dict)

    def fitted(self, train: Sequence[Instance], dev: Sequence[Instance], rng: np.random.Generator) -> Self:
        """Mine templates."""
        mined: dict[Key, list[str]] = {}
        for meaning, text in training_pairs(train, self.name):
            key = _key(meaning)
            template, found = delexicalise(text, [pair for pair in meaning.pairs if pair[1].lower() not in UNFINDABLE])
            if found == key[0]:
                mined.setdefault(key, []).append(template)
        if self.choice == "lm":
            model = BigramModel.trained([_tokens(text) for texts in mined.values() for text in texts])
            best = {
                key: max(sorted(set(texts)), key=lambda text: model.score(_tokens(text)))
                for key, texts in mined.items()
            }
            return replace(self, _templates={key: (text,) for key, text in best.items()})
        return replace(self, _templates={key: tuple(texts) for key, texts in mined.items()})

    def parameters(self) -> Parameters:
        """Templates by slots and by values that templates spell out."""
        mined = [[sorted(slots), sorted(fixed), list(texts)] for (slots, fixed), texts in self._templates.items()]
        return Parameters(values={"templates": mined})

    def with_parameters(self, learnt: Parameters) -> Self:
        """Take templates back."""
        mined = {
            (frozenset(slots), frozenset((slot, value) for slot, value in fixed)): tuple(texts)
            for slots, fixed, texts in learnt.values["templates"]
        }
        return replace(self, _templates=mined)

    def generate(self, instances: Sequence[Instance], rng: np.random.Generator) -> list[str | None]:
        """Fill in one template per instance."""
        outputs: list[str | None] = []
        for instance in instances:
            meaning = slot_values(instance, self.name)
            key = self._fitting(_key(meaning))
            if key is None:
                outputs.append(None)
                continue
            templates = self._templates[key]
            template = templates[rng.integers(len(templates))]
            outputs.append(lexicalise(template, dict(meaning.pairs)))
        return outputs

    def _fitting(self, key: Key) -> Key | None:
        """Return the key itself, or the most similar one that says nothing the input does not."""
        if key in self._templates:
            return key
        fitting = {_flat(known): known for known in self._templates if known[0] <= key[0] and known[1] <= key[1]}
        best = nearest(_flat(key), fitting)
        return fitting[best] if best is not None else None


def _key(meaning: SlotValues) -> Key:
    fixed = frozenset((slot, value.lower()) for slot, value in meaning.pairs if value.lower() in UNFINDABLE)
    return frozenset(slot for slot, value in meaning.pairs if value.lower() not in UNFINDABLE), fixed


def _flat(key: Key) -> SlotSet:
    return key[0] | {f"{slot}={value}" for slot, value in key[1]}


def _tokens(template: str) -> list[str]:
    return [token if PLACEHOLDER.fullmatch(token) else token.lower() for token in _TOKEN.findall(template)]
