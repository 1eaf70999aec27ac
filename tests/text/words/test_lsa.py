"""Latent semantic analysis against a plain singular value decomposition."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from genchal.text.arrays.encoding import encode
from genchal.text.arrays.ragged import FloatArray
from genchal.text.tokenisers.base import Whitespace
from genchal.text.words import lsa as module
from genchal.text.words.lsa import Documents, Lsa, fit_lsa, merge_documents

TEXTS = ["a walk by the river", "the river walk", "an easy path", "the path by the old mill", "a mill", "the the mill"]


def documents(texts: list[str]) -> Documents:
    encoded = encode(texts, Whitespace())
    return Documents(tuple(encoded.vocabulary), encoded.tokens)


def oracle(texts: list[str], dims: int) -> tuple[list[str], FloatArray, FloatArray]:
    """Words, products of word vectors, and products of the folded-in texts: what no choice of axes changes."""
    words = sorted({word for text in texts for word in text.split()})
    counts = np.array([[text.split().count(word) for word in words] for text in texts], dtype=float)
    weights = np.log((1 + len(texts)) / (1 + (counts > 0).sum(axis=0))) + 1
    _, values, lines = np.linalg.svd(counts * weights, full_matrices=False)
    kept = values[:dims] > 1e-5 * values[0]
    basis = lines[:dims][kept].T
    vectors, folded = basis * values[:dims][kept], (counts * weights) @ basis
    return words, vectors @ vectors.T, folded @ folded.T


def products(found: Lsa, texts: list[str]) -> tuple[list[str], FloatArray, FloatArray]:
    encoded = encode(texts, Whitespace())
    folded, vectors = found.folded(encoded.vocabulary, encoded.tokens), found.word_vectors()
    return list(found.words), vectors @ vectors.T, folded @ folded.T


@pytest.mark.parametrize("dims", [2, 3, 100])
@pytest.mark.parametrize("texts", [TEXTS, TEXTS[:2], ["one"], ["a b", "a b", "c"]])
def test_vectors_are_those_of_the_decomposition(texts: list[str], dims: int) -> None:
    found, expected = products(fit_lsa(documents(texts), dims), texts), oracle(texts, dims)
    assert found[0] == expected[0]
    assert np.allclose(found[1], expected[1])
    assert np.allclose(found[2], expected[2])


def test_large_collections_are_decomposed_without_all_of_their_products(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(1)
    texts = [" ".join(f"w{n}" for n in rng.zipf(1.5, size=8) % 40) for _ in range(60)]
    expected = products(fit_lsa(documents(texts), 5), texts)
    module._fit.cache_clear()
    monkeypatch.setattr(module, "DENSE", 10)
    found = products(fit_lsa(documents(texts), 5), texts)
    assert np.allclose(found[1], expected[1])
    module._fit.cache_clear()


@given(st.permutations(TEXTS), st.integers(0, len(TEXTS)))
def test_neither_the_order_of_texts_nor_their_parts_matter(texts: list[str], cut: int) -> None:
    module._fit.cache_clear()
    whole = fit_lsa(documents(TEXTS), 3)
    module._fit.cache_clear()
    parts = fit_lsa(merge_documents([documents(texts[:cut]), documents(texts[cut:])]), 3)
    assert parts.digest == whole.digest
    assert parts.words == whole.words
    assert np.array_equal(parts.basis, whole.basis)


def test_other_texts_have_another_digest() -> None:
    collections = [TEXTS, TEXTS[:-1], [*TEXTS[:-1], "the mill the mill"], [], [""], ["", ""], ["a", "b"], ["a b"]]
    assert len({documents(texts).digest() for texts in collections}) == len(collections)


def test_every_dimension_points_the_way_of_its_largest_entry() -> None:
    basis = fit_lsa(documents(TEXTS), 4).basis
    assert (basis[np.abs(basis).argmax(axis=0), np.arange(basis.shape[1])] > 0).all()


def test_nothing_to_analyse_gives_vectors_of_no_dimension() -> None:
    for texts in ([], ["", ""]):
        found = fit_lsa(documents(texts), 100)
        assert found.word_vectors().shape == (0, 0)
        encoded = encode(["never seen", ""], Whitespace())
        assert found.folded(encoded.vocabulary, encoded.tokens).shape == (2, 0)
