"""Templates mined from training references, in the manner of TR2 and FORGe3 in the E2E challenge."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Literal, Self

import numpy as np

from genchal.domain import Generator, Instance, Parameters, setting
from genchal.generators._bigrams import BigramModel
from genchal.generators.templates._mining import (
    Key,
    find_fitting,
    make_key,
    mine_templates,
    pack_templates,
    read_distinct,
    split_template,
    unpack_key,
)
from genchal.text.values.delexicalise import lexicalise


@dataclass(frozen=True, slots=True)
class MinedTemplates(Generator):
    """Delexicalises training references, keys them by slots, and fills one in."""

    name: ClassVar[str] = "mined_templates"
    version: ClassVar[int] = 2

    choice: Literal["random", "lm"] = setting("random", "A random matching template, or always the most fluent one.")

    _templates: Mapping[Key, tuple[str, ...]] = field(default_factory=dict)

    def fitted(self, train: Sequence[Instance], dev: Sequence[Instance], rng: np.random.Generator) -> Self:
        """Mine templates."""
        mined: dict[Key, list[str]] = {}
        for key, template in mine_templates(train, self.name):
            mined.setdefault(key, []).append(template)
        if self.choice == "lm":
            model = BigramModel.trained([split_template(text) for texts in mined.values() for text in texts])
            best = {
                key: max(sorted(set(texts)), key=lambda text: model.score(split_template(text)))
                for key, texts in mined.items()
            }
            return replace(self, _templates={key: (text,) for key, text in best.items()})
        return replace(self, _templates={key: tuple(texts) for key, texts in mined.items()})

    def parameters(self) -> Parameters:
        """Templates by slots and by values that templates spell out."""
        return Parameters(values={"templates": pack_templates(self._templates)})

    def with_parameters(self, learnt: Parameters) -> Self:
        """Take templates back."""
        mined = {unpack_key(slots, fixed): tuple(texts) for slots, fixed, texts in learnt.values["templates"]}
        return replace(self, _templates=mined)

    def generate(self, instances: Sequence[Instance], rng: np.random.Generator) -> list[str | None]:
        """Fill in one template per instance."""
        outputs: list[str | None] = []
        for instance in instances:
            meaning = read_distinct(instance, self.name)
            key = find_fitting(make_key(meaning), self._templates)
            if key is None:
                outputs.append(None)
                continue
            templates = self._templates[key]
            template = templates[rng.integers(len(templates))]
            outputs.append(lexicalise(template, dict(meaning.pairs)))
        return outputs
