"""Correlations as a whole: coefficients, comparisons of metrics, and the tables and sentences that show them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from genchal.domain.results.comparison import CORRECTED
from genchal.domain.results.correlation import (
    NAMES,
    Calibration,
    Correlating,
    Correlation,
    Field,
    LeftOut,
    MetricDifference,
)
from genchal.domain.results.numbers import FEW_SWAPPED_SYSTEMS, FEW_SYSTEMS
from genchal.domain.results.shown import ShownResult
from genchal.domain.results.table import Cell, Column, Estimate, Marked, PValue, Table, pick_fields
from genchal.errors import UnknownName, counted

STRONG = 0.001  # two stars at or below this, one at or below the level
SHOWN = 12  # comparisons of metrics that are reported in sentences; more have a table of their own


@dataclass(frozen=True, slots=True)
class Grid:
    """Coefficients in rows and columns; titles leave out what is the same everywhere."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[tuple[Correlation | None, ...], ...]


@dataclass(frozen=True, slots=True, repr=False)
class Correlations(ShownResult):
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
    turned_by_name: tuple[str, ...] = ()  # those of `turned` of which nothing but the name says so

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
            **pick_fields(self, "correlations", "differences", "calibrations", "left_out", "systems", "instances"),
            "outputs": self.units,
            **pick_fields(self, "turned", "warnings"),
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
        """One star for a p-value at the level, two at 0.001; adjusted p-values where there are any.

        None where the interval has 0 in it, whatever the p-value says, and none over so few systems that one of them
        can reverse the coefficient.
        """
        if found.p_adjusted is None or found.p_adjusted > self.how.significant:
            return ""
        if found.low is not None and found.high is not None and found.low <= 0 <= found.high:
            return ""
        if found.level == "system" and found.n < FEW_SYSTEMS:
            return ""
        return "**" if found.p_adjusted <= STRONG else "*"

    def explain_stars(self) -> str:
        """What stars mean, as a note below a table that has them."""
        which = "p" if self.how.correction == "none" else "adjusted p"
        limits = "" if self.how.interval == "none" else ", and only where the interval leaves out 0"
        few = f" Coefficients over fewer than {FEW_SYSTEMS} systems have none." if self.how.level == "system" else ""
        return f"* {which} at most {self.how.significant:g}, ** at most {STRONG:g}{limits}.{few}"

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
        return (table, self._difference_table()) if len(self.differences) > SHOWN else (table,)

    def _difference_table(self) -> Table:
        """Every two metrics, with their p-values."""
        has_groups = any(pair.group for pair in self.differences)
        columns = (
            *(Column("A", "metric_a"), Column("B", "metric_b"), Column("criterion")),
            *((Column("system", "group"),) if has_groups else ()),
            *(Column("value A", "value_a", digits=2), Column("value B", "value_b", digits=2), Column("test")),
            *(Column("p", "p_value"), Column("adjusted", "p_adjusted"), Column("n"), Column("significant")),
        )
        rows = tuple(
            (
                *(pair.metric_a, pair.metric_b, pair.criterion, *((pair.group or "",) if has_groups else ())),
                *(pair.value_a, pair.value_b, pair.test, PValue(pair.p_value), PValue(pair.p_adjusted), pair.n),
                f"{pair.better} better" if pair.significant else "not significant",
            )
            for pair in self.differences
        )
        return Table(title="Comparisons of metrics", columns=columns, rows=rows, label="metric-comparisons")

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
            yield f"Stars: {self.explain_stars()}"
        yield from self._compared()
        yield from self._guessed()
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
            yield f"In brackets: {level} intervals by Fisher's z, which assume independent values."
        if any(found.metric == "human" and "split-half" in found.signature for found in self):
            yield (
                "human: means of one half of the judgements against those of the other, as a yardstick: metrics are "
                "compared with all judgements, and may be higher. Its brackets hold most splits into halves, and are "
                "no confidence interval."
            )

    def _guessed(self) -> Iterator[str]:
        """Of which measures the name decided that lower is better, where this matters: tests, and orders of pairs."""
        has_order = "accuracy" in self.how.methods or bool(self.calibrations or self.differences)
        if self.turned_by_name and has_order:
            names = ", ".join(self.turned_by_name)
            yield f"That lower is better is taken from the name of: {names}."

    def _compared(self) -> Iterator[str]:
        """Which metrics correlate better: those that do first."""
        how = self.how
        if not self.differences:
            return
        if len(self.differences) <= SHOWN:
            yield from (pair.sentence() for pair in self.differences)
        else:
            clear = sum(pair.significant for pair in self.differences)
            yield f"Of {len(self.differences)} comparisons of two metrics, {clear} are significant."
        corrected = f", after {CORRECTED[how.correction]} for all pairs of metrics" if how.correction != "none" else ""
        yield f"Tests of two metrics are two-sided{corrected}."
        if self.turned:
            yield f"Reversed for these tests, because lower is better: {', '.join(self.turned)}."
        lenient = how.level != "system" and how.within == "none" and self.systems > 1
        if lenient or (how.swap == "both" and any(pair.test == "permutation" for pair in self.differences)):
            yield ("Warning: these tests are too lenient here, because metrics favour particular systems and inputs.")
        if how.swap == "systems" and self.systems < FEW_SWAPPED_SYSTEMS and how.permutation:
            least = 2.0 ** (1 - self.systems)
            yield f"Warning: with {counted(self.systems, 'system')} to swap, no p-value can fall below {least:.2g}."
