"""Rankings: from judgements to systems in order, with ranges, clusters, and warnings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from genchal.campaign.judgements.load import GivenRatings, as_ratings, collect_remarks, load_selected
from genchal.campaign.judgements.quality_control import apply_quality_control, check_rules
from genchal.campaign.judgements.ranking.by_comparisons import (
    by_bradley_terry,
    by_elo,
    by_expected_wins,
    by_plackett_luce,
    by_trueskill,
    by_wins,
)
from genchal.campaign.judgements.ranking.by_ratings import by_magnitude, by_mean, by_z
from genchal.campaign.judgements.ranking.cautions import (
    has_varying_rater,
    name_systems_of_own_raters,
    say_what_quality_control_changes,
    warn_about_losses,
)
from genchal.campaign.judgements.ranking.choices import are_choices, is_yes_or_no
from genchal.campaign.judgements.ranking.steps import RankingInput, RankingOutcome
from genchal.campaign.judgements.select import choose_criterion, keep_scored, select_ratings
from genchal.domain.directions import is_lower_better
from genchal.domain.ratings import Pairwise, Ratings
from genchal.domain.results.judgements.quality_control import PassRules
from genchal.domain.results.judgements.ranking import (
    BY_COMPARISON,
    Clustering,
    Normalisation,
    RankedPair,
    RankedSystem,
    Ranking,
    RankingBy,
    RankingMethod,
    StabilityPoint,
)
from genchal.domain.results.judgements.scale import RatingScale
from genchal.domain.results.numbers import finite_or_none
from genchal.domain.selection import RatingsSelection
from genchal.errors import InvalidInput
from genchal.stats.resampling.clustered import is_same_score

SCORERS: dict[RankingMethod, Callable[[RankingInput], RankingOutcome]] = {
    "bradley-terry": by_bradley_terry,
    "plackett-luce": by_plackett_luce,
    "expected-wins": by_expected_wins,
    "wins": by_wins,
    "elo": by_elo,
    "trueskill": by_trueskill,
    "z": by_z,
    "mean": by_mean,
    "magnitude": by_magnitude,
}


def rank_systems(
    ratings: GivenRatings,
    criterion: str | None = None,
    method: RankingMethod | None = None,
    *,
    runs: int = 200,
    resamples: int = 1000,
    confidence: float = 0.95,
    seed: int = 1,
    normalisation: Normalisation = "modulus",
    lower_is_better: bool | None = None,
    stability: bool = False,
    clusters: Clustering = "tests",
    scale: RatingScale = "rater",
    quality_control: bool | PassRules = False,
) -> Ranking:
    """Rank systems by one criterion of ratings: a file, several files, or a frame with the columns of a file.

    Methods are ``"bradley-terry"``, ``"plackett-luce"``, ``"expected-wins"`` (WMT 2013), ``"wins"``, ``"elo"`` and
    ``"trueskill"`` (as in the E2E report) on comparisons, which come from judgements that share a sheet; ``"z"``,
    ``"mean"`` and ``"magnitude"`` on the ratings themselves. Without a method it is bradley-terry for sheets with
    several systems, otherwise z, and mean where more than a tenth of a system's judgements are by raters who judged no
    other system. All methods but trueskill have intervals and tests that account for raters and
    instances. `criterion` may be left out where there is one only. `clusters` is ``"neighbours"`` for ranks as in Table
    4 of the RankME paper, with method ``"mean"``; `resamples` are for these. `scale` is what z puts ratings on:
    ``"rater"``, ``"pooled"`` or ``"raw"``. `quality_control` first sets aside raters who fail on control items, as in
    WMT and SR'18.

    >>> import genchal
    >>> sheets, values = ["s1", "s1", "s2", "s2", "s3", "s3"], [3, 1, 2, 1, 3, 2]
    >>> ratings = {"rater": ["r1"] * 6, "sheet": sheets, "instance": sheets, "system": ["ours", "base"] * 3}
    >>> [(ranked.system, ranked.score) for ranked in genchal.rank({**ratings, "quality": values}, method="wins")]
    [('ours', 1.0), ('base', 0.0)]
    """
    how = RankingBy(
        method, runs, resamples, confidence, seed, normalisation, lower_is_better, clusters, stability, scale
    )
    loaded = as_ratings(ratings)
    if not quality_control:
        return rank_ratings(loaded, criterion, how)
    rules = quality_control if isinstance(quality_control, PassRules) else None
    return rank_with_and_without(loaded, apply_quality_control(loaded, rules), criterion, how)


def rank_files(
    paths: Sequence[Path],
    criterion: str | None,
    how: RankingBy,
    which: RatingsSelection,
    rules: PassRules | None = None,
) -> Ranking:
    """Rank systems by files of ratings; with quality control, say whether it changes order and clusters."""
    check_rules(which.quality_control, rules)
    loaded = load_selected(paths, which)
    kept = select_ratings(loaded, which, rules, " ".join(map(str, paths)))
    if not which.quality_control:
        return rank_ratings(kept, criterion, how)
    return rank_with_and_without(select_ratings(loaded, replace(which, quality_control=False)), kept, criterion, how)


def rank_with_and_without(whole: Ratings, kept: Ratings, criterion: str | None, how: RankingBy) -> Ranking:
    """Rank by the raters who pass, and say what all raters would have given."""
    found = rank_ratings(kept, criterion, how)
    if len(whole) == len(kept):
        return found
    other = rank_ratings(whole, criterion, replace(how, method=found.method, stability=False))
    return replace(found, quality_control=f"{found.quality_control} {say_what_quality_control_changes(found, other)}")


def rank_ratings(ratings: Ratings, criterion: str | None, how: RankingBy) -> Ranking:
    """Rank systems: choose a method, if none was named, score, and draw ranges and clusters."""
    criterion = choose_criterion(ratings, criterion)
    ratings = keep_scored(ratings, criterion)
    if not len(ratings):
        raise InvalidInput(f"there are no ratings of '{criterion}' to rank by", "Choose another --criterion.")
    is_by_name = how.lower_is_better is None
    if how.lower_is_better is None:
        how = replace(how, lower_is_better=is_lower_better(criterion, ratings.value))
    pairwise = ratings.pairwise()
    method, chosen = _method(ratings, pairwise, how)
    if how.clusters == "neighbours" and method != "mean":
        raise InvalidInput(f"method '{method}' has no clusters by neighbours", "Add --method mean.")
    if method in BY_COMPARISON and not len(pairwise):
        raise InvalidInput(
            f"method '{method}' needs sheets with several outputs of an instance, and there are none",
            "Use --method z or mean, or give judgements that were made side by side the same 'sheet'.",
        )
    task = RankingInput(ratings, pairwise, how, np.random.default_rng(how.seed))
    found = SCORERS[method](task)
    ranking = _ranking(task, found, criterion, method, chosen)
    return replace(ranking, is_low_by_name=is_by_name and bool(how.lower_is_better))


def _method(ratings: Ratings, pairwise: Pairwise, how: RankingBy) -> tuple[RankingMethod, str]:
    """The method asked for, or what suits the ratings, and why."""
    if how.method is not None:
        return how.method, ""
    if is_yes_or_no(ratings):
        if are_choices(ratings):
            return "bradley-terry", "Sheets have several systems, one of which is chosen. "
        return "mean", "Ratings are yes or no. "
    if len(pairwise) >= len(ratings) / 4:
        return "bradley-terry", "Sheets have several systems. "
    apart = f"{'Few sheets have' if len(pairwise) else 'No sheet has'} several outputs of an instance"
    if len(ratings.rater.names) > 1 and np.median(np.bincount(ratings.rater.codes)) >= 5:
        # Nothing is left of a system whose raters judged no other: z-scores take its quality for their severity.
        if name_systems_of_own_raters(ratings):
            return "mean", f"{apart}, and many raters judged only one system. "
        if not has_varying_rater(ratings):
            return "mean", f"{apart}, and no rater gave two different values. "
        return "z", f"{apart}. "
    return "mean", f"{apart}, and raters have few ratings each. "


def _ranking(task: RankingInput, found: RankingOutcome, criterion: str, method: RankingMethod, chosen: str) -> Ranking:
    ratings, ranks, stable = found.ratings, found.ranks, found.stability
    systems = tuple(
        RankedSystem(
            ratings.system.names[system],
            float(found.score[system]),
            finite_or_none(found.low[system]),
            finite_or_none(found.high[system]),
            *(int(part[system]) for part in (ranks.low, ranks.high, ranks.cluster, found.n)),
        )
        for system in ranks.order.tolist()
    )
    points = zip(stable.shares, stable.tau, stable.low, stable.high, stable.same_order, strict=True) if stable else ()
    return Ranking(
        systems=systems,
        criterion=criterion,
        method=method,
        how=found.how,
        ratings=len(ratings),
        comparisons=len(task.pairwise),
        ties=float((task.pairwise.outcome == 0).mean()) if len(task.pairwise) else 0.0,
        raters=ratings.raters,
        instances=len(ratings.instance.names),
        steps=found.steps,
        chosen=chosen,
        warnings=(*collect_remarks(ratings), *warn_about_losses(task.ratings, ratings), *found.warnings),
        set_aside=ratings.set_aside,
        stability=tuple(StabilityPoint(*map(float, point)) for point in points),
        stability_said=stable.sentence() if stable else "",
        pairs=tuple(_pairs(found)),
        pass_rules=ratings.notes.get("pass rules", ""),
        quality_control=ratings.notes.get("quality control"),
    )


def _pairs(found: RankingOutcome) -> Iterator[RankedPair]:
    """The tests behind ranks and clusters, the best systems first."""
    if found.tests is None:
        return
    names, place, score = found.ratings.system.names, np.argsort(found.ranks.order), found.score
    ordered = np.sort(place[found.tests.pairs], axis=1)
    for row in np.lexsort((ordered[:, 1], ordered[:, 0])).tolist():
        first, second = found.ranks.order[ordered[row]].tolist()
        adjusted = finite_or_none(found.tests.adjusted[row])
        yield RankedPair(
            names[first],
            names[second],
            finite_or_none(found.tests.p_value[row]),
            adjusted,
            None if np.isnan(score[second]) or is_same_score(score[first], score[second]) else names[first],
            adjusted is not None and adjusted <= 1 - found.how.confidence + 1e-12,
        )
