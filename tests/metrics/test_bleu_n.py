"""BLEU-1 to BLEU-4 against the caption metrics' own program, and nlg-eval's example."""

import numpy as np
import pytest
from hypothesis import given
from pycocoevalcap.bleu.bleu import Bleu as Theirs

from genchal.domain import Batch, Metric
from genchal.metrics.bleu_n import Bleu1, Bleu2, Bleu3, Bleu4
from genchal.metrics.cider import Cider
from genchal.metrics.rouge_l import RougeL
from strategies import Corpus, corpora

ORDERS = (Bleu1, Bleu2, Bleu3, Bleu4)

# The example of nlg-eval's documentation with a letter for each different word: only which words are equal counts.
OUTPUTS = ["a b c d e f g h i j", "a b k g l m e n o d"]
REFERENCES = [("a b p q r s f", "a b p t q r s f"), ("a b u q r s k g v e n o d", "a b c w q r s k")]
PUBLISHED = {"bleu_1": 0.550000, "bleu_2": 0.428174, "bleu_3": 0.284043, "bleu_4": 0.201143}
PUBLISHED |= {"rouge_l": 0.522104, "cider": 1.242192}


def scored(metric: Metric, batch: Batch) -> float:
    metric = metric.fitted([batch])
    return float(metric.summarise(metric.measure(batch).sum(axis=0)))


@pytest.mark.parametrize(
    "metric",
    [Bleu1(), Bleu2(), Bleu3(), Bleu4(), RougeL("none", "mixed"), Cider("none", "mixed")],
    ids=lambda m: m.name,
)
def test_the_example_of_nlg_eval_gives_its_published_numbers(metric: Metric) -> None:
    assert f"{scored(metric, Batch(OUTPUTS, REFERENCES)):.6f}" == f"{PUBLISHED[metric.name]:.6f}"


@given(corpus=corpora(min_size=1, min_references=1))
def test_corpus_and_segment_scores_equal_those_of_the_caption_metrics(corpus: Corpus) -> None:
    references = {number: list(texts) for number, texts in enumerate(corpus.references)}
    outputs = {number: [text] for number, text in enumerate(corpus.outputs)}
    whole, singles = Theirs(4).compute_score(references, outputs, verbose=0)
    rows = Bleu1().measure(corpus.batch())
    for metric, value, segments in zip(ORDERS, whole, singles, strict=True):
        assert metric().summarise(rows.sum(axis=0)) == pytest.approx(value, rel=1e-9, abs=1e-300)
        assert metric().segment_scores(rows) == pytest.approx(segments, rel=1e-9, abs=1e-300)


def test_all_four_share_the_rows_they_are_made_from() -> None:
    assert len({metric().identity() for metric in ORDERS}) == 1
    assert len({metric("13a").identity() for metric in ORDERS} | {Bleu1("13a", "lower").identity()}) == 2
    assert len({metric().signature("1") for metric in ORDERS}) == 4


def test_worked_example() -> None:
    # "a b c d" against "a b c": 3 of 4 words, 2 of 3 bigrams, 1 of 2 trigrams, none of 1 fourgram.
    rows = Bleu1().measure(Batch(["a b c d"], [("a b c",)]))[0]
    assert rows.tolist() == [3, 2, 1, 0, 4, 3, 2, 1, 4, 3]
    precisions = np.cumprod([3 / 4, 2 / 3, 1 / 2, 1e-15])
    for order, metric in enumerate(ORDERS, start=1):
        assert metric().summarise(rows) == pytest.approx(precisions[order - 1] ** (1 / order))


def test_empty_outputs_score_zero_and_segments_without_references_nothing() -> None:
    rows = Bleu1().measure(Batch(["", "", "a"], [("a",), ("",), ()]))
    for metric in ORDERS:
        assert metric().segment_scores(rows)[:2].tolist() == [0, 0]
        assert np.isnan(metric().segment_scores(rows)[2])
