"""Words that are marked: as errors, or as attributes."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from elicitation.sheets import made, sheet_of
from genchal.domain.study.widgets import Spans
from genchal.elicitation._words import split_words
from genchal.elicitation.attribute_marking import read_attribute_set
from strategies import SOME_SCENES, texts

TEXT = "The Vaults isn't cheap."  # words at 0-3, 4-10, 11-16, 17-22, and the full stop at 22-23
SHEET = sheet_of(TEXT, criteria=("errors",))
METHOD = made("error_spans", {"categories": "name, fact", "severities": "minor, major"})
SPANS, NOTHING, *WORDS = METHOD.fields(SHEET)


def problems(answers: dict[str, str]) -> list[str]:
    return [problem.sentence.partition(": ")[2] for problem in METHOD.check_answers(SHEET, answers)]


def spans(answers: dict[str, str]) -> object:
    assert problems(answers) == []
    (judgement,) = METHOD.judgements(SHEET, answers)
    return json.loads(judgement.value)


def span(start: object, end: object, category: object = "fact", severity: object = "minor") -> dict[str, object]:
    return {"start": start, "end": end, "category": category, "severity": severity}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("It isn't well-known: 3.5 km.", ["It", "isn't", "well-known", ":", "3.5", "km", "."]),
        ("Zu ‚Café‘ – ok…", ["Zu", "‚", "Café", "‘", "–", "ok", "…"]),
        ("a\u0301b 🙂🙂 x", ["a\u0301b", "🙂", "🙂", "x"]),
        ("Hi👩\u200d👩\u200d👧👋🏽❤\ufe0f🇩🇪🇫🇷!", ["Hi", "👩\u200d👩\u200d👧", "👋🏽", "❤\ufe0f", "🇩🇪", "🇫🇷", "!"]),
        ("日本語です。", ["日", "本", "語", "で", "す", "。"]),
        ("שלום עולם", ["שלום", "עולם"]),
        ("", []),
        (" \n\t", []),
    ],
)
def test_words_are_what_people_would_mark(text: str, words: list[str]) -> None:
    assert [text[start:end] for start, end in split_words(text)] == words


@given(st.one_of(texts, st.text()))
def test_words_follow_each_other_and_leave_out_only_white_space(text: str) -> None:
    at = 0
    for start, end in split_words(text):
        assert start < end
        assert not text[at:start].strip()
        at = end
    assert not text[at:].strip()


def test_spans_come_as_json_and_are_put_in_order() -> None:
    sent = json.dumps([span(17, 22), span(0, 10, "name", "major")])
    assert spans({SPANS: sent}) == [span(0, 10, "name", "major"), span(17, 22)]


def test_without_script_equal_neighbours_make_one_span() -> None:
    answers = {WORDS[0]: "name/major", WORDS[1]: "name/major", WORDS[2]: "name/minor", WORDS[4]: "name/minor"}
    assert spans(answers) == [span(0, 10, "name", "major"), span(11, 16, "name"), span(22, 23, "name")]


def test_something_missing_is_marked_at_the_end_of_the_text() -> None:
    assert len(WORDS) == 6
    assert spans({WORDS[5]: "fact/major"}) == [span(23, 23, "fact", "major")]
    assert spans({SPANS: json.dumps([span(23, 23), span(22, 23)])}) == [span(22, 23), span(23, 23)]
    without = made("error_spans", {"omissions": False})
    assert len(without.fields(SHEET)) == 2 + 5
    sent = json.dumps([span(23, 23, "wrong_fact")])
    assert without.check_answers(SHEET, {SPANS: sent})


def test_no_errors_is_an_answer_of_its_own() -> None:
    assert spans({NOTHING: "1"}) == []
    assert spans({NOTHING: "1", SPANS: "[]"}) == []
    assert problems({SPANS: "[]"}) == ["please mark something, or tick that there is nothing to mark."]
    assert "keep only one" in problems({NOTHING: "1", WORDS[0]: "fact/minor"})[0]


@pytest.mark.parametrize(
    "sent",
    [
        "{}",
        "nonsense",
        "[1]",
        "[null]",
        json.dumps([span(0, 99)]),  # beyond the text
        json.dumps([span(-1, 3)]),
        json.dumps([span(1, 3)]),  # inside a word
        json.dumps([span(3, 4)]),  # the blank between two
        json.dumps([span(10, 4)]),
        json.dumps([span(0, 0)]),
        json.dumps([span(False, 3)]),
        json.dumps([span(0.0, 3)]),
        json.dumps([span("0", 3)]),
        json.dumps([span(0, 3, "spelling")]),
        json.dumps([span(0, 3, ["fact"])]),
        json.dumps([span(0, 3, "fact", "fatal")]),
        json.dumps([{"start": 0, "end": 3, "category": "fact"}]),  # without severity
        json.dumps([{**span(0, 3), "note": "?"}]),
        json.dumps([span(0, 3)] * 201),
        "[" * 9000,
        f'[{{"start": {"9" * 5000}}}]',
    ],
)
def test_spans_that_do_not_fit_are_refused(sent: str) -> None:
    assert problems({SPANS: sent}) == ["the marks could not be read. Please mark the words again."]


@pytest.mark.parametrize("other", [span(0, 3), span(0, 10), span(0, 3, "name"), span(0, 22)])
def test_spans_must_not_overlap(other: dict[str, object]) -> None:
    assert "Please remove one" in problems({SPANS: json.dumps([span(0, 3), other])})[0]


def test_a_category_that_the_catalogue_knows_has_its_label_and_others_their_name() -> None:
    method = made("error_spans", {"categories": "grammar, odd_thing", "severities": ""})
    (widget,) = [part for part in method.page(SHEET).parts if isinstance(part, Spans)]
    assert [(one.value, one.label) for one in widget.marks] == [("grammar", "Grammar"), ("odd_thing", "odd thing")]


def test_marked_attributes_are_an_attribute_set() -> None:
    method = made("attribute_marking", {})
    sheet = sheet_of("the large red ferry ferry", given=SOME_SCENES[0], criteria=("attributes",))
    (widget,) = [part for part in method.page(sheet).parts if isinstance(part, Spans)]
    values = {option.label: option.value for option in widget.categories}
    marks = ["", "size: large", "colour: red", "type: ferry", "Something else about the object"]
    answers = {word.name: values[mark] for word, mark in zip(widget.words, marks, strict=True) if mark}
    assert method.check_answers(sheet, answers) == []
    (judgement,) = method.judgements(sheet, answers)
    assert read_attribute_set(judgement.value) == {("size", "large"), ("colour", "red"), ("type", "ferry")}
    found = json.loads(judgement.value)["spans"]
    assert found[0] == {"start": 4, "end": 9, "category": "size:large"}
    assert found[-1] == {"start": 20, "end": 25, "category": "other"}


def test_attributes_to_choose_from_are_those_of_the_scene_or_of_the_target() -> None:
    sheet = sheet_of("it", given=SOME_SCENES[0], criteria=("attributes",))

    def labels(**settings: object) -> set[str]:
        page = made("attribute_marking", settings).page(sheet)
        return {one.label for part in page.parts if isinstance(part, Spans) for one in part.categories}

    assert {"type: tug", "colour: blue"} <= labels()
    target = labels(choices="target")
    assert target == {"type: ferry", "colour: red", "size: large", "Something else about the object"}
    assert labels(choices="target", negations=True) - target == {
        "type: not ferry",
        "colour: not red",
        "size: not large",
    }
