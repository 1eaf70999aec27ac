"""ROUGE-L against its definition, one segment at a time."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genchal.domain import Batch
from genchal.domain.settings import configure
from genchal.errors import InvalidInput
from genchal.metrics._rouge import Best, RougeMetric
from genchal.metrics.rouge_l import RougeL
from strategies import Corpus, corpora
from text.overlap.test_subsequence import slow_lcs


def token_lists(batch: Batch, segment: int, metric: RougeMetric) -> tuple[list[int], list[list[int]]]:
    """Token numbers of an output and of its references."""
    tokens = batch.tokens(metric.tok, metric.case)
    numbers = [
        tokens.texts.values[tokens.texts.offsets[row] : tokens.texts.offsets[row + 1]].tolist()
        for row in range(len(tokens.texts))
    ]
    group = tokens.group[segment]
    places = tokens.groups.values[tokens.groups.offsets[group] : tokens.groups.offsets[group + 1]]
    return numbers[tokens.output[segment]], [numbers[place] for place in places]


def slow_f(parts: list[tuple[int, int, int]], metric: RougeMetric) -> float:
    """F-score of one segment, from (common, size of the output, size of the reference) of each reference."""

    def f(precision: float, recall: float) -> float:
        if precision == 0 or recall == 0:
            return 0.0
        return (1 + metric.beta**2) * precision * recall / (recall + metric.beta**2 * precision)

    if not parts:
        return math.nan
    pairs = [(common / max(output, 1), common / max(reference, 1)) for common, output, reference in parts]
    if metric.best == "f":
        return max(f(precision, recall) for precision, recall in pairs)
    return f(max(precision for precision, _ in pairs), max(recall for _, recall in pairs))


def slow_rouge_l(batch: Batch, segment: int, metric: RougeMetric) -> float:
    output, references = token_lists(batch, segment, metric)
    return slow_f([(slow_lcs(output, one), len(output), len(one)) for one in references], metric)


@pytest.mark.parametrize("best", ["pr", "f"])
@given(corpus=corpora(), beta=st.sampled_from([0.5, 1.0, 1.2]))
def test_segment_scores_follow_the_definition(best: Best, corpus: Corpus, beta: float) -> None:
    metric, batch = RougeL(tok="13a", beta=beta, best=best), corpus.batch()
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


def test_the_best_f_score_is_that_of_one_reference() -> None:
    # With beta = 1: P 1, R 1/2 (F 2/3) from the long reference, P 2/3, R 1 (F 4/5) from the short one.
    metric = RougeL(tok="none", beta=1.0, best="f")
    rows = metric.measure(Batch(["a b c"], [("a b c d e f", "b c")]))
    assert metric.summarise(rows.sum(axis=0)) == pytest.approx(4 / 5)


def test_the_signature_names_every_setting() -> None:
    assert RougeL().signature("var") == "rouge_l|nrefs:var|tok:ptb|case:lower|beta:1.2|v:1"
    other = RougeL(tok="rouge-stem", beta=1.0, best="f")
    assert other.signature("1") == "rouge_l|nrefs:1|tok:rouge-stem|case:lower|beta:1|best:f|v:1"


@pytest.mark.parametrize("settings", [{"beta": "0"}, {"beta": "-1"}, {"best": "r"}])
def test_settings_that_mean_nothing_are_refused(settings: dict[str, object]) -> None:
    with pytest.raises(InvalidInput, match="metric 'rouge_l'"):
        configure(RougeL, settings, "metric 'rouge_l'")
