"""Tokens of whole data sets against the Java program of the caption metrics, where there is Java and the program."""

import shutil
from pathlib import Path

import pytest

from genchal.text.arrays.encoding import encode
from genchal.text.tokenisers.ptb import Ptb
from golden.data_texts import ENGLISH, read_texts
from probe_ptb import find_jar, tokenise

pytestmark = pytest.mark.skipif(
    shutil.which("java") is None or find_jar() is None, reason="needs Java and the package pycocoevalcap"
)
# What the caption metrics take out. They compare in small letters, so that the names of brackets stay.
REMOVED = {"!", "'", "''", ",", "-", "--", "-LCB-", "-LRB-", "-RCB-", "-RRB-", ".", "...", ":", ";", "?", "`", "``"}


@pytest.mark.slow
@pytest.mark.parametrize("name", ENGLISH)
def test_every_text_has_the_tokens_of_the_java_program(data: Path, name: str) -> None:
    texts = list(read_texts(data, name))
    encoded = encode(texts, Ptb(), lower=True)
    differing = []
    for row, tokens in enumerate(tokenise(texts)):
        small = [token.lower() for token in tokens]
        if encoded.strings(row) != [token for token in small if token not in REMOVED]:
            differing.append(texts[row])
    assert len(texts) > 300
    assert differing == []
