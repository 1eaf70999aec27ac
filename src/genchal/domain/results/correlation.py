"""Correlations: how two measures of the same outputs go together, and which of two metrics is closer to people."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from genchal.domain.results.comparison import Correction
from genchal.domain.results.numbers import FEW_SWAPPED_SYSTEMS
from genchal.domain.results.table import Cell, Column, Estimate, Marked, PValue, Table
from genchal.domain.settings import check_choices, setting
from genchal.errors import InvalidInput, UnknownName, counted

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
CORRECTED: Mapping[Correction, str] = {
    "holm": "Holm's correction",
    "bh": "Benjamini and Hochberg's correction",
    "none": "",
}
STRONG = 0.001  # two stars at or below this, one at or below the level
SHOWN = 12  # comparisons of metrics that are reported one by one


@dataclass(frozen=True, slots=True)
class MeasureFiles:
    """Where values of measures come from, and which of them are wanted."""

    segments: tuple[Path, ...] = setting((), "Segment scores, as genchal score --segments writes them.")
    ratings: tuple[Path, ...] = setting((), "Ratings, in any layout that genchal reads.")
    layout: str | None = setting(
        None, "Layout of the ratings, named after the tool that writes it: long, arena, appraise ... Default: detected."
    )
    scores: Path | None = setting(None, "A table of system scores: a column 'system' and columns of numbers.")
    against: tuple[str, ...] = setting(
        (), "Column of --scores that the others are correlated with. Default: all pairs."
    )
    criteria: tuple[str, ...] = setting((), "Only this criterion of the ratings.", option="--criterion")
    metrics: tuple[str, ...] = setting((), "Only this metric.", option="--metric")
    leave_out: tuple[str, ...] = setting((), "Leave out this system, such as HUMAN.")
    lower_is_better: tuple[str, ...] = setting(
        (), "A measure for which lower is better; known for genchal's own metrics."
    )


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
        "Pearson's r, Spearman's rho, Kendall's tau-b, or accuracy (of pairs, ties included); several with commas.",
        option="--method",
    )
    level: CorrelationLevel = setting(
        "segment", "What is correlated: outputs, means of systems, or an output's first, second ... judgements."
    )
    within: Within = setting(
        "none", "Correlate within each instance or each system and take the mean, or over all outputs at once."
    )
    log: bool = setting(False, "Average logarithms of ratings, as fits magnitude estimates.")
    all_pairs: bool = setting(False, "Correlate every measure with every other, not metrics with criteria.")
    williams: bool = setting(False, "Test which metric correlates better, by Williams' test.")
    permutation: bool = setting(False, "The same by swapping scores of two metrics at random.")
    calibrate: bool = setting(False, "Also accuracy with close scores treated as equal (tie calibration).")
    ceiling: bool = setting(False, "Also how well one half of the judgements predicts the other.")
    correction: Correction = setting("holm", "For the number of p-values of a method, or of pairs of metrics.")
    interval: IntervalKind = setting(
        "bootstrap", "Intervals by resampling, by Fisher's z (and Bonett and Wright's), or none."
    )
    resample: Resample | None = setting(
        None, "What the bootstrap draws. Default: inputs and systems, inputs alone within systems."
    )
    swap: Resample | None = setting(
        None,
        "What the permutation swaps: whole inputs, whole systems or single outputs. Default: systems, inputs within "
        "systems.",
    )
    resamples: int = setting(1000, "Bootstrap resamples.", low=1)
    trials: int = setting(1000, "Trials of the permutation.", low=1)
    confidence: float = setting(
        0.95, "Level of the intervals; p-values are significant at 1 minus this.", low=0.5, high=0.999
    )
    seed: int = setting(1, "Seed of everything random.", low=0)

    def __post_init__(self) -> None:
        check_choices(self)
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


@dataclass(frozen=True, slots=True)
class Grid:
    """Coefficients in rows and columns; titles leave out what is the same everywhere."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[tuple[Correlation | None, ...], ...]


@dataclass(frozen=True, slots=True)
class Correlations:
    """The outcome of correlating: `result["bleu", "quality"].value`; `left_out` says what was not used, and why.

    `rows` and `columns` are the fields that go down and across in a table as a paper has it; none: see `grid`.
    """

    correlations: tuple[Correlation, ...]
    differences: tuple[MetricDifference, ...]
    calibrations: tuple[Calibration, ...]
    how: Correlating
    systems: int
    instances: int
    units: int  # pairs of a system and an instance that are in both
    turned: tuple[str, ...]  # metrics for which lower is better
    left_out: tuple[LeftOut, ...]
    warnings: tuple[str, ...]
    rows: tuple[Field, ...] = ()
    columns: tuple[Field, ...] = ()

    def __iter__(self) -> Iterator[Correlation]:
        return iter(self.correlations)

    def __getitem__(self, key: tuple[str, ...]) -> Correlation:
        """By (metric, criterion), then, if need be, method and group, in any order."""
        first, second, *more = key
        for found in self.correlations:
            names = {found.metric, found.criterion}
            if names == {first, second} and all(name in (found.method, found.group) for name in more):
                return found
        known = [f"{found.metric}, {found.criterion}" for found in self.correlations]
        raise UnknownName("correlation", ", ".join(key), dict.fromkeys(known))

    def payload(self) -> dict[str, object]:
        """What --json prints."""
        return {
            "correlations": self.correlations,
            "differences": self.differences,
            "calibrations": self.calibrations,
            "left_out": self.left_out,
            "systems": self.systems,
            "instances": self.instances,
            "outputs": self.units,
            "turned": self.turned,
            "warnings": self.warnings,
        }

    def grid(self) -> Grid:
        """Arrange coefficients; unless `rows` and `columns` say otherwise, systems or metrics go down."""
        grouped = any(found.group for found in self)
        rows = self.rows or (("group",) if grouped else ("metric",))
        columns = self.columns or (("method", "criterion", "metric") if grouped else ("method", "criterion"))
        varied = [field for field in columns if len({getattr(found, field) for found in self}) > 1] or columns[-1:]
        cells = {(found.title(rows), found.title(varied)): found for found in self}
        down, across = (tuple(dict.fromkeys(key[side] for key in cells)) for side in (0, 1))
        return Grid(down, across, tuple(tuple(cells.get((row, column)) for column in across) for row in down))

    def stars(self, found: Correlation) -> str:
        """One star for a p-value at the level, two at 0.001; adjusted p-values where there are any."""
        if found.p_adjusted is None or found.p_adjusted > self.how.significant:
            return ""
        return "**" if found.p_adjusted <= STRONG else "*"

    def tables(self) -> tuple[Table, ...]:
        """A grid where there are groups, or where rows and columns are named; else a row for each coefficient."""
        is_grid = bool(self.rows) or any(found.group for found in self)
        columns, rows = self._grid_table() if is_grid else self._list_table()
        signatures = [found.signature for found in (*self, *self.differences)]
        table = Table(
            title="Correlations",
            columns=columns,
            rows=rows,
            notes=tuple(self._notes(has_stars=is_grid)),
            signatures=tuple(dict.fromkeys(signatures)),
            label="correlations",
        )
        return (table,)

    def _list_table(self) -> tuple[tuple[Column, ...], tuple[tuple[Cell, ...], ...]]:
        columns = (
            *(Column("metric"), Column("criterion"), Column("method"), Column("value", digits=2)),
            *(Column("p", "p_value"), Column("adjusted", "p_adjusted"), Column("n")),
        )
        rows = tuple(
            (
                *(found.metric, found.criterion, found.method, Estimate(found.value, found.low, found.high)),
                *(PValue(found.p_value), PValue(found.p_adjusted), found.n),
            )
            for found in self
        )
        return columns, rows

    def _grid_table(self) -> tuple[tuple[Column, ...], tuple[tuple[Cell, ...], ...]]:
        grid = self.grid()
        corner = "system" if "group" in (self.rows or ("group",)) else ""
        columns = (
            Column(corner, self.rows[0] if self.rows else "group"),
            *(Column(name, digits=2) for name in grid.columns),
        )
        rows = tuple(
            (row, *("" if found is None else Marked(found.value, self.stars(found)) for found in cells))
            for row, cells in zip(grid.rows, grid.cells, strict=True)
        )
        return columns, rows

    def _notes(self, *, has_stars: bool) -> Iterator[str]:
        """What was correlated, which metrics correlate better, what was left out, when not to trust it."""
        yield from self._explained()
        if has_stars:
            which = "p" if self.how.correction == "none" else "adjusted p"
            yield f"Stars: * {which} at most {self.how.significant:g}, ** at most {STRONG:g}."
        yield from self._compared()
        yield from (calibration.sentence() for calibration in self.calibrations)
        yield from (f"{left.sentence()}." for left in self.left_out)
        yield from (f"Warning: {text}" for text in self.warnings)

    def _explained(self) -> Iterator[str]:
        """What was correlated."""
        how = self.how
        methods = ", ".join(NAMES[method] for method in how.methods)
        counts = f"{counted(self.units, 'output')} of {counted(self.systems, 'system')}"
        if self.instances > 1:
            counts += f" on {counted(self.instances, 'instance')}"
        what = {
            ("segment", "none"): f"over {counts}",
            ("segment", "item"): f"within each instance, over its systems; means of coefficients; {counts}",
            ("segment", "system"): f"within each system, over its instances; {counts}",
            ("judgement", "none"): f"over the first, second ... judgements of outputs; {counts}",
            ("system", "none"): f"over {counted(self.systems, 'system')}",
        }.get((how.level, how.within), f"within each {how.within}; {counts}")
        means = "; a system's value is the mean of its outputs" if how.level == "system" and self.instances > 1 else ""
        logs = "; logarithms of ratings are averaged" if how.log else ""
        yield f"{methods[0].upper()}{methods[1:]} {what}{means}{logs}."
        family = sum(found.p_value is not None and found.method == how.methods[0] for found in self)
        if any(found.p_value is not None for found in self):
            corrected = CORRECTED[how.correction]
            adjusted = f"; adjusted after {corrected} for {counted(family, 'coefficient')}" if corrected else ""
            yield f"p is two-sided, against no correlation{adjusted}."
        level = f"{how.confidence * 100:g}%"
        if how.interval == "bootstrap":
            drawn = {"inputs": "instances", "systems": "systems", "both": "instances and systems"}
            yield (
                f"In brackets: {level} intervals, {how.resamples:,} bootstrap resamples of "
                f"{drawn[how.resample or 'both']}, seed {how.seed}."
            )
        elif how.interval == "formula":
            yield f"In brackets: {level} intervals by Fisher's z, which take all values as independent."
        if any(found.metric == "human" and "split-half" in found.signature for found in self):
            yield "human: means of one half of the judgements against those of the other; what a metric can hope for."

    def _compared(self) -> Iterator[str]:
        """Which metrics correlate better: those that do first."""
        how = self.how
        if not self.differences:
            return
        clear = [pair for pair in self.differences if pair.better is not None and pair.p_adjusted <= how.significant]
        shown = self.differences if len(self.differences) <= SHOWN else clear[:SHOWN]
        yield from (pair.sentence(how.significant) for pair in shown)
        if len(self.differences) > SHOWN:
            more = f"; {len(clear) - SHOWN} of them are not shown" if len(clear) > SHOWN else ""
            yield f"Of {len(self.differences)} comparisons of two metrics {len(clear)} are significant{more}."
        corrected = f", after {CORRECTED[how.correction]} for all pairs of metrics" if how.correction != "none" else ""
        yield f"Tests of two metrics are two-sided{corrected}."
        if self.turned:
            yield f"Turned round for them, as lower is better: {', '.join(self.turned)}."
        lenient = how.level != "system" and how.within == "none" and self.systems > 1
        if lenient or (how.swap == "both" and any(pair.test == "permutation" for pair in self.differences)):
            yield (
                "Warning: these tests are too lenient here, as metrics favour systems and inputs of their own; "
                "use --level system, or --permutation with --within item or --within system."
            )
        if how.swap == "systems" and self.systems < FEW_SWAPPED_SYSTEMS and how.permutation:
            least = 2.0 ** (1 - self.systems)
            yield f"Warning: with {counted(self.systems, 'system')} to swap no p-value falls below {least:.2g}."
