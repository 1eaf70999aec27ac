"""How texts may write values."""

import pytest

from genchal.text.values.value_wordings import value_words
from genchal.text.words.phrases import words_of


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("The Heron Inn", "heron inn"),
        ("Heron Inn", "Heron Inns"),
        ("Hill and Dale", "Hill & Dale"),
        ("Hill & Dale", "hill and dale"),
        ("Joe's Hut", "Joes Hut"),
        ("12 Mill Street", "12 Mill St"),
        ("7", "seven"),
        ("42", "forty-two"),
        ("40", "forty"),
        ("Café Léa", "Cafe Lea"),
        ("dont_care", "dont care"),
    ],
)
def test_a_value_may_be_written_so(value: str, text: str) -> None:
    assert words_of(text) in value_words(value)
    assert words_of(value) in value_words(value)


@pytest.mark.parametrize(("value", "text"), [("The", ""), ("107", "one"), ("Heron", "Herons")])
def test_a_value_is_not_written_so(value: str, text: str) -> None:
    assert words_of(text) not in value_words(value)


def test_a_value_without_words_has_no_wordings() -> None:
    assert value_words("") == value_words(" - ") == frozenset()
