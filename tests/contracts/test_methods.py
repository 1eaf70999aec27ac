"""What every elicitation method promises, whatever it asks."""

import json
import math
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from elicitation.sheets import FORMS, field_names, made, sheets
from genchal.domain.settings import settings_of
from genchal.domain.study.keys import KEYS
from genchal.domain.study.study import Answers, Circumstances, Sheet
from genchal.domain.study.widgets import Writing
from genchal.elicitation import METHODS
from genchal.elicitation.messages import load_messages
from genchal.elicitation.method import LONGEST, Method

every_form = pytest.mark.parametrize(
    ("name", "form"), FORMS, ids=[" ".join([name, *map(str, form.values())]) for name, form in FORMS]
)
few = settings(max_examples=6)  # of each of many forms
NONSENSE = [
    "nonsense",
    "NaN",
    "inf",
    "-inf",
    "1e999",
    "1_000",
    "1,000",
    "-5",
    "0x10",
    "[{}]",
    '{"a": 1}',
    "[" * 5000,
    "½",
]
odd_answers = st.one_of(st.text(max_size=30), st.sampled_from([*NONSENSE, "", "1", "2", "100", "first", "r1c1", "[]"]))


def assert_judged(method: Method, sheet: Sheet, answers: Answers) -> None:
    """One judgement for each item and criterion of the declared shape; numbers are finite, all else is JSON."""
    judgements = method.judgements(sheet, answers)
    assert Counter((one.item, one.criterion) for one in judgements) == Counter(method.shape(sheet))
    assert set(Counter(method.shape(sheet)).values()) == {1}
    assert all(sheet.items[one.position].id == one.item for one in judgements)
    for one in judgements:
        value = json.loads(one.value)
        assert isinstance(value, str | list | dict | None) or math.isfinite(value)


@every_form
@few
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_random_answers_pass_and_give_the_judgements_of_the_declared_shape(
    name: str, form: dict[str, object], data: st.DataObject, seed: int
) -> None:
    method = made(name, form)
    sheet = data.draw(sheets(method))
    method.check_sheet(sheet)
    answers = method.answer_somehow(sheet, np.random.default_rng(seed))
    assert method.check_answers(sheet, answers) == []
    assert method.check_answers(sheet, {**answers, "_token": "the page's own"}) == []
    assert_judged(method, sheet, answers)


@every_form
@few
@given(data=st.data())
def test_fields_are_unique_and_those_that_the_page_has(name: str, form: dict[str, object], data: st.DataObject) -> None:
    method = made(name, form)
    sheet = data.draw(sheets(method))
    fields = method.fields(sheet)
    assert len(set(fields)) == len(fields)
    assert fields == method.fields(sheet)
    for language in ("en", "de"):
        assert sorted(field_names(method.page(sheet, load_messages(language)))) == sorted(fields)


@every_form
@few
@given(data=st.data(), other=st.text())
def test_a_page_tells_nothing_of_systems_and_kinds(
    name: str, form: dict[str, object], data: st.DataObject, other: str
) -> None:
    method = made(name, form)
    sheet = data.draw(sheets(method))
    page = method.page(sheet)
    assert page == method.page(sheet)  # and looks the same when it is loaded again
    for secret in ("SYSTEM", "EXPECTED"):
        assert secret not in repr(page)
    hidden = tuple(
        replace(item, system=other, kind="scored", source=None, expected=other, attributes=frozenset())
        for item in sheet.items
    )
    assert method.page(replace(sheet, items=hidden)) == page


@every_form
@few
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_damaged_answers_are_refused_and_the_field_is_named(
    name: str, form: dict[str, object], data: st.DataObject, seed: int
) -> None:
    method = made(name, form)
    sheet = data.draw(sheets(method))
    answers = method.answer_somehow(sheet, np.random.default_rng(seed))
    fields = method.fields(sheet)
    free = {part.name for part in method.page(sheet).parts if isinstance(part, Writing)}
    field = data.draw(st.sampled_from(fields))
    for damage in ("x" * (LONGEST + 1), "\0", "a\ud800", *([] if field in free else NONSENSE)):
        problems = method.check_answers(sheet, {**answers, field: damage})
        assert field in {problem.field for problem in problems}, damage[:20]
    unknown = method.check_answers(sheet, {**answers, "i123.quality": "1"})
    assert [problem.field for problem in unknown] == ["i123.quality"]


@every_form
@few
@given(data=st.data())
def test_no_answers_are_no_answer(name: str, form: dict[str, object], data: st.DataObject) -> None:
    method = made(name, form)
    sheet = data.draw(sheets(method))
    for answers in ({}, dict.fromkeys(method.fields(sheet), "  ")):
        problems = method.check_answers(sheet, answers)
        named = {problem.field.partition(".")[0] for problem in problems}
        assert {problem.field for problem in problems} <= set(method.fields(sheet))
        assert named == {field.partition(".")[0] for field in method.fields(sheet)}  # every item is complained about


@every_form
@few
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_a_required_field_that_is_left_out_is_asked_for(
    name: str, form: dict[str, object], data: st.DataObject, seed: int
) -> None:
    method = made(name, form)
    sheet = data.draw(sheets(method))
    answers = method.answer_somehow(sheet, np.random.default_rng(seed))
    dropped = data.draw(st.sampled_from(sorted(answers)))
    left = {field: answer for field, answer in answers.items() if field != dropped}
    problems = method.check_answers(sheet, left)
    if not problems:  # a box or a word was unmarked, and others are still marked
        assert_judged(method, sheet, left)
    assert all(problem.field.partition(".")[0] == dropped.partition(".")[0] for problem in problems)


@every_form
@few
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_whatever_is_sent_nothing_breaks_and_what_passes_means_something(
    name: str, form: dict[str, object], data: st.DataObject, seed: int
) -> None:
    method = made(name, form)
    sheet = data.draw(sheets(method))
    answers = method.answer_somehow(sheet, np.random.default_rng(seed))
    names = st.one_of(st.sampled_from(method.fields(sheet)), st.text(max_size=10))
    answers |= data.draw(st.dictionaries(names, odd_answers, max_size=4))
    problems = method.check_answers(sheet, answers, load_messages("de"))
    assert all(problem.sentence for problem in problems)
    if not problems:
        assert_judged(method, sheet, answers)


@pytest.mark.parametrize("name", METHODS)
@few
@given(data=st.data())
def test_who_is_too_fast_is_asked_to_take_their_time(name: str, data: st.DataObject) -> None:
    method = METHODS[name].example()
    sheet = data.draw(sheets(method))
    answers = method.answer_somehow(sheet, np.random.default_rng(1))
    for seconds, problems in ((19.9, [""]), (20.0, []), (None, [])):
        found = method.check_answers(sheet, answers, circumstances=Circumstances(seconds, minimum_seconds=20))
        assert [problem.field for problem in found] == problems


@pytest.mark.parametrize("name", METHODS)
def test_a_method_has_its_card_and_settings_of_its_own_names(name: str) -> None:
    method = METHODS[name]
    card = method.card
    assert method.name == name
    assert all((method.summary, method.__doc__, card.elicits, card.used_by, card.when, card.limits, card.citation))
    assert not set(settings_of(method)) & set(KEYS), "a key of [[study]] cannot be a setting of its method too"
    assert method.example().signature().startswith(f"method:{name}")
