"""What a deep tree does not say, in groups that are chosen one after the other, and how a shallow tree is restored.

An *answer* is a text: of the group `relation` the relation of a word, of the others the dependents to be added, one a
line (relation, lemma, tags and features, with tabs between). The group `verb` starts with a line for the word itself:
its language-specific tag and the features that deep trees leave out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from genchal.domain import DependencyTree, Node
from genchal.domain.trees.deep_input import DeepWord
from genchal.domain.trees.words import NOTHING, Word, join_features, split_features
from genchal.generators.realising.forest import ROOT, Forest

# Features of deep trees that are not the word's own: they come back with its auxiliaries, articles and punctuation.
ADDED = frozenset({"Tense", "Mood", "Aspect", "Voice", "ClauseType", "Definite"})


@dataclass(frozen=True, slots=True)
class Group:
    """A choice for every word: its keys, how many candidates they bring, and templates of features.

    Names in keys and templates are columns of `DeepContext` and of groups chosen before.
    """

    name: str
    keys: tuple[str, ...]  # the most special first; names with blanks between, as in templates
    most: tuple[int, ...]
    templates: tuple[str, ...]

    def answer(self, own: DeepWord) -> str:
        """What the treebank has for a word."""
        word = own.word
        if word is None:
            return ""
        if self.name == "relation":
            return word.node.deprel
        lines = sorted(_line(child) for child in own.dropped if _group(child) == self.name)
        if self.name == "verb":
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


COMMON = (
    "label upos",
    "lemma",
    "lemma label",
    "head.lemma label",
    "head.upos label upos",
    "below label upos",
    "twins label",
    "introducing label",
    "feats label",
)

GROUPS = (
    Group(
        "relation",
        ("label upos", "label"),
        (14, 14),
        (
            *COMMON,
            "label upos head.upos head.label",
            "label head.feats head.upos",
            "label lemma head.lemma",
            "label lemma head.upos",
            "label capital head.capital upos head.upos",
            "label verbal head.verbal",
            "label subject.upos upos",
            "label object.upos upos",
            "label head.subject.lemma",
            "label head.below upos",
            "label number definite",
            "label head.introducing",
            "label top.label head.label",
            "label size",
            "label ending",
        ),
    ),
    Group(
        "verb",
        ("lemma upos verbal", "upos verbal prontype number", "upos verbal", "upos"),
        (8, 14, 14, 6),
        (
            *COMMON,
            "relation",
            "relation lemma",
            "relation head.lemma",
            "relation upos feats",
            "relation below",
            "relation introducing",
            "verbal relation introducing",
            "verbal subject.lemma",
            "verbal subject.number subject.upos subject.person",
            "verbal subject.upos subject.lemma relation",
            "number relation subject.upos",
            "ending upos verbal",
            "head.lemma head.upos relation verbal",
            "head.verbal verbal relation",
            "relation head.subject.number head.subject.lemma",
            "relation head.number head.gender head.upos",
            "gender number person upos",
            "root.clausetype relation verbal",
            "lemma head.lemma relation",
            "object.upos verbal relation",
            "start upos",
            "verbal tenses relation",
            "verbal head.tense upos",
            "verbal subject.below subject.number",
            "verbal subject.introducing relation",
        ),
    ),
    Group(
        "case",
        ("relation lemma", "relation head.lemma", "relation upos", "relation"),
        (10, 12, 25, 12),
        (
            *COMMON,
            "relation",
            "relation lemma",
            "relation head.lemma",
            "relation lemma head.lemma",
            "relation head.upos upos",
            "relation head.label",
            "relation feats",
            "relation twins",
            "relation below",
            "relation introducing",
            "relation head.verb",
            "relation lemma number definite",
            "relation definite gender number upos",
            "relation head.lemma upos capital",
            "relation lemma head.upos",
            "relation head.object.lemma head.lemma",
            "relation capital upos head.upos",
            "relation numtype upos head.lemma",
            "relation ending",
            "relation head.relation",
            "relation head.head.lemma",
        ),
    ),
    Group(
        "det",
        ("definite gender number upos", "definite upos", "definite"),
        (6, 6, 6),
        (
            "upos",
            "lemma",
            "ending",
            "gender number",
            "number ending",
            "start",
            "relation",
            "below",
            "feats",
            "lemma number",
        ),
    ),
    Group(
        "mark",
        ("relation verb", "relation head.lemma", "relation upos"),
        (8, 6, 10),
        (
            *COMMON,
            "relation verb",
            "relation head.lemma",
            "relation head.lemma verb",
            "relation head.upos head.below",
            "relation below",
            "relation introducing",
            "relation subject.lemma",
            "relation subject.upos",
            "relation head.verb",
            "relation lemma",
            "relation size",
            "relation head.twins",
            "relation head.subject.lemma",
            "relation head.relation",
        ),
    ),
    Group(
        "relative",
        ("label relation", "relation"),
        (16, 8),
        (
            "label relation",
            "relation head.lemma",
            "relation head.upos head.number",
            "relation head.capital head.upos label",
            "relation below label",
            "relation subject.lemma",
            "relation subject.upos label",
            "relation verb label",
            "relation lemma",
            "relation size",
            "relation head.relation",
            "relation head.definite",
            "relation introducing",
            "relation head.gender head.number label",
        ),
    ),
    Group(
        "fixed",
        ("lemma relation", "upos"),
        (6, 3),
        ("lemma", "relation", "lemma relation", "lemma below", "head.upos lemma", "head.lemma"),
    ),
    Group(
        "expl",
        ("lemma upos", "upos verbal", "upos"),
        (8, 8, 4),
        (
            *COMMON,
            "verb",
            "lemma verb",
            "lemma below",
            "subject.upos subject.lemma lemma",
            "subject.prontype subject.number",
            "object.upos upos",
            "relation",
            "subject.upos object.upos lemma",
        ),
    ),
    Group(
        "punct",
        ("relation clausetype upos", "relation clausetype", "clausetype"),
        (8, 8, 8),
        (
            *COMMON,
            "clausetype relation",
            "clausetype upos below",
            "relation below",
            "relation head.relation",
            "relation upos size",
            "relation lemma",
            "relation twins",
            "relation head.twins",
            "relation introducing",
            "relation verb",
            "relation case",
            "relation mark",
            "relation head.upos upos capital",
            "clausetype size",
            "verbal relation",
            "introducing size",
            "relation head.size",
        ),
    ),
)


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
