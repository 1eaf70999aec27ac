"""Commands about ratings as Python functions of the same names, with keywords for their options.

Ratings are a file, several files, a frame with the columns of a file, or `Ratings`. `quality_control` first sets aside
raters who fail on control items.
"""

from __future__ import annotations

from genchal.campaign.judgements.load import GivenRatings, as_ratings
from genchal.campaign.judgements.plan import plan_from_ratings, plan_from_variances
from genchal.campaign.judgements.quality_control import apply_quality_control
from genchal.campaign.judgements.ranking.coverage import summarise_coverage
from genchal.campaign.judgements.ranking.differences import find_differences
from genchal.campaign.judgements.ranking.direct_assessment import summarise_assessments
from genchal.campaign.judgements.ranking.times import summarise_answer_times
from genchal.domain.ratings import Ratings
from genchal.domain.results.comparison import Correction
from genchal.domain.results.judgements.coverage import Coverages, CoverageSettings
from genchal.domain.results.judgements.differences import Differences, DifferenceSettings, RatingTest, SeverityTreatment
from genchal.domain.results.judgements.direct_assessment import AssessedSystems, AssessmentSettings
from genchal.domain.results.judgements.planning import GivenVariances, Plan, Planning
from genchal.domain.results.judgements.quality_control import PassRules
from genchal.domain.results.judgements.scale import RatingScale
from genchal.domain.results.judgements.times import Outliers, TimesBySystem, TimesSettings


def differences(
    ratings: GivenRatings,
    criterion: str | None = None,
    *,
    test: RatingTest = "clustered",
    severity: SeverityTreatment | None = None,
    log: bool = False,
    correction: Correction = "holm",
    confidence: float = 0.95,
    lower_is_better: bool | None = None,
    quality_control: bool | PassRules = False,
) -> Differences:
    """Test every pair of systems on their ratings, as `genchal differences` does.

    The test is ``"clustered"`` (t tests clustered by rater and instance), or ``"mixed"`` or ``"mixed-slopes"`` (mixed
    effects models). `criterion` may be left out where there is only one.
    """
    how = DifferenceSettings(test, severity, log, correction, confidence, lower_is_better)
    return find_differences(_checked(ratings, quality_control), criterion, how)


def coverage(
    ratings: GivenRatings, *, confidence: float = 0.95, quality_control: bool | PassRules = False
) -> Coverages:
    """Count how often systems add or miss information, as `genchal coverage` does: criteria are added and missed."""
    return summarise_coverage(_checked(ratings, quality_control), CoverageSettings(confidence))


def direct_assessment(
    ratings: GivenRatings,
    criterion: str | None = None,
    *,
    correction: Correction = "none",
    scale: RatingScale = "rater",
    confidence: float = 0.95,
    quality_control: bool | PassRules = False,
) -> AssessedSystems:
    """Average raw ratings and z-scores of each system, as `genchal direct-assessment` does, and WMT and SR'18 did."""
    how = AssessmentSettings(correction, scale, confidence)
    return summarise_assessments(_checked(ratings, quality_control), criterion, how)


def times(
    ratings: GivenRatings,
    criterion: str | None = None,
    *,
    outliers: Outliers = "none",
    limit: float | None = None,
    confidence: float = 0.95,
    quality_control: bool | PassRules = False,
) -> TimesBySystem:
    """Average how long raters took for each system, as `genchal times` does."""
    how = TimesSettings(outliers, limit, confidence)
    return summarise_answer_times(_checked(ratings, quality_control), criterion, how)


def plan(
    ratings: GivenRatings | None = None,
    criterion: str | None = None,
    *,
    difference: float | None = None,
    power: float = 0.8,
    items: tuple[int, ...] = (25, 50, 100, 200, 400),
    raters: tuple[int, ...] = (5, 10, 20, 40),
    judgements: int = 3,
    systems: int | None = None,
    log: bool = False,
    level: float = 0.05,
    simulations: int = 500,
    seed: int = 1,
    variances: GivenVariances | None = None,
) -> Plan:
    """Estimate how many items and raters a study needs, as `genchal plan` does: from a pilot, or from `variances`."""
    how = Planning(
        *(difference, power, tuple(items), tuple(raters), judgements, systems, log, level, simulations, seed)
    )
    if ratings is None:
        return plan_from_variances(variances or GivenVariances(), how)
    return plan_from_ratings(as_ratings(ratings), criterion, how)


def _checked(ratings: GivenRatings, quality_control: bool | PassRules) -> Ratings:
    found = as_ratings(ratings)
    if not quality_control:
        return found
    return apply_quality_control(found, quality_control if isinstance(quality_control, PassRules) else None)
