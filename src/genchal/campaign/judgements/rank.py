"""Rankings: from judgements to systems in order, with ranges, clusters, and what to beware of."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

from genchal.campaign.judgements.load import load_ratings, remarks
from genchal.campaign.judgements.quality_control import controlled
from genchal.campaign.judgements.ranking.by_ratings import YES_OR_NO
from genchal.campaign.judgements.ranking.differences import scored_of
from genchal.campaign.judgements.ranking.methods import SCORERS
from genchal.campaign.judgements.ranking.steps import Found, Task
from genchal.domain.ratings import Pairwise, Ratings
from genchal.domain.results.ranking import (
    BY_COMPARISON,
    LOWER_IS_BETTER,
    Method,
    Normalisation,
    RankedPair,
    RankedSystem,
    Ranking,
    RankingBy,
    StabilityPoint,
)
from genchal.errors import InvalidInput


def rank_systems(
    ratings: Ratings | Path | str,
    criterion: str | None = None,
    method: Method | None = None,
    *,
    runs: int = 200,
    resamples: int = 1000,
    confidence: float = 0.95,
    seed: int = 1,
    normalisation: Normalisation = "modulus",
    lower_is_better: bool | None = None,
    stability: bool = False,
    quality_control: bool = False,
) -> Ranking:
    """Rank systems by one criterion of a ratings file, or of ratings in memory.

    Methods are ``"trueskill"`` (as in the E2E report), ``"bradley-terry"``, ``"plackett-luce"``, ``"elo"`` and
    ``"wins"`` on comparisons, which come from judgements that share a sheet; ``"mean"``, ``"z"`` and ``"magnitude"`` on
    the ratings themselves. Without a method it is trueskill for sheets with several systems, otherwise z. All methods
    but trueskill have intervals and tests that account for raters and instances. `criterion` may be left out where
    there is one only. `quality_control` first sets aside raters who fail on control items, as in WMT and SR'18.

    >>> import genchal
    >>> from genchal.domain.ratings import Ratings
    >>> values, systems = [3, 1, 2, 1, 3, 2], ["ours", "base"] * 3
    >>> sheets = ["s1", "s1", "s2", "s2", "s3", "s3"]
    >>> ratings = Ratings.made(values, ["r1"] * 6, sheets, sheets, systems, ["quality"] * 6)
    >>> [(one.system, one.score) for one in genchal.rank_systems(ratings, method="wins")]
    [('ours', 1.0), ('base', 0.0)]
    """
    how = RankingBy(method, runs, resamples, confidence, seed, normalisation, lower_is_better, stability)
    loaded = ratings if isinstance(ratings, Ratings) else load_ratings(Path(ratings))
    return rank_ratings(controlled(loaded) if quality_control else loaded, criterion, how)


def rank_ratings(ratings: Ratings, criterion: str | None, how: RankingBy) -> Ranking:
    """Rank systems: choose a method, if none was named, score, and draw ranges and clusters."""
    criterion = criterion_of(ratings, criterion)
    ratings = scored_of(ratings, criterion)
    if not len(ratings):
        raise InvalidInput(f"there is no rating of '{criterion}' to rank by", "Choose another --criterion.")
    if how.lower_is_better is None:
        how = replace(how, lower_is_better=criterion in LOWER_IS_BETTER)
    pairwise = ratings.pairwise()
    method, chosen = _method(ratings, pairwise, how)
    if method in BY_COMPARISON and not len(pairwise):
        raise InvalidInput(
            f"method '{method}' needs sheets with several systems, and here every sheet has one",
            "Use --method z or mean, or give judgements that were made side by side the same 'sheet'.",
        )
    task = Task(ratings, pairwise, how, np.random.default_rng(how.seed))
    found = SCORERS[method](task)
    return _ranking(task, found, criterion, method, chosen)


def criterion_of(ratings: Ratings, asked: str | None) -> str:
    """The criterion that was asked for, or the only one."""
    names = ratings.criterion.names
    if not names:
        reasons = "; ".join(one.sentence() for one in ratings.set_aside) or "the file has none"
        raise InvalidInput(f"no rating can be used: {reasons}", "Check the file and its columns.")
    if asked is not None:
        return names[ratings.criterion.code(asked, "criterion")]
    if len(names) != 1:
        raise InvalidInput(f"the ratings are of several criteria: {', '.join(names)}", "Choose one with --criterion.")
    return names[0]


def _method(ratings: Ratings, pairwise: Pairwise, how: RankingBy) -> tuple[Method, str]:
    """The method asked for, or what suits the ratings, and why."""
    if how.method is not None:
        return how.method, ""
    if set(np.unique(ratings.value).tolist()) <= YES_OR_NO:
        return "mean", "Ratings are yes or no. "
    if len(pairwise) >= len(ratings) / 4:
        return "trueskill", "Sheets have several systems. "
    if len(ratings.rater.names) > 1 and np.median(np.bincount(ratings.rater.codes)) >= 5:
        return "z", "Sheets have one system. "
    return "mean", "Sheets have one system, and raters few ratings each. "


def _ranking(task: Task, found: Found, criterion: str, method: Method, chosen: str) -> Ranking:
    ratings, ranks, stable = found.ratings, found.ranks, found.stability
    systems = tuple(
        RankedSystem(
            ratings.system.names[one],
            float(found.score[one]),
            _known(found.low[one]),
            _known(found.high[one]),
            int(ranks.low[one]),
            int(ranks.high[one]),
            int(ranks.cluster[one]),
            int(found.n[one]),
        )
        for one in ranks.order.tolist()
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
        raters=len(ratings.rater.names),
        instances=len(ratings.instance.names),
        steps=found.steps,
        chosen=chosen,
        warnings=(*remarks(ratings), *found.warnings),
        set_aside=ratings.set_aside,
        stability=tuple(StabilityPoint(*map(float, point)) for point in points),
        stability_said=stable.sentence() if stable else "",
        pairs=tuple(_pairs(found)),
        pass_rules=ratings.notes.get("pass rules", ""),
    )


def _pairs(found: Found) -> Iterator[RankedPair]:
    """The tests behind ranks and clusters, the best systems first."""
    if found.tests is None:
        return
    names, place = found.ratings.system.names, np.argsort(found.ranks.order)
    ordered = np.sort(place[found.tests.pairs], axis=1)
    for row in np.lexsort((ordered[:, 1], ordered[:, 0])).tolist():
        better, worse = (names[one] for one in found.ranks.order[ordered[row]].tolist())
        yield RankedPair(better, worse, _known(found.tests.p_value[row]), _known(found.tests.adjusted[row]))


def _known(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None
