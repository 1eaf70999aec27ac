"""Reading and identification times per system."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from genchal.campaign.judgements.load import list_unread
from genchal.campaign.judgements.quality_control import sign_pass_rules
from genchal.campaign.judgements.select import keep_scored
from genchal.domain.ratings import Ratings
from genchal.domain.results.judgements.times import TimedSystem, TimesBySystem, TimesSettings
from genchal.domain.results.numbers import FEW_RATERS, finite_or_none
from genchal.domain.selection import sign_raters
from genchal.errors import InvalidInput
from genchal.stats.ranking.times import TimeSummary, summarise_times
from genchal.text.arrays.ragged import FloatArray, IntArray, combine_codes

VERSION = 1  # raised when any number changes
DEVIATIONS = 3.0  # standard deviations above which a time is cut, unless said otherwise
UNEVEN = 0.05  # difference between shares cut from two systems, from which on the rule is part of the result


def summarise_answer_times(
    ratings: Ratings, criterion: str | None = None, how: TimesSettings | None = None
) -> TimesBySystem:
    """Summarise how long raters took for each system's outputs: from showing to answering.

    With a `criterion`, its values are the times in seconds. An answer under several criteria counts once.
    """
    how = how or TimesSettings()
    limit = DEVIATIONS if how.limit is None else how.limit
    if criterion is None:
        judged = _once(ratings)
        seconds, source = judged.answered_at - judged.shown_at, "from showing to answering"
    else:
        judged = keep_scored(ratings, criterion)
        seconds, source = judged.value, f"the values of {criterion}"
    if not (seconds > 0).any():
        raise InvalidInput(
            "the ratings have no times", "Give the columns shown_at and answered_at, or name a --criterion in seconds."
        )
    names = judged.system.names
    found = summarise_times(
        seconds, judged.system.codes, judged.rater.codes, len(names), how.outliers, limit, how.confidence
    )
    means = found.means
    systems = [
        TimedSystem(
            name,
            finite_or_none(means.mean[system]),
            finite_or_none(means.low[system]),
            finite_or_none(means.high[system]),
            finite_or_none(found.median[system]),
            *(int(part[system]) for part in (means.n, means.raters, found.cut, found.unknown)),
        )
        for system, name in enumerate(names)
    ]
    rule = f"{how.outliers}:{limit:g}" if how.outliers in ("limit", "deviations") else how.outliers
    signature = (
        f"times|of:{criterion or 'answers'}|n:{int(means.n.sum())}|{sign_raters(judged.raters)}|outliers:{rule}"
        f"|cl:rater|ci:{how.confidence:g}{sign_pass_rules(ratings)}|v:{VERSION}"
    )
    quickest = tuple(sorted(systems, key=lambda timed: math.inf if timed.mean is None else timed.mean))
    warnings = (*list_unread(ratings), *_warnings(judged, seconds, found, by_moment=criterion is None))
    control = ratings.notes.get("quality control")
    return TimesBySystem(quickest, source, how, limit, warnings, judged.set_aside, signature, control)


def _once(ratings: Ratings) -> Ratings:
    """Scored answers, each once, however many criteria were judged in it."""
    judged = keep_scored(ratings)
    moments = [np.nan_to_num(moment, nan=-1.0) for moment in (judged.shown_at, judged.answered_at)]
    answer = _groups(judged.rater.codes, judged.instance.codes, judged.system.codes, *moments)
    _, first = np.unique(answer, return_index=True)
    return judged.take(np.sort(first))


def _groups(*columns: NDArray[Any]) -> IntArray:
    """Numbers of rows, the same where all columns are the same."""
    codes = (np.unique(column, return_inverse=True)[1] for column in columns)
    return np.unique(combine_codes(*codes), return_inverse=True)[1]


def _warnings(judged: Ratings, seconds: FloatArray, found: TimeSummary, *, by_moment: bool) -> Iterator[str]:
    raters = int(found.means.raters.max(initial=0))
    if raters < FEW_RATERS:
        yield f"with fewer than about {FEW_RATERS} raters per system, intervals are too narrow"
    if by_moment:
        known = seconds > 0
        system = judged.system.codes[known]
        sheet = _groups(judged.rater.codes[known], judged.shown_at[known], judged.answered_at[known])
        width = len(judged.system.names)
        several = np.bincount(np.unique(sheet * width + system) // width)[sheet] > 1
        if several.any():
            yield f"{several.mean():.0%} of the times cover several systems at once and say nothing about any one"
    kept = found.means.n + found.cut
    share = found.cut[kept > 0] / kept[kept > 0]
    if len(share) and share.max() - share.min() > UNEVEN:
        yield (
            f"the rule for outliers cuts {share.min():.0%} of one system's times and {share.max():.0%} of another's: "
            "it may decide the comparison"
        )
