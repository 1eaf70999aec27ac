"""Whole-corpus encoding against tokenising one text at a time."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from genchal.text import TOKENISERS
from genchal.text.arrays import encoding
from genchal.text.arrays.encoding import encode
from genchal.text.tokenisers.base import Tokeniser
from strategies import texts


def one_by_one(text: str, tokeniser: Tokeniser, lower: bool) -> list[str]:
    """The slow, obvious way."""
    text = tokeniser.prepare([text])[0]
    chunks = text.split()
    tokens = []
    for place, chunk in enumerate(chunks):
        first = place == 0 and not text[:1].isspace()
        before = chunk.lower() if lower and not tokeniser.case_sensitive else chunk
        split = tokeniser.split(before, first, place == len(chunks) - 1)
        tokens += [token.lower() for token in split] if lower else split
    return tokens


@pytest.mark.parametrize("lower", [False, True])
@pytest.mark.parametrize("name", list(TOKENISERS))
@given(corpus=st.lists(texts, max_size=6))
def test_encoding_a_corpus_equals_tokenising_one_text_at_a_time(name: str, lower: bool, corpus: list[str]) -> None:
    tokeniser = TOKENISERS[name]()
    encoded = encode(corpus, tokeniser, lower)
    assert len(encoded.tokens) == len(corpus)
    for row, text in enumerate(corpus):
        assert encoded.strings(row) == one_by_one(text, tokeniser, lower)


@pytest.mark.parametrize("name", list(TOKENISERS))
@given(text=texts)
def test_tokens_are_never_empty_and_contain_no_blank(name: str, text: str) -> None:
    encoded = encode([text], TOKENISERS[name]())
    assert all(token and " " not in token for token in encoded.strings(0))


def test_every_token_of_the_vocabulary_is_used() -> None:
    encoded = encode(["b a", "a c", ""], TOKENISERS["none"]())
    assert sorted(encoded.vocabulary) == ["a", "b", "c"]
    assert set(encoded.tokens.values.tolist()) == {0, 1, 2}


def test_text_borders_hold_when_texts_contain_every_candidate_for_the_border_mark() -> None:
    nasty = " ".join(encoding._BORDERS)
    corpus = [nasty, "a b", "", nasty]
    encoded = encode(corpus, TOKENISERS["none"]())
    assert [encoded.strings(row) for row in range(4)] == [text.split() for text in corpus]


def test_blocks_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    corpus = [f"walk {number} by the river" for number in range(50)]
    whole = encode(corpus, TOKENISERS["13a"]())
    monkeypatch.setattr(encoding, "BLOCK", 40)
    parts = encode(corpus, TOKENISERS["13a"]())
    assert np.array_equal(whole.tokens.values, parts.tokens.values)
    assert np.array_equal(whole.tokens.offsets, parts.tokens.offsets)
