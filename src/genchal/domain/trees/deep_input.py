"""Deep inputs (T2) of surface realisation: content words with predicate-argument labels, grammar as features.

The steps of SR'18 (Mille et al. 2018, section 3) as rules over a tree: functional words without dependents are dropped,
subjects that a finite verb only implies are written as words without a lemma, relations become labels
(`deep_labels`), and features that a realiser has to find are removed (`deep_features`). Heads never change.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from genchal.domain.inputs import DependencyTree, Node
from genchal.domain.trees.deep_features import deep_features, implied_subject
from genchal.domain.trees.deep_labels import deep_label
from genchal.domain.trees.deep_languages import DeepLanguage
from genchal.domain.trees.words import NOTHING, Word, join_features

COMPLEMENTS = frozenset({"ccomp", "xcomp", "csubj"})  # clauses whose introducing words carry no meaning


@dataclass(slots=True, eq=False)
class DeepWord:
    """A word of a deep input: a word of the tree with those that it stands for, or an implied subject (no word)."""

    lemma: str
    upos: str
    label: str
    features: dict[str, str]
    word: Word | None
    head: DeepWord | None = None
    dependents: list[DeepWord] = field(default_factory=list)
    dropped: list[Word] = field(default_factory=list)  # dependents of the word that are not in the input


def derive_deep(words: list[Word], language: DeepLanguage) -> list[DeepWord]:
    """Words of the deep input, in the order of the tree; an implied subject stands before its verb."""
    found: list[DeepWord] = []
    deep: dict[int, DeepWord] = {}
    for word in words:
        if is_dropped(word, language):
            continue
        own = DeepWord(word.lemma, word.node.upos, deep_label(word, language), deep_features(word, language), word)
        own.dropped = [dependent for dependent in word.dependents if is_dropped(dependent, language)]
        deep[id(word)] = own
        subject = implied_subject(word, language)
        if subject is not None:
            dummy = DeepWord(NOTHING, "PRON", "A1", subject, None, own)
            own.dependents.append(dummy)
            found.append(dummy)
        found.append(own)
    for own in found:
        if own.word is not None and own.word.head is not None:
            own.head = deep[id(own.word.head)]
            own.head.dependents.append(own)
    return found


def is_dropped(word: Word, language: DeepLanguage) -> bool:
    """Whether a word is grammar that a realiser has to find: one without dependents, by its relation and lemma."""
    if word.dependents or word.head is None:
        return False
    match word.relation:
        case "punct" | "case":
            return True
        case "det":
            return word.lemma in language.articles
        case "aux":
            return language.drops_auxiliary(word.lemma)
        case "cop":
            return language.drops_all_auxiliaries or word.lemma in language.copulas
        case "mark":
            if word.lemma in language.complementisers:
                return word.head.relation != "root"
            return word.head.relation in COMPLEMENTS
        case "fixed":
            return word.node.upos in ("ADP", "SCONJ")
        case "expl":
            return word.lemma not in language.kept_expletives
        case _:
            return is_relative(word, language)


def is_relative(word: Word, language: DeepLanguage) -> bool:
    """Whether a word is a relative pronoun or adverb right below its relative clause."""
    return (
        word.head is not None
        and word.relation in language.relatives
        and word.head.relation == "acl"
        and word.features.get("PronType") == "Rel"
    )


def write_deep(found: list[DeepWord], numbers: dict[str, str], rng: np.random.Generator) -> DependencyTree:
    """The deep input as a tree, with new numbers at random.

    Features `id1`, `id2` ... say which words of the shallow input a deep word stands for, as in the official files;
    `numbers` are those of the shallow input. A realiser must not use them.
    """
    places = rng.permutation(len(found))
    ids = {id(own): str(place + 1) for own, place in zip(found, places, strict=True)}
    nodes = []
    for own in found:
        features = dict(own.features)
        if own.word is not None:
            hidden = sorted(numbers[word.node.id] for word in own.dropped if word.relation in HIDDEN)
            for place, number in enumerate((numbers[own.word.node.id], *hidden), start=1):
                features[f"id{place}"] = number
        head = "0" if own.head is None else ids[id(own.head)]
        nodes.append(
            Node(
                ids[id(own)],
                own.lemma,
                NOTHING,
                own.upos,
                NOTHING,
                join_features(features),
                head,
                own.label,
                NOTHING,
                NOTHING,
            )
        )
    return DependencyTree(tuple(sorted(nodes, key=lambda node: int(node.id))))


# Dropped words that a deep word stands for; others (punctuation, copulas, relative pronouns) are gone without a trace.
HIDDEN = frozenset({"case", "det", "aux", "mark", "fixed"})
