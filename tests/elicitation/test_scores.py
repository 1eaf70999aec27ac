"""Likert scales, magnitudes, RankME and sliders."""

from dataclasses import replace

import pytest

from elicitation.sheets import made, sheet_of
from genchal.domain.study.study import Judgement
from genchal.domain.study.widgets import Choice, Number, Passage, Slider, Stimulus
from genchal.elicitation._fields import parse_number
from genchal.elicitation.likert import Likert
from genchal.elicitation.magnitude import Magnitude
from genchal.elicitation.method import Method, place_items
from genchal.elicitation.rankme import RankMe
from genchal.errors import InvalidInput

SHEET = sheet_of("First.", "Second.")


def judged(method: Method, *answers: str) -> list[str]:
    """Values of these answers to all fields of the sheet, in order; what is wrong with them if they are refused."""
    given = dict(zip(method.fields(SHEET), answers, strict=True))
    problems = [problem.sentence for problem in method.check_answers(SHEET, given)]
    return problems or [judgement.value for judgement in method.judgements(SHEET, given)]


def test_a_likert_scale_has_its_points_and_the_words_of_the_criterion_at_its_ends() -> None:
    choices = [part for part in Likert().page(SHEET).parts if isinstance(part, Choice)]
    assert [option.value for option in choices[0].options] == ["1", "2", "3", "4", "5", "6"]
    assert (choices[0].low, choices[0].high, choices[1].about) == ("Very bad", "Very good", "Text B")
    labelled = Likert(points=2, labels="bad, good").page(SHEET).parts
    assert [option.label for part in labelled if isinstance(part, Choice) for option in part.options][:2] == [
        "1: bad",
        "2: good",
    ]


def test_a_point_is_the_judgement_and_no_other_point_is_taken() -> None:
    assert judged(Likert(), "6", "1") == ["6", "1"]
    assert judged(Likert(), "7", "0") == [
        "Text A: please choose one of the answers.",
        "Text B: please choose one of the answers.",
    ]


def test_several_criteria_are_asked_of_every_text_and_the_input_is_shown_once() -> None:
    sheet = sheet_of("First.", "Second.", criteria=("informativeness", "naturalness", "quality"))
    page = Likert().page(sheet)
    assert page.heading.startswith("Please read each text")
    assert sum(isinstance(part, Choice) for part in page.parts) == 6
    assert [part.how for part in page.parts if isinstance(part, Stimulus)] == ["input"]  # Setup 1: also for naturalness
    answers = {name: str(number) for number, name in enumerate(Likert().fields(sheet), 1)}
    assert Likert().judgements(sheet, answers)[3] == Judgement("item 1", "informativeness", "4", 1)


@pytest.mark.parametrize(
    ("criteria", "shown"),
    [
        (("naturalness",), []),
        (("readability",), []),
        (("quality",), ["input"]),
        (("meaning_similarity",), ["reference"]),
        (("meaning_similarity", "quality"), ["input", "reference"]),
    ],
)
def test_criteria_say_what_is_shown(criteria: tuple[str, ...], shown: list[str]) -> None:
    page = Likert().page(sheet_of("First.", criteria=criteria))
    assert [part.how for part in page.parts if isinstance(part, Stimulus)] == shown


def test_texts_of_several_instances_each_have_their_input_before_them() -> None:
    parts = Likert().page(sheet_of("First.", "Second.", instances=True)).parts
    assert [type(part) for part in parts] == [Stimulus, Passage, Choice] * 2


def test_a_picture_takes_the_place_of_the_input_under_that_condition() -> None:
    page = Likert().page(sheet_of("First.", condition="picture"))
    assert [part.how for part in page.parts if isinstance(part, Stimulus)] == ["picture"]


def test_magnitudes_are_taken_as_they_are_and_may_be_equal() -> None:
    assert judged(Magnitude(), "120.5", "120,5") == ["120.5", "120.5"]
    assert judged(Magnitude(), "0.001", "1000000") == ["0.001", "1000000"]


def test_magnitudes_are_above_0_and_no_slips() -> None:
    assert judged(Magnitude(), "0", "1000001") == [
        "Text A: please enter a number above 0.",
        "Text B: this number looks like a typo. Please enter at most 1000000.",
    ]


@pytest.mark.parametrize(
    ("typed", "number"),
    [("7", 7), (" +7 ", 7), ("7.25", 7.25), ("7,25", 7.25), ("１２", 12), ("1.0", 1), ("0.125", 0.125), ("007", 7)]
    + [
        (typed, None)
        for typed in (
            "1,000",
            "1.000",
            "12.500",
            "1.000,5",
            "1_000",
            "1e3",
            "inf",
            "nan",
            "7 8",
            "",
            ".5",
            "5.",
            "½",
            "-",
            "٣x",
        )
    ],
)
def test_numbers_are_read_as_people_type_them_unless_they_can_be_misread(typed: str, number: float | None) -> None:
    assert parse_number(typed) == number


def test_an_own_modulus_is_given_first_and_counts_as_100() -> None:
    method = RankMe(modulus=0)
    assert judged(method, "50", "100", "25") == ["200", "50"]
    assert judged(method, "", "100", "25") == ["Reference text: please give an answer."]


def test_the_standard_stands_once_on_a_rankme_sheet_and_with_every_text_otherwise() -> None:
    def standards(method: Method) -> list[str]:
        return [p.text for p in method.page(SHEET).parts if isinstance(p, Passage) and p.is_standard]

    assert standards(RankMe()) == ["The reference of instance 0."]
    assert standards(Magnitude()) == ["The reference of instance 0."] * 2
    assert standards(RankMe(standard="none")) == []


def test_numbers_of_rankme_are_shown_in_order_as_they_are_typed() -> None:
    numbers = [part for part in RankMe().page(SHEET).parts if isinstance(part, Number)]
    assert [number.order for number in numbers] == ["quality", "quality"]


def test_a_rankme_sheet_is_about_one_instance_and_has_two_texts_and_a_reference() -> None:
    for sheet in (
        sheet_of("Alone."),
        sheet_of("First.", "Second.", instances=True),
        replace(SHEET, subjects={"instance 0": replace(SHEET.subjects["instance 0"], references=())}),
        replace(SHEET, items=(SHEET.items[0], SHEET.items[0])),
        replace(SHEET, criteria=SHEET.criteria * 2),
    ):
        with pytest.raises(InvalidInput):
            RankMe().check_sheet(sheet)
    RankMe().check_sheet(SHEET)


def test_boxes_about_information_are_judgements_of_their_own() -> None:
    method = made("likert", {"information": True})
    first, second = place_items(SHEET)
    answers = {first.field("quality"): "5", first.field("added"): "1", second.field("quality"): "6"}
    assert [problem.field for problem in method.check_answers(SHEET, answers)] == [second.field("nothing_wrong")]
    answers[second.field("nothing_wrong")] = "1"
    assert method.check_answers(SHEET, answers) == []
    values = [(one.criterion, one.value) for one in method.judgements(SHEET, answers)]
    assert values == [
        ("quality", "5"),
        ("added", "1"),
        ("missed", "0"),
        ("quality", "6"),
        ("added", "0"),
        ("missed", "0"),
    ]


@pytest.mark.parametrize(
    ("variant", "expected"),
    [
        ("sr18", (0, 100, 0, False, False, False)),
        ("sr11", (0, 100, 50, True, False, True)),
        ("tuna", (1, 100, 50, False, False, False)),
    ],
)
def test_sliders_are_those_of_the_campaigns(variant: str, expected: tuple[object, ...]) -> None:
    page = made("direct_assessment", {"variant": variant}).page(SHEET)
    found = next(part for part in page.parts if isinstance(part, Slider))
    assert expected == (
        *(found.lowest, found.highest, found.start),
        *(found.shows_value, found.has_ticks, found.has_faces),
    )


def test_a_slider_that_was_not_moved_is_no_answer_but_its_first_place_is_one() -> None:
    method = made("direct_assessment", {})
    assert judged(method, "", "0") == ["Text A: please give an answer."]
    assert judged(method, "0", "100") == ["0", "100"]
    assert judged(method, "-1", "100.5") == [
        "Text A: please move the slider to where you want it.",
        "Text B: please move the slider to where you want it.",
    ]
