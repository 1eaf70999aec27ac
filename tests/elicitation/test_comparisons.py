"""Rankings, preferences, and check-boxes."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from elicitation.sheets import made, sheet_of
from genchal.domain.study.widgets import Ordering, Preference
from genchal.elicitation.criteria import make_criterion
from genchal.elicitation.pairwise import PairwisePreference
from genchal.elicitation.ranking import RankOrder

THREE = sheet_of("First.", "Second.", "Third.")
TWO = sheet_of("First.", "Second.")


def ranked(*places: str, ties: bool = True) -> list[str]:
    method = RankOrder(ties=ties)
    answers = dict(zip(method.fields(THREE), places, strict=True))
    problems = [problem.sentence for problem in method.check_answers(THREE, answers)]
    return problems or [one.value for one in method.judgements(THREE, answers)]


def test_the_first_place_is_the_highest_value_and_gaps_mean_nothing() -> None:
    assert ranked("2", "1", "3") == ["-2", "-1", "-3"]
    assert ranked("3", "2", "2") == ["-3", "-1", "-1"]
    assert ranked("3", "3", "3") == ["-1", "-1", "-1"]


def test_a_tie_is_refused_where_there_must_be_none() -> None:
    assert ranked("1", "2", "1", ties=False) == [
        "Text C: it has the same place as Text A. Please give each text a place of its own."
    ]


def test_a_text_without_a_place_is_asked_for() -> None:
    assert ranked("1", "", "4") == [
        "Text B: please give it a place in the order.",
        "Text C: please choose one of the answers.",
    ]


@given(st.lists(st.integers(1, 3), min_size=3, max_size=3))
def test_the_order_of_values_is_that_of_the_places(places: list[int]) -> None:
    values = [int(value) for value in ranked(*map(str, places))]
    for one in range(3):
        for other in range(3):
            assert (values[one] > values[other]) == (places[one] < places[other])


def test_every_criterion_has_an_order_of_its_own() -> None:
    sheet = sheet_of("First.", "Second.", criteria=("quality", "fluency"))
    orders = [part for part in RankOrder().page(sheet).parts if isinstance(part, Ordering)]
    assert [len(order.entries) for order in orders] == [2, 2]
    assert (orders[0].best, orders[0].worst) == ("Very good", "Very bad")


@pytest.mark.parametrize(
    ("answer", "values"),
    [("first", ["-1", "-2"]), ("second", ["-2", "-1"]), ("tie", ["-1", "-1"]), ("both_bad", ["-2", "-2"])],
)
def test_a_preference_is_two_places(answer: str, values: list[str]) -> None:
    method = PairwisePreference(both_bad=True)
    answers = dict.fromkeys(method.fields(TWO), answer)
    assert method.check_answers(TWO, answers) == []
    assert [one.value for one in method.judgements(TWO, answers)] == values


def test_only_preferences_that_are_offered_are_taken() -> None:
    for method, options in (
        (PairwisePreference(), ["first", "tie", "second"]),
        (PairwisePreference(ties=False, both_bad=True), ["first", "second", "both_bad"]),
    ):
        (asked,) = [part for part in method.page(TWO).parts if isinstance(part, Preference)]
        assert [option.value for option in asked.options] == options
        for answer in ("first", "tie", "second", "both_bad", ""):
            problems = method.check_answers(TWO, {asked.name: answer})
            assert bool(problems) == (answer not in options)


@pytest.mark.parametrize(
    ("answer", "values"), [("ok", ["0", "0"]), ("added", ["1", "0"]), ("missing", ["0", "1"]), ("both", ["1", "1"])]
)
def test_coverage_is_two_judgements(answer: str, values: list[str]) -> None:
    method = made("check_boxes", {"form": "coverage"})
    sheet = sheet_of("First.", criteria=("coverage",))
    answers = dict.fromkeys(method.fields(sheet), answer)
    assert method.check_answers(sheet, answers) == []
    assert [one.value for one in method.judgements(sheet, answers)] == values


def test_nothing_ticked_is_no_answer_and_nothing_with_something_is_a_contradiction() -> None:
    method = made("check_boxes", {"boxes": "added, missed, wrong"})
    sheet = sheet_of("First.")
    added, _, wrong, nothing = method.fields(sheet)
    assert method.check_answers(sheet, {})[0].sentence.startswith("The text: please tick everything that applies")
    assert "keep only one" in method.check_answers(sheet, {added: "1", nothing: "1"})[0].sentence
    assert [one.value for one in method.judgements(sheet, {added: "1", wrong: "1"})] == ["1", "0", "1"]
    assert [one.value for one in method.judgements(sheet, {nothing: "1"})] == ["0", "0", "0"]


def test_a_comparison_asks_about_both_texts_and_a_studys_own_question_is_asked_as_it_is() -> None:
    ours, theirs = make_criterion("naturalness"), make_criterion("naturalness", {"question": "Which would you say?"})
    both = make_criterion("naturalness", {"question": "Is it natural?", "comparison": "Which is more so?"})
    asked = [PairwisePreference().page(replace(TWO, criteria=(one,))).heading for one in (ours, theirs, both)]
    assert asked == [ours.comparison, "Which would you say?", "Which is more so?"]
    assert ours.comparison.startswith("Which text")
