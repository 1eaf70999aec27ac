"""Kernels split and number texts as array code does, whatever the texts are."""

import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from genchal.text import TOKENISERS
from genchal.text.arrays.encoding import Encoded, encode
from genchal.text.arrays.packed import PackedTexts
from genchal.text.kernels.encoding import split_chunks
from genchal.text.kernels.library import Kernels
from kernel_tools import on_both_paths
from strategies import texts

# What the rules of mteval look at, and characters that are close to those.
MARKS = [
    *".,-'0159aZ<>&;|~{}[]`^_/:@!\"#$%()*+=?\\ \t\n\0\x1c\x7f",
    "&quot;",
    "&amp;",
    "&lt;",
    "<skipped>",
    "&amp;lt;",
    "-\n",
]
marks = st.lists(st.sampled_from(MARKS), max_size=12).map("".join)
any_text = st.text(st.characters(exclude_categories=[]), max_size=20)  # lone surrogates, too
odd_texts = st.one_of(texts, marks, any_text, st.tuples(marks, any_text, marks).map("".join))


def is_same(compiled: Encoded, other: Encoded) -> bool:
    return (
        np.array_equal(compiled.tokens.values, other.tokens.values)
        and np.array_equal(compiled.tokens.offsets, other.tokens.offsets)
        and compiled.tokens.values.dtype == other.tokens.values.dtype
        and list(compiled.vocabulary) == list(other.vocabulary)
    )


@pytest.mark.parametrize("lower", [False, True])
@pytest.mark.parametrize("name", list(TOKENISERS))
@given(corpus=st.lists(odd_texts, max_size=8))
def test_tokens_are_the_same_with_and_without_kernels(
    kernels: Kernels, name: str, lower: bool, corpus: list[str]
) -> None:
    assert is_same(*on_both_paths(kernels, lambda: encode(corpus, TOKENISERS[name](), lower)))


@pytest.mark.parametrize("name", ["13a", "none", "char", "chrf"])
def test_packed_texts_are_encoded_as_strings_are(kernels: Kernels, name: str) -> None:
    corpus = ["A walk, 3.5 km; don't!", "", "  £5 a\u3000b ", "a-\nb", "x" * 100_000, "&quot;1-2&quot;,.,."]
    strings, other = on_both_paths(kernels, lambda: encode(corpus, TOKENISERS[name](), True))
    packed, _ = on_both_paths(kernels, lambda: encode(PackedTexts.of(corpus), TOKENISERS[name](), True))
    assert is_same(strings, other)
    assert is_same(packed, other)


def test_white_space_is_what_python_takes_for_it(kernels: Kernels) -> None:
    corpus = [f"a{chr(code)}b" for code in range(sys.maxunicode + 1)]
    split = split_chunks(kernels, PackedTexts.of(corpus))
    assert split.numbers.lengths.tolist() == [len(text.split()) for text in corpus]


def test_every_pair_of_ascii_characters_is_split_by_the_rules_of_mteval(kernels: Kernels) -> None:
    ascii_ = [chr(code) for code in range(128)]
    corpus = [f"{one}{other}{third}" for one in ascii_ for other in ascii_ for third in "a0.,-"]
    assert is_same(*on_both_paths(kernels, lambda: encode(corpus, TOKENISERS["13a"]())))


def test_many_different_words_make_the_tables_grow(kernels: Kernels) -> None:
    corpus = [
        " ".join(f"w{number * 7919 % 100_003}" for number in range(start, start + 50)) for start in range(0, 60_000, 40)
    ]
    assert is_same(*on_both_paths(kernels, lambda: encode(corpus, TOKENISERS["13a"]())))


@given(corpus=st.lists(any_text, max_size=6))
def test_packed_texts_are_the_strings_that_they_were_made_of(corpus: list[str]) -> None:
    packed = PackedTexts.of(corpus)
    assert list(packed) == corpus
    assert [packed[row] for row in range(len(packed))] == corpus
    rows = list(range(len(corpus)))[::-2]
    assert list(packed.take(rows)) == [corpus[row] for row in rows]
    assert list(PackedTexts.joined([packed, packed.take(rows), packed])) == [
        *corpus,
        *(corpus[row] for row in rows),
        *corpus,
    ]
