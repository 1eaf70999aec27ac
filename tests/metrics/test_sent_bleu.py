"""Sentence BLEU against a few lines of plain Python."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from genchal.domain import Batch
from genchal.domain.settings import configure
from genchal.errors import InvalidInput
from genchal.metrics.sent_bleu import SentBleu
from metrics.test_nist import Tokens, grams, most_in_one, token_lists
from strategies import Corpus, corpora


def slow_sent_bleu(output: Tokens, references: list[Tokens], order: int) -> float:
    if not output:
        return 0.0
    logs = 0.0
    for n in range(1, order + 1):
        ours = grams(output, n)
        matches = sum((ours & most_in_one(references, n)).values())
        logs += math.log((matches + 1) / (ours.total() + 1))
    closest = min(map(len, references), key=lambda length: (abs(length - len(output)), length))
    return math.exp(logs / order + min(0.0, 1 - closest / len(output)))


@given(corpus=corpora(min_size=1, min_references=1), order=st.integers(1, 5))
def test_segment_scores_equal_those_of_plain_python_and_the_corpus_has_their_mean(corpus: Corpus, order: int) -> None:
    metric = SentBleu(order=order)
    rows = metric.measure(corpus.batch())
    outputs = token_lists(corpus.outputs, "13a", lower=True)
    references = [token_lists(texts, "13a", lower=True) for texts in corpus.references]
    expected = [slow_sent_bleu(one, some, order) for one, some in zip(outputs, references, strict=True)]
    assert metric.segment_scores(rows) == pytest.approx(expected, abs=1e-12)
    assert metric.summarise(rows.sum(axis=0)) == pytest.approx(sum(expected) / len(expected), abs=1e-12)


def test_worked_example() -> None:
    # "a b c" against "a b d e": 2 of 3 words, 1 of 2 bigrams, 0 of 1 trigram, 0 of 0 longer ones; 1 added to each.
    rows = SentBleu().measure(Batch(["a b c"], [("a b d e",)]))
    assert rows[0, 0] == pytest.approx((3 / 4 * 2 / 3 * 1 / 2 * 1 / 1) ** 0.25 * math.exp(1 - 4 / 3))


def test_conventions_at_the_edges() -> None:
    outputs, references = ["", "", "a", "a", "x"], [("a",), ("",), (), ("a",), ("a b c",)]
    scores = SentBleu().segment_scores(SentBleu().measure(Batch(outputs, references)))
    assert scores[:2].tolist() == [0, 0]
    assert np.isnan(scores[2])
    assert scores[3] == 1
    assert scores[4] == pytest.approx(0.5**0.25 * math.exp(-2))  # nothing matches, and still it is not 0


def test_settings_that_mean_nothing_are_refused() -> None:
    with pytest.raises(InvalidInput, match="order"):
        configure(SentBleu, {"order": "0"}, "metric 'sent_bleu'")
