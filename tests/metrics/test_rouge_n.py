"""ROUGE-1 and ROUGE-2 against their definition, one segment at a time."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings

from genchal.domain import Batch
from genchal.metrics._rouge import Best
from genchal.metrics.rouge_n import Rouge1, Rouge2, RougeN
from metrics.test_rouge_l import slow_f, token_lists
from strategies import Corpus, corpora


def slow_shared(left: list[int], right: list[int], n: int) -> int:
    """N-grams in common, each as often as both texts have it."""

    def grams(text: list[int]) -> Counter[tuple[int, ...]]:
        return Counter(tuple(text[start : start + n]) for start in range(len(text) - n + 1))

    return (grams(left) & grams(right)).total()


def slow_rouge_n(batch: Batch, segment: int, metric: RougeN) -> float:
    output, references = token_lists(batch, segment, metric)
    less = metric.column  # 0 for single words, 1 for pairs
    parts = [(slow_shared(output, text, less + 1), len(output) - less, len(text) - less) for text in references]
    return slow_f(parts, metric)


@pytest.mark.parametrize("best", ["pr", "f"])
@pytest.mark.parametrize("kind", [Rouge1, Rouge2])
@settings(max_examples=30)
@given(corpus=corpora())
def test_segment_scores_follow_the_definition(kind: type[Rouge1 | Rouge2], best: Best, corpus: Corpus) -> None:
    metric, batch = kind(tok="13a", beta=1.2, best=best), corpus.batch()
    found = metric.segment_scores(metric.measure(batch))
    expected = [slow_rouge_n(batch, segment, metric) for segment in range(len(batch))]
    assert found.tolist() == pytest.approx(expected, nan_ok=True)


def test_worked_example() -> None:
    # Output: the (2), cat, sat. Reference: the (1), cat, is, sat, here. Words: the, cat, sat match, P 3/4, R 3/5,
    # F 2/3. Pairs: "the cat" of 3 and of 4: P 1/3, R 1/4, F 2/7.
    batch = Batch(["the the cat sat"], [("The cat is sat here!",)])
    assert Rouge1().segment_scores(Rouge1().measure(batch)) == pytest.approx([2 / 3])
    assert Rouge2().segment_scores(Rouge2().measure(batch)) == pytest.approx([2 / 7])


def test_stems_match_where_words_do_not() -> None:
    batch = Batch(["he walks"], [("he walked",)])
    assert Rouge1().segment_scores(Rouge1().measure(batch)) == pytest.approx([0.5])
    stemmed = Rouge1(tok="rouge-stem")
    assert stemmed.segment_scores(stemmed.measure(batch)) == pytest.approx([1.0])


def test_both_orders_share_their_rows_if_their_settings_are_the_same() -> None:
    batch = Batch(["a b", "c"], [("a b c",), ("c", "d")])
    assert np.array_equal(Rouge1().measure(batch), Rouge2().measure(batch))
    assert Rouge1().identity() == Rouge2().identity()
    assert Rouge1().identity() != Rouge2(tok="rouge-stem").identity()
    assert Rouge1().signature("1") == "rouge_1|nrefs:1|tok:rouge|case:lower|beta:1|best:f|v:1"


def test_empty_texts_score_zero_and_a_segment_without_references_is_not_scored() -> None:
    scores = Rouge2().segment_scores(Rouge2().measure(Batch(["", "a b", "one", "a"], [("a b",), ("",), ("one",), ()])))
    assert scores[:3].tolist() == [0, 0, 0]
    assert np.isnan(scores[3])
