"""What ``genchal correlate`` prints: a table, then sentences about what was correlated and what to beware of."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import asdict

from genchal.cli._output import aligned
from genchal.domain.results.correlation import NAMES, Correlation, Correlations, MetricDifference
from genchal.domain.results.numbers import FEW_SWAPPED_SYSTEMS
from genchal.errors import counted
from genchal.reports.tables.correlations import cell_text, correlation_grid

SHOWN = 12  # comparisons of metrics that are told one by one


def correlations_json(found: Correlations, seconds: float) -> str:
    """Correlations in the stable machine-readable form; what is not a finite number becomes null."""
    parts = {
        name: [_strict(asdict(one)) for one in getattr(found, name)]
        for name in ("correlations", "differences", "calibrations", "left_out")
    }
    counts = {"systems": found.systems, "instances": found.instances, "outputs": found.units}
    rest = {"turned": found.turned, "warnings": found.warnings, "seconds": round(seconds, 4)}
    return json.dumps({"schema": 1, **parts, **counts, **rest}, ensure_ascii=False)


def correlations_text(
    found: Correlations, rows: Sequence[str] | None = None, columns: Sequence[str] | None = None
) -> str:
    """A grid where there are groups or a view, else a line for each coefficient; then what is to be said."""
    level = found.how.significant
    if rows is not None or any(one.group for one in found):
        grid = correlation_grid(found, rows, columns)
        lines = [["", *grid.columns]]
        which = "p" if found.how.correction == "none" else "adjusted p"
        marks = [f"Stars: * {which} at most {level:g}, ** at most 0.001."]
        lines += [
            [row, *(cell_text(cell, level) for cell in cells)] for row, cells in zip(grid.rows, grid.cells, strict=True)
        ]
    else:
        lines = [["metric", "criterion", "method", "value", "p", "adjusted", "n"], *(_line(one) for one in found)]
        marks = []
    said = [*_said(found), *marks, *_compared(found), *_calibrated(found)]
    left = [f"{one.sentence()}." for one in found.left_out]
    beware = [f"Beware: {text}" for text in found.warnings]
    signed = [one.signature for one in found] + [one.signature for one in found.differences]
    signatures = list(dict.fromkeys(signed))
    return "\n".join([*aligned(lines), "", *said, *left, *beware, *signatures])


def _line(one: Correlation) -> list[str]:
    bounds = "" if one.low is None or one.high is None else f" [{one.low:.2f}, {one.high:.2f}]"
    value = "-" if math.isnan(one.value) else f"{one.value:.2f}{bounds}"
    return [one.metric, one.criterion, one.method, value, _p(one.p_value), _p(one.p_adjusted), f"{one.n:,}"]


def _said(found: Correlations) -> Iterator[str]:
    """What was correlated."""
    how = found.how
    methods = ", ".join(NAMES[method] for method in how.methods)
    counts = f"{counted(found.units, 'output')} of {counted(found.systems, 'system')}"
    if found.instances > 1:
        counts += f" on {counted(found.instances, 'instance')}"
    what = {
        ("segment", "none"): f"over {counts}",
        ("segment", "item"): f"within each instance, over its systems; means of coefficients; {counts}",
        ("segment", "system"): f"within each system, over its instances; {counts}",
        ("judgement", "none"): f"over the first, second ... judgements of outputs; {counts}",
        ("system", "none"): f"over {counted(found.systems, 'system')}",
    }.get((how.level, how.within), f"within each {how.within}; {counts}")
    means = "; a system's value is the mean of its outputs" if how.level == "system" and found.instances > 1 else ""
    logs = "; logarithms of ratings are averaged" if how.log else ""
    yield f"{methods[0].upper()}{methods[1:]} {what}{means}{logs}."
    if any(one.p_value is not None for one in found):
        corrected = {"holm": "after Holm's correction", "bh": "after Benjamini and Hochberg's correction"}
        family = sum(one.p_value is not None and one.method == how.methods[0] for one in found)
        suffix = (
            f" {corrected[how.correction]} for {counted(family, 'coefficient')}" if how.correction != "none" else ""
        )
        yield f"p is two-sided, against no correlation{suffix and f'; adjusted{suffix}'}."
    if how.interval == "bootstrap":
        drawn = {"inputs": "instances", "systems": "systems", "both": "instances and systems"}[how.resample or "both"]
        yield (
            f"In brackets: {how.confidence * 100:g}% intervals, {how.resamples:,} bootstrap resamples of {drawn}, "
            f"seed {how.seed}."
        )
    elif how.interval == "formula":
        yield f"In brackets: {how.confidence * 100:g}% intervals by Fisher's z, which take all values as independent."
    if any(one.metric == "human" and "split-half" in one.signature for one in found):
        yield "human: means of one half of the judgements against those of the other; what a metric can hope to reach."


def _compared(found: Correlations) -> Iterator[str]:
    """Which metrics correlate better: those that do first."""
    level = found.how.significant
    clear = [one for one in found.differences if one.better is not None and one.p_adjusted <= level]
    shown = list(found.differences) if len(found.differences) <= SHOWN else clear[:SHOWN]
    yield from (f"{one.sentence(level)}" for one in shown)
    if len(found.differences) > SHOWN:
        more = f"; {len(clear) - SHOWN} of them are not shown" if len(clear) > SHOWN else ""
        yield f"Of {len(found.differences)} comparisons of two metrics {len(clear)} are significant{more}."
    if found.differences:
        yield from _about_tests(found, found.differences)


def _about_tests(found: Correlations, differences: Sequence[MetricDifference]) -> Iterator[str]:
    corrected = {"holm": "Holm's", "bh": "Benjamini and Hochberg's"}.get(found.how.correction)
    suffix = f", after {corrected} correction for all pairs of metrics" if corrected else ""
    yield f"Tests of two metrics are two-sided{suffix}."
    if found.turned:
        yield f"Turned round for them, as less is better: {', '.join(found.turned)}."
    lenient = found.how.level != "system" and found.how.within == "none" and found.systems > 1
    if lenient or any(one.test == "permutation" and found.how.swap == "both" for one in differences):
        yield (
            "Beware: these tests are too lenient here, as metrics favour systems and inputs of their own; "
            "use --level system, or --permutation with --within item or --within system."
        )
    if found.how.swap == "systems" and found.systems < FEW_SWAPPED_SYSTEMS and found.how.permutation:
        least = 2.0 ** (1 - found.systems)
        yield f"Beware: with {counted(found.systems, 'system')} to swap no p-value falls below {least:.2g}."


def _calibrated(found: Correlations) -> Iterator[str]:
    for one in found.calibrations:
        yield (
            f"{one.metric} and {one.criterion}: accuracy {one.accuracy:.3f}, {one.calibrated:.3f} with scores closer "
            f"than {one.epsilon:.3g} called equal ({one.pairs:,} pairs; ties: people {one.human_ties:.0%}, metric "
            f"{one.metric_ties:.0%}, then {one.calibrated_ties:.0%})."
        )


def _p(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:.4f}" if value >= 0.00005 else "<0.0001"


def _strict(record: dict[str, object]) -> dict[str, object]:
    return {
        key: None if isinstance(value, float) and not math.isfinite(value) else value for key, value in record.items()
    }
