"""Tokens and sentences of whole data sets against MorphoDiTa's own tokeniser, where its package is installed."""

from pathlib import Path

import pytest

from genchal.text.arrays.encoding import encode
from genchal.text.tokenisers.morphodita import Morphodita, sentences
from golden.data_texts import ENGLISH, read_texts
from probe_morphodita import Original, has_package

pytestmark = pytest.mark.skipif(not has_package(), reason="needs the package ufal.morphodita")


@pytest.mark.slow
@pytest.mark.parametrize("name", ENGLISH)
def test_every_text_has_the_sentences_and_tokens_of_the_package(data: Path, name: str) -> None:
    original = Original()
    texts = list(read_texts(data, name))
    encoded = encode(texts, Morphodita())
    assert len(texts) > 300
    assert [text for text in texts if sentences(text) != original.sentences(text)] == []
    assert [text for row, text in enumerate(texts) if tuple(encoded.strings(row)) != original.tokens(text)] == []
