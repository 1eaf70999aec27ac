"""Answers of the groups: read off a treebank, and put back into a deep tree, which becomes a shallow one.

An *answer* is a text: of the group `relation` the relation of a word, of the others the dependents to be added, one a
line (relation, lemma, tags and features, with tabs between). The group `verb` starts with a line for the word itself:
its language-specific tag and the features that deep trees leave out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from genchal.domain import DependencyTree, Node
from genchal.domain.trees.deep_input import DeepWord
from genchal.domain.trees.words import NOTHING, Word, join_features, split_features
from genchal.generators.realising.deep_groups import GROUPS
from genchal.generators.realising.forest import ROOT, Forest

# Features of deep trees that are not the word's own: they come back with its auxiliaries, articles and punctuation.
ADDED = frozenset({"Tense", "Mood", "Aspect", "Voice", "ClauseType", "Definite"})


def find_answer(group: str, own: DeepWord) -> str:
    """What the treebank has for a word."""
    word = own.word
    if word is None:
        return ""
    if group == "relation":
        return word.node.deprel
    lines = sorted(_line(child) for child in own.dropped if _group(child) == group)
    if group == "verb":
        lines.insert(0, f"{word.node.xpos}\t{_surface_features(own)}")
    return "\n".join(lines)


def _group(word: Word) -> str:
    if word.features.get("PronType") == "Rel":
        return "relative"
    return {"aux": "verb", "cop": "verb"}.get(word.relation, word.relation)


def _line(word: Word) -> str:
    node = word.node
    return "\t".join((node.deprel, word.lemma, node.upos, node.xpos, node.feats))


def _surface_features(own: DeepWord) -> str:
    """Features of a word that its deep word has not, or has differently."""
    if own.word is None:
        return NOTHING
    return join_features(
        {
            name: value
            for name, value in own.word.features.items()
            if name in _added(own.upos) or own.features.get(name) != value
        }
    )


def _added(upos: str) -> frozenset[str]:
    return ADDED - {"Definite"} if upos == "DET" else ADDED


def restore_trees(
    forest: Forest, chosen: Mapping[str, Sequence[str]], *, with_function_words: bool
) -> list[DependencyTree]:
    """Shallow trees from deep ones and the answers of all groups; words without a lemma (implied subjects) are gone."""
    trees = []
    for start, end in zip(forest.bounds, forest.bounds[1:], strict=False):
        nodes: list[Node] = []
        kept = [place for place in range(start, end) if forest.lemmas[place] != NOTHING or end - start == 1]
        ids = {place: str(number) for number, place in enumerate(kept, start=1)}
        added = []
        for place in kept:
            own, *children = chosen["verb"][place].split("\n")
            xpos, _, surface = own.partition("\t")
            upos = forest.upos[place]
            features = {
                name: value
                for name, value in split_features(forest.feats[place]).items()
                if name not in _added(upos) and (name != "Person" or upos in ("PRON", "DET"))
            }
            features.update(split_features(surface))
            head = _kept_head(forest, place, ids)
            nodes.append(
                Node(
                    ids[place],
                    forest.lemmas[place],
                    NOTHING,
                    upos,
                    xpos or NOTHING,
                    join_features(features),
                    head,
                    chosen["relation"][place],
                    NOTHING,
                    NOTHING,
                )
            )
            if with_function_words:
                lines = [line for group in GROUPS[2:] for line in chosen[group.name][place].split("\n") if line]
                added += [(ids[place], line) for line in (*children, *lines)]
        for number, (head, line) in enumerate(added, start=len(nodes) + 1):
            deprel, lemma, upos, xpos, feats = line.split("\t")
            nodes.append(Node(str(number), lemma, NOTHING, upos, xpos, feats, head, deprel, NOTHING, NOTHING))
        trees.append(DependencyTree(tuple(nodes)))
    return trees


def _kept_head(forest: Forest, place: int, ids: Mapping[int, str]) -> str:
    at = forest.parents[place]
    while at != ROOT and at not in ids:
        at = forest.parents[at]
    return "0" if at == ROOT else ids[at]
