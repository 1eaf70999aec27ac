"""Intraclass correlation: published values, pingouin, a slow twin, and the edges."""

import math
import warnings
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst
from numpy.typing import NDArray

from genchal.stats.agreement.icc import Model, icc, step_up
from genchal.stats.agreement.icc_difference import icc_difference

Floats = NDArray[np.float64]
SHROUT_FLEISS_1979 = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]
FORMS: list[tuple[Model, bool]] = [(1, False), (2, False), (3, False), (1, True), (2, True), (3, True)]


@pytest.mark.parametrize(
    ("model", "average", "published"),
    [(1, False, 0.17), (2, False, 0.29), (3, False, 0.71), (1, True, 0.44), (2, True, 0.62), (3, True, 0.91)],
)
def test_icc_reproduces_shrout_and_fleiss(model: Model, average: bool, published: float) -> None:
    assert round(float(icc(SHROUT_FLEISS_1979, model=model, average=average).value), 2) == published


def test_intervals_and_f_tests_of_shrout_and_fleiss_data() -> None:
    # The values that R's package psych prints for these data.
    low = [round(float(icc(SHROUT_FLEISS_1979, *form).low), 2) for form in FORMS]
    high = [round(float(icc(SHROUT_FLEISS_1979, *form).high), 2) for form in FORMS]
    assert low == [-0.13, 0.02, 0.34, -0.88, 0.07, 0.68]
    assert high == [0.72, 0.76, 0.95, 0.91, 0.93, 0.99]
    one, two = icc(SHROUT_FLEISS_1979, 1), icc(SHROUT_FLEISS_1979, 2)
    assert [round(float(found.f), 2) for found in (one, two)] == [1.79, 11.03]
    assert [float(one.df1), float(one.df2), float(two.df2)] == [5, 18, 15]
    assert round(float(one.p_value), 3) == 0.165


# --- Oracles ---------------------------------------------------------------------------------------------------------


def generated(rng: np.random.Generator, missing: bool = False) -> Floats:
    """Ratings with item and rater effects, rounded to a scale or not; at least three items are complete."""
    items, raters = int(rng.integers(3, 25)), int(rng.integers(2, 7))
    table = rng.normal(size=(items, 1)) * rng.uniform(0, 3) + rng.normal(size=raters) * rng.uniform(0, 2)
    table = table + rng.normal(size=(items, raters))
    table = np.round(table) if rng.random() < 0.5 else table * 10.0 ** rng.integers(-3, 4) + 50
    if missing:
        holes = rng.random(table.shape) < 0.1
        holes[:3] = False
        table[holes] = np.nan
    return np.asarray(table)


def peer(table: Floats) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import pandas
        import pingouin

        pingouin.options["round.column.CI95"] = None
        long = pandas.DataFrame(table).stack().reset_index()
        long.columns = ["item", "rater", "value"]
        return pingouin.intraclass_corr(long, "item", "rater", "value", nan_policy="omit")


def test_all_forms_equal_pingouins_with_missing_cells() -> None:
    rng = np.random.default_rng(1)
    for _ in range(40):
        table = generated(rng, missing=True)
        if np.nanvar(table) == 0:
            continue
        theirs = peer(table)
        for place, form in enumerate(FORMS):
            ours, row = icc(table, *form), theirs.iloc[place]
            assert float(ours.value) == pytest.approx(row["ICC"], abs=1e-9)
            assert float(ours.f) == pytest.approx(row["F"], rel=1e-9)
            assert float(ours.p_value) == pytest.approx(row["pval"], abs=1e-9)
            assert [float(ours.low), float(ours.high)] == pytest.approx(row["CI95"].tolist(), abs=1e-9)


def slow(table: Floats) -> list[float]:
    """Shrout and Fleiss' formulas, written out in loops over the complete items, in the order of FORMS."""
    rows: list[list[float]] = [row for row in table.tolist() if not any(map(math.isnan, row))]
    n, k = len(rows), len(rows[0])
    grand = sum(map(sum, rows)) / (n * k)
    means = [sum(row) / k for row in rows]
    columns = [sum(row[j] for row in rows) / n for j in range(k)]
    bms = k * sum((m - grand) ** 2 for m in means) / (n - 1)
    wms = sum((x - m) ** 2 for row, m in zip(rows, means, strict=True) for x in row) / (n * (k - 1))
    jms = n * sum((c - grand) ** 2 for c in columns) / (k - 1)
    ems = sum((rows[i][j] - means[i] - columns[j] + grand) ** 2 for i in range(n) for j in range(k))
    ems /= (n - 1) * (k - 1)
    return [
        (bms - wms) / (bms + (k - 1) * wms),
        (bms - ems) / (bms + (k - 1) * ems + k * (jms - ems) / n),
        (bms - ems) / (bms + (k - 1) * ems),
        (bms - wms) / bms,
        (bms - ems) / (bms + (jms - ems) / n),
        (bms - ems) / bms,
    ]


def test_thousands_of_tables_equal_the_slow_twin() -> None:
    rng = np.random.default_rng(2)
    for items, raters in [(3, 2), (5, 4), (12, 3), (20, 2), (9, 6)]:
        quality = rng.normal(size=(500, items, 1)) * rng.uniform(0, 3, size=(500, 1, 1))
        tables = quality + rng.normal(size=(500, 1, raters)) + rng.normal(size=(500, items, raters))
        tables = np.where(rng.random((500, 1, 1)) < 0.5, np.round(tables * 2), tables)  # ties
        tables[:, 3:][rng.random(tables[:, 3:].shape) < 0.1] = np.nan
        found = np.stack([icc(tables, *form).value for form in FORMS], axis=1)
        for ours, table in zip(found, tables, strict=True):
            if np.isfinite(ours).all():
                assert ours == pytest.approx(slow(table), rel=1e-9, abs=1e-9)
        assert np.isfinite(found).all(axis=1).mean() > 0.9


@pytest.mark.parametrize("form", FORMS)
def test_many_tables_at_once_are_as_one_at_a_time(form: tuple[Model, bool]) -> None:
    rng = np.random.default_rng(3)
    tables = rng.normal(size=(5, 200, 12, 4)) + rng.normal(size=(5, 200, 12, 1))
    tables[rng.random(tables.shape) < 0.03] = np.nan
    together = icc(tables, *form)
    assert together.value.shape == (5, 200)
    for place in [(0, 0), (3, 77), (4, 199)]:
        alone = icc(tables[place], *form)
        for field in ("value", "low", "high", "p_value", "items"):
            assert getattr(together, field)[place] == pytest.approx(float(getattr(alone, field)), rel=1e-12)


# --- Missing cells ---------------------------------------------------------------------------------------------------


def test_items_with_an_empty_cell_are_set_aside_and_counted() -> None:
    table = np.array([*SHROUT_FLEISS_1979, [np.nan, 5, 5, 5], [1, 1, np.nan, 9]], dtype=float)
    found = icc(table, 2)
    assert (int(found.items), int(found.set_aside)) == (6, 2)
    assert float(found.value) == pytest.approx(float(icc(SHROUT_FLEISS_1979, 2).value))


def test_unbalanced_one_way_icc_is_the_balanced_one_where_nothing_is_missing() -> None:
    for average in (False, True):
        balanced, other = (icc(SHROUT_FLEISS_1979, 1, average, missing=how) for how in ("complete", "unbalanced"))
        assert [float(other.value), float(other.low), float(other.raters)] == pytest.approx(
            [float(balanced.value), float(balanced.low), 4.0]
        )


def test_unbalanced_one_way_icc_by_hand() -> None:
    # Items (1, 3), (5), (6, 8): N = 5, n = 3, k0 = (5 - 9/5) / 2 = 1.6; means 2, 5, 7, grand 23/5 = 4.6.
    # SSB = 2*2.6^2 + 0.4^2 + 2*2.4^2 = 25.2, MSB = 12.6; SSW = 2 + 2 = 4, MSW = 2.
    found = icc([[1, 3], [5, np.nan], [6, 8]], 1, missing="unbalanced")
    assert float(found.raters) == pytest.approx(1.6)
    assert float(found.value) == pytest.approx((12.6 - 2) / (12.6 + 0.6 * 2))
    assert [float(found.df1), float(found.df2), float(found.f)] == pytest.approx([2, 2, 6.3])


def test_only_the_one_way_form_can_be_unbalanced() -> None:
    with pytest.raises(ValueError, match="model 1"):
        icc(SHROUT_FLEISS_1979, 2, missing="unbalanced")


# --- Edges -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "table",
    [
        np.full((5, 3), 0.1),  # nothing varies
        np.full((5, 3), np.nan),
        np.array([[1.0, 2.0, 3.0]]),  # one item
        np.array([[1.0], [2.0], [3.0]]),  # one rater
        np.zeros((0, 3)),
    ],
)
@pytest.mark.parametrize("form", FORMS)
def test_what_cannot_be_measured_is_not_a_number(table: Floats, form: tuple[Model, bool]) -> None:
    found = icc(table, *form)
    assert np.isnan([found.value, found.low, found.high, found.p_value]).all()


BACKWARDS = [[item % 5 + 1, 5 - item % 5] for item in range(20)]
CONTRADICTIONS = [
    BACKWARDS,  # one of two raters used the scale backwards: ICC(2,k) was 20
    [[1, 4, 2, 3], [4, 2, 4, 2], [2, 3, 3, 2]],  # 10^16
    [[1, 3], [2, 2], [3, 2]],  # 6, with an interval that ended below it
]


@pytest.mark.parametrize("table", CONTRADICTIONS)
def test_means_of_raters_who_contradict_each_other_beyond_chance_have_no_coefficient(table: list[list[int]]) -> None:
    found = icc(table, 2, average=True)
    assert np.isnan([found.value, found.low, found.high]).all()


def test_single_raters_who_contradict_each_other_have_the_least_that_is_possible_or_nothing() -> None:
    assert float(icc(BACKWARDS, 3).value) == pytest.approx(-1)
    assert np.isnan(icc(BACKWARDS, 2).value)  # by the formula -20 / 18
    assert float(icc(CONTRADICTIONS[1], 2).value) == pytest.approx(-1 / 3)


@pytest.mark.parametrize("form", FORMS)
@given(
    table=st.tuples(st.integers(2, 6), st.integers(2, 5)).flatmap(
        lambda shape: npst.arrays(np.float64, shape, elements=st.integers(1, 5).map(float))
    ),
    confidence=st.sampled_from([0.5, 0.8, 0.95, 0.999]),
)
def test_coefficients_are_at_most_one_and_lie_in_their_intervals(
    form: tuple[Model, bool], table: Floats, confidence: float
) -> None:
    found = icc(table, *form, confidence)
    value, low, high = float(found.value), float(found.low), float(found.high)
    raters = table.shape[1]
    assert not value > 1
    assert not np.isinf([value, low, high]).any()
    assert math.isnan(value) or form[1] or value >= -1 / (raters - 1)
    if math.isnan(value):
        assert math.isnan(low)
        assert math.isnan(high)
    assert math.isnan(low) or low <= value
    assert math.isnan(high) or value <= high <= 1


def test_perfect_agreement_is_one() -> None:
    table = np.tile(np.array([[0.1], [0.7], [0.3]]), (1, 4))
    for form in FORMS:
        found = icc(table, *form)
        assert [float(found.value), float(found.low), float(found.high), float(found.p_value)] == [1, 1, 1, 0]


def test_raters_who_differ_in_strictness_alone_are_consistent_but_do_not_agree() -> None:
    table = np.array([[1.0, 4.1], [2.0, 5.1], [3.0, 6.1], [4.0, 7.1]])
    assert float(icc(table, 3).value) == 1
    assert float(icc(table, 2).value) < 0.3


def test_a_constant_rater_beside_others_has_a_value() -> None:
    table = np.array([[1.0, 3.0], [5.0, 3.0], [3.0, 3.0], [2.0, 3.0]])
    assert np.isfinite([float(icc(table, *form).value) for form in FORMS]).all()


def test_intervals_of_the_one_way_form_cover_as_often_as_they_say() -> None:
    # 1,000 tables with a true ICC(1,1) of 1 / (1 + 1) = 0.5: shares are known to 0.007.
    rng = np.random.default_rng(4)
    tables = rng.normal(size=(1000, 30, 1)) + rng.normal(size=(1000, 30, 3))
    found = icc(tables, 1)
    assert 0.93 <= np.mean((found.low <= 0.5) & (found.high >= 0.5)) <= 0.97


def test_stepping_up_is_the_average_form() -> None:
    single, mean = icc(SHROUT_FLEISS_1979, 3).value, icc(SHROUT_FLEISS_1979, 3, average=True).value
    assert float(step_up(single, 4)) == pytest.approx(float(mean))


# --- Two designs -----------------------------------------------------------------------------------------------------


def designs(rng: np.random.Generator, noise: float, items: int = 40) -> tuple[Floats, Floats]:
    """The same items under two designs, the second with other noise; ratings are skewed."""
    quality = rng.gamma(2.0, 0.7, size=(items, 1))
    return quality + rng.gamma(1.0, 1.0, (items, 3)), quality + noise * rng.gamma(1.0, 1.0, (items, 3))


def test_designs_that_do_not_differ_are_told_apart_at_the_level() -> None:
    rng = np.random.default_rng(5)
    p_values = [icc_difference(*designs(rng, 1.0), paired=True).p_value for _ in range(300)]
    assert 0.02 <= np.mean(np.array(p_values) <= 0.05) <= 0.09


def test_a_less_noisy_design_is_found_with_an_interval_that_leaves_out_zero() -> None:
    found = icc_difference(*designs(np.random.default_rng(6), 0.2), paired=True)
    assert found.p_value < 0.01
    assert 0 < found.low < found.difference < found.high
    assert found.first == pytest.approx(float(icc(designs(np.random.default_rng(6), 0.2)[0], 1).value))


def test_sharing_items_makes_the_test_sharper() -> None:
    one, other = designs(np.random.default_rng(7), 0.6, 100)
    assert icc_difference(one, other, paired=True).p_value < icc_difference(one, other).p_value


def test_more_than_two_hundred_items_are_left_out_in_groups() -> None:
    one, other = designs(np.random.default_rng(8), 0.5, 450)
    found = icc_difference(one, other, 2, True, True)
    assert found.items == (450, 450)
    assert found.df == 199
    assert found.low < found.difference < found.high


@pytest.mark.parametrize("table", [np.ones((8, 3)), np.zeros((2, 3)), np.tile(np.arange(9.0)[:, None], (1, 3))])
def test_designs_without_a_coefficient_or_with_a_perfect_one_cannot_be_compared(table: Floats) -> None:
    other = np.random.default_rng(9).normal(size=table.shape)
    assert np.isnan(icc_difference(table, other, 1).p_value)
