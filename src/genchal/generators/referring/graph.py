"""Graph-based selection (Krahmer, van Erk and Verleg 2003): the cheapest distinguishing description.

The costs are those of Krahmer, Theune, Viethen and Hendrickx (2008), who took part in the TUNA challenges: uniform,
stochastic, or "free-naive", in which what people nearly always mention is free, and mentioned even if it helps nobody.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np

from genchal.domain import setting
from genchal.generators.referring._cheapest import cheapest_places
from genchal.generators.referring._rates import in_context, mention_rates, property_key
from genchal.generators.referring._scenes import Choices, Example
from genchal.generators.referring._selector import Selector

Costs = Literal["uniform", "stochastic", "free_naive"]
FREE, USUAL = 0.5, 0.2  # rates from which on a property is free, or costs 1 instead of 2: chosen before any run
RAREST = 0.001  # the rate of what was never mentioned, so that its cost is finite: 10 bits


@dataclass(frozen=True, slots=True)
class Graph(Selector):
    """The set of properties with the lowest cost that distinguishes; of equal ones the smallest, alphabetically."""

    name: ClassVar[str] = "graph"
    version: ClassVar[int] = 1

    costs: Costs = setting(
        "free_naive", "All properties cost 1 (uniform), -log2 of their frequency (stochastic), or 0, 1 or 2 by it."
    )

    def learn(self, examples: Sequence[Example], rng: np.random.Generator) -> Mapping[str, Any]:
        """How often properties are mentioned, by condition."""
        return {"rates": mention_rates(examples, by_value=True)}

    def select(self, choices: Choices) -> Sequence[int]:
        """The cheapest set that rules out what the noun leaves."""
        rates = in_context(self._learnt.get("rates", {}), choices)
        costs = [self._cost(rates.get(property_key(*pair), 0.0)) for pair in choices.properties]
        return cheapest_places(costs, choices.rules_out, choices.left(self.nouns(choices)))

    def _cost(self, rate: float) -> float:
        if self.costs == "uniform":
            return 1.0
        if self.costs == "stochastic":
            return -math.log2(max(rate, RAREST))
        return 0.0 if rate >= FREE else 1.0 if rate >= USUAL else 2.0
