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
from typing import Any, ClassVar, TypeVar

import numpy as np
from numpy.typing import NDArray

from genchal.generators.referring._cheapest import cheapest_places
from genchal.generators.referring._rates import ANYWHERE, Rates, in_context, property_key
from genchal.generators.referring._scenes import Choices, Example
from genchal.generators.referring._selector import Selector

STRENGTHS = (0.5, 1.0, 2.0, 4.0, 8.0)
FAITH = 2.0  # how many targets the rate of an attribute counts for when that of one of its values is estimated
FloatArray = NDArray[np.float64]
Numbers = TypeVar("Numbers", float, FloatArray)


@dataclass(frozen=True, slots=True)
class SpeakerProfile(Selector):
    """The most probable distinguishing set of the author, who is the participant of an instance."""

    name: ClassVar[str] = "speaker_profile"
    version: ClassVar[int] = 1

    def learn(self, examples: Sequence[Example], rng: np.random.Generator) -> Mapping[str, Any]:
        """Rates of properties by condition, habits of speakers, and how much to believe the latter."""
        rates = _smoothed_rates(examples)
        mentions = Mentions.of(examples, rates)
        fits = {strength: mentions.likelihood(strength) for strength in STRENGTHS}
        strength = max(STRENGTHS, key=lambda strength: (fits[strength], strength))
        return {"rates": rates, "habits": _habits(mentions), "strength": strength}

    def select(self, choices: Choices) -> Sequence[int]:
        """Everything that is mentioned rather than not, and the most probable rest that it takes."""
        habits = self._learnt.get("habits", {}).get(choices.speaker, {})
        strength = self._learnt.get("strength", STRENGTHS[-1])
        costs = [
            -(log_odds + (_shift(strength, *habits[name]) if name in habits else 0.0))
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


def _habits(mentions: Mentions) -> dict[str, dict[str, list[float]]]:
    """What speakers mentioned, what was to be expected, and what they could have, by attribute."""
    totals = mentions.totals()
    return {
        speaker: {name: totals[number].tolist() for name, number in sorted(own.items())}
        for speaker, own in mentions.numbers.items()
        if speaker
    }


@dataclass(frozen=True, slots=True)
class Mentions:
    """A row for each property of each example: its log odds for all speakers, and who could mention it, and did.

    `numbers` numbers the attributes of each speaker; `habit` has these numbers, a row each.
    """

    log_odds: FloatArray
    observed: FloatArray  # mentioned, expected, possible
    habit: NDArray[np.int64]
    numbers: Mapping[str, Mapping[str, int]]

    @classmethod
    def of(cls, examples: Sequence[Example], rates: Rates) -> Mentions:
        """Everything that examples show."""
        log_odds: list[float] = []
        said: list[bool] = []
        habit: list[int] = []
        numbers: dict[str, dict[str, int]] = {}
        count = 0
        for example in examples:
            log_odds += _log_odds(example.choices, rates)
            said += [place in example.said for place in range(len(example.choices.properties))]
            own = numbers.setdefault(example.choices.speaker, {})
            for name, _ in example.choices.properties:
                if name not in own:
                    own[name] = count
                    count += 1
                habit.append(own[name])
        odds = np.array(log_odds, dtype=np.float64)
        mentioned = np.array(said, dtype=np.float64)
        observed = np.stack([mentioned, 1 / (1 + np.exp(-odds)), np.ones_like(odds)], axis=1)
        return cls(odds, observed, np.array(habit, dtype=np.int64), numbers)

    def totals(self) -> FloatArray:
        """The sums of what was observed of each attribute of each speaker."""
        size = sum(map(len, self.numbers.values()))
        return np.stack([np.bincount(self.habit, column, minlength=size) for column in self.observed.T], axis=1)

    def likelihood(self, strength: float) -> float:
        """Log-likelihood of what each example says under the habits that its speaker has in the others."""
        rest = self.totals()[self.habit] - self.observed
        nobody = self.numbers.get("", {})
        rest[np.isin(self.habit, list(nobody.values()))] = 0.0  # whoever is not known has no habits
        odds = self.log_odds + _shift(strength, *rest.T)
        signed = np.where(self.observed[:, 0] > 0, -odds, odds)
        return -float(np.logaddexp(0.0, signed).sum())


def _shift(strength: float, said: Numbers, expected: Numbers, possible: Numbers) -> Numbers:
    """What a habit adds to the log odds of an attribute, or habits to many."""
    more = (said + strength) / (expected + strength)
    shift: Numbers = np.log(more * (possible - expected + strength) / (possible - said + strength))
    return shift
