"""ROUGE-L against its definition, one segment at a time."""

import math

import pytest
from hypothesis import given

from genchal.domain import Batch
from genchal.metrics.rouge_l import RougeL
from strategies import Corpus, corpora
from text.test_subsequence import slow_lcs


def slow_rouge_l(batch: Batch, segment: int, metric: RougeL) -> float:
    """Best precision and best recall over the references, then F."""
    tokens = batch.tokens(metric.tok, metric.case)
    numbers = [
        tokens.texts.values[tokens.texts.offsets[row] : tokens.texts.offsets[row + 1]].tolist()
        for row in range(len(tokens.texts))
    ]
    output = numbers[tokens.output[segment]]
    group = tokens.group[segment]
    places = tokens.groups.values[tokens.groups.offsets[group] : tokens.groups.offsets[group + 1]]
    references = [numbers[place] for place in places]
    if not references:
        return math.nan
    precision = max(slow_lcs(output, one) / len(output) if output else 0.0 for one in references)
    recall = max(slow_lcs(output, one) / len(one) if one else 0.0 for one in references)
    if precision == 0 or recall == 0:
        return 0.0
    weight = metric.beta**2
    return (1 + weight) * precision * recall / (recall + weight * precision)


@given(corpus=corpora())
def test_segment_scores_follow_the_definition(corpus: Corpus) -> None:
    metric, batch = RougeL(tok="13a"), corpus.batch()
    found = metric.segment_scores(metric.measure(batch))
    expected = [slow_rouge_l(batch, segment, metric) for segment in range(len(batch))]
    assert found.tolist() == pytest.approx(expected, nan_ok=True)


def test_worked_example() -> None:
    # LCS of "a walk by the river" and "a walk along the river" is 4 of 5 on both sides: F = 0.8 whatever beta is.
    rows = RougeL().measure(Batch(["a walk by the river"], [("a walk along the river",)]))
    assert RougeL().summarise(rows.sum(axis=0)) == pytest.approx(0.8)


def test_precision_and_recall_may_come_from_different_references() -> None:
    # Precision 1 from the long reference, recall 1 from the short one: F = 1 though neither is equal to the output.
    rows = RougeL(tok="none").measure(Batch(["a b c"], [("a b c d e f", "b c")]))
    assert RougeL().summarise(rows.sum(axis=0)) == pytest.approx(1.0)


def test_the_signature_names_every_setting() -> None:
    assert RougeL().signature("var") == "rouge_l|nrefs:var|tok:ptb|case:lower|beta:1.2|v:1"
