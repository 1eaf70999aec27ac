"""One reference at a time, for any metric."""

import numpy as np
import pytest
from hypothesis import given

import genchal
from genchal.domain import Batch, Metric
from genchal.domain.metric import Each
from genchal.errors import InvalidInput
from genchal.metrics import METRICS
from genchal.metrics.bleu import Bleu
from genchal.metrics.each_reference import EachReference
from genchal.metrics.rouge_l import RougeL
from strategies import Corpus, corpora


def test_the_best_reference_counts_and_the_corpus_is_a_mean() -> None:
    # ROUGE-L with beta 1 of "a b": 1 against "a b", 0.5 against "a c"; of "x": 0 and 0.
    batch = Batch(["a b", "x"], [("a c", "a b"), ("y", "z")])
    rows = EachReference(RougeL(beta=1.0), "best").measure(batch)
    assert rows.tolist() == [[1, 1], [0, 1]]
    assert EachReference(RougeL(beta=1.0), "best").summarise(rows.sum(axis=0)) == 0.5
    assert EachReference(RougeL(beta=1.0), "mean").measure(batch).tolist() == [[0.75, 1], [0, 1]]


def compares_texts(metric: type[Metric]) -> bool:
    return metric.basis == "references" and metric.subject == "texts"


@pytest.mark.parametrize("each", ["best", "mean"])
@pytest.mark.parametrize("name", [name for name in METRICS if compares_texts(METRICS[name])])
@given(corpus=corpora(min_size=1))
def test_every_metric_can_look_at_one_reference_at_a_time(name: str, each: Each, corpus: Corpus) -> None:
    inner = METRICS[name].example()
    metric = EachReference(inner, each).fitted([corpus.batch()])
    scores = metric.segment_scores(metric.measure(corpus.batch()))
    fitted = inner.fitted([corpus.batch()])
    for output, references, score in zip(corpus.outputs, corpus.references, scores, strict=True):
        pairs = Batch([output] * len(references), [(reference,) for reference in references])
        single = fitted.segment_scores(fitted.measure(pairs))
        if not references:
            assert np.isnan(score)
        elif each == "mean":
            assert score == pytest.approx(single.mean())
        else:
            assert score == pytest.approx(single.max() if inner.higher_is_better else single.min())


def test_it_is_a_setting_of_every_metric_and_shows_in_the_signature() -> None:
    scoring = genchal.score(["a b c d"], [["a b c d", "x"]], metrics=["bleu:each=mean", "bleu"])
    assert scoring["bleu:each=mean"].value == pytest.approx(0.5)
    assert "|order:4|each:mean|" in scoring["bleu:each=mean"].signature
    assert EachReference(Bleu()).identity() != Bleu().identity()
    with pytest.raises(InvalidInput, match="setting 'each' of metric 'bleu' cannot be 'worst'"):
        genchal.score(["a"], ["a"], metrics=["bleu:each=worst"])
