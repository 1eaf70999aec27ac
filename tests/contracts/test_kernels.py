"""Compiled kernels change no number: rows are the same bit by bit, of every metric."""

import numpy as np
import pytest
from hypothesis import given

from genchal.domain import Batch
from genchal.metrics import METRICS
from genchal.text.arrays.packed import PackedGroups, PackedTexts
from genchal.text.arrays.ragged import offsets_of
from genchal.text.kernels.library import Kernels
from kernel_tools import on_both_paths, same_bits
from strategies import Corpus, corpora


@pytest.mark.parametrize("name", METRICS)
@given(corpus=corpora(min_size=2))
def test_rows_are_the_same_with_and_without_kernels(kernels: Kernels, name: str, corpus: Corpus) -> None:
    def measure() -> np.ndarray:
        return METRICS[name].example().fitted([corpus.batch()]).measure(corpus.batch())

    assert same_bits(*on_both_paths(kernels, measure))


@pytest.mark.parametrize("name", METRICS)
@given(corpus=corpora(min_size=2))
def test_rows_are_the_same_of_packed_texts(kernels: Kernels, name: str, corpus: Corpus) -> None:
    batch = corpus.batch()
    texts = [text for references in batch.references for text in references]
    groups = PackedGroups(PackedTexts.of(texts), offsets_of(np.array(list(map(len, batch.references)), dtype=np.int64)))
    columns = batch.ids, batch.inputs, batch.attribute_sets

    def measure_packed() -> tuple[np.ndarray, tuple[list[str], bytes]]:
        packed = Batch(PackedTexts.of(batch.outputs), groups, *columns)
        return METRICS[name].example().fitted([packed]).measure(packed), packed.contents()

    plain = Batch(batch.outputs, batch.references, *columns)
    rows = METRICS[name].example().fitted([plain]).measure(plain)
    for packed_rows, contents in on_both_paths(kernels, measure_packed):
        assert same_bits(packed_rows, rows)
        assert contents == plain.contents()
