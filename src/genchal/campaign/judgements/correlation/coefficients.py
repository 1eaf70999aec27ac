"""Coefficients of measures that stand side by side, with intervals and p-values."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Literal

import numpy as np

from genchal.campaign.judgements.correlation.joined_measures import JoinedMeasures
from genchal.domain.ratings import Ratings
from genchal.domain.results.correlation import Correlating, Correlation, CorrelationMethod
from genchal.domain.results.numbers import finite_or_none
from genchal.stats.agreement.split_half import split_half
from genchal.stats.correlation.coefficients import correlation_interval
from genchal.stats.correlation.meta_evaluation import MetaCorrelation, UnitGroups, meta_correlation
from genchal.stats.correlation.meta_resampling import meta_bootstrap
from genchal.stats.resampling.bootstrap import percentile_interval
from genchal.stats.significance.correction import adjust_p_values
from genchal.text.arrays.ragged import FloatArray

SPLITS = 200  # into halves of the judgements
HUMAN = "human"  # what the ceiling goes by among metrics


@dataclass(frozen=True, slots=True)
class Pair:
    """One measure, and all that it is correlated with."""

    of: str
    others: tuple[str, ...]


def pair_measures(measures: JoinedMeasures, how: Correlating) -> list[Pair]:
    """Criteria with all metrics, or every measure with those before it."""
    everything = (*measures.metrics, *measures.criteria)
    if measures.metrics and measures.criteria and not how.all_pairs:
        return [Pair(name, measures.metrics) for name in measures.criteria]
    return [Pair(name, everything[:place]) for place, name in enumerate(everything) if place]


def compute_coefficients(
    measures: JoinedMeasures, pairs: Sequence[Pair], method: CorrelationMethod, how: Correlating
) -> Iterator[Correlation]:
    """All coefficients of a method; their p-values are one family."""
    found = list(chain.from_iterable(_correlate_pair(measures, pair, method, how) for pair in pairs))
    p_values = np.array([math.nan if record.p_value is None else record.p_value for record in found])
    adjusted = adjust_p_values(p_values, how.correction).tolist()
    return (replace(record, p_adjusted=finite_or_none(p)) for record, p in zip(found, adjusted, strict=True))


def _correlate_pair(
    measures: JoinedMeasures, pair: Pair, method: CorrelationMethod, how: Correlating
) -> Iterator[Correlation]:
    """The coefficients of a measure with others, those of groups before their mean.

    Accuracy has no sign: for it measures are turned so that higher is better.
    """
    units = measures.units(how)
    read = measures.higher_is_better if method == "accuracy" else measures.columns.__getitem__
    human, scores = read(pair.of), np.stack([read(name) for name in pair.others])
    every = [meta_correlation(metric, human, units, method) for metric in scores]
    groups = units.groups() if how.within == "system" else []
    low, high, group_low, group_high = _intervals(scores, human, units, every, method, how)
    for place, (name, correlated) in enumerate(zip(pair.others, every, strict=True)):
        for number, rows in enumerate(groups):
            system = measures.system.names[int(measures.system.codes[rows[0]])]
            yield record_correlation(
                (name, pair.of),
                how,
                method,
                group=system,
                value=correlated.group_values[number],
                bounds=(group_low[place, number], group_high[place, number]),
                p_value=correlated.group_p_values[number],
                n=int(correlated.group_n[number]),
            )
        used = int(np.count_nonzero(~np.isnan(correlated.group_values))) if how.within != "none" else 1
        yield record_correlation(
            (name, pair.of),
            how,
            method,
            value=correlated.value,
            bounds=(low[place], high[place]),
            p_value=correlated.p_value,
            n=correlated.n,
            groups=used,
        )


def _intervals(
    scores: FloatArray,
    human: FloatArray,
    units: UnitGroups,
    every: Sequence[MetaCorrelation],
    method: CorrelationMethod,
    how: Correlating,
) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    """Bounds of every coefficient and of those of its groups; NaN where there are none."""
    groups = len(every[0].group_values)
    low, high = np.full((2, len(every)), np.nan)
    group_low, group_high = np.full((2, len(every), groups), np.nan)
    if how.interval == "bootstrap":
        rng = np.random.default_rng(how.seed)
        drawn = meta_bootstrap(scores, human, units, method, how.resamples, rng, how.resample or "both")
        whole = percentile_interval(drawn.values, how.confidence)
        low, high = whole.low, whole.high
        if how.within == "system":
            each = percentile_interval(drawn.group_values, how.confidence)
            group_low, group_high = each.low, each.high
    elif how.interval == "formula":
        if how.within == "none":
            bounds = correlation_interval(
                np.array([correlated.value for correlated in every]),
                np.array([correlated.n for correlated in every]),
                method,
                how.confidence,
            )
            low, high = bounds.low, bounds.high
        else:
            values, n = (
                np.stack([getattr(correlated, part) for correlated in every]) for part in ("group_values", "group_n")
            )
            bounds = correlation_interval(values, n, method, how.confidence)
            group_low, group_high = bounds.low, bounds.high
    return low, high, group_low, group_high


def measure_ceilings(ratings: Ratings, criterion: str, how: Correlating) -> Iterator[Correlation]:
    """The human ceiling (Sharma et al. 2017), a coefficient per method: half of the raters as a metric for the rest."""
    kept = ratings.of_kind("scored").of(criterion)
    value = np.log(np.where(kept.value > 0, kept.value, np.nan)) if how.log else kept.value
    item = kept.items().codes
    raters = len(kept.rater.names)
    seen = len(np.unique(item * raters + kept.rater.codes))
    crossed = seen == raters * (int(item.max(initial=-1)) + 1)  # every rater has judged every output
    for method in how.methods:
        if method == "accuracy":
            continue
        rng = np.random.default_rng(how.seed)
        by: Literal["raters", "judgements"] = "raters" if crossed else "judgements"
        found = split_half(value, item, kept.rater.codes, rng, method, SPLITS, by)
        signature = f"corr:{method}|split-half|by:{by}|splits:{SPLITS}|seed:{how.seed}|v:1"
        bounds, n = (found.low, found.high), round(found.items)
        made = record_correlation((HUMAN, criterion), how, method, value=found.value, bounds=bounds, n=n)
        note = "no output has two judgements" if math.isnan(found.value) else None
        yield replace(made, note=note, signature=signature)


def record_correlation(
    names: tuple[str, str],
    how: Correlating,
    method: CorrelationMethod,
    *,
    value: float,
    bounds: tuple[float, float],
    n: int,
    p_value: float = math.nan,
    group: str | None = None,
    groups: int = 1,
) -> Correlation:
    """A coefficient as results have it, p-values not yet adjusted; without a value it has no bounds, but a reason."""
    undefined = math.isnan(value)
    return Correlation(
        metric=names[0],
        criterion=names[1],
        level=how.level,
        within=how.within,
        group=group,
        method=method,
        value=float(value),
        low=None if undefined else finite_or_none(bounds[0]),
        high=None if undefined else finite_or_none(bounds[1]),
        p_value=finite_or_none(p_value),
        p_adjusted=None,
        n=n,
        groups=groups,
        note=_note(n, groups) if undefined else None,
        signature=how.signature(method),
    )


def _note(n: int, groups: int) -> str:
    if n < 2:
        if not groups:
            return "no group has two different values"
        return "one value is not enough" if n else "nothing has both"
    return "all values of one of the two are equal"
