"""The shallow surface realiser: orders the words of a tree, inflects them and writes them as a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Literal, Self

import numpy as np

from genchal.domain import DependencyTree, Generator, Instance, Parameters, setting
from genchal.domain.inputs import Input
from genchal.domain.settings import check_choices
from genchal.errors import InvalidInput
from genchal.generators.realising.forest import read_forest
from genchal.generators.realising.given_trees import read_shallow_inputs, read_treebank
from genchal.generators.realising.gold_forms import find_gold_forms
from genchal.generators.realising.inflection import Inflection, train_inflection
from genchal.generators.realising.joining import Joining, train_joining
from genchal.generators.realising.order_model import OrderModel, Search, train_order


@dataclass(frozen=True, slots=True)
class TreeRealiser:
    """What was learnt from a treebank about order, forms and spelling; realises trees once they are in this shape.

    >>> learnt = train_realiser(treebank, rng)  # doctest: +SKIP
    >>> learnt.realise(shallow_trees, rng)  # doctest: +SKIP
    ['This is a sentence.']
    """

    order: OrderModel
    inflection: Inflection
    joining: Joining

    def realise(
        self, trees: Sequence[DependencyTree], rng: np.random.Generator, order: Search = "search", gold_forms: str = ""
    ) -> list[str]:
        """Turn shallow trees into sentences; `gold_forms` is the text of a treebank file whose forms are taken."""
        forest = read_forest(trees, is_ordered=False)
        orders = self.order.order(forest, order, rng)
        forms = self.inflection.inflect(forest, orders)
        if gold_forms:
            for tree, gold in enumerate(find_gold_forms(forest, gold_forms)):
                if gold is not None:
                    forms[tree] = [gold[place - forest.bounds[tree]] for place in orders[tree]]
        return self.joining.join(forest, orders, forms)

    def parameters(self) -> Parameters:
        """Arrays and values to be kept in a file."""
        arrays, values = {}, {}
        for name, part in (("order", self.order), ("inflection", self.inflection), ("joining", self.joining)):
            learnt = part.parameters()
            arrays.update({f"{name}.{key}": array for key, array in learnt.arrays.items()})
            values[name] = dict(learnt.values)
        return Parameters(arrays, values)

    @classmethod
    def with_parameters(cls, learnt: Parameters) -> Self:
        """Take them back."""
        parts = {
            name: Parameters(
                {key.removeprefix(f"{name}."): array for key, array in learnt.arrays.items() if key.startswith(name)},
                learnt.values[name],
            )
            for name in ("order", "inflection", "joining")
        }
        return cls(
            OrderModel.with_parameters(parts["order"]),
            Inflection.with_parameters(parts["inflection"]),
            Joining.with_parameters(parts["joining"]),
        )


def train_realiser(trees: Sequence[DependencyTree], rng: np.random.Generator) -> TreeRealiser:
    """Learn from the trees of a treebank: words in order, with lemmas and forms."""
    forest = read_forest(trees, is_ordered=True)
    ordering, joining = rng.spawn(2)
    return TreeRealiser(train_order(forest, ordering), train_inflection(forest), train_joining(forest, joining))


@dataclass(frozen=True, slots=True)
class Realiser(Generator):
    """Learns to order, inflect and join words from a treebank, and writes sentences for shallow trees."""

    name: ClassVar[str] = "realiser"
    version: ClassVar[int] = 3
    takes: ClassVar[tuple[type[Input], ...]] = (DependencyTree,)
    files: ClassVar[tuple[str, ...]] = ("gold_forms",)
    decoding: ClassVar[tuple[str, ...]] = ("order", "forms", "gold_forms")

    order: Search = setting(
        "search", "The most probable order (search), the most probable next word each time (greedy), or any (random)."
    )
    forms: Literal["learnt", "given"] = setting("learnt", "Inflect words, or take forms from the file `gold_forms`.")
    gold_forms: str = setting("", "Treebank file with the forms of the test sentences, relative to campaign.toml.")

    _learnt: TreeRealiser | None = None

    def __post_init__(self) -> None:
        """Refuse choices that there are not."""
        check_choices(self)

    def fitted(self, train: Sequence[Instance], dev: Sequence[Instance], rng: np.random.Generator) -> Self:
        """Learn from treebank trees: words in order, with forms."""
        return replace(self, _learnt=train_realiser(read_treebank(train, self.name), rng))

    def generate(self, instances: Sequence[Instance], rng: np.random.Generator) -> list[str | None]:
        """Write a sentence for each tree."""
        if self.forms == "given" and not self.gold_forms:
            raise InvalidInput(
                "generator 'realiser' has no forms to take", 'Add gold_forms = "FILE", the treebank of the test trees.'
            )
        trees = read_shallow_inputs(instances, self.name)
        return [*self.learnt.realise(trees, rng, self.order, self.gold_forms if self.forms == "given" else "")]

    @property
    def learnt(self) -> TreeRealiser:
        """What realises trees, once fitted."""
        if self._learnt is None:
            raise InvalidInput("generator 'realiser' has learnt nothing yet", "Train it on a treebank first.")
        return self._learnt

    def parameters(self) -> Parameters:
        """Weights, forms, changes and contractions."""
        return self.learnt.parameters()

    def with_parameters(self, learnt: Parameters) -> Self:
        """Take them back."""
        return replace(self, _learnt=TreeRealiser.with_parameters(learnt))
