"""Tests between systems on ratings, every two of them: the default, clustered test, or a mixed-effects model."""

from __future__ import annotations

import itertools
import math

import numpy as np

from genchal.campaign.judgements.quality_control import sign_pass_rules
from genchal.campaign.judgements.select import keep_scored
from genchal.domain.ratings import Ratings
from genchal.domain.results.comparison import Correction
from genchal.domain.results.differences import Difference, Differences, RatingTest
from genchal.domain.results.ranking import LOWER_IS_BETTER
from genchal.errors import InvalidInput
from genchal.stats.significance.clustered_contrasts import Contrasts, system_contrasts
from genchal.stats.significance.correction import adjust_p_values
from genchal.stats.significance.mixed_effects import mixed_effects
from genchal.text.arrays.ragged import FloatArray, IntArray

VERSION = 1  # of the tests: raised when any number changes


def find_differences(
    ratings: Ratings,
    criterion: str,
    *,
    test: RatingTest = "clustered",
    log: bool = False,
    correction: Correction = "holm",
    confidence: float = 0.95,
    lower_is_better: bool | None = None,
) -> Differences:
    """Test every two systems under a criterion, by default with the test that is clustered by rater and by instance.

    "mixed" is a mixed-effects model with crossed random effects of rater and instance; "mixed-slopes" also lets them
    have likes of their own for systems, which few data sets are large enough to tell. `log` takes natural logarithms,
    as magnitudes need. Lower is better for added and missed information, unless said otherwise.
    """
    judged = keep_scored(ratings, criterion)
    if log:
        judged = judged.without("not above 0, no logarithm", ~(judged.value > 0))
    names = judged.system.names
    if len(names) < 2:
        raise InvalidInput("there are fewer than two systems to compare", "Give ratings of two systems or more.")
    lower = criterion in LOWER_IS_BETTER if lower_is_better is None else lower_is_better
    pairs = pair_systems(len(names))
    value = np.log(judged.value) if log else judged.value
    warnings: tuple[str, ...] = ()
    if test == "clustered":
        found = contrast_pairs(judged, value, pairs, confidence)
    else:
        found, warnings = _mixed(judged, value, pairs, confidence, slopes=test == "mixed-slopes")
    p_adjusted = adjust_p_values(found.p_value, correction)
    scale = f"{'|scale:log' if log else ''}{'|lower:better' if lower else ''}"
    signature = (
        f"{'contrasts' if test == 'clustered' else test}|crit:{criterion}{scale}|n:{found.ratings}"
        f"|raters:{found.raters}|instances:{found.items}{_treatment(found, test)}"
        f"|ci:{confidence:g}|adj:{correction}|pairs:{len(pairs)}{sign_pass_rules(ratings)}|v:{VERSION}"
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
                effect=apart / found.deviation if found.deviation > 0 else math.nan,
                note=found.notes[place] or None,
                signature=signature,
            )
        )
    return Differences(
        tuple(records),
        criterion,
        1 - confidence,
        found.ratings,
        found.raters,
        found.items,
        found.removed,
        correction,
        (*found.warnings(), *warnings),
        judged.set_aside,
        test,
    )


def _treatment(found: Contrasts, test: RatingTest) -> str:
    """What was done about raters and instances, as signatures say it."""
    if test != "clustered":
        return "|random:rater+instance"
    return f"|out:{'+'.join(found.removed) or 'none'}|cl:rater+instance"


def _mixed(
    judged: Ratings, value: FloatArray, pairs: IntArray, confidence: float, slopes: bool
) -> tuple[Contrasts, tuple[str, ...]]:
    """Fit the model, and say its differences as the default test does; also what to beware of."""
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
        items=len(judged.instance.names),
        removed=("rater", "item"),
        confidence=confidence,
        notes=tuple("; ".join(model.notes) if math.isnan(p) else "" for p in model.p_value.tolist()),
    )
    likes = () if slopes else ("raters and items are taken to have no likes of their own for a system",)
    return found, (*model.notes, *likes)


def contrast_pairs(judged: Ratings, value: FloatArray, pairs: IntArray, confidence: float) -> Contrasts:
    """Test pairs of systems on values that belong to these ratings."""
    codes = judged.system.codes, judged.rater.codes, judged.instance.codes
    return system_contrasts(value, *codes, pairs, confidence)


def pair_systems(systems: int) -> IntArray:
    """Every two of so many systems, in order."""
    return np.array(list(itertools.combinations(range(systems), 2)), dtype=np.int64).reshape(-1, 2)
