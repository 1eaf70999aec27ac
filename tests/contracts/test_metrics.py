"""What every registered metric promises. A new one is tested before anyone remembers to."""

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from genchal.domain import Batch, Metric, Rows
from genchal.metrics import METRICS
from strategies import Corpus, corpora

NASTY = [
    "",
    " ",
    "word",
    "!?.,;",
    "🙂 🙃",
    "日本語 текст עברית",
    "a\0b",
    "\0",
    "\ud800 lone",
    "x " * 10_000,
    "\x85\u2028",
    "a\u0301",
]


def fitted(name: str, batch: Batch) -> Metric:
    return METRICS[name].example().fitted([batch])


def scored(rows: Rows) -> Rows:
    kept: Rows = rows[np.logical_not(np.isnan(rows).all(axis=1))]
    return kept


# Making up a corpus takes longer than measuring it: each is shown to all metrics.


@given(corpus=corpora(min_size=2), random=st.randoms())
def test_a_row_does_not_depend_on_the_rows_around_it(corpus: Corpus, random: Random) -> None:
    batch = corpus.batch()
    order = random.sample(range(len(batch)), k=len(batch))
    cut = random.randint(0, len(batch))
    shuffled, parts = batch.take(order), (batch.slice(0, cut), batch.slice(cut, len(batch)))
    for name in METRICS:
        metric = fitted(name, batch)
        rows = metric.measure(batch)
        assert np.allclose(metric.measure(shuffled), rows[order], equal_nan=True), f"{name}: order matters"
        joined = np.concatenate([metric.measure(part) for part in parts])
        assert np.allclose(joined, rows, equal_nan=True), f"{name}: a cut at {cut} matters"


@given(corpus=corpora(min_size=1))
def test_rows_are_whole_and_scores_stay_within_the_range_on_the_card(corpus: Corpus) -> None:
    batch = corpus.batch()
    for name in METRICS:
        metric = fitted(name, batch)
        rows = metric.measure(batch)
        assert len(rows) == len(corpus.outputs), name
        missing = np.isnan(rows).any(axis=1).tolist()
        assert missing == np.isnan(rows).all(axis=1).tolist(), f"{name}: a row is there as a whole or not at all"
        if metric.basis == "references":
            assert missing == [not references for references in corpus.references], name
        kept = scored(rows)
        for value in [metric.summarise(kept.sum(axis=0)), *metric.segment_scores(kept)] if len(kept) else []:
            assert metric.card.low - 1e-9 <= value <= metric.card.high + 1e-9, name


@given(corpus=corpora(min_size=1))
def test_references_do_not_count_where_outputs_are_held_against_inputs_or_nothing(corpus: Corpus) -> None:
    batch = corpus.batch()
    without = Batch(batch.outputs, [()] * len(batch), inputs=batch.inputs, attribute_sets=batch.attribute_sets)
    for name in METRICS:
        if METRICS[name].basis != "references":
            metric = fitted(name, batch)
            assert np.array_equal(metric.measure(batch), metric.measure(without), equal_nan=True), name


@given(corpus=corpora(min_size=1))
def test_a_reference_against_itself_scores_best(corpus: Corpus) -> None:
    # The tokeniser ptb drops characters beyond 16 bits, as its original does: a text of nothing else has no words.
    texts = [text for text in corpus.outputs if any(letter.isalpha() and letter <= "\uffff" for letter in text)]
    batch = Batch(texts, [(text,) for text in texts])
    for name in METRICS:
        metric = METRICS[name].example()
        if metric.perfect is not None:
            scores = metric.segment_scores(metric.fitted([batch]).measure(batch))
            assert scores.tolist() == pytest.approx([metric.perfect] * len(texts)), name


@pytest.mark.parametrize("name", list(METRICS))
@settings(max_examples=10)
@given(data=st.data())
def test_nasty_texts_have_a_defined_score(name: str, data: st.DataObject) -> None:
    outputs = data.draw(st.permutations(NASTY))
    references = [tuple(data.draw(st.lists(st.sampled_from(NASTY), min_size=1, max_size=3))) for _ in outputs]
    batch = Batch(outputs, references)
    metric = fitted(name, batch)
    rows = metric.measure(batch)
    assert len(scored(rows)) == len(rows) or metric.basis != "references"
    assert np.isfinite(metric.segment_scores(scored(rows))).all()


@pytest.mark.parametrize("name", list(METRICS))
def test_no_segments_give_no_rows(name: str) -> None:
    empty = Batch([], [])
    rows = fitted(name, empty).measure(empty)
    assert rows.ndim == 2
    assert len(rows) == 0


@pytest.mark.parametrize("name", list(METRICS))
def test_the_registered_name_is_the_metrics_own_and_it_has_a_card(name: str) -> None:
    metric = METRICS[name].example()
    assert metric.name == name
    assert metric.signature("1").startswith(f"{name}|nrefs:1|")
    assert f"|v:{metric.version}" in metric.identity()
    assert metric.card.low < metric.card.high
    assert all([metric.card.measures, metric.card.published, metric.card.limits, metric.card.citation])
