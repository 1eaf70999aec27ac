"""FORGe3 of the E2E challenge: sentences of references as templates, of which several cover an input."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Self

import numpy as np

from genchal.domain import Generator, Instance, Parameters, SlotValues, setting
from genchal.generators.templates._covers import Content, Coverer, Sentence
from genchal.generators.templates._mining import (
    Fixed,
    find_anchors,
    find_cues,
    make_key,
    mine_templates,
    read_distinct,
    said_fixed,
    split_acts,
    state_unsaid,
)
from genchal.text.tokenisers.sentences import split_sentences
from genchal.text.values.delexicalise import lexicalise, slots_in

_RARE = -100.0  # what a sentence costs that few people wrote: more than any number of frequent ones
Place = tuple[bool, Fixed, Content]  # whether a sentence opens a text, the acts of the turn, and what it says


@dataclass(frozen=True, slots=True)
class Forge3(Generator):
    """Covers an input by the most frequent sentences that say each slot once."""

    name: ClassVar[str] = "forge3"
    version: ClassVar[int] = 2

    several: bool = setting(True, "Cover an input by several sentences; no: by the one that says most.")

    least: int = setting(5, "Sentences found less often are used only where others do not reach.", low=1)

    _sentences: Mapping[Place, Sentence] = field(default_factory=dict)

    def fitted(self, train: Sequence[Instance], dev: Sequence[Instance], rng: np.random.Generator) -> Self:
        """Mine sentences, and keep the most frequent one of those that say the same in the same place."""
        mined = mine_templates(train, self.name)
        cues, anchors = find_cues(mined), find_anchors(mined)
        numbers: dict[Place, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
        totals = Counter[bool]()
        for (_, fixed), template in mined:
            for number, text in enumerate(split_sentences(template)):
                slots = frozenset(slots_in(text))
                acts, said = split_acts((slots, said_fixed(text, fixed, cues)))
                if said and (anchors <= slots if number == 0 else not anchors & slots):
                    numbers[number == 0, acts, said][text].append(number)
                    totals[number == 0] += 1
        kept = {}
        for place, texts in numbers.items():
            text, found = max(sorted(texts.items()), key=lambda item: len(item[1]))
            score = math.log(len(found) / totals[place[0]]) + (_RARE if len(found) < self.least else 0.0)
            kept[place] = Sentence(text, score, sum(found) / len(found))
        return replace(self, _sentences=kept)

    def parameters(self) -> Parameters:
        """Sentences, each with its place."""
        kept = [
            [opens, sorted(acts), sorted(said), *sentence] for (opens, acts, said), sentence in self._sentences.items()
        ]
        return Parameters(values={"sentences": kept})

    def with_parameters(self, learnt: Parameters) -> Self:
        """Take sentences back."""
        sentences = {
            (bool(opens), _pairs(acts), _pairs(said)): Sentence(*sentence)
            for opens, acts, said, *sentence in learnt.values["sentences"]
        }
        return replace(self, _sentences=sentences)

    def generate(self, instances: Sequence[Instance], rng: np.random.Generator) -> list[str | None]:
        """Cover each instance by sentences."""
        coverers: dict[Fixed, Coverer] = {}
        outputs = []
        for instance in instances:
            meaning = read_distinct(instance, self.name)
            acts, wanted = split_acts(make_key(meaning))
            if acts not in coverers:
                coverers[acts] = self._make_coverer(acts)
            outputs.append(self._describe(meaning, wanted, coverers[acts]))
        return outputs

    def _make_coverer(self, acts: Fixed) -> Coverer:
        openings, further = (
            {
                said: sentence
                for (opens, known, said), sentence in self._sentences.items()
                if opens is is_opening and known == acts
            }
            for is_opening in (True, False)
        )
        return Coverer(openings, further)

    def _describe(self, meaning: SlotValues, wanted: Content, coverer: Coverer) -> str | None:
        cover = coverer.cover(wanted) if self.several else coverer.widest_opening(wanted)
        texts = [lexicalise(sentence.text, dict(meaning.pairs)) for _, sentence in cover.parts]
        if self.several:
            texts += state_unsaid(meaning, dict(cover.said))
        return " ".join(texts) or None


def _pairs(kept: Sequence[Sequence[str]]) -> frozenset[tuple[str, str]]:
    return frozenset((slot, value) for slot, value in kept)
