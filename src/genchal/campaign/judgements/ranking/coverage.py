"""Check-boxes: shares of outputs with added and missed information, and rankings by both."""

from __future__ import annotations

import numpy as np

from genchal.campaign.judgements.quality_control import sign_pass_rules
from genchal.campaign.judgements.ranking.differences import VERSION, contrast_pairs, pair_systems
from genchal.campaign.judgements.select import keep_scored
from genchal.domain.ratings import Ratings
from genchal.domain.results.coverage import Coverage, Coverages, CoverageSettings
from genchal.errors import InvalidInput
from genchal.stats.ranking.clusters import ClusteredRanks, ranks_of_tests
from genchal.stats.significance.correction import holm
from genchal.stats.significance.proportions import information_shares
from genchal.text.arrays.ragged import FloatArray, IntArray


def summarise_coverage(ratings: Ratings, how: CoverageSettings | None = None) -> Coverages:
    """Shares of OK, added and missed information per system, and rankings by both, the least first.

    Needs the criteria "added" and "missed" with the values 0 and 1, as check-boxes become when they are read. Ranks
    share a range where the default test, with Holm's correction, cannot separate systems.
    """
    how = how or CoverageSettings()
    level = how.level
    judged = keep_scored(ratings, "added", "missed")
    judged = judged.without("neither 0 nor 1, as check-boxes are", ~np.isin(judged.value, (0.0, 1.0)))
    is_added = judged.criterion.codes == judged.criterion.code("added", "criterion")
    answer = _answers(judged)
    shared = np.isin(answer, np.intersect1d(answer[is_added], answer[~is_added]))
    if not shared.any():
        raise InvalidInput("added and missed are not answered for the same outputs", "Give both for every output.")
    if not shared.all():
        judged = judged.without("one of the two boxes is not answered", ~shared)
        is_added, answer = is_added[shared], answer[shared]
    rows = [np.flatnonzero(box)[np.argsort(answer[box], kind="stable")] for box in (is_added, ~is_added)]
    added, missed = judged.take(rows[0]), judged.take(rows[1])
    names = added.system.names
    shares = information_shares(added.value, missed.value, added.system.codes, len(names))
    by_added, by_missed = _fewest(added, shares.any_added, level), _fewest(missed, shares.any_missed, level)
    systems = [
        Coverage(
            system=name,
            ok=float(shares.ok[number]),
            added=float(shares.added[number]),
            missed=float(shares.missed[number]),
            both=float(shares.both[number]),
            any_added=float(shares.any_added[number]),
            any_missed=float(shares.any_missed[number]),
            added_rank_low=int(by_added.low[number]),
            added_rank_high=int(by_added.high[number]),
            missed_rank_low=int(by_missed.low[number]),
            missed_rank_high=int(by_missed.high[number]),
            n=int(shares.n[number]),
        )
        for number, name in enumerate(names)
    ]
    raters, instances = len(added.rater.names), len(added.instance.names)
    signature = (
        f"coverage|n:{len(added)}|raters:{raters}|instances:{instances}|cl:rater+instance|level:{level:g}|adj:holm"
        f"{sign_pass_rules(ratings)}|v:{VERSION}"
    )
    best = tuple(sorted(systems, key=lambda coverage: -coverage.ok))
    return Coverages(best, how, raters, instances, judged.set_aside, signature, ratings.notes.get("quality control"))


def _answers(ratings: Ratings) -> IntArray:
    """Which answer a box belongs to: by rater, instance, system and sheet; among several of these, by their order.

    A file that names no sheets has one for every row: they then say nothing.
    """
    key = ratings.rater.codes
    has_sheets = len(ratings.sheet.names) < len(ratings)
    for column in (ratings.instance, ratings.system, *([ratings.sheet] if has_sheets else [])):
        key = key * max(len(column.names), 1) + column.codes
    _, key = np.unique(key, return_inverse=True)
    group = key * 2 + ratings.criterion.codes
    order = np.argsort(group, kind="stable")
    begins = np.flatnonzero(np.diff(group[order], prepend=-1))
    sizes = np.diff(np.append(begins, len(order)))
    turn = np.zeros(len(order), dtype=np.int64)
    turn[order] = np.arange(len(order)) - np.repeat(begins, sizes)
    return np.asarray(key * (int(sizes.max(initial=0)) + 1) + turn, dtype=np.int64)


def _fewest(boxes: Ratings, share: FloatArray, level: float) -> ClusteredRanks:
    """Rank systems by how seldom a box is ticked, by the default test with Holm's correction."""
    systems = len(boxes.system.names)
    pairs = pair_systems(systems)
    found = contrast_pairs(boxes, -boxes.value, pairs, 1 - level)
    p_adjusted = holm(found.p_value).adjusted
    better = np.zeros((systems, systems), dtype=bool)
    for (a, b), apart, p_value in zip(pairs.tolist(), found.difference.tolist(), p_adjusted.tolist(), strict=True):
        if p_value <= level + 1e-12:
            better[(b, a) if apart > 0 else (a, b)] = True
    return ranks_of_tests(-share, better)
