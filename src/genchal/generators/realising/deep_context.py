"""What is known about the words of deep trees, as numbers that features of choices are made of.

A *column* has one number a word. Columns of other words are looked up by links: `head.lemma` is the lemma of a word's
head, `subject.number` the number of its first argument. Columns that were chosen before (`relation`, `verb` ...) join.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from genchal.domain.trees.words import split_features
from genchal.generators.realising.forest import ROOT, Forest
from genchal.generators.realising.order_features import Codes, encode_texts, mix_codes

Ints = NDArray[np.int64]

VERBAL = ("Tense", "Mood", "Aspect", "Voice")
INTRODUCING = ("A2INV", "A1INV")  # conjunctions, markers, adverbs and determiners, which tell about their head
NOBODY = np.uint64(0)


class DeepContext:
    """Columns of a forest of deep trees."""

    def __init__(self, forest: Forest) -> None:
        self.forest = forest
        self.features = [split_features(feats) for feats in forest.feats]
        self.columns: dict[str, Codes] = {}
        size = len(forest)
        parents = np.array(forest.parents, dtype=np.int64)
        self.links: dict[str, Ints] = {
            "head": parents,
            "top": np.where(parents >= 0, parents[np.maximum(parents, 0)], ROOT) if size else parents,
            "subject": self._find("A1"),
            "object": self._find("A2"),
            "root": np.array(
                [root for tree, root in enumerate(self._roots()) for _ in range(*forest.bounds[tree : tree + 2])],
                dtype=np.int64,
            ),
        }
        self.add("label", forest.deprels)
        self.add("upos", forest.upos)
        self.add("lemma", (lemma.lower() for lemma in forest.lemmas))
        self.add("ending", (lemma[-3:].lower() for lemma in forest.lemmas))
        self.add("start", (lemma[:1].lower() for lemma in forest.lemmas))
        self.add("capital", ("C" if lemma[:1].isupper() else "c" for lemma in forest.lemmas))
        self.add("feats", forest.feats)
        self.add("verbal", ("|".join(found.get(name, "") for name in VERBAL) for found in self.features))
        for name in ("Number", "Gender", "Person", "Definite", "ClauseType", "PronType", "Tense", "NumType"):
            self.add(name.lower(), (found.get(name, "") for found in self.features))
        self.add("below", (self._below(place) for place in range(size)))
        self.add("introducing", (self._introducing(place) for place in range(size)))
        self.add("twins", (self._twins(place) for place in range(size)))
        self.add("size", (str(min(forest.sizes[place], 6)) for place in range(size)))
        self.add("tenses", self._tenses())

    def add(self, name: str, values: Iterable[str]) -> None:
        """Add a column of texts."""
        self.columns[name] = encode_texts(values)

    def mix(self, templates: Sequence[str]) -> Codes:
        """A column for each template, which names other columns with blanks between: `upos head.lemma`."""
        mixed = [
            mix_codes(np.uint64(number), *(self._look_up(name) for name in template.split()))
            for number, template in enumerate(templates, start=1)
        ]
        return np.stack(mixed, axis=1)

    def _look_up(self, name: str) -> Codes:
        *links, column = name.split(".")
        values = self.columns[column]
        if not links:
            return values
        places = self.links[links[-1]]
        for link in reversed(links[:-1]):  # head.subject: first to the head, then to its subject
            above = self.links[link]
            places = np.where(above >= 0, places[np.maximum(above, 0)], ROOT)
        return np.where(places >= 0, values[np.maximum(places, 0)], NOBODY)

    def _find(self, label: str) -> Ints:
        """A dependent of every word with this label, or nobody; of several, one that does not depend on their order."""
        forest = self.forest
        found = np.full(len(forest), ROOT, dtype=np.int64)
        for place, children in enumerate(forest.children):
            candidates = [child for child in children if forest.deprels[child] == label]
            if candidates:
                found[place] = min(candidates, key=forest.digests.__getitem__)
        return found

    def _roots(self) -> list[int]:
        return [min(roots, key=self.forest.digests.__getitem__) for roots in self.forest.roots]

    def _below(self, place: int) -> str:
        return " ".join(sorted({self.forest.deprels[child] for child in self.forest.children[place]}))

    def _introducing(self, place: int) -> str:
        forest = self.forest
        words = [
            forest.lemmas[child].lower()
            for child in forest.children[place]
            if forest.deprels[child] in INTRODUCING and not forest.children[child] and forest.upos[child] != "ADJ"
        ]
        return " ".join(sorted(words))

    def _tenses(self) -> Iterable[str]:
        """Of every word, the tenses of its tree."""
        for start, end in zip(self.forest.bounds, self.forest.bounds[1:], strict=False):
            tenses = " ".join(sorted({self.features[place].get("Tense", "") for place in range(start, end)}))
            yield from (tenses for _ in range(start, end))

    def _twins(self, place: int) -> str:
        """Labels of the other dependents of a word's head."""
        forest = self.forest
        parent = forest.parents[place]
        if parent == ROOT:
            return ""
        return " ".join(sorted(forest.deprels[child] for child in forest.children[parent] if child != place))
