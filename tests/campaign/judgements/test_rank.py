"""Rankings of invented ratings: methods, defaults, directions, warnings, and what is set aside."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import genchal
from genchal.campaign.judgements.rank import rank_systems
from genchal.campaign.judgements.ranking import by_comparisons
from genchal.domain.ratings import Ratings
from genchal.domain.results.judgements.ranking import BY_COMPARISON, METHODS, RankingMethod
from genchal.errors import InvalidInput, UnknownName
from genchal.text.arrays.labels import Labels

SYSTEMS = ("alpha", "beta", "gamma", "delta")


def made(
    raters: int = 12, items: int = 60, *, together: bool = True, gap: float = 0.6, seed: int = 1, **settings: Any
) -> Ratings:
    """Ratings from 1 to 9 by three raters an item; alpha is best, then beta, gamma, delta."""
    rng = np.random.default_rng(seed)
    values: list[float] = []
    columns: list[list[str]] = [[], [], [], []]
    mildness = rng.normal(0, 0.8, raters)
    for item in range(items):
        ease = rng.normal(0, 0.5)
        for rater in rng.choice(raters, min(3, raters), replace=False).tolist():
            for place, system in enumerate(SYSTEMS):
                value = 5 + mildness[rater] + ease - gap * place + rng.normal(0, 1)
                sheet = f"s{item}-{rater}" if together else f"s{item}-{rater}-{system}"
                values.append(float(np.clip(np.round(value), 1, 9)))
                for column, name in zip(columns, (f"r{rater}", sheet, f"i{item}", system), strict=True):
                    column.append(name)
    rater_names, sheets, instances, systems = columns
    return Ratings.from_columns(values, rater_names, sheets, instances, systems, ["quality"] * len(values), **settings)


@pytest.mark.parametrize("method", METHODS)
def test_every_method_finds_the_order(method: RankingMethod) -> None:
    found = rank_systems(made(), "quality", method, runs=50, resamples=200)
    assert [one.system for one in found] == list(SYSTEMS)
    assert found.systems[0].cluster == 1
    assert found["alpha"].rank_low == 1
    assert found["delta"].rank_high == 4
    for one in found:
        assert one.rank_low <= one.rank_high
        assert one.low is not None
        assert one.high is not None
        assert one.low <= one.score <= one.high
    assert found.signature.startswith(f"{method}|crit:quality|")


@pytest.mark.parametrize("method", METHODS)
def test_lower_is_better_turns_the_ranking_round(method: RankingMethod) -> None:
    found = rank_systems(made(), "quality", method, runs=50, resamples=100, lower_is_better=True)
    assert [one.system for one in found] == list(SYSTEMS)[::-1]
    for one in found:
        assert one.low is not None
        assert one.high is not None
        assert one.low <= one.score <= one.high
    if method not in BY_COMPARISON:  # scores stay on the raters' scale
        assert found["delta"].score < found["alpha"].score


@pytest.mark.parametrize("method", METHODS)
def test_the_same_seed_gives_the_same_ranking(method: RankingMethod) -> None:
    one, other = (rank_systems(made(), "quality", method, runs=20, resamples=100, seed=7) for _ in range(2))
    assert one == other


@pytest.mark.parametrize("method", METHODS)
def test_a_ranking_from_all_sheets_is_stable(method: RankingMethod) -> None:
    found = rank_systems(made(gap=1.0), "quality", method, runs=20, resamples=100, stability=True)
    assert [one.share for one in found.stability] == pytest.approx([0.1 * tenth for tenth in range(1, 11)])
    assert found.stability[-1].tau > 0.9
    assert found.stability[0].tau <= found.stability[-1].tau
    assert "half of the sheets" in found.stability_said


def test_the_default_method_suits_the_ratings() -> None:
    assert rank_systems(made()).method == "bradley-terry"
    assert rank_systems(made(together=False), resamples=100).method == "z"
    assert rank_systems(made(1, 20, together=False), resamples=100).method == "mean"
    boxes = made()
    yes_or_no = Ratings.from_columns(
        (boxes.value > 5).astype(float),
        [boxes.rater.names[one] for one in boxes.rater.codes],
        [boxes.sheet.names[one] for one in boxes.sheet.codes],
        [boxes.instance.names[one] for one in boxes.instance.codes],
        [boxes.system.names[one] for one in boxes.system.codes],
        ["missed"] * len(boxes),
    )
    found = rank_systems(yes_or_no, resamples=100)
    assert found.method == "mean"
    assert found.how.lower_is_better
    assert [one.system for one in found] == list(SYSTEMS)[::-1]
    assert all(one.low is not None and one.low >= 0 for one in found)


def battles(tmp_path: Path, *, layout: str = "arena") -> Path:
    """A system that beat a strong one 12 to 8, which beat a weak one 38 to 2; nobody tied."""
    games = [*["s1 s2"] * 12, *["s2 s1"] * 8, *["s2 weak"] * 38, *["weak s2"] * 2]
    lines = ["item,rater,model_a,model_b,winner"] if layout == "arena" else ["instance,rater,sheet,system,value"]
    for number, (winner, loser) in enumerate(map(str.split, games)):
        if layout == "arena":
            lines.append(f"{number},r{number % 8},{winner},{loser},model_a")
        else:
            lines += [f"{number},r{number % 8},{number},{name},{int(name == winner)}" for name in (winner, loser)]
    path = tmp_path / f"{layout}.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.mark.parametrize("layout", ["arena", "long"])
def test_who_was_chosen_is_ranked_by_comparisons_also_where_nobody_tied(tmp_path: Path, layout: str) -> None:
    found = rank_systems(battles(tmp_path, layout=layout))
    # By shares of wins s2 would be first (46 of 60), because it met the weak one; s1 won 12 of 20 against s2.
    assert [ranked.system for ranked in found] == ["s1", "s2", "weak"]
    assert (found.method, found.chosen) == ("bradley-terry", "Sheets have several systems, one of which is chosen. ")


def test_choices_may_leave_out_sheets_where_nothing_was_chosen(tmp_path: Path) -> None:
    path = battles(tmp_path, layout="long")
    text = path.read_text(encoding="utf-8")
    path.write_text(text + "99,r1,99,s1,0\n99,r1,99,s2,0\n", encoding="utf-8")
    found = rank_systems(path)
    assert [ranked.system for ranked in found] == ["s1", "s2", "weak"]
    assert found.ties > 0
    # Two outputs of a sheet with a 1: nobody chose between them.
    path.write_text(text + "99,r1,99,s1,1\n99,r1,99,s2,1\n", encoding="utf-8")
    assert rank_systems(path).method == "mean"


def test_boxes_that_only_one_system_gets_are_no_choices() -> None:
    sheets = [f"s{number}" for number in range(40) for _ in range(2)]
    columns = ["r1"] * 80, sheets, sheets, ["good", "bad"] * 40
    for ticked, criterion, method in [
        ([0, 1] * 40, "added", "mean"),  # a box, by its name
        ([0, 1] * 30 + [0, 0] * 10, "fluent", "mean"),  # nothing shows that one excludes the other
        ([0, 1] * 20 + [1, 0] * 10 + [0, 0] * 10, "fluent", "bradley-terry"),  # 0.25 x 0.5 x 40 = 5 pairs expected
        ([0, 1] * 20 + [1, 0] * 8 + [0, 0] * 12, "fluent", "mean"),
    ]:
        ratings = Ratings.from_columns(ticked, *columns, [criterion] * 80)
        assert rank_systems(ratings).method == method


def test_magnitudes_relative_to_sheets_of_one_are_refused_or_warned_of() -> None:
    with pytest.raises(InvalidInput, match="every rating is alone on its sheet, so that none is relative to another"):
        rank_systems(made(together=False), method="magnitude", normalisation="relative")
    alone = replace(made(together=False), system=Labels.of(["alpha"] * len(made())))
    alone = alone.take(np.arange(len(alone)) < 100)
    found = rank_systems(joined(made(), alone), method="magnitude", normalisation="relative")
    assert found.warnings[0] == (
        "judgements that are alone on their sheets count as 1, whatever they are: alpha (100 of 280, 36%)"
    )
    found = rank_systems(made(), method="magnitude", normalisation="relative")
    assert not any("alone" in warning for warning in found.warnings)


def called(ratings: Ratings, criterion: str) -> Ratings:
    return replace(ratings, criterion=Labels(ratings.criterion.codes, (criterion,)))


BY_NAME = ["time", "time (s)", "seconds", "reading time", "readingTime", "Duration", "added facts", "recovery time"]
FAULTS = ["errors", "error count", "number_of_mistakes", "Hallucination", "omissions", "contradictions", "toxicity"]
FAULTS += ["Hallucination (yes/no)", "omissions: yes or no", "errors (0 = no errors, 5 = many)", "incorrect"]
NOT_FAULTS = ["quality (1 = many errors, 5 = none)", "no errors (yes/no)", "yes, no errors"]
NOT_FAULTS += ["error-free", "freedom from errors", "no errors", "absence of hallucinations", "error recovery"]
OTHERS = [
    "sometimes",
    "timeliness",
    "added value",
    "timely",
    "nothing missed",
    "secondary",
    "real-time",
    "non-toxicity",
]


@pytest.mark.parametrize("name", BY_NAME + FAULTS)
def test_lower_is_better_where_a_word_of_the_name_says_so_and_the_caption_tells(name: str) -> None:
    found = rank_systems(called(made(), name))
    assert [ranked.system for ranked in found] == list(SYSTEMS)[::-1]
    said = " Lower ratings win, going by the name of the criterion."
    assert next(found.sentences()).endswith(said)
    assert said not in " ".join(rank_systems(called(made(), name), lower_is_better=True).sentences())
    assert rank_systems(called(made(), name), lower_is_better=False).systems[0].system == "alpha"
    differing = genchal.differences(called(made(), name))
    assert differing["alpha", "delta"].better == "delta"
    said = "Lower is better, going by the name of the criterion."
    assert said in list(differing.sentences())


def test_errors_that_are_counted_below_0_are_turned_round_already() -> None:
    ratings = called(made(), "errors")
    below = replace(ratings, value=ratings.value - 9)  # 0 is no error
    assert rank_systems(below).systems[0].system == "alpha"
    assert genchal.differences(below)["alpha", "delta"].better == "alpha"


@pytest.mark.parametrize("name", OTHERS + NOT_FAULTS)
def test_parts_of_words_and_words_that_mean_the_contrary_do_not_turn_a_ranking_round(name: str) -> None:
    found = rank_systems(called(made(), name))
    assert found.systems[0].system == "alpha"
    assert not found.how.lower_is_better


def test_sentences_say_what_the_score_is_what_it_rests_on_and_what_clusters_mean() -> None:
    text = " ".join(rank_systems(made(), method="bradley-terry", resamples=100).sentences())
    assert "strengths in Bradley and Terry's model with ties" in text
    assert "1,080 comparisons" in text
    assert "12 raters, 60 instances" in text
    assert "a cluster ends where every system above is significantly better" in text
    assert "Warning" not in text
    text = " ".join(rank_systems(made(), method="trueskill", runs=20).sentences())
    assert "20 TrueSkill runs of 1,081 updates" in text
    assert "they do not account for other raters or other instances" in text


@pytest.mark.parametrize(
    ("ratings", "words"),
    [
        (made(1, 60), "there is one rater"),
        (made(4, 60), "4 raters are few"),
        (made(12, 20), "20 instances are few"),
        (made(12, 1), "there is one instance"),
        (made(12, 2), "fewer than 30 comparisons for alpha, beta, gamma, delta"),
    ],
)
def test_few_raters_and_few_instances_are_warned_of(ratings: Ratings, words: str) -> None:
    for method in ("bradley-terry", "trueskill"):
        found = rank_systems(ratings, method=method, resamples=100, runs=20)
        assert any(words in one for one in found.warnings)


def joined(*parts: Ratings, criterion: str = "quality") -> Ratings:
    """Ratings one after another; raters, sheets and instances of different parts are different."""
    columns: dict[str, list[str]] = {name: [] for name in ("rater", "sheet", "instance", "system")}
    for number, part in enumerate(parts):
        for name, column in columns.items():
            labels = getattr(part, name)
            prefix = "" if name == "system" else f"{number}-"
            column += [prefix + labels.names[code] for code in labels.codes]
    value = np.concatenate([part.value for part in parts])
    rater, sheet, instance, system = columns.values()
    return Ratings.from_columns(value, rater, sheet, instance, system, [criterion] * len(value))


def renamed(ratings: Ratings, names: dict[str, str]) -> Ratings:
    system = [names.get(ratings.system.names[code], ratings.system.names[code]) for code in ratings.system.codes]
    return Ratings.from_columns(
        ratings.value,
        [ratings.rater.names[one] for one in ratings.rater.codes],
        [ratings.sheet.names[one] for one in ratings.sheet.codes],
        [ratings.instance.names[one] for one in ratings.instance.codes],
        system,
        ["quality"] * len(ratings),
    )


@pytest.mark.parametrize("method", ["trueskill", "bradley-terry", "plackett-luce", "expected-wins", "wins", "elo"])
def test_systems_that_no_comparison_connects_are_named(method: RankingMethod) -> None:
    apart = joined(made(), renamed(made(seed=2), dict(zip(SYSTEMS, "wxyz", strict=True))))
    found = rank_systems(apart, method=method, resamples=100, runs=20)
    assert any("cannot be compared: alpha, beta, gamma, delta; w, x, y, z" in one for one in found.warnings)
    assert len(found.systems) == 8


def test_a_system_that_was_rated_alone_has_no_place_among_comparisons() -> None:
    ratings = made()
    alone = Ratings.from_columns(
        [5.0] * 40, ["a"] * 40, [f"x{n}" for n in range(40)], ["i"] * 40, ["alone"] * 40, ["quality"] * 40
    )
    found = rank_systems(joined(ratings, alone), method="bradley-terry", resamples=100)
    assert found.systems[-1].system == "alone"
    assert np.isnan(found["alone"].score)
    assert found["alone"].n == 0
    assert any("alone" in one for one in found.warnings)


def test_a_winner_of_everything_is_bounded_by_the_prior_and_said_so() -> None:
    ratings = made(gap=9.0)
    found = rank_systems(ratings, method="bradley-terry", resamples=100)
    assert all(np.isfinite(one.score) for one in found)
    assert any("only the weak prior" in one for one in found.warnings)


def test_constant_raters_are_named_and_are_on_the_scale_of_all() -> None:
    same = Ratings.from_columns(
        [7.0] * 8, ["dull"] * 8, [f"t{n}" for n in range(8)], [f"j{n}" for n in range(8)], SYSTEMS * 2, ["quality"] * 8
    )
    ratings = joined(made(together=False), same)
    found = rank_systems(ratings, method="z", resamples=100)
    assert found.set_aside == ()
    assert found.ratings == len(ratings)
    assert any(
        "1 rater gave one value only (1-dull): 8 judgements on the scale of all raters" in one for one in found.warnings
    )
    assert any("always gave the same value: 1-dull" in one for one in rank_systems(ratings, method="mean").warnings)


def test_only_constant_raters_leave_nothing_for_z() -> None:
    ratings = Ratings.from_columns(
        [3.0] * 6, ["r"] * 6, list("abcdef"), list("abcdef"), ["x", "y"] * 3, ["quality"] * 6
    )
    with pytest.raises(InvalidInput) as refused:
        rank_systems(ratings, method="z")
    assert str(refused.value).endswith("Use --method mean.")
    assert rank_systems(ratings).method == "mean"
    found = rank_systems(ratings, method="mean", resamples=100)
    assert [(one.rank_low, one.rank_high, one.cluster) for one in found] == [(1, 2, 1), (1, 2, 1)]


def test_values_that_are_missing_or_not_to_be_scored_are_set_aside_and_counted() -> None:
    ratings = made(kind=None)
    value = ratings.value.copy()
    value[:3] = np.nan
    kind = ratings.kind.copy()
    kind[3:8] = 2
    found = rank_systems(replace(ratings, value=value, kind=kind), method="mean", resamples=100)
    assert [one.count for one in found.set_aside] == [5, 3]
    assert found.ratings == len(ratings) - 8


def test_magnitudes_of_zero_are_set_aside() -> None:
    ratings = made()
    value = ratings.value.copy()
    value[:4] = 0.0
    found = rank_systems(replace(ratings, value=value), method="magnitude", resamples=100)
    assert [one.count for one in found.set_aside] == [4]
    relative = rank_systems(ratings, method="magnitude", normalisation="relative", resamples=100)
    assert np.prod([one.score for one in relative]) == pytest.approx(1.0)


def test_an_outlier_makes_a_mean_worthless_and_is_told() -> None:
    ratings = made()
    value = ratings.value.copy()
    value[-1] = 111_111
    found = rank_systems(replace(ratings, value=value), method="mean", resamples=100)
    assert any("the largest rating is 111,111" in one for one in found.warnings)


def test_a_ceiling_is_told() -> None:
    ratings = made(together=False)
    found = rank_systems(replace(ratings, value=np.minimum(ratings.value, 4.0)), method="mean", resamples=100)
    assert any("have the highest value" in one for one in found.warnings)


def test_one_system_is_first_and_last() -> None:
    found = rank_systems(made().take(np.arange(0, 400, 4)), method="mean", resamples=100)
    assert [(one.rank_low, one.rank_high) for one in found] == [(1, 1)]
    assert any("only one system" in one for one in found.warnings)


def test_equal_systems_share_all_ranks() -> None:
    found = rank_systems(made(gap=0.0), method="mean", resamples=200)
    assert {one.cluster for one in found} == {1}


def test_sheets_with_outputs_of_several_instances_are_not_said_to_have_one_system() -> None:
    instances = [f"i{number}" for number in range(12)]
    systems = ["a", "b"] * 6  # one output of an instance, two systems on every sheet
    sheets = [f"s{number // 2}" for number in range(12)]
    raters = [f"r{number // 6}" for number in range(12)]
    ratings = Ratings.from_columns(list(range(12)), raters, sheets, instances, systems, ["quality"] * 12)
    found = rank_systems(ratings)
    assert (found.method, found.chosen) == ("z", "No sheet has several outputs of an instance. ")


def test_what_is_asked_must_be_there() -> None:
    with pytest.raises(UnknownName, match="Did you mean 'quality'"):
        rank_systems(made(), "qualty")
    with pytest.raises(UnknownName, match="method"):
        rank_systems(made(), method="best")  # type: ignore[arg-type]
    with pytest.raises(InvalidInput, match="several outputs of an instance, and there are none"):
        rank_systems(made(together=False), method="trueskill")
    two = joined(made())
    with pytest.raises(InvalidInput, match="Choose one with --criterion"):
        rank_systems(
            Ratings.from_columns(
                two.value[:4], ["r"] * 4, ["s"] * 4, ["i"] * 4, list(SYSTEMS), ["quality", "ease", "quality", "ease"]
            )
        )
    with pytest.raises(UnknownName):
        rank_systems(made(), method="mean", resamples=100)["omega"]


def test_fewer_updates_than_comparisons_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(by_comparisons, "MOST_STEPS", 500)
    found = rank_systems(made(), method="trueskill", runs=20)
    assert found.steps == 500
    assert any("runs have 500 updates, not one for each of the 1,080 comparisons" in one for one in found.warnings)


def test_the_python_interface_has_it() -> None:
    assert genchal.rank_systems is rank_systems


def test_clusters_by_neighbours_rest_on_instances_alone() -> None:
    ratings = made()
    found = rank_systems(ratings, "quality", "mean", clusters="neighbours", resamples=500)
    assert [one.system for one in found] == list(SYSTEMS)
    assert "|bs:500|cl:instance|clusters:neighbours|" in found.signature
    # Means of instances' means, by hand; every instance has three ratings of each system.
    values = ratings.value.reshape(60, 3, 4).mean(axis=1).mean(axis=0)
    assert [found[system].score for system in SYSTEMS] == pytest.approx(values.tolist())
    for one in found:
        inside = [other for other in found if other.cluster == one.cluster]
        above = sum(other.cluster < one.cluster for other in found)
        assert (one.rank_low, one.rank_high) == (above + 1, above + len(inside))
    turned = rank_systems(ratings, "quality", "mean", clusters="neighbours", lower_is_better=True)
    assert [one.system for one in turned] == list(SYSTEMS)[::-1]
    with pytest.raises(InvalidInput, match="no clusters by neighbours"):
        rank_systems(ratings, "quality", "z", clusters="neighbours")


def test_clusters_by_neighbours_need_instances_with_all_systems() -> None:
    columns = (["r"] * 3, ["s1", "s2", "s3"], ["i1", "i1", "i2"], ["a", "b", "a"], ["quality"] * 3)
    found = rank_systems(Ratings.from_columns([1.0, 2.0, 9.0], *columns), method="mean", clusters="neighbours")
    assert found["a"].score == 1
    assert any("1 instance without ratings of every system" in warning for warning in found.warnings)
    columns = (["r"] * 2, ["s1", "s2"], ["i1", "i2"], ["a", "b"], ["quality"] * 2)
    with pytest.raises(InvalidInput, match="no instance has ratings of all systems"):
        rank_systems(Ratings.from_columns([1.0, 2.0], *columns), method="mean", clusters="neighbours")


def test_scores_do_not_depend_on_the_number_of_resamples() -> None:
    for method in METHODS:
        few, many = (rank_systems(made(), method=method, runs=20, resamples=resamples) for resamples in (100, 700))
        assert few.systems == many.systems


def test_better_is_whoever_is_ahead_and_significance_has_a_key_of_its_own() -> None:
    found = rank_systems(made(), method="wins")
    assert [(pair.system_a, pair.system_b) for pair in found.pairs][:2] == [("alpha", "beta"), ("alpha", "gamma")]
    for pair in found.pairs:
        assert pair.better == pair.system_a
        assert pair.p_adjusted is not None
        assert pair.significant == (pair.p_adjusted <= 0.05)
    equal = replace(made(), value=np.ones(720))
    assert {pair.better for pair in rank_systems(equal, method="mean").pairs} == {None}


def test_expected_wins_are_means_over_opponents_without_ties() -> None:
    # a beats b twice and loses once, ties do not count; a beats c in 1 of 1; b and c only tie.
    sheets = [
        ("a", 2, "b", 1),
        ("a", 2, "b", 1),
        ("a", 1, "b", 2),
        ("a", 3, "b", 3),
        ("a", 2, "c", 1),
        ("b", 1, "c", 1),
    ]
    columns = [(value, f"s{n}", system) for n, (x, v, y, w) in enumerate(sheets) for system, value in ((x, v), (y, w))]
    values, sheet, system = zip(*columns, strict=True)
    ratings = Ratings.from_columns(
        np.array(values, dtype=float), ["r"] * 12, list(sheet), list(sheet), list(system), ["quality"] * 12
    )
    found = rank_systems(ratings, method="expected-wins")
    assert found["a"].score == pytest.approx((2 / 3 + 1) / 2)
    assert found["b"].score == pytest.approx(1 / 3)
    assert found["c"].score == 0


def test_a_winner_of_a_handful_of_comparisons_is_not_separated() -> None:
    # One rater, five instances, always the same winner: 1 in 16 by luck alone.
    columns = [(value, f"s{n}", system) for n in range(5) for system, value in (("a", 2.0), ("b", 1.0))]
    values, sheet, system = zip(*columns, strict=True)
    ratings = Ratings.from_columns(
        np.array(values), ["r"] * 10, list(sheet), list(sheet), list(system), ["quality"] * 10
    )
    assert {one.cluster for one in rank_systems(ratings)} == {1}


def null_campaign(seed: int, systems: int = 4, items: int = 40) -> Ratings:
    """Systems that do not differ; three raters with likes of their own, of whom the first answers at random."""
    rng = np.random.default_rng([7, seed])
    shape = (3, items, systems)
    value = (
        3 + rng.normal(0, 0.4, (3, 1, systems)) + rng.normal(0, 0.4, (1, items, systems)) + rng.normal(0, 0.8, shape)
    )
    value = np.clip(np.round(value), 1, 5)
    value[0] = rng.integers(1, 6, shape[1:])
    rater, item, system = (codes.ravel() for codes in np.indices(shape))
    names = [
        [f"{kind}{code}" for code in codes.tolist()] for kind, codes in zip("ris", (rater, item, system), strict=True)
    ]
    sheets = [f"{one}-{other}" for one, other in zip(names[0], names[1], strict=True)]
    return Ratings.from_columns(value.ravel(), names[0], sheets, names[1], names[2], ["quality"] * value.size)


def test_the_default_does_not_separate_equal_systems_where_trueskill_does() -> None:
    def count(campaigns: int, method: RankingMethod | None) -> int:
        found = (rank_systems(null_campaign(seed), method=method, runs=100) for seed in range(campaigns))
        return sum(ranking.systems[-1].cluster > 1 for ranking in found)

    assert count(60, None) <= 4  # 5 % of 60 are 3
    assert count(12, "trueskill") >= 4


def of_own_raters(share: float = 1.0) -> Ratings:
    """Alpha 4.5, beta 3, gamma 1.5 in the mean, every system judged by ten raters, a share of whom judge no other."""
    rng = np.random.default_rng(3)
    columns: list[list[str]] = [[], [], [], []]
    values: list[float] = []
    for number, (name, mean) in enumerate([("alpha", 4.5), ("beta", 3.0), ("gamma", 1.5)]):
        for rater in range(10):
            who = f"p{number}-{rater}" if rater < 10 * share else f"p{rater}"
            for item in range(30):
                values.append(float(np.clip(np.round(rng.normal(mean, 0.7)), 1, 5)))
                for column, cell in zip(columns, (who, f"{who}-{name}-{item}", f"i{item}", name), strict=True):
                    column.append(cell)
    rater_names, sheets, instances, systems = columns
    return Ratings.from_columns(values, rater_names, sheets, instances, systems, ["quality"] * len(values))


@pytest.mark.parametrize("share", [0.2, 1.0])
def test_where_raters_saw_one_system_only_means_are_ranked_and_a_warning_says_what_cannot_be_told(share: float) -> None:
    # z-scores of raters of one system have a mean of 0, whatever they saw.
    found = rank_systems(of_own_raters(share))
    assert found.method == "mean"
    assert [(ranked.system, ranked.cluster) for ranked in found] == [("alpha", 1), ("beta", 2), ("gamma", 3)]
    said = f"raters who judged no other system gave a large part of alpha ({300 * share:.0f} of 300, {share:.0%})"
    assert any(said in warning for warning in found.warnings)
    by_z = rank_systems(of_own_raters(share), method="z")
    assert any(said in warning and "compare --method mean" in warning for warning in by_z.warnings)
    assessed = genchal.direct_assessment(of_own_raters(share))
    assert any(said in warning and "compare --scale raw" in warning for warning in assessed.warnings)


def test_a_tenth_of_the_judgements_by_raters_of_one_system_leaves_the_method_as_it_is() -> None:
    found = rank_systems(of_own_raters(0.1))
    assert found.method == "z"
    assert not any("no other system" in warning for warning in found.warnings)
