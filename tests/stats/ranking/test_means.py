"""Ratings on the scales of their raters, on the pooled scale, and as they are."""

import numpy as np
import pytest

from genchal.stats.ranking.means import rater_z_scores, standardise_ratings

VALUE = np.array([1.0, 2.0, 3.0, 5.0, 7.0, 4.0, 4.0, 9.0])
RATER = np.array([0, 0, 0, 1, 1, 2, 2, 3])  # the third gave one value, the fourth one rating


def test_raters_of_one_value_are_on_the_pooled_scale_of_the_others() -> None:
    found = standardise_ratings(VALUE, RATER)
    # Raters 0 and 1: mean 18 / 5; squares 2 + 2 on 5 - 2 degrees of freedom.
    assert (found.mean, found.deviation) == pytest.approx((3.6, np.sqrt(4 / 3)))
    assert found.pooled.tolist() == [2, 3]
    assert found.value[:5] == pytest.approx(rater_z_scores(VALUE, RATER).z[:5])
    assert found.value[5:] == pytest.approx((VALUE[5:] - 3.6) / np.sqrt(4 / 3))


def test_without_raters_of_one_value_it_is_the_z_score() -> None:
    some = RATER < 2
    assert standardise_ratings(VALUE[some], RATER[some]).pooled.tolist() == []
    assert (
        standardise_ratings(VALUE[some], RATER[some]).value.tolist()
        == rater_z_scores(VALUE[some], RATER[some]).z.tolist()
    )


def test_the_pooled_scale_keeps_the_order_of_values_and_raw_keeps_the_values() -> None:
    assert np.argsort(standardise_ratings(VALUE, RATER, "pooled").value).tolist() == np.argsort(VALUE).tolist()
    assert standardise_ratings(VALUE, RATER, "raw").value.tolist() == VALUE.tolist()


def test_where_nobody_varies_there_are_no_scales_of_raters_but_a_pooled_one() -> None:
    once = np.arange(8)
    assert np.isnan(standardise_ratings(VALUE, once).value).all()
    found = standardise_ratings(VALUE, once, "pooled")
    assert found.value == pytest.approx((VALUE - VALUE.mean()) / VALUE.std(ddof=1))
    assert np.isnan(standardise_ratings(np.full(8, 3.0), once, "pooled").value).all()


def test_what_is_no_rating_stays_so_on_every_scale() -> None:
    value = np.append(VALUE, np.nan)
    rater = np.append(RATER, 0)
    for scale in ("rater", "pooled", "raw"):
        found = standardise_ratings(value, rater, scale)
        assert np.isnan(found.value).tolist() == [False] * 8 + [True]
