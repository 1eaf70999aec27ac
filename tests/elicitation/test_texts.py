"""Texts that people write or correct."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from elicitation.sheets import made, sheet_of
from genchal.domain import SlotValues, Text
from genchal.domain.study.study import Circumstances
from genchal.domain.study.widgets import Stimulus, Writing
from genchal.elicitation.correction import Correction
from genchal.elicitation.writing import TextWriting, normalise_text

MEANING = SlotValues((("name", "Ash Farm"), ("food", "fish"), ("area", "riverside")))
# "name[Ash Farm], food[fish], area[riverside]" has 43 characters and three attributes: 43 - 30 = 13 are needed
SHEET = sheet_of("", given=MEANING, criteria=("text",))
(FIELD,) = TextWriting().fields(SHEET)


def refused(text: str, *earlier: str, **settings: object) -> str:
    circumstances = Circumstances(earlier=frozenset(map(normalise_text, earlier)))
    problems = made("writing", settings).check_answers(SHEET, {FIELD: text}, circumstances=circumstances)
    return " ".join(problem.sentence for problem in problems)


def test_the_shortest_text_follows_the_formula_of_e2e() -> None:
    assert len(str(MEANING)) - 10 * 3 == 13
    assert TextWriting().shortest(MEANING) == 13
    assert (
        refused("Fish at Ash.")
        == "This is too short: it has 12 characters but needs at least 13. Does it say everything?"
    )
    assert refused("Fish: Ash Farm") == ""
    assert TextWriting().shortest(Text("Any text will do")) == 1


def test_only_letters_digits_and_the_signs_of_e2e_may_be_used() -> None:
    assert refused("Ash Farm, by the river: it's £20; fish. Café 5") == ""
    assert refused("Ash Farm (fish) & chips!").startswith("These characters cannot be used here: ! & ( ).")
    assert refused("Ash Farm (fish) & chips!", allowed="") == ""


def test_no_text_is_taken_twice_whoever_wrote_it() -> None:
    text = "Ash Farm has fish by the river."
    assert refused(text, "Something else") == ""
    assert refused(text, "ASH Farm  has fish by the river.") == (
        "This text has already been submitted. Please use different words of your own."
    )
    sheet = sheet_of("", "", given=MEANING, criteria=("text",))
    one, other = TextWriting().fields(sheet)
    problems = TextWriting().check_answers(sheet, {one: text, other: text})
    assert [problem.field for problem in problems] == [other]


def test_a_text_is_kept_with_single_blanks_as_json() -> None:
    (judgement,) = TextWriting().judgements(SHEET, {FIELD: " Ash  Farm:\r\nfish für alle "})
    assert json.loads(judgement.value) == "Ash Farm: fish für alle"
    assert judgement.criterion == "text"


@given(st.integers(0, 2**40))
def test_slots_stand_in_random_order_but_the_same_at_every_load(seed: int) -> None:
    sheet = sheet_of("", given=MEANING, criteria=("text",), seed=seed)
    (shown,) = [part for part in TextWriting().page(sheet).parts if isinstance(part, Stimulus)]
    assert isinstance(shown.input, SlotValues)
    assert sorted(shown.input.pairs) == sorted(MEANING.pairs)
    assert shown.text == str(shown.input)
    assert TextWriting().page(sheet) == TextWriting().page(sheet)


def test_every_order_of_slots_is_shown_about_equally_often() -> None:
    sheets = [sheet_of("", given=MEANING, criteria=("text",), seed=seed) for seed in range(300)]
    firsts = [next(p.input for p in TextWriting().page(one).parts if isinstance(p, Stimulus)) for one in sheets]
    orders = [str(one) for one in firsts]
    counts = [orders.count(order) for order in set(orders)]
    assert len(counts) == 6
    assert min(counts) > 25  # 50 are expected, the standard deviation is 6.5


def test_a_picture_is_not_shuffled_and_the_page_says_what_is_needed() -> None:
    page = TextWriting().page(sheet_of("", given=MEANING, criteria=("text",), condition="picture"))
    (shown,) = [part for part in page.parts if isinstance(part, Stimulus)]
    assert (shown.how, shown.input) == ("picture", MEANING)
    (writing,) = [part for part in page.parts if isinstance(part, Writing)]
    assert (writing.fewest, writing.allowed) == (13, ",'.:;£")


def corrected(output: str, text: str | None, *, is_ticked: bool = False) -> str:
    sheet = sheet_of(output, criteria=("correction",))
    name, box = Correction().fields(sheet)
    answers = ({} if text is None else {name: text}) | ({box: "1"} if is_ticked else {})
    problems = Correction().check_answers(sheet, answers)
    if problems:
        return problems[0].sentence.partition(": ")[2]
    (judgement,) = Correction().judgements(sheet, answers)
    return str(json.loads(judgement.value))


@pytest.mark.parametrize(
    ("text", "is_ticked", "result"),
    [
        ("It is  good.", False, "It is  good."),
        ("It are good.", True, "It are good."),
        (None, True, "It are good."),
        ("", False, "please write the corrected text."),
        (
            "It are good. ",
            False,
            "you have not changed anything. Please correct the text, or tick that nothing needs to be changed.",
        ),
        (
            "It is good.",
            True,
            "you have changed the text, and also ticked that nothing needs to be changed. Please keep only one.",
        ),
    ],
)
def test_a_correction_is_a_changed_text_or_a_tick(text: str | None, is_ticked: bool, result: str) -> None:
    assert corrected("It are good.", text, is_ticked=is_ticked) == result


def test_a_text_with_nothing_to_correct_is_kept_as_the_system_wrote_it() -> None:
    assert corrected(" One.\r\nTwo. ", "One.\r\nTwo. ", is_ticked=True) == " One.\r\nTwo. "


def test_line_ends_of_forms_are_no_correction() -> None:
    assert corrected("One.\nTwo.", "One.\r\nTwo.", is_ticked=True) == "One.\nTwo."
    assert corrected("One.\nTwo.", "One.\r\nThree.") == "One.\nThree."
