"""From ratings to agreement: what is measured by default, what is set aside, and what is said."""

import math
from collections.abc import Sequence

import numpy as np
import pytest

import genchal
from genchal.domain.ratings import KINDS, Ratings
from genchal.domain.results.judgements.agreement import MEASURES, Agreements
from genchal.errors import InvalidInput, UnknownName

SHROUT_FLEISS = [9, 2, 5, 8, 6, 1, 3, 2, 8, 4, 6, 8, 7, 1, 2, 6, 10, 5, 6, 9, 6, 2, 4, 7]


def table(values: Sequence[Sequence[float | None]], criterion: str = "quality") -> Ratings:
    """Ratings of items (lines) by raters a, b, c ... (columns); items are outputs of two systems, in turn."""
    cells = [(i, j, v) for i, line in enumerate(values) for j, v in enumerate(line) if v is not None]
    return Ratings.from_columns(
        [float(v) for _, _, v in cells],
        [chr(ord("a") + j) for _, j, _ in cells],
        [f"s{i}" for i, _, _ in cells],
        [f"i{i // 2}" for i, _, _ in cells],
        [f"sys{i % 2}" for i, _, _ in cells],
        [criterion] * len(cells),
    )


def crossed(items: int = 40, raters: int = 4, seed: int = 1, noise: float = 1.0) -> Ratings:
    rng = np.random.default_rng(seed)
    return table((rng.normal(size=(items, 1)) + noise * rng.normal(size=(items, raters))).tolist())


def sparse(items: int = 40, seed: int = 1) -> Ratings:
    """Every item is rated by three of ten raters, the first also by a fourth."""
    rng = np.random.default_rng(seed)
    values: list[list[float | None]] = []
    for item in range(items):
        chosen = rng.choice(10, 4 if item == 0 else 3, replace=False)
        quality = float(rng.integers(1, 6))
        values.append([float(np.clip(quality + rng.integers(-1, 2), 1, 6)) if j in chosen else None for j in range(10)])
    return table(values)


def forms(found: Agreements) -> list[str]:
    return [one.form for one in found]


def test_crossed_ratings_get_icc_2_and_alpha() -> None:
    found = genchal.agreement(crossed())
    assert found.designs["quality"].kind == "crossed"
    assert forms(found) == ["ICC(2,1)", "ICC(2,k)", "alpha (interval)"]
    assert all(one.fits and one.unused == 0 for one in found)


def test_means_of_raters_who_contradict_each_other_have_no_icc_but_a_reason() -> None:
    found = genchal.agreement(table([[item % 5 + 1, 5 - item % 5] for item in range(20)]))
    assert math.isnan(found["quality", "ICC(2,k)"].value)
    said = "raters contradict each other more than by chance, and the formula has no meaningful value"
    assert found["quality", "ICC(2,k)"].note == said
    assert not found["quality", "ICC(2,k)"].fits


def test_an_icc_without_an_interval_says_why() -> None:
    found = genchal.agreement(table([[1, 5], [4, 3], [1, 5]]))  # by the formula, an upper bound below the coefficient
    assert found["quality", "ICC(2,1)"].low is None
    said = "raters contradict each other so much that there is no interval"
    assert said in found["quality", "ICC(2,1)"].caution


def test_sparse_ratings_get_icc_1_on_judgements_in_order_and_alpha() -> None:
    found = genchal.agreement(sparse())
    assert found.designs["quality"].kind == "sparse"
    assert forms(found) == ["ICC(1,1)", "ICC(1,k)", "alpha (ordinal)"]
    one = found["quality", "ICC(1,k)"]
    assert (one.items, one.judgements, one.unused) == (40, 120, 1)
    assert "columns:order" in one.signature
    assert "in file order" in found.designs["quality"].advice("ordinal")


def test_categories_get_kappas() -> None:
    rng = np.random.default_rng(2)
    found = genchal.agreement(table(rng.integers(0, 2, (40, 2)).tolist()))
    assert forms(found) == ["alpha (nominal)", "Fleiss' kappa", "Cohen's kappa"]
    kappa = found["quality", "Cohen's kappa"]
    assert kappa.low is not None  # two raters: an interval


def test_magnitudes_with_huge_values_are_looked_at_by_rank_or_logarithm() -> None:
    rng = np.random.default_rng(3)
    values = np.exp(rng.normal(size=(40, 1)) + rng.normal(size=(40, 3)) + 4)
    values[5, 2] = 111_111
    made = table(values.tolist())
    found = genchal.agreement(made)
    assert forms(found) == ["alpha (ordinal)", "Spearman between raters"]
    assert "huge" in " ".join(found.remarks)
    logs = genchal.agreement(made, log=True)["quality", "ICC(2,1)"]
    assert logs.value > genchal.agreement(made, measures=["icc"])["quality", "ICC(2,1)"].value
    assert logs.signature.endswith("|log")


@pytest.mark.parametrize("made", [crossed(), sparse()], ids=["crossed", "sparse"])
def test_all_measures_can_be_asked_for_and_explain_themselves(made: Ratings) -> None:
    found = genchal.agreement(made, measures=MEASURES, resamples=100, splits=20)
    assert {one.measure for one in found} == set(MEASURES)
    assert len({one.signature for one in found}) == len(found.agreements)
    for one in found:
        assert math.isfinite(one.value)
        assert one.meaning
        assert one.sentence().startswith(one.form)


def test_the_model_that_does_not_fit_is_marked() -> None:
    found = genchal.agreement(sparse(), measures=["icc"])
    assert [one.fits for one in found] == [True, True, False, False, False, False]
    assert "not raters" in " ".join(found["quality", "ICC(2,k)"].caution)


def test_a_second_judgement_of_an_item_is_set_aside_and_counted() -> None:
    made = crossed()
    again = np.append(np.arange(len(made)), [0, 1])
    found = genchal.agreement(made.take(again))
    assert [(one.count, one.reason) for one in found.set_aside] == [(2, "a rater's second judgement of an item")]
    assert found["quality", "ICC(2,1)"].value == genchal.agreement(made)["quality", "ICC(2,1)"].value


def test_judgements_without_a_value_and_practice_do_not_count() -> None:
    made = table(np.reshape(SHROUT_FLEISS, (6, 4)).tolist())
    with_more = Ratings.from_columns(
        [*made.value, math.nan, 1.0],
        [*(made.rater.names[c] for c in made.rater.codes), "a", "a"],
        ["s"] * 26,
        [*(made.instance.names[c] for c in made.instance.codes), "i9", "i9"],
        [*(made.system.names[c] for c in made.system.codes), "sys0", "sys1"],
        ["quality"] * 26,
        kind=[*(KINDS[0] for _ in range(25)), "practice"],
    )
    found = genchal.agreement(with_more)
    assert round(found["quality", "ICC(2,1)"].value, 2) == 0.29
    assert [(one.count, one.reason) for one in found.set_aside] == [(1, "no value")]


def test_one_judgement_an_item_cannot_be_measured_and_says_why() -> None:
    found = genchal.agreement(table([[1, None], [None, 2], [3, None]]), measures=MEASURES)
    assert found.designs["quality"].kind == "single"
    for one in found:
        assert math.isnan(one.value)
        assert one.note


@pytest.mark.parametrize(
    "values",
    [
        [[3.0, 3, 3]] * 5,  # nothing varies
        [[1.0, 2]],  # one item
        [[1.0], [2], [3]],  # one rater
        [[3.0, 1], [3, 2], [3, 5]],  # a constant rater
        [[-1.0, 2], [0, 2], [1, 1]],
    ],
)
@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval", "ratio"])
def test_nothing_crashes_and_what_is_not_defined_has_a_reason(values: list[list[float]], level: str) -> None:
    found = genchal.agreement(table(values), measures=MEASURES, level=level, resamples=20, splits=5)  # type: ignore[arg-type]
    for one in found:
        assert (one.note is not None) == math.isnan(one.value)


def test_ceilings_constant_raters_and_prevalence_are_said() -> None:
    rng = np.random.default_rng(4)
    values = np.where(rng.random((40, 3)) < 0.85, 6.0, np.round(rng.uniform(1, 6, (40, 3))))
    values[:, 1] = 6
    found = genchal.agreement(table(values.tolist()))
    said = " ".join(found.remarks)
    assert "this ceiling" in said
    assert "1 rater gave every item the same value: b" in said
    assert "a single value makes up" in " ".join(found["quality", "alpha (ordinal)"].caution)


def test_few_items_are_said_to_be_few() -> None:
    found = genchal.agreement(crossed(items=8))
    assert all("8 items are few" in " ".join(one.caution) for one in found)


def test_raters_can_be_removed_by_kappa() -> None:
    rng = np.random.default_rng(5)
    truth = rng.integers(1, 6, (60, 1))
    values = np.concatenate([np.repeat(truth, 3, axis=1), rng.integers(1, 6, (60, 1))], axis=1)
    found = genchal.agreement(table(values.tolist()), measures=["kappa"], level="nominal", kappa_above=0.1)
    assert found.agreements[0].value == 1
    assert found.designs["quality"].raters == 3
    assert found.set_aside[0].count == 60
    assert "in this order: d" in " ".join(found.remarks)
    assert found.agreements[0].signature.endswith("|kappa:>0.1")


def test_two_designs_are_compared_on_the_items_they_share() -> None:
    rng = np.random.default_rng(6)
    quality = rng.normal(size=(60, 1))
    noisy, clear = (table((quality + noise * rng.normal(size=(60, 3))).tolist()) for noise in (1.5, 0.3))
    found = genchal.agreement(noisy, against=clear).differences[0]
    assert (found.paired, found.form) == (True, "ICC(2,k)")
    assert found.difference > 0
    assert found.p_value < 0.001
    assert "agree more in the second" in found.sentence()


def test_two_designs_without_agreement_to_test_say_so() -> None:
    constant = table([[3.0, 3, 3]] * 9)
    found = genchal.agreement(crossed(), against=constant).differences[0]
    assert math.isnan(found.p_value)
    assert "cannot be compared" in found.sentence()


def test_names_nobody_knows_are_refused() -> None:
    with pytest.raises(UnknownName, match="Did you mean 'quality'"):
        genchal.agreement(crossed(), "qualty")
    with pytest.raises(UnknownName, match="alpha"):
        genchal.agreement(crossed(), measures=["alfa"])  # type: ignore[list-item]
    with pytest.raises(InvalidInput, match="no judgements"):
        genchal.agreement(crossed().take(np.zeros(0, dtype=np.int64)))


def test_the_same_seed_gives_the_same_numbers_in_any_order_of_measures() -> None:
    made = crossed()
    alone = genchal.agreement(made, measures=["alpha"], resamples=200)["quality", "alpha (interval)"]
    among = genchal.agreement(made, measures=["split-half", "fleiss", "alpha"], resamples=200, splits=9)
    assert among["quality", "alpha (interval)"] == alone


@pytest.mark.parametrize(("pairs", "fits"), [(("ab", "bc", "ac"), False), (("ab", "ab", "ab"), True)])
def test_agreement_on_battles_is_told_only_where_outputs_met_the_same_ones(pairs: Sequence[str], fits: bool) -> None:
    """All raters find a better than b, and b than c; but b wins against c and loses against a."""
    battles = [(f"i{item}", rater, pair) for item in range(40) for rater, pair in zip("xyz", pairs, strict=True)]
    rows = [
        (value, rater, f"{instance}{rater}", instance, system, "preference")
        for instance, rater, pair in battles
        for system, value in zip(pair, (1.0, 0.0), strict=True)
    ]
    found = genchal.agree(Ratings.from_columns(*zip(*rows, strict=True)))
    assert [record.fits for record in found if record.measure == "alpha"] == [fits]
    assert ("No measure is suitable" in found.designs["preference"].advice("nominal")) is not fits


def test_agreement_on_places_is_told_only_where_outputs_met_the_same_ones() -> None:
    columns: dict[str, list[object]] = {
        "rater": list("xxyyzz"),
        "instance": list("111111"),
        "system": list("abbcac"),
        "rank": [1, 2, 1, 2, 1, 2],
    }
    assert genchal.agree(columns).designs["rank"].is_relative
    assert not genchal.agree(columns | {"system": list("ababab")}).designs["rank"].is_relative


def test_one_item_is_few_and_several_are() -> None:
    ratings = Ratings.from_columns([1.0, 2.0, 3.0], list("abc"), ["s"] * 3, ["i"] * 3, ["x"] * 3, ["quality"] * 3)
    cautions = " ".join(word for found in genchal.agreement(ratings) for word in found.caution)
    assert "1 item is few" in cautions
