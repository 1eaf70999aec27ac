"""Word sequences that go with some texts."""

from math import log

import numpy as np
import pytest

from genchal.text.words.association import WordSequences
from genchal.text.words.phrases import Words, words_of

TEXTS = [
    "dogs are welcome here",
    "a lake where dogs are welcome",
    "all dogs are welcome too",
    "bring your pets",
    "your pets may come",
    "a lake with ducks",
    "a long walk",
    "a lake where nobody is",
]
ABOUT_DOGS = np.array([True] * 5 + [False] * 3)


def sequences(texts: list[str] = TEXTS, **settings: int) -> WordSequences:
    return WordSequences([words_of(text) for text in texts], **settings)


def test_the_strongest_comes_first_and_then_what_covers_the_rest() -> None:
    found = sequences().associated(ABOUT_DOGS, ~ABOUT_DOGS, most=5, at_least=2, purity=0.7)
    assert [(one.words[0], one.inside, one.outside) for one in found] == [("dogs", 3, 0), ("your", 2, 0)]
    assert [" ".join(one.words) for one in found] == ["dogs are welcome", "your pets"]
    assert found[0].example in (0, 1, 2)


def test_the_score_is_the_log_likelihood_ratio() -> None:
    best = sequences().associated(ABOUT_DOGS, ~ABOUT_DOGS, most=1, at_least=2, purity=0.7)[0]
    # 3 of 5 texts against 0 of 3: expected are 3 * 5/8 and 3 * 3/8.
    assert best.score == pytest.approx(2 * 3 * log(3 / (3 * 5 / 8)))


def test_what_is_as_frequent_elsewhere_is_not_proposed() -> None:
    found = sequences().associated(ABOUT_DOGS, ~ABOUT_DOGS, most=9, at_least=1, purity=0.7)
    assert ("a",) not in [one.words for one in found]


def test_a_blank_word_interrupts() -> None:
    words: list[Words] = [("no", "", "dogs"), ("no", "", "dogs")]
    assert set(WordSequences(words).words) == {("no",), ("dogs",)}


def test_sequences_are_as_long_as_allowed_and_rare_ones_are_left_out() -> None:
    assert max(map(len, sequences(longest=2).words)) == 2
    assert ("ducks",) not in sequences().words
    assert ("ducks",) in sequences(at_least=1).words


@pytest.mark.parametrize("texts", [[], [""], ["one text"]])
def test_where_there_is_nothing_to_find_nothing_is_found(texts: list[str]) -> None:
    inside = np.ones(len(texts), dtype=bool)
    assert sequences(texts).associated(inside, ~inside, most=3, at_least=2, purity=0.7) == []
