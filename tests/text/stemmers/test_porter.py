"""Porter's stemmer against the paper's examples and against NLTK."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nltk.stem.porter import PorterStemmer

from genchal.text.stemmers.porter import _IRREGULAR, _STEP_2, _STEP_3, _STEP_4, stem

NLTK = PorterStemmer()

SUFFIXES = [*_IRREGULAR, *_STEP_2, *_STEP_3, *_STEP_4]
SUFFIXES += [
    "alli",
    "logi",
    "sion",
    "ed",
    "ing",
    "ied",
    "ies",
    "eed",
    "s",
    "sses",
    "ss",
    "y",
    "ll",
    "e",
    "at",
    "bl",
    "iz",
]
# Consonants, vowels and y; w and x, which do not count as short ends; l, s and z, which stay double; a digit.
beginnings = st.text("aeioybtlszwx9", max_size=6)
long_words = st.builds(lambda start, ends: start + "".join(ends), beginnings, st.lists(st.sampled_from(SUFFIXES)))


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        # Porter (1980), by step: 1a, 1b, 1c, 2, 3, 4, 5.
        ("caresses", "caress"), ("ponies", "poni"), ("cats", "cat"),
        ("agreed", "agre"), ("plastered", "plaster"), ("bled", "bled"), ("motoring", "motor"), ("sing", "sing"),
        ("conflated", "conflat"), ("troubled", "troubl"), ("sized", "size"), ("hopping", "hop"), ("falling", "fall"),
        ("hissing", "hiss"), ("fizzed", "fizz"), ("failing", "fail"), ("filing", "file"), ("happy", "happi"),
        ("relational", "relat"), ("conditional", "condit"), ("digitizer", "digit"), ("radically", "radic"),
        ("triplicate", "triplic"), ("formative", "form"), ("goodness", "good"), ("electrical", "electr"),
        ("revival", "reviv"), ("replacement", "replac"), ("adoption", "adopt"), ("bowdlerize", "bowdler"),
        ("probate", "probat"), ("rate", "rate"), ("cease", "ceas"), ("controlling", "control"), ("roll", "roll"),
        # NLTK's amendments: irregular words, short -ies and -ied, y after a consonant, logi.
        ("skies", "sky"), ("dying", "die"), ("innings", "inning"), ("succeed", "succeed"),
        ("dies", "die"), ("died", "die"), ("spied", "spi"), ("enjoy", "enjoy"), ("try", "tri"), ("geology", "geolog"),
    ],
)  # fmt: skip
def test_examples(word: str, expected: str) -> None:
    assert stem(word) == expected


@given(word=long_words)
def test_made_up_words_have_the_stems_of_nltk(word: str) -> None:
    assert stem(word) == NLTK.stem(word)


@given(word=st.text("abcdefghijklmnopqrstuvwxyz0123456789", max_size=12))
def test_any_word_has_the_stem_of_nltk(word: str) -> None:
    assert stem(word) == NLTK.stem(word)
