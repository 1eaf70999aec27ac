"""Tests between systems on ratings: the default test, direct assessment, added and missed information."""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection

import numpy as np

from genchal.domain.comparison import Correction
from genchal.domain.differences import AssessedSystem, Coverage, Difference, Differences, DirectAssessment
from genchal.domain.ratings import Ratings
from genchal.errors import InvalidInput
from genchal.stats.clustered_contrasts import Contrasts, system_contrasts
from genchal.stats.clusters import Ranks, ranks_of_tests
from genchal.stats.correction import benjamini_hochberg, holm
from genchal.stats.direct_assessment import assessment_means
from genchal.stats.means import rater_z_scores
from genchal.stats.proportions import information_shares
from genchal.stats.rank_sum import rank_sum_matrix
from genchal.text.ragged import FloatArray, IntArray

VERSION = 1  # of the tests: raised when any number changes


def differences(
    ratings: Ratings,
    criterion: str,
    *,
    log: bool = False,
    correction: Correction = "holm",
    confidence: float = 0.95,
    without: Collection[str] = (),
) -> Differences:
    """Test every two systems under a criterion with the default test: clustered by rater and by instance.

    `log` takes natural logarithms, as magnitudes need. `without` names raters to leave out, such as those who failed
    quality control; they are counted in `set_aside`.
    """
    judged = without_raters(ratings, without).scored().of(criterion)
    judged = judged.without("value not a number", ~np.isfinite(judged.value))
    if log:
        judged = judged.without("not above 0, no logarithm", ~(judged.value > 0))
    names = judged.system.names
    if len(names) < 2:
        raise InvalidInput("there are fewer than two systems to compare", "Give ratings of two systems or more.")
    pairs = _all_pairs(len(names))
    found = _tested(judged, np.log(judged.value) if log else judged.value, pairs, confidence)
    adjusted = _adjusted(found.p_value, correction)
    signature = (
        f"contrasts|crit:{criterion}{'|scale:log' if log else ''}|n:{found.ratings}|raters:{found.raters}"
        f"|instances:{found.items}|out:{'+'.join(found.removed) or 'none'}|cl:rater+instance|ci:{confidence:g}"
        f"|adj:{correction}|pairs:{len(pairs)}|v:{VERSION}"
    )
    records = []
    for place, (a, b) in enumerate(pairs.tolist()):
        apart = float(found.difference[place])
        ahead = None if math.isnan(apart) or apart == 0 else names[b] if apart > 0 else names[a]
        records.append(
            Difference(
                criterion=criterion,
                system_a=names[a],
                system_b=names[b],
                difference=apart,
                low=float(found.low[place]),
                high=float(found.high[place]),
                p_value=float(found.p_value[place]),
                p_adjusted=float(adjusted[place]),
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
        found.warnings(),
        judged.set_aside,
    )


def direct_assessment(
    ratings: Ratings,
    criterion: str,
    *,
    correction: Correction = "none",
    level: float = 0.05,
    without: Collection[str] = (),
) -> DirectAssessment:
    """Make the table of a direct assessment, as WMT and SR'18 print it: raw and z means, n, assessments, clusters.

    z-scores come from all scores of a rater under the criterion, quality control included; means and tests are of
    scored items only. WMT corrects for nothing; `correction` "holm" does.
    """
    kept = without_raters(ratings, without).of(criterion)
    kept = kept.without("value not a number", ~np.isfinite(kept.value))
    standard = rater_z_scores(kept.value, kept.rater.codes)
    scored = kept.kind == 0
    judged = kept.take(scored)
    names = judged.system.names
    found = assessment_means(judged.value, standard.z[scored], judged.system.codes, judged.instance.codes, len(names))
    matrix = rank_sum_matrix(found.item_z, found.item_system, len(names)).p_value
    off = ~np.eye(len(names), dtype=bool)
    p_value = matrix.copy()
    p_value[off] = _adjusted(matrix[off], correction)
    ranks = ranks_of_tests(found.z, np.nan_to_num(p_value, nan=1.0) <= level + 1e-12)
    order = ranks.order.tolist()
    lines = tuple(
        AssessedSystem(
            names[one],
            float(found.raw[one]),
            float(found.z[one]),
            int(found.sentences[one]),
            int(found.assessments[one]),
            int(ranks.cluster[one]),
            int(ranks.low[one]),
            int(ranks.high[one]),
        )
        for one in order
    )
    signature = (
        f"da|crit:{criterion}|n:{len(judged)}|raters:{len(judged.rater.names)}|z:rater-all|test:rank-sum|alt:greater"
        f"|level:{level:g}|adj:{correction}|v:{VERSION}"
    )
    table = tuple(tuple(line) for line in p_value[np.ix_(order, order)].tolist())
    raters = len(kept.rater.names)
    constant = len(standard.constant)
    return DirectAssessment(lines, table, criterion, correction, level, raters, constant, kept.set_aside, signature)


def coverage(ratings: Ratings, level: float = 0.05) -> tuple[Coverage, ...]:
    """Shares of OK, added and missed information per system, and rankings by both, the least first.

    Needs the criteria "added" and "missed" with the values 0 and 1, as check-boxes become when they are read. Ranks
    share a range where the default test, with Holm's correction, cannot tell systems apart.
    """
    scored = ratings.scored()
    added, missed = scored.of("added"), scored.of("missed")
    if len(added) != len(missed) or not np.array_equal(added.system.codes, missed.system.codes):
        raise InvalidInput("added and missed are not answered for the same outputs", "Give both for every output.")
    names = added.system.names
    shares = information_shares(added.value, missed.value, added.system.codes, len(names))
    by_added, by_missed = _fewest(added, shares.any_added, level), _fewest(missed, shares.any_missed, level)
    return tuple(
        Coverage(
            system=name,
            ok=float(shares.ok[one]),
            added=float(shares.added[one]),
            missed=float(shares.missed[one]),
            both=float(shares.both[one]),
            any_added=float(shares.any_added[one]),
            any_missed=float(shares.any_missed[one]),
            added_rank_low=int(by_added.low[one]),
            added_rank_high=int(by_added.high[one]),
            missed_rank_low=int(by_missed.low[one]),
            missed_rank_high=int(by_missed.high[one]),
            n=int(shares.n[one]),
        )
        for one, name in enumerate(names)
    )


def without_raters(ratings: Ratings, names: Collection[str]) -> Ratings:
    """Set aside what these raters said."""
    if not names:
        return ratings
    codes = [code for code, name in enumerate(ratings.rater.names) if name in names]
    return ratings.without("rater failed quality control", np.isin(ratings.rater.codes, codes))


def _fewest(boxes: Ratings, share: FloatArray, level: float) -> Ranks:
    """Rank systems by how seldom a box is ticked, by the default test with Holm's correction."""
    systems = len(boxes.system.names)
    pairs = _all_pairs(systems)
    found = _tested(boxes, -boxes.value, pairs, 1 - level)
    adjusted = holm(found.p_value).adjusted
    better = np.zeros((systems, systems), dtype=bool)
    for (a, b), apart, p_value in zip(pairs.tolist(), found.difference.tolist(), adjusted.tolist(), strict=True):
        if p_value <= level + 1e-12:
            better[(b, a) if apart > 0 else (a, b)] = True
    return ranks_of_tests(-share, better)


def _tested(judged: Ratings, value: FloatArray, pairs: IntArray, confidence: float) -> Contrasts:
    codes = judged.system.codes, judged.rater.codes, judged.instance.codes
    return system_contrasts(value, *codes, pairs, confidence)


def _adjusted(p_value: FloatArray, correction: Correction) -> FloatArray:
    if correction == "none":
        return p_value
    return (holm if correction == "holm" else benjamini_hochberg)(p_value).adjusted


def _all_pairs(systems: int) -> IntArray:
    return np.array(list(itertools.combinations(range(systems), 2)), dtype=np.int64).reshape(-1, 2)
