"""Marking which words of a description express which attribute: TUNA's ATTRIBUTE-SET, made by people."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from genchal.domain.inputs import NEGATION, AttributeSet
from genchal.domain.scenes.places import ACROSS, DOWN
from genchal.domain.settings import setting
from genchal.domain.study.study import Answers, Circumstances, Criterion, Problem
from genchal.domain.study.widgets import Note, Part
from genchal.elicitation._spans import Marking, write_spans
from genchal.elicitation.messages import ENGLISH, Messages
from genchal.elicitation.method import Method, PlacedItem

OTHER = "other"  # words that say something that is no attribute of the scene


@dataclass(frozen=True, slots=True)
class AttributeMarking(Method):
    """The words of a description, each to be marked with the attribute of the scene that it expresses."""

    name: ClassVar[str] = "attribute_marking"
    summary: ClassVar[str] = "which words of a description express which attribute"
    needs_scene: ClassVar[bool] = True
    default_criteria: ClassVar[tuple[str, ...]] = ("attributes",)

    choices: Literal["target", "scene"] = setting("scene", "Attributes to choose from: the target's, or all.")
    negations: bool = setting(False, 'Whether an attribute can also be marked as denied ("not red").')

    def explain(self, texts: Messages) -> list[str]:
        """Words to mark."""
        return [texts("instructions.attribute_marking"), texts("rule.every_word"), texts("marking.how")]

    def measures(self, criteria: Sequence[Criterion]) -> tuple[str, ...]:
        """The attributes."""
        return ("attributes",)

    def pairs(self, place: PlacedItem) -> list[tuple[str, str]]:
        """Attributes to choose from, sorted: their order says nothing."""
        entities = place.scene.targets if self.choices == "target" else place.scene.entities
        found = {(attribute.name, attribute.value) for entity in entities for attribute in entity.attributes}
        denied = {(name, f"{NEGATION}{value}") for name, value in found} if self.negations else set()
        return sorted(found | denied)

    def marking(self, place: PlacedItem, texts: Messages = ENGLISH) -> Marking:
        """What may be marked: the n-th attribute is called a<n>, as names may hold any character."""
        names = {ACROSS: texts("marking.across"), DOWN: texts("marking.down")}
        labels = [
            texts("marking.attribute", name=names.get(name, name), value=value) for name, value in self.pairs(place)
        ]
        categories = [(f"a{number}", label) for number, label in enumerate(labels)]
        return Marking(place, "attributes", [*categories, (OTHER, texts("marking.other"))])

    def item_fields(self, place: PlacedItem) -> Sequence[str]:
        """Spans, and words for pages without script."""
        return self.marking(place).fields()

    def item_parts(self, place: PlacedItem, texts: Messages) -> Iterator[Part]:
        """The description, whose words can be marked."""
        yield Note(texts("marking.how"), place.key)
        yield self.marking(place, texts).widget(place.sheet.criteria[0].question, texts("marking.nothing"), texts)

    def item_problems(
        self, place: PlacedItem, answers: Answers, texts: Messages, circumstances: Circumstances
    ) -> Iterator[Problem]:
        """Marks that overlap, do not fit the words, or are no attribute."""
        yield from self.marking(place).problems(answers, texts)

    def item_values(self, place: PlacedItem, answers: Answers) -> Mapping[str, str]:
        """Attributes in the order of the words, each once, and the spans with their names."""
        pairs = {f"a{number}": pair for number, pair in enumerate(self.pairs(place))}
        spans = self.marking(place).spans(answers)
        named = [span._replace(category=":".join(pairs.get(span.category, (OTHER,)))) for span in spans]
        expressed = dict.fromkeys(pairs[span.category] for span in spans if span.category in pairs)
        value = {"attributes": [list(pair) for pair in expressed], "spans": json.loads(write_spans(named))}
        return {"attributes": json.dumps(value, ensure_ascii=False)}

    def item_answers(self, place: PlacedItem, rng: np.random.Generator) -> dict[str, str]:
        """Random marks."""
        return self.marking(place).somehow(rng)


def read_attribute_set(value: str) -> AttributeSet:
    """The attribute set of a judgement, as `Scene` has them: what is exported as ATTRIBUTE-SET."""
    return frozenset((str(name), str(what)) for name, what in json.loads(value)["attributes"])
