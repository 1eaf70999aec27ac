"""Comparisons: differences between two systems' scores, and whether they are more than chance."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, get_args

from genchal.errors import InvalidInput, UnknownName

Test = Literal["bootstrap", "bootstrap-sacrebleu", "randomisation", "t", "wilcoxon"]
Correction = Literal["holm", "bh", "none"]
DRAWS_A_PAIR = (
    100  # lets an adjusted p-value get as low as 0.01: p is at least 1 / draws, and is multiplied by the pairs
)
MOST_DRAWS = 50_000


@dataclass(frozen=True, slots=True)
class Comparing:
    """How systems are compared. A correction is for all pairs that are tested within one metric."""

    test: Test = "bootstrap"
    all_pairs: bool = False  # otherwise all systems are compared with the baseline
    baseline: str | None = None  # None: the first system
    correction: Correction = "holm"
    resamples: int | None = None  # of the bootstrap; None: 1,000, or as many as the number of pairs needs
    trials: int | None = None  # of randomisation; None: 10,000, or as many as the number of pairs needs
    confidence: float = 0.95  # of intervals; differences are called significant at 1 less this
    seed: int = 1

    def __post_init__(self) -> None:
        for kind, name, known in (("test", self.test, Test), ("correction", self.correction, Correction)):
            if name not in get_args(known):
                raise UnknownName(kind, name, get_args(known))
        is_bootstrap = self.test.startswith("bootstrap")
        if (is_bootstrap and self.resamples == 0) or (self.test == "randomisation" and self.trials == 0):
            what = "--resamples" if is_bootstrap else "--trials"
            raise InvalidInput(f"test '{self.test}' has nothing to draw", f"Give {what} a larger number.")

    def settled(self, pairs: int) -> Comparing:
        """With numbers of resamples and trials that suit so many pairs, where none were given."""
        needed = min(1000 * math.ceil(DRAWS_A_PAIR * pairs / 1000), MOST_DRAWS) if self.correction != "none" else 0
        resamples = max(1000, needed if self.test.startswith("bootstrap") else 0)
        trials = max(10_000, needed)
        return replace(
            self,
            resamples=resamples if self.resamples is None else self.resamples,
            trials=trials if self.trials is None else self.trials,
        )

    @property
    def draws(self) -> int | None:
        """How many resamples or trials p-values are counted from; None where they come from a formula."""
        if self.test.startswith("bootstrap"):
            return self.resamples
        return self.trials if self.test == "randomisation" else None

    def signature(self, pairs: int) -> str:
        """What belongs beside a p-value, in addition to the metric's signature."""
        fields = {
            "bootstrap": f"test:paired-bs|bs:{self.resamples}|seed:{self.seed}",
            "bootstrap-sacrebleu": f"test:paired-bs-abs|bs:{self.resamples}|seed:{self.seed}",
            "randomisation": f"test:paired-ar|ar:{self.trials}|bs:{self.resamples}|seed:{self.seed}",
            "t": "test:paired-t|level:segment",
            "wilcoxon": "test:wilcoxon|level:segment",
        }
        return f"{fields[self.test]}|ci:{self.confidence:g}|adj:{self.correction}|pairs:{pairs}"


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two systems and one metric; `difference` is B less A, `low` and `high` bound it, None where there is no interval.

    Values are those on the `n` instances that both have; `not_compared` counts the others. `better` names the system
    that is ahead, by however little; `wins` is the share of resamples in which B is. `note` says why there is no
    p-value.
    """

    metric: str
    system_a: str
    system_b: str
    value_a: float
    value_b: float
    difference: float
    low: float | None
    high: float | None
    p_value: float
    p_adjusted: float
    better: str | None
    effect: float
    effect_name: str
    wins: float | None
    n: int
    not_compared: int
    test: Test
    correction: Correction
    note: str | None
    signature: str


@dataclass(frozen=True, slots=True)
class Comparisons:
    """The outcome of comparing: `result["bleu", "base", "ours"].p_adjusted`; `how` has the numbers that were used."""

    comparisons: tuple[Comparison, ...]
    how: Comparing
    pairs: int

    def __iter__(self) -> Iterator[Comparison]:
        return iter(self.comparisons)

    def __getitem__(self, key: tuple[str, str, str]) -> Comparison:
        for one in self.comparisons:
            if (one.metric, one.system_a, one.system_b) == key:
                return one
        known = [f"{one.metric}, {one.system_a}, {one.system_b}" for one in self.comparisons]
        raise UnknownName("comparison", ", ".join(key), known)
