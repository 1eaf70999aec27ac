"""Whether words say a fact: classifiers of runs of words, for each slot; and which words contradict a fact."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import pairwise

from genchal.generators.linear._alignment import Segmented
from genchal.generators.neural.data.meanings import ANY, Fact, Meaning

OTHER = None  # the class of words that speak of another slot
TELLING = 1.5  # least log-ratio by which words must be more frequent with a value, to tell it by themselves
CONTRARY = 2.0  # and those by which texts about one value must have a word that those about another may not have
_SMOOTH = 0.5
_COMMON = 0.1  # share of a value's runs that have a word by which it is told
_KNOWN = 0.8  # share of a value's runs that have one of the words by which it is known
_GAIN = 0.01  # the least that a word adds to these: further runs, weighed by how surely it tells the value

Gram = tuple[str, ...]


class Verdicts:
    """Says whether a run of words expresses the value of a slot, another value of it, or none."""

    def __init__(self, meanings: Sequence[Meaning], segmented: Sequence[Segmented]) -> None:
        self._grams: dict[str, dict[str | None, Counter[Gram]]] = defaultdict(lambda: defaultdict(Counter))
        self._totals: dict[str, Counter[str | None]] = defaultdict(Counter)
        self._runs: dict[Fact, Counter[tuple[str, ...]]] = defaultdict(Counter)
        everything: Counter[Gram] = Counter()
        for meaning, text in zip(meanings, segmented, strict=True):
            for place, run in zip(text.order, text.runs, strict=True):
                fact, grams = meaning[place], list_grams(run)
                self._grams[fact.slot][fact.value].update(grams)
                self._totals[fact.slot][fact.value] += 1
                self._runs[fact][run] += 1
                everything.update(grams)
        runs = sum(sum(totals.values()) for totals in self._totals.values())
        for slot, classes in self._grams.items():
            own: Counter[Gram] = sum(classes.values(), Counter())
            classes[OTHER] = Counter({gram: count - own[gram] for gram, count in everything.items()})
            self._totals[slot][OTHER] = runs - sum(self._totals[slot].values())
        self._known: dict[tuple[Fact, tuple[str, ...]], bool] = {}
        facts = {fact for meaning in meanings for fact in meaning if fact.value != ANY}
        self._telling = {fact: self._list_telling(fact) for fact in sorted(facts)}
        self._contrary = self._find_contrary(meanings, segmented)

    def is_said(self, fact: Fact, run: tuple[str, ...]) -> bool:
        """Whether a run is most probably about this value of the slot."""
        key = fact, run
        if key not in self._known:
            self._known[key] = self._decide(fact, run)
        return self._known[key]

    def find_contradicted(self, meaning: Meaning, words: Sequence[str]) -> set[Fact]:
        """Facts that a text contradicts, by words that tell another value of the slot wherever they stand."""
        said = set(words).difference(*(self.telling(fact) for fact in meaning))
        return {fact for fact in meaning if not self.contrary(fact).isdisjoint(said)}

    def telling(self, fact: Fact) -> frozenset[str]:
        """Words that runs of a value have, and those of other slots have not."""
        return self._telling.get(fact, frozenset())

    def contrary(self, fact: Fact) -> frozenset[str]:
        """Words that tell another value of the slot, and that texts about this one hardly have."""
        return self._contrary.get(fact, frozenset())

    def find_marks(self, fact: Fact) -> list[str]:
        """The words by which a value is known, the most useful first; none if too many runs say it in other words."""
        left = Counter({run: count for run, count in self._runs[fact].items() if self.is_said(fact, run)})
        total, marks = left.total(), list[str]()
        while left.total() > (1 - _KNOWN) * total:
            counts: Counter[str] = Counter()
            for run, count in left.items():
                counts.update(dict.fromkeys(run, count))
            words = [word for word in sorted(counts) if self._tells(fact, (word,))]
            gains = {word: counts[word] * self._weigh_mark(fact, word) for word in words}
            best = max(words, key=lambda word: gains[word], default="")
            if gains.get(best, 0.0) < _GAIN * total:
                return []
            marks.append(best)
            left = Counter({run: count for run, count in left.items() if best not in run})
        return marks

    def _weigh_mark(self, fact: Fact, word: str) -> float:
        """How much more often runs of a value have a word than those of any other class, as a logarithm."""
        others = [value for value in self._totals[fact.slot] if value != fact.value]
        most = max(self._share(fact.slot, value, (word,)) for value in others)
        return math.log(self._share(fact.slot, fact.value, (word,)) / most)

    def _decide(self, fact: Fact, run: tuple[str, ...]) -> bool:
        """One word or pair of words tells the value by itself, and by all of them no other class is more probable.

        Against other values of the slot it also counts which telling words are not there, as "not" is in "is family
        friendly"; against other slots only what is there, as there are many ways to say the same.
        """
        if fact.value == ANY:
            return f"{{{fact.slot}}}" in run
        grams = list_grams(run)
        totals = self._totals[fact.slot]

        def weigh(value: str | None, absent: Sequence[str] = ()) -> float:
            shares = [self._share(fact.slot, value, gram) for gram in grams]
            shares += [1 - self._share(fact.slot, value, (word,)) for word in absent]
            return math.log(totals[value] + _SMOOTH) + sum(map(math.log, shares))

        if not any(self._tells(fact, gram) for gram in grams) or weigh(fact.value) < weigh(OTHER):
            return False
        values = [value for value in totals if value is not OTHER]
        telling = frozenset[str]().union(*(self._telling.get(Fact(fact.slot, value), ()) for value in values))
        absent = sorted(telling.difference(run))
        wanted = weigh(fact.value, absent)
        return all(wanted >= weigh(value, absent) for value in values)

    def _share(self, slot: str, value: str | None, gram: Gram) -> float:
        """The share of a value's runs that have a word or a pair of words."""
        return (self._grams[slot][value][gram] + _SMOOTH) / (self._totals[slot][value] + 2 * _SMOOTH)

    def _tells(self, fact: Fact, gram: Gram) -> bool:
        """Whether runs of a value have it much more often than runs of other slots."""
        ratio = self._share(fact.slot, fact.value, gram) / self._share(fact.slot, OTHER, gram)
        return math.log(ratio) >= TELLING

    def _find_contrary(self, meanings: Sequence[Meaning], segmented: Sequence[Segmented]) -> dict[Fact, frozenset[str]]:
        """For every fact the words that tell another value of its slot and are much rarer in texts about this one."""
        texts: dict[Fact, Counter[str]] = defaultdict(Counter)
        totals: Counter[Fact] = Counter()
        for meaning, text in zip(meanings, segmented, strict=True):
            words = set(text.words)
            for fact in meaning:
                texts[fact].update(words)
                totals[fact] += 1

        def rate(fact: Fact, word: str) -> float:
            return (texts[fact][word] + _SMOOTH) / (totals[fact] + 2 * _SMOOTH)

        return {
            fact: frozenset(
                word
                for other, words in self._telling.items()
                if other.slot == fact.slot and other != fact
                for word in words - self._telling[fact]
                if math.log(rate(other, word) / rate(fact, word)) >= CONTRARY
            )
            for fact in self._telling
        }

    def _list_telling(self, fact: Fact) -> frozenset[str]:
        total, counts = self._totals[fact.slot][fact.value], self._grams[fact.slot][fact.value]
        often = [gram for gram, count in counts.items() if len(gram) == 1 and count >= _COMMON * total]
        return frozenset(gram[0] for gram in often if self._tells(fact, gram))


def list_grams(run: Sequence[str]) -> set[Gram]:
    """Words and pairs of neighbours, each once."""
    return {*((word,) for word in run), *pairwise(run)}


def count_repeats(words: Sequence[str]) -> int:
    """How often a placeholder is said again."""
    counts = Counter(word for word in words if word[0] == "{" and len(word) > 1)
    return sum(counts.values()) - len(counts)
