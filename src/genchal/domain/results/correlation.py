"""Correlations: how two measures of the same outputs go together, and which of two metrics is closer to people."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from genchal.domain.results.comparison import Correction
from genchal.errors import InvalidInput, UnknownName, counted

CorrelationMethod = Literal["pearson", "spearman", "kendall", "accuracy"]
CorrelationLevel = Literal["segment", "system", "judgement"]
Within = Literal["none", "item", "system"]
Resample = Literal["inputs", "systems", "both"]
IntervalKind = Literal["bootstrap", "formula", "none"]

NAMES: Mapping[CorrelationMethod, str] = {
    "pearson": "Pearson's r",
    "spearman": "Spearman's rho",
    "kendall": "Kendall's tau-b",
    "accuracy": "pairwise accuracy",
}


@dataclass(frozen=True, slots=True)
class LeftOut:
    """What was in a file and is not in the result."""

    what: str  # "score", "rating", "rated output" ...
    reason: str
    count: int

    def sentence(self) -> str:
        """Such as "3 ratings left out: not above 0"."""
        return f"{counted(self.count, self.what)} left out: {self.reason}"


@dataclass(frozen=True, slots=True)
class Correlating:
    """How measures are correlated. A correction is for all coefficients of one method, or all pairs of metrics."""

    methods: tuple[CorrelationMethod, ...] = ("pearson",)
    level: CorrelationLevel = "segment"
    within: Within = "none"
    log: bool = False  # logarithms of ratings are averaged, as fits magnitudes
    all_pairs: bool = False  # also metrics with metrics and criteria with criteria
    williams: bool = False  # compare metrics by Williams' test
    permutation: bool = False  # compare metrics by permutation
    calibrate: bool = False  # accuracy with ties calibrated
    ceiling: bool = False  # also how well one half of the judgements predicts the other
    correction: Correction = "holm"
    interval: IntervalKind = "bootstrap"
    resample: Resample | None = None  # what is drawn; None: both inputs and systems, or what there is more than one of
    swap: Resample | None = None  # what a permutation swaps; None: inputs within systems, else systems
    resamples: int = 1000
    trials: int = 1000
    confidence: float = 0.95
    seed: int = 1

    def __post_init__(self) -> None:
        for kind, name, known in (
            *(("method", method, CorrelationMethod) for method in self.methods),
            ("level", self.level, CorrelationLevel),
            ("grouping", self.within, Within),
            ("correction", self.correction, Correction),
            ("interval", self.interval, IntervalKind),
        ):
            if name not in get_args(known):
                raise UnknownName(kind, name, get_args(known))
        if not self.methods:
            raise InvalidInput("there is no method", "Name one: pearson, spearman, kendall, accuracy.")
        if self.level == "system" and self.within != "none":
            raise InvalidInput(
                f"systems cannot be correlated within each {self.within}", "Leave out --within, or --level system."
            )

    @property
    def significant(self) -> float:
        """The level at which p counts."""
        return round(1 - self.confidence, 12)

    def signature(self, method: CorrelationMethod, test: str | None = None) -> str:
        """What belongs beside a coefficient, or beside the p-value of a test of two of them."""
        bounds = {
            "bootstrap": f"bs-{self.resample}|bs:{self.resamples}|seed:{self.seed}",
            "formula": "formula",
            "none": "none",
        }[self.interval]
        drawn = f"-{self.swap}|ar:{self.trials}|seed:{self.seed}" if test == "permutation" else ""
        return (
            f"corr:{method}|level:{self.level}|within:{self.within}|ratings:{'log' if self.log else 'raw'}"
            f"{f'|test:{test}' if test else ''}{drawn}|ci:{bounds}|conf:{self.confidence:g}|adj:{self.correction}|v:1"
        )


@dataclass(frozen=True, slots=True)
class Correlation:
    """One coefficient. `group` is the system within which it was computed, None over all (or for the mean of groups).

    `n` counts pairs of values (systems at system level), `groups` the groups that a mean is over. `p_value` is
    two-sided, None where there is none; `p_adjusted` is corrected for the family. `note` says why there is no
    coefficient.
    """

    metric: str
    criterion: str
    level: CorrelationLevel
    within: Within
    group: str | None
    method: CorrelationMethod
    value: float
    low: float | None
    high: float | None
    p_value: float | None
    p_adjusted: float | None
    n: int
    groups: int
    note: str | None
    signature: str

    def sentence(self) -> str:
        """The coefficient in words."""
        where = f" within {self.group}" if self.group else ""
        if math.isnan(self.value):
            return f"{self.metric} and {self.criterion}{where}: no coefficient ({self.note})."
        bounds = "" if self.low is None or self.high is None else f" [{self.low:.2f}, {self.high:.2f}]"
        what = {"segment": "segment", "system": "system", "judgement": "judgement"}[self.level]
        over = f"{self.n:,} {what}{'' if self.n == 1 else 's'}"
        if self.groups > 1:
            over = f"mean of {self.groups:,} {'instances' if self.within == 'item' else 'systems'}, {over}"
        p = "" if self.p_value is None else f", p = {self.p_value:.3g}"
        return (
            f"{self.metric} and {self.criterion}{where}: {NAMES[self.method]} = {self.value:.2f}{bounds}{p} ({over})."
        )


@dataclass(frozen=True, slots=True)
class MetricDifference:
    """Two metrics and one criterion: which of them correlates better with it.

    Metrics of which less is better are turned round first; `difference` is the first one's coefficient less the
    second's. `better` is the one that is ahead, by however little; p-values are two-sided.
    """

    metric_a: str
    metric_b: str
    criterion: str
    group: str | None
    level: CorrelationLevel
    within: Within
    method: CorrelationMethod
    test: Literal["williams", "permutation"]
    value_a: float
    value_b: float
    between: float  # the two metrics' correlation with each other
    difference: float
    low: float | None
    high: float | None
    t: float | None
    p_value: float
    p_adjusted: float
    better: str | None
    n: int
    signature: str

    def sentence(self, level: float = 0.05) -> str:
        """The outcome in words."""
        where = f"{self.criterion} within {self.group}" if self.group else self.criterion
        test = "Williams' test" if self.test == "williams" else "permutation test"
        if math.isnan(self.p_adjusted):
            return f"{self.metric_a} and {self.metric_b} cannot be compared on {where} ({test})."
        p = f"p = {self.p_adjusted:.3g}, {test}, n = {self.n:,}"
        if self.better is None or self.p_adjusted > level:
            return f"{self.metric_a} and {self.metric_b} do not differ significantly in correlation with {where} ({p})."
        other = self.metric_b if self.better == self.metric_a else self.metric_a
        return f"{self.better} correlates better with {where} than {other} does ({p})."


@dataclass(frozen=True, slots=True)
class Calibration:
    """Pairwise accuracy of a metric after scores closer than epsilon are called equal."""

    metric: str
    criterion: str
    accuracy: float
    calibrated: float
    epsilon: float
    pairs: int
    human_ties: float
    metric_ties: float
    calibrated_ties: float
    signature: str


@dataclass(frozen=True, slots=True)
class Correlations:
    """The outcome of correlating: `result["bleu", "quality"].value`; `left_out` says what was not used, and why."""

    correlations: tuple[Correlation, ...]
    differences: tuple[MetricDifference, ...]
    calibrations: tuple[Calibration, ...]
    how: Correlating
    systems: int
    instances: int
    units: int  # pairs of a system and an instance that are in both
    turned: tuple[str, ...]  # metrics of which less is better
    left_out: tuple[LeftOut, ...]
    warnings: tuple[str, ...]

    def __iter__(self) -> Iterator[Correlation]:
        return iter(self.correlations)

    def __getitem__(self, key: tuple[str, ...]) -> Correlation:
        """By (metric, criterion), then, if need be, method and group, in any order."""
        first, second, *more = key
        for one in self.correlations:
            if {one.metric, one.criterion} == {first, second} and all(name in (one.method, one.group) for name in more):
                return one
        known = [f"{one.metric}, {one.criterion}" for one in self.correlations]
        raise UnknownName("correlation", ", ".join(key), dict.fromkeys(known))
