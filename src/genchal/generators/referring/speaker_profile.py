"""Speaker profiles: what the author of a description is used to mention, in the spirit of Bohnet (2008).

The most probable distinguishing set, where each property is mentioned or not, independently of the others, at a rate of
its speaker. A rate has two parts. The habit of all speakers is how often targets with that property are described by it
in the same condition. The habit of one is how often they mentioned the attribute, beside how often others would have:
k of n times where e were expected multiplies the odds by (k + s) / (e + s) over (n - k + s) / (n - e + s). The strength
s of the belief in the others is chosen among a few by the likelihood of each training description given the rest.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from genchal.generators.referring._cheapest import cheapest_places
from genchal.generators.referring._rates import ANYWHERE, Rates, in_context, property_key
from genchal.generators.referring._scenes import Choices, Example
from genchal.generators.referring._selector import Selector

STRENGTHS = (0.5, 1.0, 2.0, 4.0, 8.0)
FAITH = 2.0  # how many targets the rate of an attribute counts for when that of one of its values is estimated
Habit = Sequence[float]  # of a speaker and an attribute: mentioned, expected, possible


@dataclass(frozen=True, slots=True)
class SpeakerProfile(Selector):
    """The most probable distinguishing set of the author, who is the participant of an instance."""

    name: ClassVar[str] = "speaker_profile"
    version: ClassVar[int] = 1

    def learn(self, examples: Sequence[Example], rng: np.random.Generator) -> Mapping[str, Any]:
        """Rates of properties by condition, habits of speakers, and how much to believe the latter."""
        rates = _smoothed_rates(examples)
        habits = _habits(examples, rates)
        fits = {strength: _likelihood(examples, rates, habits, strength) for strength in STRENGTHS}
        strength = max(STRENGTHS, key=lambda strength: (fits[strength], strength))
        return {"rates": rates, "habits": habits, "strength": strength}

    def select(self, choices: Choices) -> Sequence[int]:
        """Everything that is mentioned rather than not, and the most probable rest that it takes."""
        habits = self._learnt.get("habits", {}).get(choices.speaker, {})
        strength = self._learnt.get("strength", STRENGTHS[-1])
        costs = [
            -(log_odds + _shift(habits.get(name), strength))
            for log_odds, (name, _) in zip(
                _log_odds(choices, self._learnt.get("rates", {})), choices.properties, strict=True
            )
        ]
        return cheapest_places(costs, choices.rules_out, choices.left(self.nouns(choices)))


def _smoothed_rates(examples: Sequence[Example]) -> dict[str, dict[str, float]]:
    """Rates of properties, drawn towards those of their attributes, which stand beside them; never 0 or 1."""
    counts: dict[str, dict[str, list[int]]] = {}
    names: dict[str, str] = {}
    for example in examples:
        for place, pair in enumerate(example.choices.properties):
            key = property_key(*pair)
            names[key] = pair[0]
            for context in (example.choices.context, ANYWHERE):
                for counted in (key, pair[0]):
                    own = counts.setdefault(context, {}).setdefault(counted, [0, 0])
                    own[0] += place in example.said
                    own[1] += 1
    rates: dict[str, dict[str, float]] = {}
    for context, counted_here in counts.items():
        found = {name: (said + 0.5) / (had + 1) for name, (said, had) in counted_here.items() if name not in names}
        for key, (said_times, times) in counted_here.items():
            if key in names:
                found[key] = (said_times + FAITH * found[names[key]]) / (times + FAITH)
        rates[context] = found
    return rates


def _log_odds(choices: Choices, rates: Rates) -> list[float]:
    """Log odds that speakers mention each property; even where nothing is known."""
    own = in_context(rates, choices)
    found = [own.get(property_key(*pair), own.get(pair[0], 0.5)) for pair in choices.properties]
    return [math.log(rate / (1 - rate)) for rate in found]


def _habits(examples: Sequence[Example], rates: Rates) -> dict[str, dict[str, list[float]]]:
    """What speakers mentioned, what was to be expected, and what they could have, by attribute."""
    habits: dict[str, dict[str, list[float]]] = {}
    for example in examples:
        own = habits.setdefault(example.choices.speaker, {}) if example.choices.speaker else {}
        for (name, _), counts in zip(example.choices.properties, _observed(example, rates), strict=True):
            habit = own.setdefault(name, [0.0, 0.0, 0.0])
            for part, count in enumerate(counts):
                habit[part] += count
    return habits


def _observed(example: Example, rates: Rates) -> list[tuple[float, float, float]]:
    """Mentioned, expected and possible, of each property of an example."""
    expected = [1 / (1 + math.exp(-odds)) for odds in _log_odds(example.choices, rates)]
    return [(float(place in example.said), rate, 1.0) for place, rate in enumerate(expected)]


def _shift(habit: Habit | None, strength: float) -> float:
    """What a habit adds to the log odds of an attribute."""
    if habit is None:
        return 0.0
    said, expected, possible = habit
    more = (said + strength) / (expected + strength)
    return math.log(more * (possible - expected + strength) / (possible - said + strength))


def _likelihood(
    examples: Sequence[Example], rates: Rates, habits: Mapping[str, Mapping[str, Habit]], strength: float
) -> float:
    """Log-likelihood of what each example says under the habits that its speaker has in the others."""
    total = 0.0
    for example in examples:
        own = habits.get(example.choices.speaker, {})
        log_odds = _log_odds(example.choices, rates)
        for place, counts in enumerate(_observed(example, rates)):
            habit = own.get(example.choices.properties[place][0])
            rest = habit and [all_of_it - count for all_of_it, count in zip(habit, counts, strict=True)]
            odds = log_odds[place] + _shift(rest, strength)
            total -= math.log1p(math.exp(-odds if counts[0] else odds))
    return total
