"""An evolutionary selector, after the idea of Hervás and Gervás (2009), in a design of our own.

A genome has a bit for every attribute: whether it is mentioned wherever the target has it. Its fitness is the mean Dice
coefficient with what people said in training, in the same condition. Parents win tournaments of two, children get each
bit from either of them and flip one in as many as there are, and the fittest genome so far stays.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from genchal.domain import setting
from genchal.generators.referring._rates import ANYWHERE, by_preference, in_context, mention_rates
from genchal.generators.referring._scenes import Choices, Example
from genchal.generators.referring._selector import Selector
from genchal.generators.referring.incremental import select_in_turn

Bits = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Evolutionary(Selector):
    """Mentions the attributes of the fittest genome, then others by frequency until nothing is left."""

    name: ClassVar[str] = "evolutionary"
    version: ClassVar[int] = 1

    population: int = setting(24, "Genomes in a generation.", low=2, high=10_000)
    generations: int = setting(30, "Generations.", low=0, high=10_000)

    def learn(self, examples: Sequence[Example], rng: np.random.Generator) -> Mapping[str, Any]:
        """The fittest genome of each condition."""
        contexts = {example.choices.context for example in examples}
        of_context = {
            context: [example for example in examples if example.choices.context == context]
            for context in sorted(contexts - {ANYWHERE})
        }
        fittest = {
            context: {"mentioned": self._evolved(own, rng)}
            for context, own in {**of_context, ANYWHERE: list(examples)}.items()
        }
        return {"fittest": fittest, "rates": mention_rates(examples, by_value=False)}

    def select(self, choices: Choices) -> Sequence[int]:
        """What the genome says, and more where it does not distinguish."""
        mentioned = in_context(self._learnt.get("fittest", {}), choices).get("mentioned", ())
        chosen = [place for place, (name, _) in enumerate(choices.properties) if name in mentioned]
        rates = in_context(self._learnt.get("rates", {}), choices)
        order = by_preference({name for name, _ in choices.properties}, rates)
        return select_in_turn(choices, order, [*self.nouns(choices), *chosen])

    def _evolved(self, examples: Sequence[Example], rng: np.random.Generator) -> list[str]:
        names = sorted({name for example in examples for name, _ in example.choices.properties})
        if not names:
            return []
        had, said = _tables(examples, names)
        genomes = rng.random((self.population, len(names))) < 0.5
        best = genomes[0]
        for _ in range(self.generations + 1):
            fitness = _fitness(genomes, had, said)
            best = genomes[int(np.argmax(fitness))]
            genomes = _children(genomes, fitness, rng)
            genomes[0] = best  # so that the next generation is not worse
        return [name for name, mentioned in zip(names, best.tolist(), strict=True) if mentioned]


def _tables(examples: Sequence[Example], names: Sequence[str]) -> tuple[Bits, Bits]:
    """Which attributes the targets have, and which were mentioned: a row for each example."""
    number = {name: column for column, name in enumerate(names)}
    had = np.zeros((len(examples), len(names)), dtype=np.bool_)
    said = np.zeros_like(had)
    for row, example in enumerate(examples):
        columns = [number[name] for name, _ in example.choices.properties]
        had[row, columns] = True
        said[row, [columns[place] for place in example.said]] = True
    return had, said


def _fitness(genomes: Bits, had: Bits, said: Bits) -> NDArray[np.float64]:
    """Mean Dice coefficient of each genome over all examples; 1 for two empty sets."""
    bits = genomes.astype(np.float64)
    common = bits @ said.T.astype(np.float64)
    sizes = bits @ had.T.astype(np.float64) + said.sum(axis=1)
    likeness = np.where(sizes == 0, 1.0, 2 * common / np.maximum(sizes, 1))
    mean: NDArray[np.float64] = likeness.mean(axis=1)
    return mean


def _children(genomes: Bits, fitness: NDArray[np.float64], rng: np.random.Generator) -> Bits:
    size, length = genomes.shape
    rivals = rng.integers(size, size=(2, size, 2))
    first, second = rivals[..., 0], rivals[..., 1]
    winners = np.where(fitness[first] >= fitness[second], first, second)
    mothers, fathers = genomes[winners[0]], genomes[winners[1]]
    crossed = np.where(rng.random(genomes.shape) < 0.5, mothers, fathers)
    children: Bits = crossed ^ (rng.random(genomes.shape) < 1 / length)
    return children
