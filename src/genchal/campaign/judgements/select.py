"""Which judgements count: those of one criterion, on scored items, of the requested systems."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from genchal.campaign.judgements.load import load_selected
from genchal.campaign.judgements.quality_control import apply_quality_control, check_rules
from genchal.domain.ratings import KINDS, Ratings
from genchal.domain.results.judgements.quality_control import PassRules
from genchal.domain.selection import RatingsSelection
from genchal.errors import InvalidInput


def read_ratings(paths: Sequence[Path], which: RatingsSelection, rules: PassRules | None = None) -> Ratings:
    """Read files of ratings, without raters who fail quality control and systems that are left out, as asked for."""
    check_rules(which.quality_control, rules)
    return select_ratings(load_selected(paths, which), which, rules, " ".join(map(str, paths)))


def select_ratings(
    ratings: Ratings, which: RatingsSelection, rules: PassRules | None = None, source: str = "RATINGS"
) -> Ratings:
    """Choose among ratings that were read from `source`."""
    if which.quality_control:
        ratings = apply_quality_control(ratings, rules, source)
    return leave_out_systems(ratings, which.leave_out)


def choose_criterion(ratings: Ratings, asked: str | None) -> str:
    """Return the criterion that was asked for, or the only one."""
    names = ratings.criterion.names
    if not names:
        reasons = "; ".join(aside.sentence() for aside in ratings.set_aside) or "the file has none"
        raise InvalidInput(f"no rating can be used: {reasons}", "Check the file and its columns.")
    if asked is not None:
        return names[ratings.criterion.code(asked, "criterion")]
    if len(names) != 1:
        raise InvalidInput(f"the ratings are of several criteria: {', '.join(names)}", "Choose one with --criterion.")
    return names[0]


def keep_scored(ratings: Ratings, *criteria: str) -> Ratings:
    """Keep judgements of these criteria that count; practice items, control items and empty values are set aside.

    What was set aside before remains so if it is of these criteria.

    Without criteria all judgements that were shown to be scored are kept, whatever their values.
    """
    if criteria:
        ratings = ratings.of(*criteria)
    kept = ratings.without("practice and control items", ratings.kind != KINDS.index("scored"))
    return kept.without("without a value", ~np.isfinite(kept.value)) if criteria else kept


def leave_out_systems(ratings: Ratings, names: Iterable[str]) -> Ratings:
    """Set aside the judgements of these systems; one that is not there is an error."""
    codes = {ratings.system.code(name, "system"): name for name in names}
    gone = np.isin(ratings.system.codes, list(codes))
    return ratings.without(f"of systems that were left out: {', '.join(codes.values())}", gone)
