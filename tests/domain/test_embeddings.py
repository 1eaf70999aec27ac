"""Words and their vectors."""

import numpy as np

from genchal.domain.embeddings import WordVectors


def test_of_a_word_that_is_there_twice_the_first_vector_counts() -> None:
    vectors = WordVectors.of("v", "f", ["a", "b", "a"], np.array([[1.0, 0.0], [0.0, 1.0], [9.0, 9.0]]))
    assert len(vectors) == 2
    assert vectors.dim == 2
    rows = vectors.find(["b", "a", "c", ""])
    assert rows.tolist()[2:] == [-1, -1]
    assert vectors.matrix[rows[:2]].tolist() == [[0.0, 1.0], [1.0, 0.0]]
    assert vectors.mean.tolist() == [0.5, 0.5]


def test_no_words_are_no_trouble() -> None:
    vectors = WordVectors.of("v", "f", [], np.zeros((0, 3)))
    assert vectors.find(["a"]).tolist() == [-1]
    assert vectors.mean.tolist() == [0.0, 0.0, 0.0]
