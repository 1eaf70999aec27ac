"""The human ceiling beside metrics: how well one half of the judgements predicts the other (Sharma et al. 2017)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Literal

import numpy as np

from genchal.domain.ratings import Ratings
from genchal.domain.results.correlation import Correlating, Correlation
from genchal.stats.agreement.split_half import split_half

SPLITS = 200
NAME = "human"


def measure_ceilings(ratings: Ratings, criterion: str, how: Correlating) -> Iterator[Correlation]:
    """A coefficient per method, as if one half of the raters were a metric for the other."""
    kept = ratings.of_kind("scored").of(criterion)
    value = np.log(np.where(kept.value > 0, kept.value, np.nan)) if how.log else kept.value
    item = kept.items().codes
    raters = len(kept.rater.names)
    seen = len(np.unique(item * raters + kept.rater.codes))
    crossed = seen == raters * (int(item.max(initial=-1)) + 1)  # every rater has judged every output
    for method in how.methods:
        if method == "accuracy":
            continue
        rng = np.random.default_rng(how.seed)
        by: Literal["raters", "judgements"] = "raters" if crossed else "judgements"
        found = split_half(value, item, kept.rater.codes, rng, method, SPLITS, by)
        undefined = math.isnan(found.value)
        yield Correlation(
            metric=NAME,
            criterion=criterion,
            level=how.level,
            within=how.within,
            group=None,
            method=method,
            value=found.value,
            low=None if undefined else found.low,
            high=None if undefined else found.high,
            p_value=None,
            p_adjusted=None,
            n=round(found.items),
            groups=1,
            note="no output has two judgements" if undefined else None,
            signature=f"corr:{method}|split-half|by:{by}|splits:{SPLITS}|seed:{how.seed}|v:1",
        )
