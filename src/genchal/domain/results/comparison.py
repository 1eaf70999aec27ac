"""Comparisons: differences between two systems' scores, and whether they are more than chance."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from genchal.domain.results.numbers import FEW_COMPARED
from genchal.domain.results.shown import ShownResult
from genchal.domain.results.table import Column, Estimate, PValue, Table
from genchal.domain.settings import check_choices, setting
from genchal.errors import InvalidInput, counted, find_known

Test = Literal["bootstrap", "randomisation", "t", "wilcoxon", "bootstrap-sacrebleu"]
Correction = Literal["holm", "bh", "none"]
CORRECTED: Mapping[Correction, str] = {
    "holm": "Holm's correction",
    "bh": "Benjamini and Hochberg's correction",
    "none": "",
}
DRAWS_A_PAIR = (
    100  # lets an adjusted p-value get as low as 0.01: p is at least 1 / draws, and is multiplied by the pairs
)
MOST_DRAWS = 50_000
VERSION = 2  # of intervals of differences from resamples: raised when any of them changes
SHOWN = 5  # pairs with missing outputs that are named


@dataclass(frozen=True, slots=True)
class Comparing:
    """How systems are compared. A correction is for all pairs that are tested within one metric."""

    test: Test | None = setting(
        None,
        "Test: bootstrap and randomisation compare corpus scores, t and wilcoxon segment scores; bootstrap-sacrebleu "
        f"is sacreBLEU's, and too lenient. Default: bootstrap, and randomisation for pairs that share fewer than "
        f"{FEW_COMPARED} instances.",
    )
    all_pairs: bool = setting(False, "Compare all pairs of systems, not only each system with the baseline.")
    baseline: str | None = setting(None, "System that the others are compared with. Default: the first.")
    correction: Correction = setting(
        "holm", "Correction for the number of pairs per metric: Holm, Benjamini-Hochberg, or none."
    )
    resamples: int | None = setting(
        None,
        "Number of bootstrap resamples; 0 means no intervals (not with bootstrap). Default: 1000, more for many pairs.",
        low=0,
    )
    trials: int | None = setting(None, "Number of randomisation trials. Default: 10000, more for many pairs.", low=1)
    confidence: float = setting(
        0.95,
        "Confidence level of the intervals; differences are significant at 1 minus this.",
        low=0.5,
        high=0.999,
    )
    seed: int = setting(1, "Random seed.", low=0)

    def __post_init__(self) -> None:
        check_choices(self)
        is_bootstrap = self.is_bootstrap
        if (is_bootstrap and self.resamples == 0) or (self.test == "randomisation" and self.trials == 0):
            what = "--resamples" if is_bootstrap else "--trials"
            test = self.test or "bootstrap"
            raise InvalidInput(f"test '{test}' has nothing to draw", f"Give {what} a larger number.")

    def settled(self, pairs: int) -> Comparing:
        """With numbers of resamples and trials that suit so many pairs, where none were given."""
        needed = min(1000 * math.ceil(DRAWS_A_PAIR * pairs / 1000), MOST_DRAWS) if self.correction != "none" else 0
        resamples = max(1000, needed if self.is_bootstrap else 0)
        trials = max(10_000, needed)
        return replace(
            self,
            resamples=resamples if self.resamples is None else self.resamples,
            trials=trials if self.trials is None else self.trials,
        )

    @property
    def significant(self) -> float:
        """The level at or below which an adjusted p-value is significant."""
        return 1 - self.confidence

    @property
    def is_bootstrap(self) -> bool:
        """Whether pairs that share enough instances are tested by a bootstrap."""
        return self.test is None or self.test.startswith("bootstrap")

    @property
    def is_drawn(self) -> bool:
        """Whether p-values are counted from resamples or trials, and do not come from a formula."""
        return self.is_bootstrap or self.test == "randomisation"

    def choose_test(self, n: int) -> Test:
        """The test of a pair that shares `n` instances: p-values of the bootstrap are too small where they are few."""
        return self.test or ("randomisation" if n < FEW_COMPARED else "bootstrap")

    def count_draws(self, test: Test) -> int | None:
        """How many resamples or trials p-values of a test are counted from; None where they come from a formula."""
        if test.startswith("bootstrap"):
            return self.resamples
        return self.trials if test == "randomisation" else None

    def find_least_p(self, test: Test, n: int) -> float:
        """The smallest p-value that a test can give with `n` instances, if there is a bound."""
        draws = self.count_draws(test)
        return max(1 / (draws + 1) if draws else 0.0, 2.0 ** (1 - n) if test == "randomisation" else 0.0)

    def signature(self, pairs: int, test: Test, *, is_exact: bool = False) -> str:
        """What belongs beside a p-value, in addition to the metric's signature."""
        trials = "exact" if is_exact else str(self.trials)
        fields = {
            "bootstrap": f"test:paired-bs|bs:{self.resamples}|seed:{self.seed}",
            "bootstrap-sacrebleu": f"test:paired-bs-abs|bs:{self.resamples}|seed:{self.seed}",
            "randomisation": f"test:paired-ar|ar:{trials}|bs:{self.resamples}|seed:{self.seed}",
            "t": "test:paired-t|level:segment",
            "wilcoxon": "test:wilcoxon|level:segment",
        }
        version = f"|v:{VERSION}" if self.is_drawn and self.resamples else ""
        return f"{fields[test]}|ci:{self.confidence:g}|adj:{self.correction}|pairs:{pairs}{version}"


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two systems and one metric; `difference` is B minus A, `low` and `high` are its interval, None without one.

    Values are those on the `n` instances that both have; `not_compared` counts the others. `better` names the system
    that is ahead, by however little, None if they are equal; `significant` says whether the adjusted p-value is at most
    1 minus the confidence. `wins` is the share of resamples in which B is ahead. `note` says why there is no p-value.
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
    significant: bool
    effect: float
    effect_name: str
    wins: float | None
    n: int
    not_compared: int
    test: Test
    correction: Correction
    note: str | None
    signature: str

    @property
    def verdict(self) -> str:
        """What the test says, in two words."""
        if math.isnan(self.p_adjusted):
            return "no p-value"
        if not self.significant:
            return "not significant"
        higher = self.system_b if self.difference > 0 else self.system_a
        return f"{self.better} better" if self.better else f"{higher} higher"


@dataclass(frozen=True, slots=True, repr=False)
class Comparisons(ShownResult):
    """The outcome of comparing: `result["bleu", "base", "ours"].p_adjusted`; `how` has the numbers that were used.

    `pairs` is how many pairs of a metric have a p-value, the most of any metric. `fractions` are the metrics that lie
    between 0 and 1, and may be shown times 100.
    """

    comparisons: tuple[Comparison, ...]
    how: Comparing
    pairs: int
    fractions: tuple[str, ...] = ()

    def __iter__(self) -> Iterator[Comparison]:
        return iter(self.comparisons)

    def __getitem__(self, key: tuple[str, str, str]) -> Comparison:
        return find_known("comparison", key, {(pair.metric, pair.system_a, pair.system_b): pair for pair in self})

    @property
    def tests(self) -> tuple[Test, ...]:
        """The tests that were made, each once."""
        return tuple(dict.fromkeys(pair.test for pair in self))

    def can_tell_apart(self, metric: str | None = None) -> bool:
        """Whether any pair could have come out significant, in a metric or in all: with few instances none can."""
        factor = self.pairs if self.how.correction == "holm" else 1
        return any(
            factor * self.how.find_least_p(pair.test, pair.n) <= self.how.significant + 1e-12
            for pair in self
            if metric in (None, pair.metric)
        )

    def payload(self) -> dict[str, object]:
        """What --json prints."""
        return {"comparisons": self.comparisons}

    def tables(self) -> tuple[Table, ...]:
        """A row for every pair in every metric; then what was tested, warnings, and the signatures."""
        rows = [
            (
                *(pair.metric, pair.system_a, pair.system_b, pair.value_a, pair.value_b),
                Estimate(pair.difference, pair.low, pair.high),
                *(PValue(pair.p_value), PValue(pair.p_adjusted), pair.effect, pair.n, pair.verdict),
            )
            for pair in self
        ]
        columns = (
            *(Column("metric"), Column("A", "system_a"), Column("B", "system_b")),
            Column("score A", "value_a", percent=True, missing="not scored"),
            Column("score B", "value_b", percent=True, missing="not scored"),
            Column("difference", sign=True, percent=True),
            *(Column("p", "p_value"), Column("adjusted", "p_adjusted")),
            *(Column(self.comparisons[0].effect_name, "effect", digits=2), Column("n"), Column("verdict")),
        )
        table = Table(
            title="Comparison of systems",
            columns=columns,
            rows=tuple(rows),
            notes=(*self._tested(), *self._warnings()),
            signatures=tuple(dict.fromkeys(f"{pair.metric}: {pair.signature}" for pair in self)),
            label="comparison",
            unscaled=tuple(row for row, pair in enumerate(self) if pair.metric not in self.fractions),
        )
        return (table,)

    def _tested(self) -> Iterator[str]:
        """What was tested, and what "better" means."""
        how = self.how
        resamples, trials = f"{how.resamples or 0:,} resamples", f"{how.trials or 0:,} trials"
        tests: Mapping[Test, str] = {
            "bootstrap": f"Paired bootstrap, two-sided: {resamples}, seed {how.seed}.",
            "bootstrap-sacrebleu": f"Paired bootstrap as in sacreBLEU: {resamples}, seed {how.seed}.",
            "randomisation": (
                f"Approximate randomisation, two-sided: {trials} (all swaps where these are no more), seed {how.seed}."
            ),
            "t": "Paired t test of segment scores, two-sided; scores are their means.",
            "wilcoxon": "Wilcoxon signed-rank test of segment scores, two-sided; scores are their means.",
        }
        # Which test is made by default depends on how many instances two systems share.
        few = f"Fewer than {FEW_COMPARED} instances: " if how.test is None else ""
        said = (
            f"{few}{own[:1].lower()}{own[1:]}" if few and test == "randomisation" else own
            for test, own in tests.items()
            if test in self.tests
        )
        bounds = "" if how.is_drawn and not how.resamples else f", with {how.confidence * 100:g}% intervals"
        yield f"{' '.join(said)} Differences are B minus A{bounds}{self._bounded_by() if bounds else ''}."
        family, level = f"{counted(self.pairs, 'pair')} per metric", f"{how.significant:g}"
        if how.correction == "none":
            yield f"Better: p at most {level}; no correction for {family}."
        else:
            yield f"Better: adjusted p at most {level}, after {CORRECTED[how.correction]} for {family}."

    def _bounded_by(self) -> str:
        """What intervals are about, where the test is about something else."""
        paired = f" of the paired bootstrap ({self.how.resamples or 0:,} resamples)"
        if "randomisation" in self.tests:
            whose = " by randomisation" if len(self.tests) > 1 else ""
            return (
                f"{paired}. p{whose} is about systems whose outputs could be exchanged, the interval about equal "
                f"scores: near {self.how.significant:g} they may disagree"
            )
        if "bootstrap-sacrebleu" in self.tests:
            return f"{paired}, not of this test"
        return " of mean differences (t), not of this test" if "wilcoxon" in self.tests else ""

    def _warnings(self) -> Iterator[str]:
        """When not to trust it, and what is not in it."""
        how = self.how
        few = {pair.n: pair.test for pair in self if 1 < pair.n < FEW_COMPARED}  # one instance has no interval
        if few and how.is_drawn:
            drawn = ["p-values"] if few[min(few)].startswith("bootstrap") else []
            wrong = (
                f"{drawn[0]} of the bootstrap are too small" if drawn else "intervals of the bootstrap are too narrow"
            )
            if drawn or how.resamples:
                yield f"Warning: with fewer than {FEW_COMPARED} instances (here {min(few)}) {wrong}."
        if how.test == "bootstrap-sacrebleu":
            yield "Warning: this test finds differences where there are none about twice as often as it says."
        yield from self._warn_of_least_p()
        partial = {(pair.system_a, pair.system_b): pair for pair in self if pair.not_compared}
        for pair in list(partial.values())[:SHOWN]:
            instances = counted(pair.not_compared, "instance")
            yield f"{pair.system_a}, {pair.system_b}: {instances} not compared (one of the two, or both, not scored)."
        if len(partial) > SHOWN:
            yield f"And {len(partial) - SHOWN} more pairs with instances not compared."
        yield from dict.fromkeys(
            f"{pair.system_a}, {pair.system_b}: no p-value, {pair.note}." for pair in self if pair.note
        )

    def _warn_of_least_p(self) -> Iterator[str]:
        """Where nothing can be significant, because instances or draws are too few."""
        most = max((pair.n for pair in self), default=0)
        test = next((pair.test for pair in self if pair.n == most), None)
        draws = self.how.count_draws(test) if test else None
        if not most or self.can_tell_apart() or test is None or draws is None:
            return
        least = self.how.find_least_p(test, most)
        if least > 1 / (draws + 1):
            yield (
                f"Warning: with {counted(most, 'instance')} p is at least {least:.3g}, before its correction: nothing "
                "can be significant."
            )
        else:
            drawn = "trials" if test == "randomisation" else "resamples"
            yield f"Warning: {draws:,} {drawn} are too few for {self.pairs} pairs: nothing can be significant."
