"""Which of two metrics agrees better with people: Williams' test, permutation, and accuracy with calibrated ties."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from genchal.campaign.judgements.correlation.joined_measures import JoinedMeasures
from genchal.domain.results.correlation import Calibration, Correlating, CorrelationMethod, MetricDifference
from genchal.domain.results.numbers import finite_or_none
from genchal.errors import InvalidInput
from genchal.stats.correlation.coefficients import correlation
from genchal.stats.correlation.meta_evaluation import average_groups, meta_correlation
from genchal.stats.correlation.meta_resampling import meta_bootstrap, meta_permutation
from genchal.stats.correlation.pairwise_accuracy import calibrated_accuracy
from genchal.stats.correlation.williams import williams
from genchal.stats.resampling.bootstrap import percentile_interval
from genchal.stats.significance.correction import adjust_p_values
from genchal.text.arrays.ragged import FloatArray, IntArray


def compare_metrics(measures: JoinedMeasures, how: Correlating) -> Iterator[MetricDifference]:
    """Compare all pairs of metrics on every criterion; a family is a criterion, or a criterion within a system."""
    if how.williams and how.within == "item":
        raise InvalidInput(
            "Williams' test compares two coefficients, not means of coefficients within items",
            "Use --permutation instead, or another --within.",
        )
    for criterion in measures.criteria:
        if how.williams:
            yield from _test_by_williams(measures, how, criterion)
        if how.permutation:
            yield from _test_by_permutation(measures, how, criterion)


def calibrate_metrics(measures: JoinedMeasures, how: Correlating) -> Iterator[Calibration]:
    """Accuracy with ties calibrated, within each item unless units are grouped otherwise."""
    if how.level != "segment":
        raise InvalidInput("ties are calibrated on segments", "Leave out --level, or --calibrate.")
    if how.within == "none":
        raise InvalidInput("ties are calibrated within groups", "Add --within item, as WMT has it.")
    codes = measures.instance.codes if how.within == "item" else measures.system.codes
    for criterion, metric in itertools.product(measures.criteria, measures.metrics):
        scores, human = measures.higher_is_better(metric), measures.higher_is_better(criterion)
        found = calibrated_accuracy(scores, human, codes)
        yield Calibration(
            metric=metric,
            criterion=criterion,
            accuracy=found.accuracy,
            calibrated=found.calibrated,
            epsilon=found.epsilon,
            pairs=found.pairs,
            human_ties=found.human_ties,
            metric_ties=found.metric_ties,
            calibrated_ties=found.calibrated_ties,
            signature=f"{how.signature('accuracy')}|ties:calibrated",
        )


def _test_by_williams(measures: JoinedMeasures, how: Correlating, criterion: str) -> Iterator[MetricDifference]:
    method = next((name for name in how.methods if name in ("pearson", "spearman")), None)
    if method is None:
        raise InvalidInput("Williams' test is for Pearson's r", "Add --method pearson.")
    human, units = measures.higher_is_better(criterion), measures.units(how)
    groups: list[tuple[str | None, IntArray]] = [(None, np.arange(len(human)))]
    if how.within == "system":
        groups = [(measures.system.names[int(units.system[rows[0]])], rows) for rows in units.groups()]
    for group, rows in groups:
        found = []
        for first, second in itertools.combinations(measures.metrics, 2):
            values = np.stack([human, *map(measures.higher_is_better, (first, second))])[:, rows]
            if how.level == "system":
                values = average_groups(values, units.groups())
            values = values[:, ~np.isnan(values).any(axis=0)]
            pairs = correlation(values[[0, 0, 1]], values[[1, 2, 2]], method, tested=False).value
            tested = williams(pairs[0], pairs[1], pairs[2], values.shape[1])
            found.append(
                _difference(
                    (first, second, criterion, group),
                    how,
                    method,
                    values=(float(pairs[0]), float(pairs[1]), float(pairs[2])),
                    p_value=float(tested.p_value),
                    n=values.shape[1],
                    t=float(tested.t),
                )
            )
        yield from _adjust(found, how)


def _test_by_permutation(measures: JoinedMeasures, how: Correlating, criterion: str) -> Iterator[MetricDifference]:
    method, units = how.methods[0], measures.units(how)
    human = measures.higher_is_better(criterion)
    scores = np.stack([measures.higher_is_better(name) for name in measures.metrics])
    drawn: FloatArray = np.full((1, len(scores)), np.nan)
    if how.interval == "bootstrap":
        rng = np.random.default_rng(how.seed)
        drawn = meta_bootstrap(scores, human, units, method, how.resamples, rng, how.resample or "both").values
    found = []
    for a, b in itertools.combinations(range(len(scores)), 2):
        known = ~np.isnan(scores[[a, b]]).any(axis=0) & ~np.isnan(human)
        some = replace(units, system=units.system[known], instance=units.instance[known])
        first, second, people = scores[a, known], scores[b, known], human[known]
        first_found, other = (meta_correlation(values, people, some, method) for values in (first, second))
        rng = np.random.default_rng(how.seed)
        tested = meta_permutation(first, second, people, some, method, how.trials, rng, how.swap or "systems")
        bounds = percentile_interval((drawn[:, a] - drawn[:, b])[:, None], how.confidence)
        found.append(
            _difference(
                (measures.metrics[a], measures.metrics[b], criterion, None),
                how,
                method,
                values=(first_found.value, other.value, meta_correlation(first, second, some, method).value),
                p_value=tested.p_value,
                n=first_found.n,
                bounds=(float(bounds.low[0]), float(bounds.high[0])),
            )
        )
    yield from _adjust(found, how)


def _difference(
    names: tuple[str, str, str, str | None],
    how: Correlating,
    method: CorrelationMethod,
    *,
    values: tuple[float, float, float],
    p_value: float,
    n: int,
    t: float | None = None,
    bounds: tuple[float, float] = (math.nan, math.nan),
) -> MetricDifference:
    first, second, between = values
    ahead = None if math.isnan(first - second) or first == second else names[0] if first > second else names[1]
    return MetricDifference(
        metric_a=names[0],
        metric_b=names[1],
        criterion=names[2],
        group=names[3],
        level=how.level,
        within=how.within,
        method=method,
        test="permutation" if t is None else "williams",
        value_a=first,
        value_b=second,
        between=between,
        difference=first - second,
        low=finite_or_none(bounds[0]),
        high=finite_or_none(bounds[1]),
        t=t,
        p_value=p_value,
        p_adjusted=p_value,
        better=ahead,
        significant=False,  # until p-values are adjusted
        n=n,
        signature=how.signature(method, "permutation" if t is None else "williams"),
    )


def _adjust(found: Sequence[MetricDifference], how: Correlating) -> Iterator[MetricDifference]:
    adjusted = adjust_p_values(np.array([pair.p_value for pair in found]), how.correction).tolist()
    for pair, value in zip(found, adjusted, strict=True):
        yield replace(pair, p_adjusted=value, significant=pair.better is not None and value <= how.significant + 1e-12)
