"""Exact match against comparing lists of words."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from genchal.domain import Batch
from genchal.metrics import exact_match
from genchal.metrics.exact_match import ExactMatch
from metrics.test_nist import token_lists

few_words = st.lists(st.sampled_from(["a", "A", "b", "b.", " ", "\u00a0"]), max_size=3).map(" ".join)


@pytest.mark.parametrize("at_once", [2, 1 << 16])
@given(
    segments=st.lists(st.tuples(few_words, st.lists(few_words, max_size=3).map(tuple)), max_size=8),
    tok=st.sampled_from(["none", "13a"]),
    lower=st.booleans(),
)
def test_an_output_counts_if_its_tokens_are_those_of_a_reference(
    at_once: int, segments: list[tuple[str, tuple[str, ...]]], tok: str, lower: bool
) -> None:
    batch = Batch([output for output, _ in segments], [references for _, references in segments])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(exact_match, "PAIRS_AT_ONCE", at_once)
        rows = ExactMatch(tok, "lower" if lower else "mixed").measure(batch)
    expected = []
    for output, references in segments:
        first, *others = token_lists([output, *references], tok, lower)
        expected.append(float(first in others) if others else np.nan)
    assert np.array_equal(rows[:, 0], expected, equal_nan=True)


def test_white_space_does_not_matter_case_and_punctuation_do() -> None:
    outputs = ["the red  chair ", "The red chair", "the red chair.", "", "the chair"]
    batch = Batch(outputs, [("a chair", "the red chair"), ("the red chair",), ("the red chair",), ("  ",), ()])
    rows = ExactMatch().measure(batch)
    assert rows[:4, 0].tolist() == [1, 0, 0, 1]
    assert np.isnan(rows[4]).all()
    assert ExactMatch().summarise(rows[:4].sum(axis=0)) == 0.5
    assert ExactMatch(case="lower").measure(batch)[1, 0] == 1
