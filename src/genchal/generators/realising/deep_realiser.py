"""The deep realiser: finds the words and features that a deep tree leaves out, then realises it as a shallow one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Literal, Self

import numpy as np

from genchal.domain import DependencyTree, Generator, Instance, Node, Parameters, setting
from genchal.domain.inputs import Input
from genchal.domain.settings import check_choices
from genchal.domain.trees.deep_input import DeepWord, derive_deep
from genchal.domain.trees.deep_languages import detect_deep_language, find_deep_language
from genchal.domain.trees.words import NOTHING, join_features, read_words, split_features
from genchal.errors import InvalidInput
from genchal.generators.realising.choices import Choice, train_choice
from genchal.generators.realising.deep_answers import find_answer, restore_trees
from genchal.generators.realising.deep_context import DeepContext
from genchal.generators.realising.deep_groups import GROUPS
from genchal.generators.realising.forest import read_forest
from genchal.generators.realising.given_trees import read_deep_inputs, read_treebank
from genchal.generators.realising.order_model import Search
from genchal.generators.realising.realiser import TreeRealiser, train_realiser

NOT_GIVEN = frozenset({"lin", "original_id"})  # what SR'19 adds about the order


@dataclass(frozen=True, slots=True)
class DeepTreeRealiser:
    """What was learnt from a treebank: a choice for every group, and how shallow trees are realised."""

    choices: dict[str, Choice]
    shallow: TreeRealiser

    def restore(self, trees: Sequence[DependencyTree], *, with_function_words: bool) -> list[DependencyTree]:
        """Shallow trees from deep ones."""
        forest = read_forest([_clean(tree) for tree in trees], is_ordered=False)
        context = DeepContext(forest)
        chosen = {}
        for group in GROUPS:
            choice = self.choices[group.name]
            chosen[group.name] = choice.choose(context.mix(group.keys), context.mix(group.templates))
            context.add(group.name, chosen[group.name])
        return restore_trees(forest, chosen, with_function_words=with_function_words)

    def parameters(self) -> Parameters:
        """Arrays and values to be kept in a file."""
        parts = {"shallow": self.shallow.parameters()}
        parts |= {f"choice {name}": choice.parameters() for name, choice in self.choices.items()}
        arrays = {f"{name}/{key}": array for name, part in parts.items() for key, array in part.arrays.items()}
        return Parameters(arrays, {name: dict(part.values) for name, part in parts.items()})

    @classmethod
    def with_parameters(cls, learnt: Parameters) -> Self:
        """Take them back."""

        def part(name: str) -> Parameters:
            start = f"{name}/"
            arrays = {key.removeprefix(start): array for key, array in learnt.arrays.items() if key.startswith(start)}
            return Parameters(arrays, learnt.values[name])

        choices = {group.name: Choice.with_parameters(part(f"choice {group.name}")) for group in GROUPS}
        return cls(choices, TreeRealiser.with_parameters(part("shallow")))


def train_deep_realiser(trees: Sequence[DependencyTree], language: str, rng: np.random.Generator) -> DeepTreeRealiser:
    """Learn from the trees of a treebank and the deep trees that are derived from them."""
    words = [read_words(tree) for tree in trees]
    rules = find_deep_language(language) if language else detect_deep_language(words)
    derived = [derive_deep(own, rules) for own in words]
    forest = read_forest([_write(deep) for deep in derived if deep], is_ordered=True)
    context = DeepContext(forest)
    shallow_rng, *rngs = rng.spawn(len(GROUPS) + 1)
    choices = {}
    for group, own_rng in zip(GROUPS, rngs, strict=True):
        right = [find_answer(group.name, word) for deep in derived for word in deep]
        keys, codes = context.mix(group.keys), context.mix(group.templates)
        choices[group.name] = train_choice(keys, codes, right, group.most, own_rng)
        context.add(group.name, right)
    return DeepTreeRealiser(choices, train_realiser(trees, shallow_rng))


def _write(deep: Sequence[DeepWord]) -> DependencyTree:
    """A deep tree to learn from, its words in the order of the list."""
    ids = {id(own): str(place) for place, own in enumerate(deep, start=1)}
    return DependencyTree(
        tuple(
            Node(
                ids[id(own)],
                own.lemma,
                own.lemma,
                own.upos,
                NOTHING,
                join_features(own.features),
                "0" if own.head is None else ids[id(own.head)],
                own.label,
                NOTHING,
                NOTHING,
            )
            for own in deep
        )
    )


def _clean(tree: DependencyTree) -> DependencyTree:
    """A deep input without its alignment (features id1, id2 ...: they, and their number, tell what was left out)."""
    nodes = []
    for node in tree.nodes:
        features = {
            name: value
            for name, value in split_features(node.feats).items()
            if name not in NOT_GIVEN and not (name.startswith("id") and name[2:].isdecimal())
        }
        lemma = node.form if node.lemma == NOTHING else node.lemma
        nodes.append(node._replace(form=lemma, lemma=lemma, xpos=NOTHING, feats=join_features(features)))
    return DependencyTree(tuple(nodes))


@dataclass(frozen=True, slots=True)
class DeepRealiser(Generator):
    """Learns from a treebank which words and features deep trees leave out, and writes sentences for deep trees."""

    name: ClassVar[str] = "deep_realiser"
    version: ClassVar[int] = 2
    takes: ClassVar[tuple[type[Input], ...]] = (DependencyTree,)
    decoding: ClassVar[tuple[str, ...]] = ("order", "function_words")

    language: str = setting("", "Language of the treebank: en, es or fr. Detected by its articles if omitted.")
    order: Search = setting(
        "search", "The most probable order (search), the most probable next word each time (greedy), or any (random)."
    )
    function_words: Literal["learnt", "none"] = setting(
        "learnt", "Add the words that deep trees leave out (learnt), or write the given words alone (none)."
    )

    _learnt: DeepTreeRealiser | None = None

    def __post_init__(self) -> None:
        """Refuse choices that there are not."""
        check_choices(self)
        if self.language:
            find_deep_language(self.language)

    def fitted(self, train: Sequence[Instance], dev: Sequence[Instance], rng: np.random.Generator) -> Self:
        """Learn from treebank trees: words in order, with forms."""
        trees = read_treebank(train, self.name)
        return replace(self, _learnt=train_deep_realiser(trees, self.language, rng))

    def generate(self, instances: Sequence[Instance], rng: np.random.Generator) -> list[str | None]:
        """Write a sentence for each tree."""
        trees = read_deep_inputs(instances, self.name)
        restored = self.learnt.restore(trees, with_function_words=self.function_words == "learnt")
        return [*self.learnt.shallow.realise(restored, rng, self.order)]

    @property
    def learnt(self) -> DeepTreeRealiser:
        """What realises trees, once fitted."""
        if self._learnt is None:
            raise InvalidInput("generator 'deep_realiser' has learnt nothing yet", "Train it on a treebank first.")
        return self._learnt

    def parameters(self) -> Parameters:
        """What was learnt about the words that are left out, and about shallow trees."""
        return self.learnt.parameters()

    def with_parameters(self, learnt: Parameters) -> Self:
        """Take them back."""
        return replace(self, _learnt=DeepTreeRealiser.with_parameters(learnt))
