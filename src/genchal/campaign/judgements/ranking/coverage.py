"""Check-boxes: shares of outputs with added and missed information, and rankings by both."""

from __future__ import annotations

import numpy as np

from genchal.campaign.judgements.load import collect_remarks
from genchal.campaign.judgements.quality_control import sign_pass_rules
from genchal.campaign.judgements.ranking.differences import VERSION, contrast_pairs, pair_systems
from genchal.campaign.judgements.select import keep_scored
from genchal.domain.ratings import Ratings
from genchal.domain.results.judgements.coverage import Coverage, Coverages, CoverageSettings
from genchal.domain.selection import sign_raters
from genchal.errors import InvalidInput
from genchal.stats.ranking.clusters import ClusteredRanks, ranks_of_tests
from genchal.stats.resampling.clustered import PairTests
from genchal.stats.significance.correction import holm
from genchal.stats.significance.proportions import information_shares
from genchal.text.arrays.ragged import FloatArray, IntArray, combine_codes, count_earlier


def summarise_coverage(ratings: Ratings, how: CoverageSettings | None = None) -> Coverages:
    """Shares of OK, added and missed information per system, and rankings by both, the least first.

    Needs the criteria "added" and "missed" with the values 0 and 1, as check-boxes become when they are read. Ranks
    share a range where the default test, with Holm's correction, cannot separate systems.
    """
    how = how or CoverageSettings()
    level = how.level
    judged = keep_scored(ratings, "added", "missed")
    judged = judged.without("not 0 or 1, as check boxes should be", ~np.isin(judged.value, (0.0, 1.0)))
    is_added = judged.criterion.codes == judged.criterion.code("added", "criterion")
    answer = _answers(judged)
    shared = np.isin(answer, np.intersect1d(answer[is_added], answer[~is_added]))
    if not shared.any():
        raise InvalidInput("added and missed are not answered for the same outputs", "Give both for every output.")
    if not shared.all():
        judged = judged.without("one of the two boxes has no answer", ~shared)
        is_added, answer = is_added[shared], answer[shared]
    rows = [np.flatnonzero(box)[np.argsort(answer[box], kind="stable")] for box in (is_added, ~is_added)]
    added, missed = judged.take(rows[0]), judged.take(rows[1])
    names = added.system.names
    shares = information_shares(added.value, missed.value, added.system.codes, len(names))
    (by_added, warnings), (by_missed, _) = (
        _fewest(boxes, share, level) for boxes, share in ((added, shares.any_added), (missed, shares.any_missed))
    )
    systems = [
        Coverage(
            name,
            float(shares.ok[system]),
            float(shares.added[system]),
            float(shares.missed[system]),
            float(shares.both[system]),
            float(shares.any_added[system]),
            float(shares.any_missed[system]),
            *(int(part[system]) for part in (by_added.low, by_added.high, by_missed.low, by_missed.high, shares.n)),
        )
        for system, name in enumerate(names)
    ]
    warnings = (*collect_remarks(ratings), *warnings)
    raters, instances = added.raters, len(added.instance.names)
    signature = (
        f"coverage|n:{len(added)}|{sign_raters(raters)}|instances:{instances}|cl:rater+instance|level:{level:g}|adj:holm"
        f"{sign_pass_rules(ratings)}|v:{VERSION}"
    )
    best = tuple(sorted(systems, key=lambda coverage: -coverage.ok))
    control = ratings.notes.get("quality control")
    return Coverages(best, how, raters, instances, warnings, judged.set_aside, signature, control)


def _answers(ratings: Ratings) -> IntArray:
    """Which answer a box belongs to: by rater, instance, system and sheet; among several of these, by their order.

    A file that names no sheets has one for every row: they then say nothing.
    """
    sheets = [ratings.sheet] if len(ratings.sheet.names) < len(ratings) else []
    columns = (ratings.rater, ratings.instance, ratings.system, *sheets)
    key = np.unique(combine_codes(*(column.codes for column in columns)), return_inverse=True)[1]
    turn = count_earlier(key * 2 + ratings.criterion.codes)
    return np.asarray(key * (int(turn.max(initial=0)) + 1) + turn, dtype=np.int64)


def _fewest(boxes: Ratings, share: FloatArray, level: float) -> tuple[ClusteredRanks, tuple[str, ...]]:
    """Rank systems by how seldom a box is ticked, by the default test with Holm's correction; also what to warn of."""
    systems = len(boxes.system.names)
    pairs = pair_systems(systems)
    found, _, warnings = contrast_pairs(boxes, -boxes.value, pairs, 1 - level)
    tests = PairTests(pairs[:, ::-1], found.difference, found.p_value, holm(found.p_value).adjusted)
    return ranks_of_tests(-share, tests.better(level, systems)), warnings
