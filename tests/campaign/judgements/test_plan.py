"""From ratings to plans, differences and tables of direct assessment."""

import itertools
import math
from dataclasses import replace

import numpy as np
import pytest

from genchal.campaign.judgements.plan import plan_from_ratings, plan_from_variances, separate_systems
from genchal.campaign.judgements.ranking.coverage import summarise_coverage
from genchal.campaign.judgements.ranking.differences import find_differences
from genchal.campaign.judgements.ranking.direct_assessment import summarise_assessments
from genchal.domain.ratings import ItemKind, Ratings
from genchal.domain.results.judgements.differences import DifferenceSettings, RatingTest
from genchal.domain.results.judgements.planning import GivenVariances, Planning
from genchal.errors import InvalidInput, UnknownName

SMALL = Planning(difference=0.5, items=(20, 40), raters=(5, 10), simulations=60)


def pilot(raters: int = 8, items: int = 24, systems: int = 3, gap: float = 0.4, seed: int = 1) -> Ratings:
    """A pilot in which all raters see three items in turn, all systems side by side; later systems are better."""
    rng = np.random.default_rng(seed)
    rows = [
        (f"r{(3 * item + k) % raters}", f"i{item}", f"s{system}", system)
        for item in range(items)
        for k in range(min(3, raters))
        for system in range(systems)
    ]
    value = np.array([gap * row[3] for row in rows]) + rng.normal(0, 0.5, len(rows))
    names = [list(column) for column in zip(*rows, strict=True)]
    sheets = [f"{a} {b}" for a, b in zip(names[0], names[1], strict=True)]
    return Ratings.from_columns(value, names[0], sheets, names[1], names[2], ["quality"] * len(rows))


def test_a_plan_has_power_for_every_size_and_names_the_smallest_that_is_enough() -> None:
    found = plan_from_ratings(pilot(), None, SMALL)
    assert [(one.items, one.raters) for one in found] == list(itertools.product((20, 40), (5, 10)))
    assert found.systems == 3
    assert found.smallest is not None
    assert found.smallest.power >= 0.8
    assert found.smallest.sheets == 3 * found.smallest.items
    assert next(found.sentences()).startswith(f"With {found.smallest.items} items, each judged by 3 raters out of")
    assert plan_from_ratings(pilot(), None, SMALL).studies == found.studies


def test_a_pilots_variances_are_found_and_small_pilots_are_warned_of() -> None:
    found = plan_from_ratings(pilot(20, 120), "quality", SMALL)
    assert found.variances.residual == pytest.approx(0.25, rel=0.3)
    assert not any("guess" in one for one in found.warnings)
    assert any("4 raters" in one for one in plan_from_ratings(pilot(4, 10), None, SMALL).warnings)
    alone = plan_from_ratings(pilot(1), None, SMALL)
    assert any("one rater" in one for one in alone.warnings)
    assert "|var_rs:unknown|" in alone.signature
    assert math.isnan(alone.variances.rater_system)


def test_variances_may_be_given_and_a_difference_is_taken_if_none_is() -> None:
    how = Planning(items=(20,), raters=(5,), simulations=60)
    found = plan_from_variances(GivenVariances(0.1, 0.15, 0.75), how)
    assert found.difference == pytest.approx(0.25)
    assert any("--difference" in one for one in found.warnings)
    assert "None of these sizes" in next(found.sentences()) or found.smallest


def test_logarithms_are_taken_where_magnitudes_are_planned_for() -> None:
    ratings = pilot()
    big = Ratings.from_columns(
        np.exp(ratings.value), *([column.names[code] for code in column.codes] for column in
        (ratings.rater, ratings.sheet, ratings.instance, ratings.system, ratings.criterion))
    )  # fmt: skip
    assert plan_from_ratings(big, None, replace(SMALL, log=True)).variances.total == pytest.approx(
        plan_from_ratings(ratings, None, SMALL).variances.total
    )


def test_what_cannot_be_planned_is_said_in_one_line() -> None:
    with pytest.raises(InvalidInput, match="variance is below 0"):
        plan_from_variances(GivenVariances(-1, 0, 1))
    with pytest.raises(InvalidInput, match="all variances are 0"):
        plan_from_variances(GivenVariances(0, 0, 0))
    with pytest.raises(UnknownName, match="quality"):
        plan_from_ratings(pilot(), "qualty")
    same = replace(pilot(), value=np.array([float(place // 3 % 5) for place in range(len(pilot()))]))  # for all systems
    with pytest.raises(InvalidInput, match="the same for all systems"):
        plan_from_ratings(same)
    with pytest.raises(InvalidInput, match="do not vary"):
        plan_from_ratings(Ratings.from_columns([1.0] * 4, "aabb", "aabb", "1212", "xyxy", ["q"] * 4))
    with pytest.raises(InvalidInput, match="as many raters"):
        Planning(judgements=9, raters=(2, 5))
    with pytest.raises(InvalidInput, match="above 0"):
        Planning(difference=0.0)
    with pytest.raises(InvalidInput, match="on the same sheet"):
        separate_systems(Ratings.from_columns([1.0, 2.0], "ab", "ab", "11", "xy", ["q", "q"]))


def test_neighbours_that_differ_clearly_are_told_apart_and_others_need_more() -> None:
    ratings = pilot(12, 60, 3, gap=1.5)
    found = separate_systems(ratings)
    assert [(one.system_a, one.system_b) for one in found] == [("s2", "s1"), ("s1", "s0")]
    assert all(one.is_separated and one.further_comparisons == 0 and one.difference > 0 for one in found)
    close = separate_systems(pilot(12, 60, 3, gap=0.02))
    assert all(not one.is_separated and (one.further_comparisons or 0) > 0 for one in close)
    assert close.comparisons == 60 * 3 * 3


def test_differences_are_found_with_their_signs() -> None:
    ratings = pilot(12, 60, 3, gap=0.5)
    found = find_differences(ratings, "quality")
    assert found["s0", "s2"].difference == pytest.approx(1, abs=0.2)
    assert found["s0", "s2"].better == "s2"
    assert all(one.p_adjusted <= 0.05 for one in found)
    assert next(found.sentences()) == "3 of 3 pairs differ in quality at 0.05."
    with pytest.raises(InvalidInput, match="fewer than two systems"):
        find_differences(pilot(systems=1), "quality")


@pytest.mark.parametrize("test", ["mixed", "mixed-slopes"])
def test_a_mixed_model_finds_the_same_differences_and_says_what_it_assumes(test: RatingTest) -> None:
    ratings = pilot(12, 60, 3, gap=0.5)
    default, found = (
        find_differences(ratings, "quality"),
        find_differences(ratings, "quality", DifferenceSettings(test=test)),
    )
    for one, other in zip(default, found, strict=True):
        assert other.difference == pytest.approx(one.difference, abs=0.02)
        assert other.low < other.difference < other.high
        assert other.signature.startswith(f"{test}|crit:quality|")
    assert "mixed-effects model" in " ".join(found.sentences())
    assert any("no preferences for particular systems" in one for one in found.warnings) == (test == "mixed")


def test_direct_assessment_standardises_by_all_scores_and_averages_scored_ones() -> None:
    kinds: list[ItemKind] = ["scored", "scored", "damaged", "scored", "scored", "scored"]
    ratings = Ratings.from_columns(
        [80.0, 60.0, 10.0, 50.0, 50.0, 90.0], "aaabbc", "aaabbc", "121121", "xyxxyx", ["q"] * 6, kind=kinds
    )
    found = summarise_assessments(ratings, "q")
    # Rater a: 80, 60, 10 have mean 50 and deviation 36.06; b is constant, c has one score: they are on a's scale.
    assert found.pooled_raters == 2
    best, other = found
    assert (best.system, best.n, best.assessments) == ("x", 1, 3)
    assert best.z == pytest.approx((30 + 0 + 40) / 3 / math.sqrt(1300))
    assert best.raw == pytest.approx((80 + 50 + 90) / 3)
    assert other.z == pytest.approx((10 + 0) / 2 / math.sqrt(1300))
    assert (best.raters, other.raters) == (3, 2)
    assert "2 raters gave one value only (b, c)" in " ".join(found.sentences())


def test_coverage_needs_both_boxes() -> None:
    ratings = Ratings.from_columns([1.0, 0.0], "ab", "ab", "11", "xy", ["added", "added"])
    with pytest.raises(UnknownName, match="missed"):
        summarise_coverage(ratings)
