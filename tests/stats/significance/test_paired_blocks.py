"""Paired tests of segment scores that come in blocks against those of all scores at once."""

from dataclasses import fields

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from genchal.stats.significance import paired_segments
from genchal.stats.significance.paired_segments import (
    effect_sizes,
    effect_sizes_of_blocks,
    take_differences,
    wilcoxon,
    wilcoxon_in_order,
)

SCORES = st.lists(
    st.tuples(*[st.sampled_from([0.0, 0.1, 0.2, 0.3, 0.5, 1.0, float("nan")])] * 3), min_size=1, max_size=80
).map(lambda rows: np.array(rows).T)
PAIRS = np.array([[0, 1], [0, 2], [2, 1]])


@given(SCORES, st.integers(1, 30))
def test_effects_do_not_depend_on_blocks(scores: np.ndarray, size: int) -> None:
    found = effect_sizes_of_blocks(lambda: iter(np.split(scores, range(size, scores.shape[1], size), axis=1)), PAIRS)
    expected = effect_sizes(scores, PAIRS)
    for field in fields(expected):
        assert np.allclose(getattr(found, field.name), getattr(expected, field.name), rtol=1e-9, equal_nan=True)


@given(SCORES, st.integers(1, 30), st.sampled_from([0, 3, 50]))
def test_signed_ranks_do_not_depend_on_pieces(scores: np.ndarray, size: int, exact: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(paired_segments, "MOST_EXACT", exact)
        for pair in PAIRS.tolist():
            differences = take_differences(scores, (pair[0], pair[1]))
            changed = differences[differences != 0]
            ordered = changed[np.argsort(np.abs(changed), kind="stable")]
            pieces = np.split(ordered, range(size, len(ordered), size)) if len(ordered) else []
            found = wilcoxon_in_order(pieces, len(differences), len(differences) - len(changed))
            expected = wilcoxon(scores, np.array([pair]))
            for name in ("rank_sum", "other_rank_sum", "p_value", "rank_biserial", "n", "zeros"):
                assert np.allclose(getattr(found, name), getattr(expected, name), rtol=1e-12, equal_nan=True), name
