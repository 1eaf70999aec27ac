"""Tests between systems on ratings, every two of them: the default, clustered test, or a mixed-effects model."""

from __future__ import annotations

import itertools
import math

import numpy as np

from genchal.campaign.judgements.load import collect_remarks
from genchal.campaign.judgements.quality_control import sign_pass_rules
from genchal.campaign.judgements.ranking.cautions import (
    find_raters_of_one_system,
    name_systems_of,
    warn_about_losses,
)
from genchal.campaign.judgements.select import choose_criterion, keep_scored
from genchal.domain.directions import is_lower_better
from genchal.domain.ratings import Ratings
from genchal.domain.results.judgements.differences import (
    Difference,
    Differences,
    DifferenceSettings,
    RatingTest,
    SeverityTreatment,
)
from genchal.domain.selection import sign_raters
from genchal.errors import InvalidInput
from genchal.stats.significance.clustered_contrasts import Contrasts, system_contrasts
from genchal.stats.significance.correction import adjust_p_values
from genchal.stats.significance.mixed_effects import mixed_effects
from genchal.text.arrays.ragged import FloatArray, IntArray

VERSION, MIXED_VERSION = 2, 1  # of the default test and of mixed effects: raised when any number changes


def find_differences(
    ratings: Ratings, criterion: str | None = None, how: DifferenceSettings | None = None
) -> Differences:
    """Test every two systems under a criterion, by default with the test that is clustered by rater and by instance.

    "mixed" is a mixed-effects model with crossed random effects of rater and instance; "mixed-slopes" also lets them
    have preferences of their own for systems, which few data sets are large enough to show. `criterion` may be left out
    where there is only one. Lower is better where the criterion's name says so (added, missed, time), or `how` does.
    """
    how = how or DifferenceSettings()
    criterion = choose_criterion(ratings, criterion)
    judged = keep_scored(ratings, criterion)
    whole = judged
    if how.log:
        judged = judged.without("not above 0, so without a logarithm", ~(judged.value > 0))
    names = judged.system.names
    if len(names) < 2:
        raise InvalidInput("there are fewer than two systems to compare", "Give ratings of at least two systems.")
    lower = is_lower_better(criterion, judged.value) if how.lower_is_better is None else how.lower_is_better
    losses = warn_about_losses(whole, judged)
    pairs = pair_systems(len(names))
    value = np.log(judged.value) if how.log else judged.value
    if how.test == "clustered":
        found, judged, warnings = contrast_pairs(judged, value, pairs, how.confidence, how.severity)
    else:
        if how.severity is not None:
            raise InvalidInput("--severity is for the clustered test", f"Leave it out, or leave out --test {how.test}.")
        found, warnings = _fit_mixed_model(judged, value, pairs, how.confidence, slopes=how.test == "mixed-slopes")
    p_adjusted = adjust_p_values(found.p_value, how.correction)
    scale = f"{'|scale:log' if how.log else ''}{'|lower:better' if lower else ''}"
    version = VERSION if how.test == "clustered" else MIXED_VERSION
    signature = (
        f"{'contrasts' if how.test == 'clustered' else how.test}|crit:{criterion}{scale}|n:{found.ratings}"
        f"|{sign_raters(judged.raters)}|instances:{found.instances}{_sign_treatment(found, how.test)}"
        f"|ci:{how.confidence:g}|adj:{how.correction}|pairs:{len(pairs)}{sign_pass_rules(ratings)}|v:{version}"
    )
    records = []
    for place, (a, b) in enumerate(pairs.tolist()):
        apart = float(found.difference[place])
        ahead = None if math.isnan(apart) or apart == 0 else names[b] if (apart > 0) != lower else names[a]
        records.append(
            Difference(
                criterion=criterion,
                system_a=names[a],
                system_b=names[b],
                difference=apart,
                low=float(found.low[place]),
                high=float(found.high[place]),
                p_value=float(found.p_value[place]),
                p_adjusted=float(p_adjusted[place]),
                better=ahead,
                significant=float(p_adjusted[place]) <= 1 - how.confidence + 1e-12,
                effect=apart / found.deviation if found.deviation > 0 else math.nan,
                note=found.notes[place] or None,
                signature=signature,
            )
        )
    return Differences(
        tuple(records),
        criterion,
        how,
        found.ratings,
        judged.raters,
        found.instances,
        found.removed,
        (*collect_remarks(ratings), *found.warnings(raters_known=judged.raters is not None), *losses, *warnings),
        judged.set_aside,
        signature,
        ratings.notes.get("quality control"),
        is_low_best=lower,
        is_low_by_name=lower and how.lower_is_better is None,
    )


def _sign_treatment(found: Contrasts, test: RatingTest) -> str:
    """What was done about raters and instances; signatures say "item" for an instance here, and stay as they are."""
    if test != "clustered":
        return "|random:rater+instance"
    removed = "+".join({"instance": "item"}.get(effect, effect) for effect in found.removed)
    return f"|out:{removed or 'none'}|cl:rater+instance"


def _fit_mixed_model(
    judged: Ratings, value: FloatArray, pairs: IntArray, confidence: float, slopes: bool
) -> tuple[Contrasts, tuple[str, ...]]:
    """Fit the model, and give its differences as the default test does; also when not to trust them."""
    from scipy.special import ndtri

    codes = judged.system.codes, judged.rater.codes, judged.instance.codes
    model = mixed_effects(value, *codes, pairs, slopes=slopes)
    reach = ndtri((1 + confidence) / 2) * model.error
    found = Contrasts(
        effect=model.mean - np.nanmean(model.mean) if np.isfinite(model.mean).any() else model.mean,
        difference=model.difference,
        error=model.error,
        degrees=np.full(len(pairs), np.inf),
        t=model.z,
        p_value=model.p_value,
        low=model.difference - reach,
        high=model.difference + reach,
        pairs=pairs,
        deviation=math.sqrt(model.residual) if model.residual > 0 else 0.0,
        ratings=len(judged),
        raters=len(judged.rater.names),
        instances=len(judged.instance.names),
        removed=("rater", "instance"),
        confidence=confidence,
        notes=tuple("; ".join(model.notes) if math.isnan(p) else "" for p in model.p_value.tolist()),
    )
    assumed: tuple[str, ...] = (
        () if slopes else ("raters and instances are assumed to have no preferences for particular systems",)
    )
    systems = name_systems_of(judged, find_raters_of_one_system(judged)[judged.rater.codes])
    if systems and judged.raters is not None:
        said = "raters who judged no other system gave a large part of"
        assumed += (
            f"{said} {systems}: the model may take for their severity what is the system's; compare --test clustered",
        )
    return found, (*model.notes, *assumed)


def contrast_pairs(
    judged: Ratings, value: FloatArray, pairs: IntArray, confidence: float, severity: SeverityTreatment | None = None
) -> tuple[Contrasts, Ratings, tuple[str, ...]]:
    """Test pairs of systems on values that belong to these ratings; return also the ratings that count, and warnings.

    An effect for a rater who judged one system takes out all that this rater said about it. Such judgements are set
    aside where severity is removed; it is kept in by default where a system would lose more than a tenth of its
    judgements.
    """
    codes = judged.system.codes, judged.rater.codes, judged.instance.codes
    is_lone = find_raters_of_one_system(judged)
    lone = is_lone[judged.rater.codes]
    systems = name_systems_of(judged, lone) if not lone.all() and judged.raters is not None else ""
    said = f"raters who judged no other system gave a large part of {systems}"
    if severity == "keep" or (severity is None and (systems or lone.all())):
        found = system_contrasts(value, *codes, pairs, confidence, severity=False)
        told = f"{said}: the severity of raters is kept in, since removing it would remove these judgements"
        return found, judged, (told,) if systems else ()
    found = system_contrasts(np.where(lone, np.nan, value), *codes, pairs, confidence)
    if "rater" not in found.removed:  # too many raters, or none who judged two systems
        return system_contrasts(value, *codes, pairs, confidence), judged, ()
    kept = judged.without("by raters of one system, of whom nothing is left without their severity", lone)
    told = f"{said}: these judgements do not count, as the severity of raters is removed; compare --severity keep"
    return found, kept, (told,) if systems else ()


def pair_systems(systems: int) -> IntArray:
    """Every two of so many systems, in order."""
    return np.array(list(itertools.combinations(range(systems), 2)), dtype=np.int64).reshape(-1, 2)
