"""Krippendorff's alpha: published examples, two other implementations, and the edges."""

import warnings

import numpy as np
import pytest
from numpy.typing import NDArray

import genchal.stats.agreement.krippendorff as module
from genchal.domain.results.judgements.agreement import LEVELS, ScaleLevel
from genchal.stats.agreement.krippendorff import Alpha, krippendorff_alpha

Floats = NDArray[np.float64]
NONE = np.nan
FOUR_OBSERVERS = np.array(  # Krippendorff (2011), example C: observers x units
    [
        [1, 2, 3, 3, 2, 1, 4, 1, 2, NONE, NONE, NONE],
        [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, NONE, 3],
        [NONE, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, NONE],
        [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, NONE],
    ]
)


def alpha(table: Floats, level: ScaleLevel, resamples: int = 0) -> Alpha:
    """Alpha of observers x units."""
    units = np.tile(np.arange(table.shape[1]), len(table))
    return krippendorff_alpha(table.ravel(), units, level, resamples, np.random.default_rng(1))


@pytest.mark.parametrize(
    ("level", "published"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849), ("ratio", 0.797)]
)
def test_alpha_of_krippendorffs_four_observers(level: ScaleLevel, published: float) -> None:
    found = alpha(FOUR_OBSERVERS, level)
    assert round(found.value, 3) == published
    assert (found.units, found.judgements, found.single) == (11, 40, 1)  # unit 12 has one judgement


def test_alpha_of_krippendorffs_binary_and_nominal_examples() -> None:
    # Krippendorff (2011), examples A and B: two observers.
    binary = np.array([[0, 1, 0, 0, 0, 0, 0, 0, 1, 0], [1, 1, 1, 0, 0, 1, 0, 0, 0, 0]], dtype=float)
    assert round(alpha(binary, "nominal").value, 3) == 0.095
    names = [[ord(letter) for letter in row] for row in ("aabbdcccedda", "babbbcccedda")]
    nominal = np.array(names, dtype=float)
    nominal[1, 11] = ord("d")
    assert round(alpha(nominal, "nominal").value, 3) == 0.692


def generated(rng: np.random.Generator) -> Floats:
    """Observers x units with missing cells, ties and many or few values."""
    observers, units = int(rng.integers(2, 7)), int(rng.integers(2, 20))
    quality = rng.normal(size=units) * 2
    table = np.abs(np.round(quality + rng.normal(size=(observers, units)), int(rng.integers(0, 3))))
    table[rng.random(table.shape) < rng.choice([0.0, 0.2, 0.6])] = np.nan
    return np.asarray(table)


def usable(table: Floats) -> bool:
    paired = table[:, (~np.isnan(table)).sum(axis=0) > 1]
    return np.unique(paired[~np.isnan(paired)]).size > 1


@pytest.mark.parametrize("level", LEVELS)
def test_thousands_of_alphas_equal_those_of_the_krippendorff_package(level: ScaleLevel) -> None:
    import krippendorff

    rng = np.random.default_rng(2)
    for _ in range(700):
        table = generated(rng)
        if not usable(table):
            assert np.isnan(alpha(table, level).value)
            continue
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # 0 / 0 where both values are 0, on the ratio level
            theirs = krippendorff.alpha(table, level_of_measurement=level)
        if np.isfinite(theirs):
            assert alpha(table, level).value == pytest.approx(theirs, abs=1e-9)


@pytest.mark.parametrize("level", LEVELS)
def test_alphas_equal_evalicas(level: ScaleLevel) -> None:
    import evalica
    import pandas

    rng = np.random.default_rng(3)
    for _ in range(150):
        table = generated(rng) + 1
        if usable(table):
            theirs = evalica.alpha(pandas.DataFrame(table), distance=level).alpha
            assert alpha(table, level).value == pytest.approx(theirs, abs=1e-9)


@pytest.mark.parametrize("level", LEVELS)
def test_resampled_alphas_are_alphas_of_resamples(level: ScaleLevel, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(4)
    table = np.abs(np.round(rng.normal(size=30) * 2 + rng.normal(size=(3, 30))))
    seen: list[float] = []
    for _ in range(400):
        drawn = table[:, rng.integers(0, 30, 30)]
        seen.append(alpha(drawn, level).value)
    found = alpha(table, level, 4000)
    assert [found.low, found.high] == pytest.approx(np.quantile(seen, [0.025, 0.975]).tolist(), abs=0.06)


def test_intervals_of_very_many_units_follow_the_exact_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(5)
    table = np.clip(np.round(rng.normal(size=900) + rng.normal(size=(3, 900))), -2, 2)
    exact = alpha(table, "ordinal", 1500)
    monkeypatch.setattr(module, "MOST_UNITS", 500)
    near = alpha(table, "ordinal", 1500)
    assert [near.low, near.high] == pytest.approx([exact.low, exact.high], abs=0.006)


def test_clusters_are_resampled_as_wholes() -> None:
    # Ten copies of each of twenty units are twenty units, not two hundred.
    rng = np.random.default_rng(6)
    table = np.round(rng.normal(size=20) + rng.normal(size=(3, 20)))
    value, unit = np.repeat(table, 10, axis=1).ravel(), np.tile(np.arange(200), 3)
    copies = krippendorff_alpha(value, unit, "interval", 2000, rng)
    clustered = krippendorff_alpha(value, unit, "interval", 2000, rng, unit // 10)
    assert clustered.clusters == 20
    assert clustered.high - clustered.low > 2 * (copies.high - copies.low)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    "table",
    [
        np.full((3, 5), 4.0),  # one category
        np.array([[1.0, 2.0, 3.0]]),  # one rater
        np.full((2, 4), np.nan),
        np.zeros((0, 0)),
    ],
)
def test_what_cannot_be_measured_is_not_a_number(table: Floats, level: ScaleLevel) -> None:
    found = alpha(table, level, 50)
    assert np.isnan([found.value, found.low, found.high]).all()


@pytest.mark.parametrize("level", LEVELS)
def test_perfect_agreement_is_one_and_one_unit_has_a_value(level: ScaleLevel) -> None:
    assert alpha(np.tile([0.1, 0.2, 0.7], (3, 1)), level).value == 1
    assert np.isfinite(alpha(np.array([[1.0], [2.0]]), level).value)  # no interval, as there is nothing to resample
    assert np.isnan(alpha(np.array([[1.0], [2.0]]), level, 50).low)


def test_the_ratio_level_refuses_negative_values() -> None:
    with pytest.raises(ValueError, match="at least 0"):
        alpha(np.array([[-1.0, 2.0], [1.0, 2.0]]), "ratio")
