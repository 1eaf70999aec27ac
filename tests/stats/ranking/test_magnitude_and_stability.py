"""Magnitudes on raters' own scales, and rankings from parts of the judgements."""

import numpy as np
import pytest

from genchal.domain.results.judgements.ranking import NORMALISED, Normalisation
from genchal.stats.ranking.magnitude import normalised_magnitudes
from genchal.stats.ranking.means import average_ratings, collect_ratings
from genchal.stats.ranking.stability import ranking_stability

RATER = np.array([0, 0, 0, 1, 1, 1])
SHEET = np.array([0, 0, 1, 2, 2, 3])


def test_a_modulus_is_divided_out() -> None:
    # The second rater uses ten times the numbers of the first.
    value = np.array([10.0, 20.0, 40.0, 100.0, 200.0, 400.0])
    found = normalised_magnitudes(value, RATER, SHEET, "modulus")
    assert found[:3] == pytest.approx(found[3:])
    assert np.exp(found.mean()) == pytest.approx(np.exp(np.log(value).mean()))


def test_z_also_divides_by_the_spread() -> None:
    value = np.array([10.0, 20.0, 40.0, 100.0, 10_000.0, 1_000_000.0])
    found = normalised_magnitudes(value, RATER, SHEET, "z")
    assert found == pytest.approx([-1, 0, 1, -1, 0, 1])


def test_the_relative_form_looks_at_sheets_alone() -> None:
    found = normalised_magnitudes(np.array([10.0, 40.0, 7.0, 30.0, 30.0, 9.0]), RATER, SHEET, "relative")
    assert found == pytest.approx([-np.log(2), np.log(2), 0, 0, 0, 0])


@pytest.mark.parametrize("form", NORMALISED)
def test_what_is_not_above_0_has_no_logarithm(form: Normalisation) -> None:
    value = np.array([10.0, 0.0, 40.0, -1.0, 200.0, np.nan])
    found = normalised_magnitudes(value, RATER, SHEET, form)
    assert np.isnan(found[[1, 3, 5]]).all()
    assert np.isfinite(found[[0, 2]]).all()
    without = normalised_magnitudes(value[[0, 2, 4]], RATER[[0, 2, 4]], SHEET[[0, 2, 4]], form)
    assert found[[0, 2, 4]] == pytest.approx(without, nan_ok=True)


def test_a_ranking_from_all_sheets_is_the_ranking() -> None:
    rng = np.random.default_rng(1)
    system = np.tile(np.arange(6), 100)
    value = -0.2 * system + rng.normal(size=600)
    evidence = collect_ratings(value, system, 6)
    sums = evidence.sums_by(np.repeat(np.arange(100), 6), rng)
    found = ranking_stability(sums, average_ratings, average_ratings(evidence.totals()), rng)
    assert found.shares[-1] == 1
    assert found.tau[-1] == found.low[-1] == found.same_order[-1] == 1
    assert 0 < found.tau[0] < found.tau[-2] < 1
    assert (found.low <= found.tau).all()
    assert (found.tau <= found.high).all()
    assert "half of the sheets" in found.sentence()


def test_systems_that_a_share_lacks_do_not_count() -> None:
    system = np.array([0] * 20 + [1] * 20 + [2])
    value = np.array([1.0] * 20 + [0.0] * 20 + [0.5])
    evidence = collect_ratings(value, system, 3)
    rng = np.random.default_rng(2)
    found = ranking_stability(evidence.sums_by(np.arange(41), rng), average_ratings, np.array([1.0, 0.0, 0.5]), rng)
    assert found.tau[1:].tolist() == pytest.approx([1.0] * 9)
    assert found.tau[0] < 1  # some draws of four ratings had one system only, and say nothing
