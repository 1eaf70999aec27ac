"""When not to trust a ranking: few raters, few instances, systems that were never compared."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from genchal.campaign.judgements.agreement.rater_evidence import find_constant_raters
from genchal.domain.ratings import Pairwise, Ratings
from genchal.domain.results.judgements.ranking import Ranking
from genchal.domain.results.numbers import FEW_INSTANCES, FEW_JUDGEMENTS, FEW_RATERS
from genchal.errors import InvalidInput, counted, list_some
from genchal.stats.ranking.clusters import find_bounded_groups, find_connected_groups
from genchal.stats.resampling.clustered import find_repeated_systems
from genchal.text.arrays.ragged import FloatArray, IntArray, combine_codes

CEILING = 0.5  # share of ratings with the highest value, from which on a scale no longer distinguishes systems
OUTLIER = 20  # times the median: no scale that people keep to
LOST = 0.1  # share of a system's judgements from which on it is named
UNEVEN = 2.0  # times the share of all judgements, from which on something weighs on a system more than on others


def name_systems_of(ratings: Ratings, rows: NDArray[np.bool_], *, only_uneven: bool = False) -> str:
    """Name systems more than a tenth of whose judgements are among these rows: "north (30 of 90, 33%)".

    With `only_uneven` those are left out of which it is less than twice the share that it is of all judgements.
    """
    whole = np.bincount(ratings.system.codes, minlength=len(ratings.system.names))
    part = np.bincount(ratings.system.codes[rows], minlength=len(whole))
    limit = max(LOST, UNEVEN * float(rows.mean()) if only_uneven and len(rows) else 0.0)
    named = [
        (ratings.system.names[system], part[system], whole[system])
        for system in np.flatnonzero(part > limit * whole).tolist()
    ]
    return list_some([f"{name} ({some:,} of {every:,}, {some / every:.0%})" for name, some, every in named])


def name_losing_systems(before: Ratings, after: Ratings) -> str:
    """Name systems that have lost more than a tenth of their judgements on the way: "north (30 of 90, 33%)"."""
    whole, left = (
        dict(zip(ratings.system.names, np.bincount(ratings.system.codes).tolist(), strict=True))
        for ratings in (before, after)
    )
    lost = [(name, n - left.get(name, 0), n) for name, n in whole.items()]
    return list_some([f"{name} ({gone:,} of {n:,}, {gone / n:.0%})" for name, gone, n in lost if gone > LOST * n])


def warn_about_losses(before: Ratings, after: Ratings) -> tuple[str, ...]:
    """Say which systems have lost many judgements that a method cannot use."""
    systems = name_losing_systems(before, after)
    return (f"more than 10% of the judgements do not count for {systems}: see what was set aside",) if systems else ()


def say_what_quality_control_changes(found: Ranking, of_all: Ranking) -> str:
    """Whether all raters together would put systems into another order, or other clusters."""
    names = [[ranked.system for ranked in ranking] for ranking in (found, of_all)]
    clusters = [{ranked.system: ranked.cluster for ranked in ranking} for ranking in (found, of_all)]
    order = "the same" if names[0] == names[1] else f"another: {', '.join(names[1])}"
    groups = "the same" if clusters[0] == clusters[1] else f"others: {_write_clusters(of_all)}"
    return f"Without quality control, the order of systems would be {order}; clusters would be {groups}."


def _write_clusters(ranking: Ranking) -> str:
    """Such as "1 north, south; 2 east"."""
    members: dict[int, list[str]] = {}
    for ranked in ranking:
        members.setdefault(ranked.cluster, []).append(ranked.system)
    return "; ".join(f"{cluster} {', '.join(systems)}" for cluster, systems in members.items())


def warn_about_pooled_raters(ratings: Ratings, pooled: IntArray) -> tuple[str, ...]:
    """Say which raters have no scale of their own, and how much of a system rests on them."""
    if not len(pooled):
        return ()
    rows = np.isin(ratings.rater.codes, pooled)
    many = (
        f"{counted(len(pooled), 'rater')} gave one value only ({list_some([ratings.rater.names[n] for n in pooled])})"
    )
    systems = name_systems_of(ratings, rows)
    return (
        f"{many}: {counted(int(rows.sum()), 'judgement')} on the scale of all raters, as these have none of their own"
        + (f"; they are a large part of {systems}; compare --scale pooled" if systems else ""),
    )


def find_raters_of_one_system(judged: Ratings) -> NDArray[np.bool_]:
    """Whether each rater judged outputs of one system only."""
    pairs = np.unique(combine_codes(judged.rater.codes, judged.system.codes), return_index=True)[1]
    return np.asarray(np.bincount(judged.rater.codes[pairs], minlength=len(judged.rater.names)) == 1)


def name_systems_of_own_raters(ratings: Ratings) -> str:
    """Name systems more than a tenth of whose judgements are by raters who judged no other, where raters are known."""
    if ratings.raters is None or len(ratings.system.names) < 2:
        return ""
    return name_systems_of(ratings, find_raters_of_one_system(ratings)[ratings.rater.codes])


def warn_about_raters_of_one_system(ratings: Ratings, removal: str = "") -> tuple[str, ...]:
    """Say of which systems raters and quality are one; `removal` says what takes the raters out, and what does not."""
    systems = name_systems_of_own_raters(ratings)
    if not systems:
        return ()
    told = "differences between raters cannot be told from differences between systems"
    return (f"raters who judged no other system gave a large part of {systems}: {told}{removal}",)


def check_scale(value: FloatArray, scaled: FloatArray, remedy: str) -> None:
    """Refuse ratings that have no place on a scale, `scaled` being unknown: nobody gave two different values."""
    if np.isfinite(scaled).any():
        return
    if is_constant(value):
        raise InvalidInput("all ratings have the same value: there is no scale", f"{remedy}.")
    raise InvalidInput("no rater gave two different values: nobody has a scale", f"{remedy}, or --scale pooled.")


def is_constant(value: FloatArray) -> bool:
    """Whether known values are all the same."""
    known = value[np.isfinite(value)]
    return bool((known == known[:1]).all())


def has_varying_rater(ratings: Ratings) -> bool:
    """Whether any rater gave two different values."""
    values = np.unique(ratings.value, return_inverse=True)[1]
    used = np.unique(ratings.rater.codes).size
    return np.unique(combine_codes(ratings.rater.codes, values)).size > used


def warn_about_comparisons(ratings: Ratings, pairs: Pairwise, *, bounded: bool) -> tuple[str, ...]:
    """Reasons not to trust a ranking by comparisons; `bounded` asks whether strengths are finite."""
    systems = pairs.systems
    met = np.zeros((len(systems), len(systems)), dtype=bool)
    met[pairs.left, pairs.right] = met[pairs.right, pairs.left] = True
    warnings = [*_common(ratings), *_warn_about_lone_judgements(ratings)]
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
    yield from warn_about_constant_raters(ratings)


def warn_about_constant_raters(ratings: Ratings) -> Iterator[str]:
    """Name raters of one value, and systems of which they judged a large part."""
    is_constant = find_constant_raters(ratings.value, ratings.rater.codes, len(ratings.rater.names), fewest=5)
    constant = [ratings.rater.names[rater] for rater in np.flatnonzero(is_constant)]
    if constant:
        systems = name_systems_of(ratings, is_constant[ratings.rater.codes], only_uneven=True)
        much = f", and judged a large part of {systems}" if systems else ""
        yield f"{counted(len(constant), 'rater')} always gave the same value: {list_some(constant)}{much}"


def _warn_about_lone_judgements(ratings: Ratings) -> Iterator[str]:
    """Name systems of which many judgements are in no comparison: they were made on a sheet without another system."""
    group = combine_codes(*(column.codes for column in (ratings.sheet, ratings.rater, ratings.instance)))
    _, group = np.unique(group, return_inverse=True)
    kinds = np.unique(combine_codes(group, ratings.system.codes), return_index=True)[1]
    alone = np.bincount(group[kinds])[group] < 2
    systems = name_systems_of(ratings, alone)
    if systems:
        yield (
            f"judgements on sheets without another system are in no comparison, and do not count here: {systems}; "
            "compare --method mean"
        )


def _few(n: IntArray, systems: Sequence[str], what: str) -> Iterator[str]:
    few = np.flatnonzero(n < FEW_JUDGEMENTS)
    if len(few) and len(systems) > 1:
        yield f"fewer than {FEW_JUDGEMENTS} {what}s for {list_some([systems[system] for system in few.tolist()])}"
