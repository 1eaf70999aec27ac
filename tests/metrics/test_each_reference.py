"""One reference at a time, for any metric."""

from collections.abc import Callable

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


@given(corpus=corpora(min_size=1))
def test_every_metric_can_look_at_one_reference_at_a_time(corpus: Corpus) -> None:
    batch = corpus.batch()
    pairs = [(output, text) for output, own in zip(corpus.outputs, corpus.references, strict=True) for text in own]
    singles = Batch([pair[0] for pair in pairs], [pair[1:] for pair in pairs])
    ends = np.cumsum([len(own) for own in corpus.references])[:-1]
    for name in METRICS:
        if not compares_texts(METRICS[name]):
            continue
        inner = METRICS[name].example()
        fitted = inner.fitted([batch])
        alone = np.split(fitted.segment_scores(fitted.measure(singles)), ends)
        best = np.max if inner.higher_is_better else np.min
        choices: list[tuple[Each, Callable[..., float]]] = [("best", best), ("mean", np.mean)]
        for each, choose in choices:
            metric = EachReference(inner, each).fitted([batch])
            expected = [choose(scores) if len(scores) else np.nan for scores in alone]
            found = metric.segment_scores(metric.measure(batch)).tolist()
            assert found == pytest.approx(expected, nan_ok=True), f"{name}, {each}"


def test_it_is_a_setting_of_every_metric_and_shows_in_the_signature() -> None:
    scoring = genchal.score(["a b c d"], [["a b c d", "x"]], metrics=["bleu:each=mean", "bleu"])
    assert scoring["bleu:each=mean"].value == pytest.approx(0.5)
    assert "|order:4|each:mean|" in scoring["bleu:each=mean"].signature
    assert EachReference(Bleu()).identity() != Bleu().identity()
    with pytest.raises(InvalidInput, match="setting 'each' of metric 'bleu' cannot be 'worst'"):
        genchal.score(["a"], ["a"], metrics=["bleu:each=worst"])
