"""Shallow inputs (T1) of surface realisation: all words of a tree, without their order and inflection.

As in SR'18 (Mille et al. 2018): sentences whose analysis is not of a sentence are left out, words get new numbers at
random, and lemmas stand in place of forms. Nothing else changes.
"""

from __future__ import annotations

import numpy as np

from genchal.domain.inputs import DependencyTree
from genchal.domain.trees.words import NOTHING, Word, read_words

# Speech repairs, words written apart by mistake, and words whose head was left out: relations without a sentence.
ANALYSIS_ONLY = frozenset({"reparandum", "goeswith", "orphan"})


def can_be_input(words: list[Word]) -> bool:
    """Whether SR'18 would have taken this sentence: it has no relation that only the analysis knows."""
    return not any(word.relation in ANALYSIS_ONLY for word in words)


def derive_shallow(tree: DependencyTree, rng: np.random.Generator) -> tuple[DependencyTree, dict[str, str]] | None:
    """The shallow input of a tree and the new numbers of its words; None for a tree that is left out."""
    words = read_words(tree)
    if not can_be_input(words):
        return None
    places = rng.permutation(len(words))
    numbers = {word.node.id: str(place + 1) for word, place in zip(words, places, strict=True)}
    nodes = [
        word.node._replace(
            id=numbers[word.node.id],
            form=word.lemma,
            lemma=NOTHING,
            head=numbers.get(word.node.head, "0"),
            deps=NOTHING,
            misc=NOTHING,
        )
        for word in words
    ]
    return DependencyTree(tuple(sorted(nodes, key=lambda node: int(node.id)))), numbers
