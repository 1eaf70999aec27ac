"""Realisers that learn from annotated descriptions: which words people use for what, and in which order.

A case is a description step by step: words that stand for nothing (the, with, and), then words with the attributes that
they stand for. All three realisers use the most frequent words for an attribute and differ in the order:

* mined: the most frequent template of the same attributes, with the words between them
* lm: the most probable order under a bigram model of orders, as Di Fabbrizio, Stent and Bangalore (2008) had it
* nearest: the most similar description of all, adapted, as Hervás and Gervás (2009) reuse cases
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from typing import Any

from genchal.domain import AttributeSet, Instance
from genchal.generators._bigrams import END, START, BigramModel
from genchal.generators.referring._scenes import TYPE, Property
from genchal.generators.referring._template_words import default_noun, realise_alone, sayable

ANYWHERE = "anywhere"  # at either side of the noun, or without one
LARGEST = 4  # attributes that one phrase may stand for, and be looked for together
LONGEST = 9  # attributes whose orders are all compared; more are put in alphabetical order

_WORDS = re.compile(r"[\w'’-]*\w")


@dataclass(frozen=True, slots=True)
class Step:
    """Words of a description that stand for attributes, and those before them that stand for none."""

    before: str
    attributes: AttributeSet
    words: str = ""

    @property
    def label(self) -> str:
        """What the words are about: names of attributes."""
        return "+".join(sorted({name for name, _ in self.attributes}))


Case = tuple[Step, ...]


def read_cases(train: Sequence[Instance]) -> list[Case]:
    """The annotated descriptions of training instances, in lower case and without punctuation."""
    cases = []
    for instance in train:
        for wording in instance.wordings:
            steps, before = [], ""
            for text, attributes in wording:
                words = " ".join(_WORDS.findall(text.lower()))
                if attributes and words:
                    steps.append(Step(before, attributes, words))
                before = "" if attributes else words
            if steps:
                cases.append(tuple(steps))
    return cases


def cases_to_values(cases: Sequence[Case]) -> list[Any]:
    """Cases as JSON can hold them."""
    return [[[step.before, sorted(map(list, step.attributes)), step.words] for step in case] for case in cases]


def cases_from_values(values: Iterable[Any]) -> list[Case]:
    """Cases from what JSON has held."""
    return [
        tuple(
            Step(str(before), frozenset((str(name), str(value)) for name, value in pairs), str(words))
            for before, pairs, words in case
        )
        for case in values
    ]


class Wordbook:
    """What cases say about words and their order."""

    def __init__(self, cases: Sequence[Case]) -> None:
        self._cases = cases
        phrases: dict[tuple[AttributeSet, str], Counter[str]] = {}
        between: dict[tuple[str, ...], Counter[str]] = {}
        templates: dict[str, Counter[tuple[tuple[str, str], ...]]] = {}
        for case in cases:
            previous = START
            for step, side in zip(case, _sides(case), strict=True):
                if len(sayable(step.attributes)) == len(step.attributes):
                    for where in (side, ANYWHERE):
                        phrases.setdefault((step.attributes, where), Counter())[step.words] += 1
                for key in ((previous, step.label), (step.label,)):
                    between.setdefault(key, Counter())[step.before] += 1
                previous = step.label
            template = tuple((step.before, step.label) for step in case)
            templates.setdefault(_names(name for step in case for name, _ in step.attributes), Counter())[template] += 1
        self._phrases = _most_frequent(phrases)
        self._between = _most_frequent(between)
        self._templates = _most_frequent(templates)
        self._orders = BigramModel.trained([[step.label for step in case] for case in cases])

    def fill_template(self, wanted: Sequence[Property]) -> Case:
        """The most frequent template of the same attributes; where there is none, the most probable order."""
        template = self._templates.get(_names(name for name, _ in wanted))
        if template is None:
            return self.most_probable(wanted)
        steps, left = [], list(wanted)
        for before, label in template:
            own = frozenset(pair for pair in left if pair[0] in label.split("+"))
            if own:
                steps.append(Step(before, own))
                left = [pair for pair in left if pair not in own]
        return self._worded(steps)

    def most_probable(self, wanted: Sequence[Property]) -> Case:
        """The order with the highest probability; attributes are said together where people have done so."""
        if len(wanted) > LONGEST:
            return self._joined([frozenset({pair}) for pair in wanted])
        blocks = self._blocks(wanted)
        model = self._orders

        @cache
        def best(left: frozenset[Property], previous: str) -> tuple[float, tuple[AttributeSet, ...]]:
            if not left:
                return model.log_probability(previous, END), ()
            options = []
            for block in blocks:
                if block <= left:
                    label = _names(name for name, _ in block)
                    score, rest = best(left - block, label)
                    options.append((model.log_probability(previous, label) + score, (block, *rest)))
            return max(options, key=lambda option: option[0])

        return self._joined(best(frozenset(wanted), START)[1])

    def adapt_nearest(self, wanted: Sequence[Property]) -> Case:
        """The description that shares most attributes, without what is not wanted; what it does not say follows."""
        names, pairs = {name for name, _ in wanted}, frozenset(wanted)

        def likeness(case: Case) -> tuple[float, int]:
            said = frozenset(pair for step in case for pair in step.attributes)
            own = {name for name, _ in said}
            return (2 * len(said & pairs) + len(own & names)) / (2 * len(said | pairs) + len(own | names)), -len(case)

        nearest = max(self._cases, key=likeness)
        steps, left = [], list(wanted)
        for step in nearest:
            own = frozenset(pair for pair in left if pair[0] in step.label.split("+"))
            if own:
                steps.append(Step(step.before, own, step.words if own == step.attributes else ""))
                left = [pair for pair in left if pair not in own]
        if steps and steps[0].label != nearest[0].label:  # a description begins as it did, with an article or without
            steps[0] = replace(steps[0], before=nearest[0].before)
        more = [Step(self._between.get((pair[0],), ""), frozenset({pair})) for pair in left]
        return self._worded([*steps, *more])

    def _blocks(self, wanted: Sequence[Property]) -> list[AttributeSet]:
        alone = [frozenset({pair}) for pair in wanted]
        together = [
            block
            for size in range(2, min(len(wanted), LARGEST) + 1)
            for block in map(frozenset, combinations(wanted, size))
            if (block, ANYWHERE) in self._phrases
        ]
        return [*together, *alone]

    def _joined(self, blocks: Sequence[AttributeSet]) -> Case:
        """Blocks with the words that usually stand between them."""
        steps: list[Step] = []
        previous = START
        for block in blocks:
            label = _names(name for name, _ in block)
            before = self._between.get((previous, label), self._between.get((label,), ""))
            steps.append(Step(before, block))
            previous = label
        return self._worded(steps)

    def _worded(self, steps: Sequence[Step]) -> Case:
        """Steps with the usual words where they have none yet."""
        return tuple(
            step if step.words else replace(step, words=self._words(step.attributes, side))
            for step, side in zip(steps, _sides(steps), strict=True)
        )

    def _words(self, attributes: AttributeSet, side: str) -> str:
        """The usual words for attributes at that side of the noun: together, or else one after the other."""
        for where in (side, ANYWHERE):
            if (attributes, where) in self._phrases:
                return str(self._phrases[attributes, where])
        if len(attributes) == 1:
            return " ".join(realise_alone(*pair) for pair in attributes)
        return " ".join(self._words(frozenset({pair}), side) for pair in sorted(attributes))


Arrange = Callable[[Wordbook, Sequence[Property]], Case]
ARRANGE: Mapping[str, Arrange] = {
    "mined": Wordbook.fill_template,
    "lm": Wordbook.most_probable,
    "nearest": Wordbook.adapt_nearest,
}


def realise_from_cases(book: Wordbook, arrange: Arrange, attributes: AttributeSet, domain: str) -> str:
    """Describe what has these attributes in the words of people."""
    wanted = sayable(attributes)
    nameless = [pair for pair in attributes if pair[0].lower() == TYPE and pair not in wanted]
    steps = arrange(book, wanted) if wanted else ()
    texts = [text for step in steps for text in (_without_echo(step), step.words) if text]
    if nameless or not texts:  # a type that nobody knows is still a thing
        return " ".join(["the", default_noun(domain), *texts])
    return " ".join(texts)


def _without_echo(step: Step) -> str:
    """The words before a step, without the one that it begins with itself: with | with glasses."""
    words = step.before.split()
    return " ".join(words[:-1] if words and words[-1] == step.words.partition(" ")[0] else words)


def _sides(steps: Sequence[Step]) -> list[str]:
    """Where steps stand beside the noun: black hair is said after it, black-haired before."""
    noun = next((place for place, step in enumerate(steps) if TYPE in step.label.lower().split("+")), None)
    return ["" if noun is None else "before" if place < noun else "after" for place in range(len(steps))]


def _names(names: Iterable[str]) -> str:
    return "+".join(sorted(set(names)))


def _most_frequent(counts: Mapping[Any, Counter[Any]]) -> dict[Any, Any]:
    return {key: min(own, key=lambda text: (-own[text], text)) for key, own in counts.items()}
