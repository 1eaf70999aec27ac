"""Presets, keys of [[study]], and what they are turned into."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genchal.domain.study.design import Control, Selection, StudyDesign
from genchal.domain.study.keys import KEYS, parse_design
from genchal.elicitation import METHODS
from genchal.elicitation.designed import make_criteria_groups, make_method, outputs_per_sheet, separate_copies
from genchal.elicitation.presets import STUDIES, fill_in_preset
from genchal.errors import Problems, UserError


@pytest.mark.parametrize("name", STUDIES)
def test_a_preset_is_a_study_that_can_be_made(name: str) -> None:
    design = parse_design(fill_in_preset({"name": "mine", "preset": name}))
    method = make_method(design)
    assert design.summary
    assert outputs_per_sheet(design, method) >= method.fewest
    assert all(criterion.question for group in make_criteria_groups(design) for criterion in group)


def test_the_rankme_paper_has_its_twelve_studies() -> None:
    names = [name for name in STUDIES if name.startswith("rankme-")]
    designs = [parse_design(fill_in_preset({"name": name, "preset": name})) for name in names]
    assert len(designs) == 12
    assert {(one.method, len(one.criteria)) for one in designs} == {
        (method, criteria) for method in ("likert", "magnitude", "rankme") for criteria in (1, 3)
    }
    assert {one.instances for one in designs} == {Selection("first", 100)}
    assert {one.raters_per_item for one in designs} == {3}
    shown = {
        (one.criteria, criterion.name): criterion.shown
        for one in designs
        for group in make_criteria_groups(one)
        for criterion in group
    }
    assert shown[("naturalness",), "naturalness"] == "nothing"
    assert shown[("quality",), "quality"] == "input"


def test_a_sheet_of_sr18_is_a_hundred_with_twenty_control_items() -> None:
    for name, shown in (("sr18-readability", "nothing"), ("sr18-meaning", "reference")):
        design = parse_design(fill_in_preset({"name": name, "preset": name}))
        assert (design.items_per_sheet, design.control.total) == (100, 20)
        assert make_criteria_groups(design)[0][0].shown == shown


def test_what_a_user_writes_wins_over_the_preset() -> None:
    keys = fill_in_preset({"name": "mine", "preset": "sr18-readability", "variant": "tuna", "control": {"repeat": 5}})
    design = parse_design(keys)
    assert design.settings["variant"] == "tuna"
    assert design.control == Control(repeat=5)


def test_another_method_than_that_of_the_preset_takes_none_of_its_settings() -> None:
    design = parse_design(fill_in_preset({"name": "mine", "preset": "rankme-likert-quality", "method": "check_boxes"}))
    assert make_method(design) == METHODS["check_boxes"]()
    assert design.instances == Selection("first", 100)


def test_the_e2e_challenge_shows_two_sheets_of_five_for_an_input() -> None:
    for name in ("e2e-quality", "e2e-naturalness", "e2e-coverage"):
        design = parse_design(fill_in_preset({"name": name, "preset": name}))
        assert (design.outputs_per_sheet, design.sheets_per_instance, design.raters_per_item) == (5, 2, 3)
        assert design.identical == "keep"


def test_criteria_are_asked_together_or_one_at_a_time() -> None:
    keys = {"name": "mine", "method": "likert", "criteria": ["quality", "fluency"]}
    assert [len(group) for group in make_criteria_groups(parse_design(keys))] == [2]
    assert [len(group) for group in make_criteria_groups(parse_design({**keys, "together": False}))] == [1, 1]


def test_a_study_may_word_its_questions_and_speak_german() -> None:
    words = {"quality": {"question": "Good?", "shown": "reference"}, "wit": {"question": "Witty?", "low": "no"}}
    keys = {
        "name": "a",
        "method": "likert",
        "criteria": ["quality", "wit", "fluency"],
        "questions": words,
        "language": "de",
    }
    (quality, wit, fluency), *_ = make_criteria_groups(parse_design(keys))
    assert (quality.question, quality.shown, quality.high) == ("Good?", "reference", "Sehr gut")
    assert (wit.question, wit.low, wit.high, wit.shown) == ("Witty?", "no", "", "input")
    assert fluency.question.startswith("Wie gut liest")


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ({"method": None}, "has no method"),
        ({"raters_per_item": "three"}, "Write a whole number"),
        ({"raters_per_item": 0}, "raters_per_item is 0"),
        ({"together": "yes"}, "true or false"),
        ({"criteria": "quality"}, "Write a list"),
        ({"criteria": ["Quality!"]}, "lower-case letters"),
        ({"criteria": ["quality", "quality"]}, "named twice"),
        ({"control": {"repeats": 3}}, "Did you mean 'repeat'"),
        ({"control": {"repeat": -3}}, "0 or more"),
        ({"control": 20}, "Write a table"),
        ({"instances": "random"}, "'random' without a count"),
        ({"instances": {"count": 100}}, "a count of 100"),
        ({"instances": 100}, 'Write {choose = "first", count = 100}'),
        ({"sheets_per_instance": 0}, "sheets_per_instance is 0"),
        ({"identical": "drop"}, "Known: keep, merge"),
        ({"method": None, "methd": "likert"}, "Did you mean method by 'methd'?"),
        ({"control": {"repeat": 2.5}}, "'mine': setting 'repeat' of control cannot be '2.5'"),
        ({"control": {"repeat": 1}}, "Set items_per_sheet"),
        ({"items_per_sheet": 10, "control": {"repeat": 4, "damaged": 4}}, "than the 2 scored items"),
        ({"items_per_sheet": 10, "control": {"attention": 1}}, 'Add attention = [{text = "..."'),
        ({"adaptive": True}, "nothing to compare"),
        ({"method": "rankme", "control": {"repeat": 1}}, "the same text twice"),
        ({"method": "rankme", "items_per_sheet": 10}, "outputs of several instances"),
        ({"method": "writing", "sheets_per_instance": 2}, "Remove sheets_per_instance"),
        ({"instances": {"choose": "fist", "count": 3}}, "Did you mean 'first'"),
        ({"items_per_sheet": 20, "control": {"repeat": 20}}, "Leave room"),
        ({"items_per_sheet": 7, "outputs_per_sheet": 2}, "a multiple of outputs_per_sheet"),
        ({"items_per_sheet": 100_000}, "from 1 to 1000"),
        ({"conditions": {"text": 0.8, "picture": 0.3}}, "sum to 1.1"),
        ({"conditions": {"text": 1.5, "picture": -0.5}}, "a condition has a share below 0"),
        ({"lease_minutes": 1e9}, "Write a number below 1,000,000,000"),
        ({"conditions": {"text": 0.8, "picture": 0.2}, "between": ["text", "pictre"]}, "Did you mean 'picture'"),
        ({"conditions": {"text": 0.8, "picture": 0.2}, "between": ["text"]}, "'picture' belongs to no group of raters"),
        ({"conditions": {"a fc": 0.5, "b fc": 0.5}, "between": ["fc"]}, "all raters are 'fc'"),
        ({"conditions": {"a": 0.5, "b": 0.5}, "between": ["a", "b"], "crossed": True}, "Remove crossed or between"),
        ({"between": ["fc"]}, "which no condition has"),
        ({"method": "identification", "sound": "file"}, 'Set pacing = "heard"'),
        ({"identity": "prolifik"}, "Did you mean 'prolific'"),
        ({"minimum_seconds": float("nan")}, "Write a number"),
        ({"questions": {"quality": {"qestion": "?"}}}, "Did you mean 'question'"),
        ({"questions": {"fluency": {"question": "?"}}}, "Add it to criteria"),
        ({"questions": {"quality": {"shown": "inputs"}}}, "Did you mean 'input'"),
        ({"eligibility": [{"question": "?", "options": ["a", "b"], "passing": ["c"]}]}, "at least two options"),
        ({"eligibility": [{"question": "?"}]}, "missing or unknown"),
        ({"method": "likrt"}, "Did you mean 'likert'"),
        ({"points": 1}, "from 2 to 11"),
        ({"piont": 1}, "study 'mine': method 'likert' has no setting 'piont'. Did you mean 'points'"),
        ({"criteria": ["qualty"]}, "study 'mine': unknown criterion 'qualty'. Did you mean 'quality'?"),
        ({"criteria": ["politeness"]}, 'add questions = {politeness = {question = "...", low = "...", high = "..."}}'),
        ({"labels": "a, b"}, "Label every point"),
        ({"method": "pairwise", "outputs_per_sheet": 3}, "Set outputs_per_sheet to 2."),
        ({"method": "rankme", "outputs_per_sheet": 1}, "to 2 or more"),
        ({"method": "writing", "control": {"repeat": 1}, "items_per_sheet": 2}, "Remove control"),
        ({"method": "magnitude", "standard": "none", "modulus": 0}, "Set standard or modulus"),
        ({"method": "direct_assessment", "start": 101}, "in this order"),
        ({"method": "check_boxes", "boxes": "added, mised"}, "Did you mean 'missed'"),
        ({"method": "describing", "right": 75}, "share from 0 to 1"),
        ({"language": "xx"}, "unknown language"),
        ({"preset": "e2e-qualty"}, "Did you mean 'e2e-quality'"),
        ({"preset": "e2e"}, "Known: e2e-collection, e2e-coverage, e2e-naturalness, e2e-quality."),
    ],
)
def test_what_is_wrong_with_a_study_is_said_with_a_remedy(keys: dict[str, object], said: str) -> None:
    whole = {"name": "mine", "method": "likert", "criteria": ["quality"], **keys}
    with pytest.raises(UserError) as raised:
        design = parse_design(fill_in_preset({key: value for key, value in whole.items() if value is not None}))
        make_method(design)
        make_criteria_groups(design)
    assert said in str(raised.value)


def test_all_problems_of_a_design_are_said_at_once() -> None:
    design = StudyDesign("mine", "likert", criteria=("A", "A"), raters_per_item=0, control=Control(-1))
    with pytest.raises(Problems) as raised:
        design.check()
    assert len(raised.value.lines()) == 4


@given(
    st.sampled_from(KEYS),
    st.one_of(st.none(), st.integers(), st.text(), st.lists(st.text()), st.dictionaries(st.text(), st.text())),
)
def test_keys_of_the_wrong_kind_are_never_our_bug(key: str, value: object) -> None:
    try:
        design = parse_design({"name": "mine", "method": "likert", key: value})
        make_method(design)
        make_criteria_groups(design)
    except UserError as error:
        assert error.remedy


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ({"items_per_sheet": 8}, "Set items_per_sheet to 10 or more"),
        ({"items_per_sheet": 78, "one_at_a_time": False}, "set items_per_sheet to 80 or more"),
        ({"method": "rankme", "control": {"damaged": 1}, "outputs_per_sheet": 3}, "beside their originals"),
        ({"method": "likert", "outputs_per_sheet": 3, "control": {"damaged": 1}}, "beside their originals"),
    ],
)
def test_copies_are_never_shown_beside_their_originals(keys: dict[str, object], said: str) -> None:
    usual = {"name": "mine", "method": "direct_assessment", "control": {"repeat": 1, "damaged": 1}}
    design = parse_design({**usual, **keys})
    with pytest.raises(UserError, match=said):
        separate_copies(design, make_method(design))


@pytest.mark.parametrize(
    ("keys", "is_single"),
    [
        ({"items_per_sheet": 10}, True),
        ({"items_per_sheet": 80, "one_at_a_time": False}, False),
        ({"items_per_sheet": 10, "control": {"reference": 2}}, False),
        ({"items_per_sheet": 10, "control": {}, "one_at_a_time": True}, True),
        ({"control": {}}, False),
    ],
)
def test_copies_have_items_shown_one_after_another(keys: dict[str, object], is_single: bool) -> None:
    usual = {"name": "mine", "method": "direct_assessment", "control": {"repeat": 1, "damaged": 1}}
    design = parse_design({**usual, **keys})
    assert separate_copies(design, make_method(design)).one_at_a_time is is_single
