"""What raters read: complete in every language, in whole sentences."""

import re
import string
from pathlib import Path

import pytest

import genchal.elicitation
from genchal.elicitation.criteria import CRITERIA, make_criterion
from genchal.elicitation.messages import CATALOGUES, ENGLISH, Messages, load_messages
from genchal.errors import UnknownName


def gaps(message: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(message) if name is not None}


@pytest.mark.parametrize("language", CATALOGUES)
def test_a_language_has_every_message_with_the_same_gaps(language: str) -> None:
    messages = CATALOGUES[language]
    assert set(messages) == set(CATALOGUES["en"])
    assert {key: gaps(text) for key, text in messages.items()} == {k: gaps(v) for k, v in CATALOGUES["en"].items()}
    assert all(text.strip() for text in messages.values())


def test_every_message_is_said_somewhere() -> None:
    folder = Path(genchal.elicitation.__file__).parent
    source = "\n".join(path.read_text(encoding="utf-8") for path in folder.glob("*.py"))
    said = {re.escape(key) for key in re.findall(r'"([a-z_]+\.[a-z_.]+)"', source)}
    begun = {re.escape(key) for key in re.findall(r'f"([a-z_]+\.[a-z_]*)\{', source)}  # texts(f"given.{how}")
    named = {rf"{kind}\." for kind in re.findall(r'name_of\("([a-z]+)"', source)}
    pattern = re.compile("|".join([*(f"{one}$" for one in said), *begun, *named]))
    assert [key for key in ENGLISH.messages if not pattern.match(key)] == []


def test_a_problem_is_a_sentence() -> None:
    for messages in CATALOGUES.values():
        for key, text in messages.items():
            if key.startswith("problem.") and not text.endswith("{signs}"):
                assert text[-1] in ".?"


def test_what_is_filled_in_stays_as_it_is() -> None:
    assert ENGLISH("problem.missing", text="{letter} <b>") == "{letter} <b>: please give an answer."


def test_a_language_that_lacks_a_message_says_it_in_english() -> None:
    assert Messages("he", {"text.only": "הטקסט"})("text.label", letter="A") == "Text A"
    assert Messages("he", {}).direction == "rtl"
    assert load_messages("de").direction == "ltr"


def test_a_language_without_a_catalogue_is_refused_by_name() -> None:
    with pytest.raises(UnknownName):
        load_messages("nl")


@pytest.mark.parametrize("name", CRITERIA)
@pytest.mark.parametrize("language", CATALOGUES)
def test_a_criterion_has_its_question_and_words_for_both_ends_or_none(name: str, language: str) -> None:
    found = make_criterion(name, None, load_messages(language))
    assert found.question
    assert bool(found.low) == bool(found.high)


def test_criteria_about_the_text_alone_hide_the_input() -> None:
    hidden = {name for name in CRITERIA if make_criterion(name).shown == "nothing"}
    assert {"naturalness", "readability", "fluency"} <= hidden
    assert make_criterion("meaning_similarity").shown == "reference"
