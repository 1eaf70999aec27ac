"""When not to trust a ranking: few raters, few instances, systems that were never compared."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from genchal.campaign.judgements.quality_control import find_constant_raters
from genchal.domain.ratings import Pairwise, Ratings
from genchal.domain.results.numbers import FEW_INSTANCES, FEW_JUDGEMENTS, FEW_RATERS
from genchal.errors import counted, list_some
from genchal.stats.ranking.clusters import find_bounded_groups, find_connected_groups
from genchal.stats.resampling.clustered import find_repeated_systems
from genchal.text.arrays.ragged import IntArray

CEILING = 0.5  # share of ratings with the highest value, from which on a scale no longer distinguishes systems
OUTLIER = 20  # times the median: no scale that people keep to


def warn_about_comparisons(ratings: Ratings, pairs: Pairwise, *, bounded: bool) -> tuple[str, ...]:
    """Reasons not to trust a ranking by comparisons; `bounded` asks whether strengths are finite."""
    systems = pairs.systems
    met = np.zeros((len(systems), len(systems)), dtype=bool)
    met[pairs.left, pairs.right] = met[pairs.right, pairs.left] = True
    warnings = list(_common(ratings))
    groups = find_connected_groups(met)
    if groups.max(initial=0) > 0:
        parts = "; ".join(
            list_some([systems[system] for system in np.flatnonzero(groups == group)])
            for group in range(groups.max() + 1)
        )
        warnings.append(f"no chain of comparisons connects these groups, so they cannot be compared: {parts}")
    elif bounded:
        beaten = np.zeros_like(met)
        beaten[pairs.left[pairs.outcome >= 0], pairs.right[pairs.outcome >= 0]] = True
        beaten[pairs.right[pairs.outcome <= 0], pairs.left[pairs.outcome <= 0]] = True
        if find_bounded_groups(beaten).max(initial=0) > 0:
            warnings.append(
                "some systems won, or lost, all comparisons with others: only the weak prior bounds their scores"
            )
    warnings += _few(
        np.bincount(np.concatenate([pairs.left, pairs.right]), minlength=len(systems)), systems, "comparison"
    )
    return tuple(warnings)


def warn_about_ratings(ratings: Ratings, *, raw: bool) -> tuple[str, ...]:
    """Reasons not to trust a ranking by ratings; `raw` ones are averaged as they are."""
    warnings = list(_common(ratings))
    values, counts = np.unique(ratings.value, return_counts=True)
    if 2 < len(values) <= 11 and counts[-1] > CEILING * len(ratings):
        share = counts[-1] / len(ratings) * 100
        warnings.append(
            f"{share:.0f}% of the ratings have the highest value; the scale hardly distinguishes good systems"
        )
    if raw and values[-1] > OUTLIER * np.median(ratings.value) > 0:
        warnings.append(
            f"the largest rating is {values[-1]:,g}, and it dominates the mean: rank by magnitude or z instead"
        )
    n = np.bincount(ratings.system.codes, minlength=len(ratings.system.names))
    return (*warnings, *_few(n, ratings.system.names, "rating"))


def _common(ratings: Ratings) -> Iterator[str]:
    raters, instances = ratings.raters, len(ratings.instance.names)
    if len(ratings.system.names) == 1:
        yield "there is only one system, and nothing to rank it against"
    if raters is None:
        yield "raters are not named, so intervals account for other instances only"
    elif raters == 1:
        yield "there is one rater: other raters may rank differently, and no interval shows by how much"
    elif raters < FEW_RATERS:
        yield f"{raters} raters are few; intervals are reliable from about {FEW_RATERS}"
    else:
        sizes = np.bincount(ratings.rater.codes).astype(np.float64)
        effective = sizes.sum() ** 2 / (sizes**2).sum()
        if effective < FEW_RATERS:
            yield f"a few of the {raters} raters did most of the work: effectively, there are {effective:.0f}"
    if instances == 1:
        yield "there is one instance: other inputs may rank systems differently, and no interval shows by how much"
    elif instances < FEW_INSTANCES:
        yield f"{instances} instances are few; intervals are reliable from about {FEW_INSTANCES}"
    system, systems = ratings.system.codes, ratings.system.names
    repeated = find_repeated_systems(system, len(systems), ratings.rater.codes, ratings.instance.codes)
    if not repeated.all():
        alone = list_some([systems[system] for system in np.flatnonzero(~repeated).tolist()])
        yield f"judged by one rater or on one instance only, so nothing is known about their spread: {alone}"
    is_constant = find_constant_raters(ratings.value, ratings.rater.codes, len(ratings.rater.names), fewest=5)
    constant = [ratings.rater.names[rater] for rater in np.flatnonzero(is_constant)]
    if constant:
        yield f"{counted(len(constant), 'rater')} always gave the same value: {list_some(constant)}"


def _few(n: IntArray, systems: Sequence[str], what: str) -> Iterator[str]:
    few = np.flatnonzero(n < FEW_JUDGEMENTS)
    if len(few) and len(systems) > 1:
        yield f"fewer than {FEW_JUDGEMENTS} {what}s for {list_some([systems[system] for system in few.tolist()])}"
