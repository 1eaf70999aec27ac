"""Whether words say a fact: a naive Bayes classifier of runs of words, for each slot."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import pairwise

from genchal.generators.linear._alignment import Segmented
from genchal.generators.neural.meanings import ANY, Fact, Meaning

OTHER = None  # the class of words that speak of another slot
_SMOOTH = 0.5


class Verdicts:
    """Says whether a run of words expresses the value of a slot, another value of it, or none."""

    def __init__(self, meanings: Sequence[Meaning], segmented: Sequence[Segmented]) -> None:
        self._grams: dict[str, dict[str | None, Counter[tuple[str, ...]]]] = defaultdict(lambda: defaultdict(Counter))
        self._totals: dict[str, Counter[str | None]] = defaultdict(Counter)
        everything: Counter[tuple[str, ...]] = Counter()
        for meaning, text in zip(meanings, segmented, strict=True):
            for place, run in zip(text.order, text.runs, strict=True):
                fact, grams = meaning[place], list_grams(run)
                self._grams[fact.slot][fact.value].update(grams)
                self._totals[fact.slot][fact.value] += 1
                everything.update(grams)
        runs = sum(sum(totals.values()) for totals in self._totals.values())
        for slot, classes in self._grams.items():
            own: Counter[tuple[str, ...]] = sum(classes.values(), Counter())
            classes[OTHER] = Counter({gram: count - own[gram] for gram, count in everything.items()})
            self._totals[slot][OTHER] = runs - sum(self._totals[slot].values())
        self._known: dict[tuple[Fact, tuple[str, ...]], bool] = {}

    def is_said(self, fact: Fact, run: tuple[str, ...]) -> bool:
        """Whether a run is most probably about this value of the slot."""
        key = fact, run
        if key not in self._known:
            self._known[key] = self._decide(fact, run)
        return self._known[key]

    def _decide(self, fact: Fact, run: tuple[str, ...]) -> bool:
        if fact.value == ANY:
            return f"{{{fact.slot}}}" in run
        grams = list_grams(run)
        totals, classes = self._totals[fact.slot], self._grams[fact.slot]

        def weigh(value: str | None) -> float:
            count = totals[value]
            shares = ((classes[value][gram] + _SMOOTH) / (count + 2 * _SMOOTH) for gram in grams)
            return math.log(count + _SMOOTH) + sum(map(math.log, shares))

        wanted = weigh(fact.value)
        return all(wanted >= weigh(value) for value in totals)


def list_grams(run: Sequence[str]) -> set[tuple[str, ...]]:
    """Words and pairs of neighbours, each once."""
    return {*((word,) for word in run), *pairwise(run)}


def count_repeats(words: Sequence[str]) -> int:
    """How often a placeholder is said again."""
    counts = Counter(word for word in words if word[0] == "{" and len(word) > 1)
    return sum(counts.values()) - len(counts)
