"""Tokens: texts come back as they were, parts of words are learnt by frequency, spelling by what is usual."""

from hypothesis import given
from hypothesis import strategies as st

from genchal.generators.neural.data.tokens import Spelling, Vocabulary, learn_merges, split_words

TEXTS = ["The Vaults is near {near}.", "Near {near}, The Vaults costs £20-25!", "It is a family-friendly pub."]


def test_words_signs_and_placeholders_are_tokens() -> None:
    assert split_words("{name}'s café costs £20-25.") == ["{name}", "'", "s", "café", "costs", "£", "20-25", "."]


def test_the_most_frequent_pair_is_joined_first() -> None:
    # "ab" occurs 3 + 2 times, "bc" 2 times
    assert learn_merges({"ab": 3, "abc": 2}, merges=2) == [("a", "+b"), ("ab", "+c")]


@given(st.lists(st.text(alphabet="abcdé-' ", min_size=1), min_size=1))
def test_parts_make_words_again(texts: list[str]) -> None:
    vocabulary = Vocabulary.learn("parts", texts)
    for text in texts:
        assert vocabulary.words(vocabulary.split(text)) == [word.lower() for word in split_words(text)]


def test_case_and_blanks_are_written_as_is_usual() -> None:
    spelling = Spelling.learn(TEXTS)
    words = Vocabulary.learn("words", TEXTS).split("near {near}, the vaults costs £20-25!")
    assert spelling.write(words, {"near": "Café Rouge"}) == "Near Café Rouge, The Vaults costs £20-25!"


def test_texts_in_lower_case_are_written_in_lower_case() -> None:
    spelling = Spelling.of(Spelling.learn(["{name} is near {near}", "there is no hotel near {near}"]).values())
    assert spelling.write(["{name}", "is", "nice"], {"name": "heron loop"}) == "heron loop is nice"
    assert spelling.write(["there", "is", "none"], {}) == "there is none"
