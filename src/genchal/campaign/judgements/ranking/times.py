"""Reading and identification times per system."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from genchal.campaign.judgements.quality_control import sign_pass_rules
from genchal.campaign.judgements.select import keep_scored
from genchal.domain.ratings import Ratings
from genchal.domain.results.numbers import FEW_RATERS, finite_or_none
from genchal.domain.results.times import OUTLIERS, Outliers, TimedSystem, TimesBySystem
from genchal.errors import InvalidInput, UnknownName
from genchal.stats.ranking.times import TimeSummary, summarise_times
from genchal.text.arrays.ragged import FloatArray, IntArray

VERSION = 1  # raised when any number changes
UNEVEN = 0.05  # difference between shares cut from two systems, from which on the rule is part of the result


def summarise_answer_times(
    ratings: Ratings,
    criterion: str | None = None,
    *,
    outliers: Outliers = "none",
    limit: float = 3.0,
    confidence: float = 0.95,
) -> TimesBySystem:
    """Summarise how long raters took with each system's outputs: the moment of the answer less that of showing.

    With a `criterion`, its values are the times in seconds. An answer under several criteria counts once. `outliers`
    "limit" cuts times above `limit` seconds, "deviations" those more than `limit` standard deviations above their
    rater's mean, "log" takes geometric means instead; "none" keeps all.
    """
    if outliers not in OUTLIERS:
        raise UnknownName("rule for outliers", outliers, OUTLIERS)
    if criterion is None:
        judged = _once(ratings)
        seconds, source = judged.answered_at - judged.shown_at, "the moment of the answer less that of showing"
    else:
        judged = keep_scored(ratings, criterion)
        seconds, source = judged.value, f"the values of {criterion}"
    if not (seconds > 0).any():
        raise InvalidInput(
            "the ratings have no times", "Give the columns shown_at and answered_at, or name a --criterion in seconds."
        )
    names = judged.system.names
    found = summarise_times(seconds, judged.system.codes, judged.rater.codes, len(names), outliers, limit, confidence)
    means = found.means
    systems = [
        TimedSystem(
            system=name,
            mean=finite_or_none(means.mean[one]),
            low=finite_or_none(means.low[one]),
            high=finite_or_none(means.high[one]),
            median=finite_or_none(found.median[one]),
            n=int(means.n[one]),
            raters=int(means.raters[one]),
            cut=int(found.cut[one]),
            unknown=int(found.unknown[one]),
        )
        for one, name in enumerate(names)
    ]
    rule = f"{outliers}:{limit:g}" if outliers in ("limit", "deviations") else outliers
    signature = (
        f"times|of:{criterion or 'answers'}|n:{int(means.n.sum())}|raters:{len(judged.rater.names)}|outliers:{rule}"
        f"|cl:rater|ci:{confidence:g}{sign_pass_rules(ratings)}|v:{VERSION}"
    )
    quickest = tuple(sorted(systems, key=lambda one: math.inf if one.mean is None else one.mean))
    warnings = tuple(_warnings(judged, seconds, found, by_moment=criterion is None))
    return TimesBySystem(quickest, source, outliers, limit, confidence, warnings, judged.set_aside, signature)


def _once(ratings: Ratings) -> Ratings:
    """Scored answers, each once, however many criteria were judged in it."""
    judged = keep_scored(ratings)
    moments = [np.nan_to_num(one, nan=-1.0) for one in (judged.shown_at, judged.answered_at)]
    answer = _groups(judged.rater.codes, judged.instance.codes, judged.system.codes, *moments)
    _, first = np.unique(answer, return_index=True)
    return judged.take(np.sort(first))


def _groups(*columns: NDArray[Any]) -> IntArray:
    """Numbers of rows, the same where all columns are the same."""
    order = np.lexsort(columns)
    changes = np.zeros(len(order), dtype=np.int64)
    for column in columns:
        changes[1:] |= np.diff(column[order]) != 0
    numbers = np.empty(len(order), dtype=np.int64)
    numbers[order] = np.cumsum(changes)
    return numbers


def _warnings(judged: Ratings, seconds: FloatArray, found: TimeSummary, *, by_moment: bool) -> Iterator[str]:
    raters = int(found.means.raters.max(initial=0))
    if raters < FEW_RATERS:
        yield f"with fewer than about {FEW_RATERS} raters a system intervals are too narrow"
    if by_moment:
        known = seconds > 0
        system = judged.system.codes[known]
        sheet = _groups(judged.rater.codes[known], judged.shown_at[known], judged.answered_at[known])
        width = len(judged.system.names)
        several = np.bincount(np.unique(sheet * width + system) // width)[sheet] > 1
        if several.any():
            yield f"{several.mean():.0%} of the times are of several systems at once, and say nothing about one of them"
    kept = found.means.n + found.cut
    share = found.cut[kept > 0] / kept[kept > 0]
    if len(share) and share.max() - share.min() > UNEVEN:
        yield (
            f"the rule for outliers cuts {share.min():.0%} of one system's times and {share.max():.0%} of another's: "
            "it may have decided the comparison"
        )
