"""The best tree is the best of all trees, by trying all of them."""

from itertools import product

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from genchal.text.parser.trees import are_trees, best_heads, greedy_heads

SCORES = st.integers(1, 5).flatmap(
    lambda words: arrays(np.float64, (words + 1, words + 1), elements=st.integers(-40, 40).map(float))
)


def is_tree(heads: tuple[int, ...]) -> bool:
    """Whether every word's way up ends at 0, and one word hangs there."""
    for start in range(1, len(heads) + 1):
        at, steps = start, 0
        while at and steps <= len(heads):
            at, steps = heads[at - 1], steps + 1
        if at:
            return False
    return heads.count(0) == 1


@given(scores=SCORES)
def test_the_best_tree_is_the_best_of_all_trees(scores: np.ndarray) -> None:
    words = len(scores) - 1
    every = [heads for heads in product(range(words + 1), repeat=words) if is_tree(heads)]

    def total(heads: tuple[int, ...]) -> float:
        return float(sum(scores[word, head] for word, head in enumerate(heads, start=1)))

    found = tuple(best_heads(scores).tolist())
    assert found in every
    assert total(found) == max(map(total, every))


@given(heads=st.lists(st.integers(0, 6), min_size=6, max_size=6))
def test_trees_are_told_from_what_is_none(heads: list[int]) -> None:
    assert are_trees(np.array([[0, *heads]]))[0] == is_tree(tuple(heads))


def test_one_word_is_the_root() -> None:
    assert best_heads(np.zeros((2, 2))).tolist() == [0]
    assert best_heads(np.zeros((1, 1))).tolist() == []


def test_large_matrices_give_trees() -> None:
    chance = np.random.default_rng(1)
    for size in (20, 61, 150):
        scores = chance.normal(size=(size, size)).astype(np.float32)
        scores[:, 0] -= 3  # hardly a greedy choice is a tree
        heads = best_heads(scores)
        assert is_tree(tuple(heads.tolist()))
        assert not are_trees(greedy_heads(scores[None]))[0]
