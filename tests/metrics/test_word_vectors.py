"""Embedding average, vector extrema and greedy matching against nlg-eval's formulas, written out slowly."""

import math
import pickle
from collections.abc import Callable, Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from genchal.domain import Batch
from genchal.domain.embeddings import WordVectors
from genchal.domain.settings import configure
from genchal.errors import UserError
from genchal.metrics._word_vectors import Unknown, WordVectorMetric
from genchal.metrics.embedding_average import EmbeddingAverage
from genchal.metrics.greedy_matching import GreedyMatching
from genchal.metrics.vector_extrema import Extreme, VectorExtrema

Vector = list[float]

# Hand-made: zeros, a word without a direction, opposite words, two words with the same vector. All exact in 32 bits.
TABLE: dict[str, Vector] = {
    "river": [1.0, 2.0, 0.0],
    "walk": [0.5, -1.5, 4.0],
    "path": [0.5, -1.5, 3.75],
    "not": [-1.0, -2.0, 0.0],
    "nothing": [0.0, 0.0, 0.0],
    "easy": [3.0, 0.25, -3.0],
    "simple": [3.0, 0.25, -3.0],
}
VECTORS = WordVectors.of("hand", "f00d", list(TABLE), np.array(list(TABLE.values())))
MEAN = [sum(column) / len(TABLE) for column in zip(*TABLE.values(), strict=True)]


def oracle_cosine(left: Vector, right: Vector) -> float:
    lengths = math.sqrt(sum(x * x for x in left)) * math.sqrt(sum(x * x for x in right))
    return sum(x * y for x, y in zip(left, right, strict=True)) / lengths if lengths else 0.0


def oracle_vectors(text: str, unknown: Unknown) -> list[Vector]:
    if unknown == "mean":
        return [TABLE.get(word, MEAN) for word in text.split()]
    return [TABLE[word] for word in text.split() if word in TABLE]


def oracle_average(output: list[Vector], reference: list[Vector]) -> float:
    if not output or not reference:
        return 0.0
    means = [[sum(column) / len(text) for column in zip(*text, strict=True)] for text in (output, reference)]
    return oracle_cosine(*means)


def oracle_extreme(column: Sequence[float], extreme: Extreme) -> float:
    high, low = max(column), min(column)
    if extreme == "nlg-eval" and low == 0:
        return low
    return high if high > abs(low) else low


def oracle_extrema(output: list[Vector], reference: list[Vector], extreme: Extreme = "farthest") -> float:
    if not output or not reference:
        return 0.0
    found = [[oracle_extreme(column, extreme) for column in zip(*text, strict=True)] for text in (output, reference)]
    return oracle_cosine(*found)


def oracle_greedy(output: list[Vector], reference: list[Vector]) -> float:
    if not output or not reference:
        return 0.0
    there = sum(max(oracle_cosine(word, other) for other in reference) for word in output) / len(output)
    back = sum(max(oracle_cosine(word, other) for other in output) for word in reference) / len(reference)
    return (there + back) / 2


Oracle = Callable[[list[Vector], list[Vector]], float]
ORACLES: dict[type[WordVectorMetric], Oracle] = {
    EmbeddingAverage: oracle_average,
    VectorExtrema: oracle_extrema,
    GreedyMatching: oracle_greedy,
}


def equipped(kind: type[WordVectorMetric], unknown: Unknown = "skip") -> WordVectorMetric:
    return kind(vectors="hand", unknown=unknown, tok="none").equipped({"vectors": VECTORS})


texts = st.lists(st.sampled_from([*TABLE, "unheard", "of"]), max_size=7).map(" ".join)
segments = st.lists(st.tuples(texts, st.lists(texts, max_size=4).map(tuple)), max_size=6)


@pytest.mark.parametrize("kind", list(ORACLES), ids=lambda kind: kind.name)
@pytest.mark.parametrize("unknown", ["skip", "mean"])
@given(corpus=segments)
def test_scores_are_those_of_the_formulas(
    kind: type[WordVectorMetric], unknown: Unknown, corpus: list[tuple[str, tuple[str, ...]]]
) -> None:
    batch = Batch([output for output, _ in corpus], [references for _, references in corpus])
    rows = equipped(kind, unknown).measure(batch)
    for row, (output, references) in zip(rows, corpus, strict=True):
        if not references:
            assert np.isnan(row).all()
            continue
        ours = oracle_vectors(output, unknown)
        scores = [ORACLES[kind](ours, oracle_vectors(reference, unknown)) for reference in references]
        assert row.tolist() == pytest.approx([max(scores), 1.0], abs=1e-9)


@given(corpus=segments)
def test_the_extremes_of_nlg_evals_program_are_0_where_the_smallest_value_is(
    corpus: list[tuple[str, tuple[str, ...]]],
) -> None:
    corpus = [(output, references) for output, references in corpus if references]
    metric = VectorExtrema(vectors="hand", unknown="skip", tok="none", extreme="nlg-eval").equipped(
        {"vectors": VECTORS}
    )
    rows = metric.measure(Batch([output for output, _ in corpus], [references for _, references in corpus]))
    for row, (output, references) in zip(rows, corpus, strict=True):
        ours = oracle_vectors(output, "skip")
        scores = [oracle_extrema(ours, oracle_vectors(one, "skip"), "nlg-eval") for one in references]
        assert row[0] == pytest.approx(max(scores), abs=1e-9)


def test_each_metric_takes_its_own_best_reference() -> None:
    batch = Batch(["river walk"], [("river", "walk", "easy")])
    alone = [Batch(["river walk"], [(reference,)]) for reference in batch.references[0]]
    for kind in ORACLES:
        metric = equipped(kind)
        scores = [metric.summarise(metric.measure(one).sum(axis=0)) for one in alone]
        assert metric.summarise(metric.measure(batch).sum(axis=0)) == pytest.approx(max(scores))
    # (1.5, 0.5, 4) with walk, which has the same length: (0.75 - 0.75 + 16) / 18.5.
    assert equipped(EmbeddingAverage).measure(batch)[0, 0] == pytest.approx(16 / 18.5)


def test_words_without_a_vector_are_left_out_or_have_the_mean_of_all_vectors() -> None:
    batch = Batch(["river unheard", "unheard"], [("river",), ("unheard",)])
    assert equipped(EmbeddingAverage).measure(batch)[:, 0].tolist() == pytest.approx([1.0, 0.0])
    both = [one + other for one, other in zip(TABLE["river"], MEAN, strict=True)]
    expected = [oracle_cosine(both, TABLE["river"]), 1.0]
    assert equipped(EmbeddingAverage, "mean").measure(batch)[:, 0].tolist() == pytest.approx(expected, abs=1e-9)


def test_one_text_of_many_words_does_not_need_all_pairs_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    batch = Batch(["river walk path easy not", ""], [("walk easy nothing", "simple river path"), ("walk",)])
    expected = {kind: equipped(kind).measure(batch) for kind in ORACLES}
    monkeypatch.setattr("genchal.metrics._cosines.CELLS", 3)
    monkeypatch.setattr("genchal.metrics.vector_extrema.CELLS", 3)
    for kind, rows in expected.items():
        assert np.allclose(equipped(kind).measure(batch), rows, rtol=0, atol=1e-12)


def test_the_signature_names_the_vectors_and_the_state_is_their_fingerprint() -> None:
    metric = equipped(EmbeddingAverage)
    assert metric.signature("2") == "embedding_average|nrefs:2|vectors:hand#f00d|unknown:skip|tok:none|case:lower|v:1"
    assert metric.state() == "f00d"
    assert metric.identity().endswith("|f00d")
    assert not metric.is_informed_by_corpus
    assert EmbeddingAverage(dims=50).signature("1") == (
        "embedding_average|nrefs:1|vectors:lsa-50-refs|unknown:mean|tok:ptb|case:lower|v:1"
    )


def test_vectors_from_references_do_not_depend_on_outputs_nor_on_the_order_of_instances() -> None:
    references = [("a walk by the river", "the river walk"), ("an easy path",), ("the path by the old mill", "a mill")]
    outputs = ["the walk", "easy", "a mill by the river"]
    metric = GreedyMatching().fitted([Batch(outputs, references)])
    other = GreedyMatching().fitted([Batch(["x"], references[2:]), Batch(["y", "z"], references[:2])])
    assert metric.state() == other.state() != ""
    batch = Batch(outputs, references)
    assert np.array_equal(metric.measure(batch), other.measure(batch))


def test_one_reference_alone_gives_vectors_that_know_whether_a_word_is_there() -> None:
    batch = Batch(["the river", "nonsense", ""], [("the river walk",)] * 3)
    for kind in ORACLES:
        metric = kind(unknown="skip").fitted([Batch([""], [("the river walk",)])])
        assert metric.measure(batch)[:, 0].tolist() == pytest.approx([1.0, 0.0, 0.0])


def test_no_references_at_all_give_no_scores() -> None:
    batch = Batch(["the river", ""], [(), ()])
    for kind in ORACLES:
        assert np.isnan(kind().fitted([batch]).measure(batch)).all()


def test_settings_that_mean_nothing_are_refused() -> None:
    for wrong in ({"dims": 0}, {"vectors": ""}):
        with pytest.raises(UserError, match="of metric 'embedding_average'"):
            configure(EmbeddingAverage, wrong, "metric 'embedding_average'")
    with pytest.raises(UserError, match="was given no vectors"):
        EmbeddingAverage(vectors="glove.txt").measure(Batch(["a"], [("b",)]))


def test_vectors_travel_between_processes() -> None:
    copy = pickle.loads(pickle.dumps(VECTORS))
    assert copy.find(["walk", "unheard"]).tolist() == VECTORS.find(["walk", "unheard"]).tolist()
    assert copy.name == "hand"
    assert np.array_equal(copy.matrix, VECTORS.matrix)
