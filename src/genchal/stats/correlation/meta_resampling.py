"""Uncertainty of metric-human correlations: bootstrap and permutation (Deutsch, Dror and Roth 2021).

A bootstrap resample is a weight for each system and each instance, how often it was drawn; what it makes of a
coefficient is computed from weights alone, so that nothing is sorted again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from genchal.domain.results.correlation import CorrelationMethod, Resample
from genchal.stats.correlation._resamples import correlate_resamples, standardise
from genchal.stats.correlation.coefficients import weighted_correlation
from genchal.stats.correlation.meta_evaluation import UnitGroups, average_groups, average_known
from genchal.text.arrays.ragged import FloatArray, IntArray

WEIGHTS_AT_ONCE = 1 << 21  # keeps arrays of resamples or trials at 16 MB however many units there are


@dataclass(frozen=True, slots=True)
class MetaDraws:
    """Coefficients in resamples: resamples x metrics, and resamples x metrics x groups."""

    values: FloatArray
    group_values: FloatArray
    resample: Resample


@dataclass(frozen=True, slots=True)
class MetaDifference:
    """By how much the first metric agrees better with people than the second one, and how often chance does as much."""

    difference: float
    p_value: float
    trials: int
    swap: Resample


def meta_bootstrap(
    scores: FloatArray,
    human: FloatArray,
    units: UnitGroups,
    method: CorrelationMethod,
    resamples: int,
    rng: np.random.Generator,
    resample: Resample = "both",
) -> MetaDraws:
    """Draw inputs, systems or both with replacement, and correlate again (Deutsch et al. 2021).

    `scores` is metrics x units. All metrics see the same draws, so that their differences are paired. Drawing both
    (BOOT-BOTH) tells how coefficients would vary with other systems and other inputs, and is the widest; drawing inputs
    (BOOT-INPUTS) takes the systems as given. Intervals are percentiles of the draws. Below some 10 systems drawing
    systems says little: half of the draws then rest on six or fewer different ones.
    """
    groups = units.groups()
    outer = len(groups) if units.level == "segment" else 0
    values = np.full((resamples, len(scores)), np.nan)
    by_group = np.full((resamples, len(scores), outer), np.nan)
    for some, of_system, of_instance in _weights(units, resamples, rng, resample):
        if units.level == "system":
            values[some] = _correlate_resampled_systems(scores, human, units, groups, of_system, of_instance, method)
            continue
        multiplicity = np.ones((len(of_system), outer))
        for number, rows in enumerate(groups):
            weights = of_system[:, units.system[rows]] * of_instance[:, units.instance[rows]]
            for metric in range(len(scores)):
                by_group[some, metric, number] = correlate_resamples(scores[metric, rows], human[rows], weights, method)
            if units.within != "none":
                first = rows[0]
                by_item = units.within == "item"
                drawn = of_instance[:, units.instance[first]] if by_item else of_system[:, units.system[first]]
                multiplicity[:, number] = drawn
        values[some] = average_known(by_group[some], multiplicity[:, None, :])
    return MetaDraws(values, by_group, resample)


def meta_permutation(
    first: FloatArray,
    second: FloatArray,
    human: FloatArray,
    units: UnitGroups,
    method: CorrelationMethod,
    trials: int,
    rng: np.random.Generator,
    swap: Resample = "systems",
) -> MetaDifference:
    """Test whether two metrics correlate equally with people, by swapping their scores (Deutsch et al. 2021).

    Both metrics are standardised; then every trial tosses a coin for each unit (PERM-BOTH), each input (PERM-INPUTS) or
    each system (PERM-SYSTEMS), swaps their scores where it shows heads, and correlates both again. The two-sided
    p-value is the share of trials with a difference at least as large as the observed one, 1 added above and below the
    line. Only units that have all three values count.

    It needs no normal values. What is tested is whether the metrics could change places in what is swapped, which is
    more than equal correlations. Metrics favour systems and inputs for reasons of their own; the more they do, the more
    often equally good ones differ by PERM-BOTH (docs/explanation/correlations.md has numbers, and what they depend on).
    Swap systems at system level and within items, inputs within systems: there rates are close to the level. Over all
    segments at once they are not, whatever is swapped.
    """
    known = ~(np.isnan(first) | np.isnan(second) | np.isnan(human))
    units = UnitGroups(units.system[known], units.instance[known], units.level, units.within)
    groups = units.groups()
    a, b, human = standardise(first[known]), standardise(second[known]), human[known]
    codes = {"both": np.arange(len(a)), "inputs": units.instance, "systems": units.system}[swap]
    observed = float(_difference(a[None], b[None], human, units, groups, method)[0])
    as_large = 0
    step = max(1, WEIGHTS_AT_ONCE // max(len(a), 1))
    coins = int(codes.max()) + 1 if len(codes) else 0
    for done in range(0, trials, step):
        heads = rng.random((min(step, trials - done), coins))[:, codes] < 0.5
        apart = _difference(np.where(heads, b, a), np.where(heads, a, b), human, units, groups, method)
        as_large += int(np.count_nonzero(np.abs(apart) >= abs(observed) - 1e-12))
    p_value = np.nan if np.isnan(observed) else (as_large + 1) / (trials + 1)
    return MetaDifference(observed, p_value, trials, swap)


def _difference(
    a: FloatArray,
    b: FloatArray,
    human: FloatArray,
    units: UnitGroups,
    groups: list[IntArray],
    method: CorrelationMethod,
) -> FloatArray:
    """Coefficient of the first minus that of the second; trials x units."""
    if units.level == "system":
        people = average_groups(human, groups)
        first, other = (_coefficient(average_groups(scores, groups), people, method) for scores in (a, b))
        return first - other
    values = np.stack(
        [[_coefficient(scores[:, rows], human[rows], method) for rows in groups] for scores in (a, b)], axis=0
    )
    means = average_known(np.moveaxis(values, 1, -1), np.ones(len(groups)))
    apart: FloatArray = means[0] - means[1]
    return apart


def _coefficient(x: FloatArray, y: FloatArray, method: CorrelationMethod) -> FloatArray:
    """The coefficient of known values, without its p-value."""
    return weighted_correlation(x, np.broadcast_to(y, x.shape), np.ones(x.shape), method)


def _weights(
    units: UnitGroups, resamples: int, rng: np.random.Generator, resample: Resample
) -> Iterator[tuple[slice, FloatArray, FloatArray]]:
    """How often each system and each instance was drawn, in portions of resamples."""
    systems, instances = int(units.system.max()) + 1, int(units.instance.max()) + 1
    step = max(1, WEIGHTS_AT_ONCE // max(len(units.system), 1))
    for start in range(0, resamples, step):
        some = min(step, resamples - start)
        of_system = _draw_counts(some, systems, rng) if resample != "inputs" else np.ones((some, systems))
        of_instance = _draw_counts(some, instances, rng) if resample != "systems" else np.ones((some, instances))
        yield slice(start, start + some), of_system, of_instance


def _draw_counts(resamples: int, units: int, rng: np.random.Generator) -> FloatArray:
    draws = rng.integers(0, units, size=(resamples, units)) + np.arange(resamples)[:, None] * units
    counts = np.bincount(draws.ravel(), minlength=resamples * units)
    return np.asarray(counts.reshape(resamples, units), dtype=np.float64)


def _correlate_resampled_systems(
    scores: FloatArray,
    human: FloatArray,
    units: UnitGroups,
    groups: list[IntArray],
    of_system: FloatArray,
    of_instance: FloatArray,
    method: CorrelationMethod,
) -> FloatArray:
    """Coefficients of systems' means; resamples x metrics."""
    values = np.vstack([scores, human])
    known: NDArray[np.bool_] = ~np.isnan(values)
    filled = np.where(known, values, 0.0)
    means = np.full((len(of_system), len(values), len(groups)), np.nan)
    for number, rows in enumerate(groups):
        weights = of_instance[:, units.instance[rows]]
        counts = weights @ known[:, rows].T.astype(np.float64)
        means[..., number] = (weights @ filled[:, rows].T) / np.where(counts > 0, counts, np.nan)
    drawn = of_system[:, [int(units.system[rows[0]]) for rows in groups]][:, None]
    people = means[:, -1:]
    there = ~(np.isnan(means[:, :-1]) | np.isnan(people))
    x, y = (np.where(there, values, 0.0) for values in (means[:, :-1], people))
    return weighted_correlation(x, y, np.where(there, drawn, 0.0), method)
