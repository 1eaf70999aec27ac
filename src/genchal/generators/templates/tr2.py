"""TR2 of the E2E challenge: whole references as templates, and several of them where no reference has all the slots."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Self

import numpy as np

from genchal.domain import Generator, Instance, Parameters, SlotValues, setting
from genchal.generators._slots import SlotSet
from genchal.generators.templates._covers import Coverer, Sentence
from genchal.generators.templates._mining import (
    Key,
    find_anchors,
    find_cues,
    find_fitting,
    make_key,
    mine_templates,
    pack_templates,
    read_distinct,
    said_fixed,
    split_acts,
    state_unsaid,
    unpack_key,
)
from genchal.text.values.delexicalise import lexicalise

_SUBJECT = re.compile(r"\{([^{}]+)\} (?=(?:is|has|serves|provides|offers)\b)")  # a pronoun can stand for it


@dataclass(frozen=True, slots=True)
class Tr2(Generator):
    """Draws a template for the slots of the input, or one for each part of them."""

    name: ClassVar[str] = "tr2"
    version: ClassVar[int] = 2

    backoff: bool = setting(True, "Divide slots that no template has together; no: leave out what does not fit.")
    least: int = setting(1, "How often a template must have been found to be used.", low=1)
    drawn: bool = setting(True, "Draw one of the templates for the same slots; no: always the most frequent one.")

    _templates: Mapping[Key, tuple[str, ...]] = field(default_factory=dict)
    _anchors: SlotSet = frozenset()

    def fitted(self, train: Sequence[Instance], dev: Sequence[Instance], rng: np.random.Generator) -> Self:
        """Mine templates, those that have a word for every yes-or-no value."""
        mined = mine_templates(train, self.name)
        cues = find_cues(mined)
        found = Counter((key, text) for key, text in mined if said_fixed(text, key[1], cues) == key[1])
        templates: dict[Key, list[str]] = {}
        for (key, text), count in found.items():
            if count >= self.least:
                templates.setdefault(key, []).extend([text] * count)  # what is frequent is drawn often
        kept = {key: tuple(texts) for key, texts in templates.items()}
        return replace(self, _templates=kept, _anchors=find_anchors(mined))

    def parameters(self) -> Parameters:
        """Templates by what they say, and slots that all of them have."""
        return Parameters(values={"templates": pack_templates(self._templates), "anchors": sorted(self._anchors)})

    def with_parameters(self, learnt: Parameters) -> Self:
        """Take templates back."""
        templates = {unpack_key(slots, fixed): tuple(texts) for slots, fixed, texts in learnt.values["templates"]}
        return replace(self, _templates=templates, _anchors=frozenset(learnt.values["anchors"]))

    def generate(self, instances: Sequence[Instance], rng: np.random.Generator) -> list[str | None]:
        """Fill in a template for each instance, or several."""
        divided: dict[Key, list[Key]] = {}
        outputs = []
        for instance in instances:
            meaning = read_distinct(instance, self.name)
            key = make_key(meaning)
            if key not in divided:
                divided[key] = self._divide(key)
            outputs.append(self._describe(meaning, divided[key], rng))
        return outputs

    def _divide(self, wanted: Key) -> list[Key]:
        """The key itself if there are templates for it, otherwise the fewest keys that say most of it."""
        if wanted in self._templates or not self.backoff:
            fitting = find_fitting(wanted, self._templates)
            return [] if fitting is None else [fitting]
        acts, content = split_acts(wanted)
        keys = {said: key for key in self._templates for known, said in [split_acts(key)] if known == acts}
        anchors = {(slot, "") for slot in self._anchors}
        # A text costs 1 whatever it says; of covers with as many texts, those of frequent templates are preferred.
        total = sum(map(len, self._templates.values()))
        texts = {said: Sentence("", len(self._templates[key]) / total - 1, 0.0) for said, key in keys.items()}
        # A further text may name again what is described, but nothing that the input does not name.
        further = {said - anchors: said for said in keys if said - anchors and said & anchors <= content}
        cover = Coverer(texts, {part: texts[said] for part, said in further.items()}).cover(content)
        return [keys[said if said in keys else further[said]] for said, _ in cover.parts]

    def _describe(self, meaning: SlotValues, keys: Sequence[Key], rng: np.random.Generator) -> str | None:
        values = dict(meaning.pairs)
        texts = [lexicalise(self._draw(key, bool(place), rng), values) for place, key in enumerate(keys)]
        if self.backoff:
            texts += state_unsaid(meaning, {slot for slots, fixed in keys for slot in (*slots, *dict(fixed))})
        return " ".join(texts) or None

    def _draw(self, key: Key, is_further: bool, rng: np.random.Generator) -> str:
        """A template; a further one begins with a pronoun, if possible, as the first has named what is described."""
        texts = self._templates[key]
        if is_further:
            texts = tuple(_SUBJECT.sub("It ", text, count=1) for text in texts if self._names_first(text)) or texts
        if not self.drawn:
            return max(sorted(set(texts)), key=texts.count)
        return texts[rng.integers(len(texts))]

    def _names_first(self, text: str) -> bool:
        found = _SUBJECT.match(text)
        return found is not None and found[1] in self._anchors
