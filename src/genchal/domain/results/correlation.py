"""Correlations: how two measures of the same outputs go together, and which of two metrics is closer to people."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from genchal.domain.columns import RATING_COLUMNS_DOC, SYSTEMS_DOC
from genchal.domain.results.comparison import Correction
from genchal.domain.settings import check_choices, setting
from genchal.errors import InvalidInput, counted

CorrelationMethod = Literal["pearson", "spearman", "kendall", "accuracy"]
CorrelationLevel = Literal["segment", "system", "judgement"]
Within = Literal["none", "item", "system"]
Resample = Literal["inputs", "systems", "both"]
Field = Literal["metric", "criterion", "method", "group"]
IntervalKind = Literal["bootstrap", "formula", "none"]

NAMES: Mapping[CorrelationMethod, str] = {
    "pearson": "Pearson's r",
    "spearman": "Spearman's rho",
    "kendall": "Kendall's tau-b",
    "accuracy": "pairwise accuracy",
}

# Of coefficients with their p-values: 2 since p of rho is exact for few values, and p of a perfect r is that of ranks.
VERSIONS: Mapping[CorrelationMethod, int] = {"pearson": 2, "spearman": 2, "kendall": 2, "accuracy": 1}


@dataclass(frozen=True, slots=True)
class MeasureFiles:
    """Where values of measures come from, and which of them are wanted."""

    segments: tuple[Path, ...] = setting((), "Segment scores, as written by genchal score --segments. May be repeated.")
    ratings: tuple[Path, ...] = setting((), "Ratings, in any layout that genchal rank reads. May be repeated.")
    layout: str | None = setting(
        None,
        "Layout of the ratings, named after the tool that writes it: long, arena, appraise ... Detected if omitted.",
    )
    columns: str = setting("", RATING_COLUMNS_DOC, metavar="ROLE=COLUMN,...")
    systems: str = setting("", SYSTEMS_DOC, metavar="NAMES")
    partial: bool = setting(False, "Leave out ratings of outputs that have no scores. Default: they are an error.")
    scores: Path | None = setting(None, "Table of system scores: a column 'system' and columns of numbers.")
    against: tuple[str, ...] = setting(
        (), "Column of --scores to correlate the others with. Default: all pairs. May be repeated."
    )
    criteria: tuple[str, ...] = setting((), "Only this criterion. Default: all. May be repeated.", option="--criterion")
    metrics: tuple[str, ...] = setting((), "Only this metric. Default: all. May be repeated.", option="--metric")
    leave_out: tuple[str, ...] = setting((), "Leave out this system, such as HUMAN. May be repeated.")
    lower_is_better: tuple[str, ...] = setting(
        (),
        "Measure for which lower is better; known for genchal's own metrics, and for names with words such as added, "
        "missed, time or seconds. May be repeated.",
    )
    higher_is_better: tuple[str, ...] = setting((), "Measure for which higher is better after all. May be repeated.")


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

    methods: tuple[CorrelationMethod, ...] = setting(
        ("pearson",),
        "Pearson's r, Spearman's rho, Kendall's tau-b, or accuracy (of pairs, ties included); separate several with "
        "commas.",
        option="--method",
    )
    level: CorrelationLevel = setting(
        "segment", "What is correlated: outputs, means of systems, or an output's first, second ... judgements."
    )
    within: Within = setting(
        "none", "Correlate within each instance or each system and take the mean, or over all outputs at once."
    )
    log: bool = setting(False, "Take logarithms of the ratings before averaging, for magnitude estimates.")
    all_pairs: bool = setting(False, "Correlate all pairs of measures, not only metrics with criteria.")
    williams: bool = setting(False, "Test which metric correlates better, by Williams' test.")
    permutation: bool = setting(False, "Test the same by randomly swapping the scores of two metrics.")
    calibrate: bool = setting(False, "Also compute accuracy with close scores treated as equal (tie calibration).")
    ceiling: bool = setting(False, "Also compute how well one half of the judgements predicts the other.")
    correction: Correction = setting(
        "holm",
        "Correction for the number of coefficients per method, or pairs of metrics: Holm, Benjamini-Hochberg, or none.",
    )
    interval: IntervalKind = setting(
        "bootstrap", "Intervals by resampling, by Fisher's z (and Bonett and Wright's), or none."
    )
    resample: Resample | None = setting(
        None, "What the bootstrap resamples. Default: inputs and systems; only inputs within systems."
    )
    swap: Resample | None = setting(
        None,
        "What the permutation swaps: whole inputs, whole systems or single outputs. Default: systems, inputs within "
        "systems.",
    )
    resamples: int = setting(1000, "Number of bootstrap resamples.", low=1)
    trials: int = setting(1000, "Number of trials of the permutation.", low=1)
    confidence: float = setting(
        0.95, "Confidence level of the intervals; p-values are significant at 1 minus this.", low=0.5, high=0.999
    )
    seed: int = setting(1, "Random seed.", low=0)

    _ranking: str = (
        ""  # the method of the ranking whose scores stand for people at system level, not their mean ratings
    )

    def __post_init__(self) -> None:
        check_choices(self)
        if not self.methods:
            raise InvalidInput("no method was given", "Name one: pearson, spearman, kendall, accuracy.")
        if self.level == "system" and self.within != "none":
            raise InvalidInput(
                f"systems cannot be correlated within each {self.within}", "Leave out --within, or --level system."
            )

    @property
    def significant(self) -> float:
        """The level at which p counts."""
        return round(1 - self.confidence, 12)

    @property
    def is_with_ranking(self) -> bool:
        """Whether people are the scores of a ranking, not mean ratings."""
        return bool(self._ranking)

    def signature(self, method: CorrelationMethod, test: str | None = None) -> str:
        """What belongs beside a coefficient, or beside the p-value of a test of two of them."""
        bounds = {
            "bootstrap": f"bs-{self.resample}|bs:{self.resamples}|seed:{self.seed}",
            "formula": "formula",
            "none": "none",
        }[self.interval]
        people = f"people:{self._ranking}" if self._ranking else f"ratings:{'log' if self.log else 'raw'}"
        drawn = f"-{self.swap}|ar:{self.trials}|seed:{self.seed}" if test == "permutation" else ""
        version = 1 if test or self.within == "item" else VERSIONS[method]  # tests of differences have their own p
        return (
            f"corr:{method}|level:{self.level}|within:{self.within}|{people}"
            f"{f'|test:{test}' if test else ''}{drawn}|ci:{bounds}|conf:{self.confidence:g}|adj:{self.correction}"
            f"|v:{version}"
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

    def title(self, fields: Sequence[Field]) -> str:
        """What it is called in a table, by these fields."""
        return " ".join(str(getattr(self, field) or "mean") for field in fields)

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

    Metrics for which lower is better are turned round first; `difference` is the first one's coefficient minus the
    second's. `better` is the one that is ahead, by however little, None if they are equal; `significant` says whether
    the adjusted p-value is at most 1 minus the confidence. p-values are two-sided.
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
    significant: bool
    n: int
    signature: str

    def sentence(self) -> str:
        """The outcome in words."""
        where = f"{self.criterion} within {self.group}" if self.group else self.criterion
        test = "Williams' test" if self.test == "williams" else "permutation test"
        if math.isnan(self.p_adjusted):
            return f"{self.metric_a} and {self.metric_b} cannot be compared on {where} ({test}, n = {self.n:,})."
        adjusted = f", adjusted {self.p_adjusted:.3g}" if self.p_adjusted != self.p_value else ""
        p = f"p = {self.p_value:.3g}{adjusted}, {test}, n = {self.n:,}"
        if not self.significant:
            return f"{self.metric_a} and {self.metric_b} do not differ significantly in correlation with {where} ({p})."
        other = self.metric_b if self.better == self.metric_a else self.metric_a
        return f"{self.better} correlates better with {where} than {other} does ({p})."


@dataclass(frozen=True, slots=True)
class Calibration:
    """Pairwise accuracy of a metric after scores closer than epsilon are treated as equal."""

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

    def sentence(self) -> str:
        """The outcome in words."""
        return (
            f"{self.metric} and {self.criterion}: accuracy {self.accuracy:.3f}, {self.calibrated:.3f} with scores "
            f"closer than {self.epsilon:.3g} treated as equal ({self.pairs:,} pairs; ties: people "
            f"{self.human_ties:.0%}, metric {self.metric_ties:.0%}, then {self.calibrated_ties:.0%})."
        )
