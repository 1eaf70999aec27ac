"""Planning: from a pilot's ratings, or from variances, to numbers of items, raters and comparisons."""

from __future__ import annotations

import itertools
import math

import numpy as np

from genchal.campaign.judgements.load import list_unread
from genchal.campaign.judgements.select import choose_criterion
from genchal.domain.ratings import Ratings
from genchal.domain.results.judgements.planning import (
    VERSION,
    GivenVariances,
    Plan,
    PlannedStudy,
    Planning,
    Separation,
    Separations,
    Variances,
)
from genchal.domain.results.numbers import FEW_PILOT_ITEMS, FEW_PILOT_RATERS, finite_or_none
from genchal.errors import InvalidInput, counted
from genchal.stats.planning.power import RatingSpread, comparisons_needed, power_by_simulation
from genchal.stats.planning.variance_components import COMPONENTS, variance_components
from genchal.stats.significance.clustered_contrasts import comparison_contrasts
from genchal.stats.significance.correction import holm
from genchal.text.arrays.ragged import FloatArray

ROUNDING = 1e-9  # of a variance: less than this is none
SPREAD_OUT = 1000.0  # largest rating over the median: such ratings are magnitudes


def plan_from_ratings(ratings: Ratings, criterion: str | None = None, how: Planning | None = None) -> Plan:
    """Plan a study from a pilot: its variances, then the power of studies of several sizes.

    With `log` among the settings the natural logarithms of the ratings are planned for, as magnitudes need; the
    difference is one of logarithms then.
    """
    how = how or Planning()
    pilot, name = _keep_criterion(ratings, criterion)
    value, warnings = pilot.value, [*list_unread(ratings)]
    if how.log:
        pilot = pilot.without("not above 0, so without a logarithm", ~(pilot.value > 0))
        value = np.log(pilot.value)
    elif len(value) and value.max() > SPREAD_OUT * max(float(np.median(value)), 1e-300) > 0:
        warnings.append("a few ratings are a thousand times the median: plan for logarithms with --log")
    if len(pilot) < 2 or not np.ptp(value) > 0:
        raise InvalidInput("the pilot's ratings do not vary", "Give a pilot with several raters, items and systems.")
    variances, notes = _variances(pilot, value, how.seed)
    telling = (variances.rater_system, variances.item_system, variances.residual)
    if sum(part for part in telling if not math.isnan(part)) <= ROUNDING * variances.total:
        problem = "the pilot's ratings of an item by a rater are the same for all systems, or differ by the same"
        raise InvalidInput(problem, "Give a pilot in which ratings vary beyond raters, items and systems.")
    systems = how.systems or max(len(pilot.system.names), 2)
    return _simulate_sizes(variances, how, systems, name, [*warnings, *notes], pilot)


def plan_from_variances(given: GivenVariances, how: Planning | None = None) -> Plan:
    """Plan a study without a pilot, from variances of one rating that are given."""
    how = how or Planning()
    rater_system, item_system, residual = given.rater_system or 0.0, given.item_system or 0.0, given.residual or 0.0
    if min(rater_system, item_system, residual) < 0 or not math.isfinite(rater_system + item_system + residual):
        raise InvalidInput("a variance is below 0", "Give variances (squares of standard deviations), 0 or above.")
    if rater_system + item_system + residual == 0:
        raise InvalidInput("all variances are 0", "Give --residual, or a pilot's ratings file.")
    variances = Variances(math.nan, math.nan, math.nan, rater_system, item_system, residual, "Variances were given.")
    return _simulate_sizes(variances, how, how.systems or 2, None, [], None)


def separate_systems(
    ratings: Ratings, criterion: str | None = None, power: float = 0.8, level: float = 0.05
) -> Separations:
    """Estimate how many more comparisons would separate neighbours in the ranking."""
    judged, name = _keep_criterion(ratings, criterion)
    pairwise = judged.pairwise()
    if not len(pairwise):
        raise InvalidInput(
            "no two systems were judged on the same sheet", "Comparisons need sheets with several systems."
        )
    systems = pairwise.systems
    every = np.array(list(itertools.combinations(range(len(systems)), 2)))
    columns = (pairwise.left, pairwise.right, pairwise.outcome.astype(np.float64), pairwise.rater, pairwise.instance)
    found = comparison_contrasts(*columns, every, confidence=1 - level)
    adjusted = holm(found.p_value).adjusted
    order = np.argsort(-found.effect, kind="stable")
    place_of = {(a, b): place for place, (a, b) in enumerate(every.tolist())}
    neighbours = list(itertools.pairwise(order.tolist()))
    places = [place_of[min(pair), max(pair)] for pair in neighbours]
    needed = comparisons_needed(
        found.difference[places],
        found.error[places],
        every[places],
        len(pairwise),
        level,
        power,
        family=len(every),
        degrees=found.degrees[places],
    )
    signature = (
        f"separate|crit:{name}|pairs:{len(pairwise)}|cl:rater+instance|level:{level:g}|adj:holm|power:{power:g}"
        f"|v:{VERSION}"
    )
    records = []
    for number, ((a, b), place) in enumerate(zip(neighbours, places, strict=True)):
        sign = 1.0 if b < a else -1.0  # differences are second minus first system: here the better one comes first
        bounds = sorted((sign * found.low[place], sign * found.high[place]))
        factor = float(needed.factor[number])
        is_separated = bool(adjusted[place] <= level + 1e-12)
        records.append(
            Separation(
                system_a=systems[a],
                system_b=systems[b],
                difference=float(sign * found.difference[place]),
                low=finite_or_none(bounds[0]),
                high=finite_or_none(bounds[1]),
                p_value=finite_or_none(found.p_value[place]),
                p_adjusted=finite_or_none(adjusted[place]),
                is_separated=is_separated,
                factor=1.0 if is_separated else finite_or_none(factor),
                further_comparisons=0
                if is_separated
                else int(needed.further[number])
                if math.isfinite(factor)
                else None,
                note=found.notes[place] or (None if math.isfinite(factor) else "no difference has been seen"),
                signature=signature,
            )
        )
    return Separations(
        tuple(records),
        name,
        len(pairwise),
        found.raters,
        found.instances,
        power,
        level,
        (*list_unread(ratings), *found.warnings()),
        judged.set_aside,
        signature,
    )


def _keep_criterion(ratings: Ratings, criterion: str | None) -> tuple[Ratings, str]:
    """Keep the judgements of one criterion that count in results."""
    scored = ratings.of_kind("scored")
    criterion = choose_criterion(scored, criterion)
    kept = scored.of(criterion)
    return kept.without("value not a number", ~np.isfinite(kept.value)), criterion


def _variances(pilot: Ratings, value: FloatArray, seed: int) -> tuple[Variances, list[str]]:
    """Estimate variances from a pilot; say where they come from, and when not to trust them."""
    codes = pilot.system.codes, pilot.rater.codes, pilot.instance.codes
    moments = variance_components(value, *codes, np.random.default_rng(seed))
    found = {name: float(getattr(moments, name)) for name in COMPONENTS}
    notes = []
    if moments.raters < 2:
        notes.append(
            "the pilot has one rater: how much raters differ is unknown and assumed to be 0, which is too optimistic"
        )
    elif moments.raters < FEW_PILOT_RATERS:
        notes.append(f"the pilot has {moments.raters} raters: how much raters differ is a guess")
    if moments.items < FEW_PILOT_ITEMS:
        notes.append(f"the pilot has {counted(moments.items, 'item')}: how much items differ is a guess")
    if math.isnan(found["item_system"]) and len(pilot.system.names) > 1:
        notes.append(
            "each output was judged once: its own variance is part of the residual, and power is too optimistic"
        )
    known = {name: variance for name, variance in found.items() if not math.isnan(variance)}
    total = sum(known.values())
    shares = ", ".join(f"{name.replace('_', ' x ')} {variance / total:.0%}" for name, variance in known.items())
    origin = (
        f"Variance of one rating in the pilot ({counted(moments.ratings, 'rating')}, "
        f"{counted(moments.raters, 'rater')}, {counted(moments.items, 'item')}): {total:.4g}, of which {shares}."
    )
    return Variances(**found, origin=origin), notes


def _simulate_sizes(
    variances: Variances, how: Planning, systems: int, criterion: str | None, warnings: list[str], pilot: Ratings | None
) -> Plan:
    difference = how.difference or 0.25 * math.sqrt(variances.total)
    parts = (variances.rater_system, variances.item_system, variances.residual)
    spread = RatingSpread(*(0.0 if math.isnan(part) else part for part in parts))
    made = Plan((), how, difference, systems, variances, criterion, (), pilot.set_aside if pilot else ())
    studies = []
    for items, raters in itertools.product(how.items, how.raters):
        if how.judgements > raters:
            continue
        rng = np.random.default_rng([how.seed, items, raters])  # the same studies whatever other sizes are asked for
        found = power_by_simulation(
            spread, difference, items, raters, rng, how.judgements, systems, how.level, how.simulations
        )
        sheets = items * how.judgements
        enough = found.power >= how.power
        size = (items, raters, how.judgements, systems, sheets)
        studies.append(PlannedStudy(*size, difference, found.power, found.error, enough, made.signature))
    if how.difference is None:
        warnings = [*warnings, "no --difference was given: a quarter of the standard deviation of one rating is used"]
    if any(study.raters < 10 and study.is_enough for study in studies):
        warnings = [*warnings, "results from fewer than 10 raters only hold for raters like these"]
    return Plan(tuple(studies), how, difference, systems, variances, criterion, tuple(warnings), made.set_aside)
