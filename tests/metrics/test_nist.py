"""NIST against counting with dictionaries, and against NLTK where the two mean the same."""

import math
import pickle
from collections import Counter
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nltk.translate.nist_score import corpus_nist

from genchal.domain import Batch
from genchal.domain.settings import configure
from genchal.errors import InvalidInput
from genchal.metrics.nist import Length, Nist
from genchal.text import TOKENISERS
from genchal.text.arrays.encoding import encode
from genchal.text.overlap import ngrams
from strategies import WORDS, Corpus, corpora

Tokens = list[str]
longer_texts = st.lists(st.sampled_from(WORDS), min_size=5, max_size=12).map(" ".join)


def token_lists(texts: Sequence[str], tok: str, lower: bool) -> list[Tokens]:
    encoded = encode(texts, TOKENISERS[tok](), lower)
    return [encoded.strings(row) for row in range(len(texts))]


def grams(tokens: Tokens, order: int) -> Counter[tuple[str, ...]]:
    return Counter(tuple(tokens[i : i + order]) for i in range(len(tokens) - order + 1))


def most_in_one(references: list[Tokens], order: int) -> Counter[tuple[str, ...]]:
    most: Counter[tuple[str, ...]] = Counter()
    for reference in references:
        most |= grams(reference, order)
    return most


def slow_nist(outputs: list[Tokens], references: list[list[Tokens]], order: int, length: str) -> float:
    everything = [reference for some in references for reference in some]
    seen: Counter[tuple[str, ...]] = Counter({(): sum(map(len, everything))})
    for reference in everything:
        for n in range(1, order + 1):
            seen.update(grams(reference, n))
    score = 0.0
    for n in range(1, order + 1):
        information = 0.0
        for output, some in zip(outputs, references, strict=True):
            for gram, count in (grams(output, n) & most_in_one(some, n)).items():
                information += count * math.log2(seen[gram[:-1]] / seen[gram])
        total = sum(max(len(output) - n + 1, 0) for output in outputs)
        score += information / total if total else 0.0
    words = sum(map(len, outputs))
    if length == "perl":
        expected = seen[()] / (len(everything) / len(references))
    else:
        expected = sum(sum(map(len, some)) / len(some) for some in references)
    if words == 0 or expected == 0:
        return 0.0  # nothing can match
    beta = -math.log(0.5) / math.log(1.5) ** 2
    return score * math.exp(-beta * math.log(min(words / expected, 1)) ** 2)


@pytest.mark.parametrize("length", ["perl", "python"])
@settings(max_examples=40)
@given(
    corpus=corpora(min_size=1, min_references=1),
    tok=st.sampled_from(["13a", "none"]),
    lower=st.booleans(),
    order=st.integers(1, 6),
    piece=st.sampled_from([1, 1 << 16]),
)
def test_corpus_and_segment_scores_equal_those_counted_with_dictionaries(
    length: Length, corpus: Corpus, tok: str, lower: bool, order: int, piece: int
) -> None:
    nist = Nist(tok, "lower" if lower else "mixed", order, length).fitted([corpus.batch()])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ngrams, "TOKENS_AT_ONCE", piece)
        rows = nist.measure(corpus.batch())
    outputs = token_lists(corpus.outputs, tok, lower)
    references = [token_lists(texts, tok, lower) for texts in corpus.references]
    expected = slow_nist(outputs, references, order, length)
    assert nist.summarise(rows.sum(axis=0)) == pytest.approx(expected, abs=1e-9)
    singles = [slow_nist([one], [some], order, length) for one, some in zip(outputs, references, strict=True)]
    assert nist.segment_scores(rows) == pytest.approx(singles, abs=1e-9)


@given(
    pairs=st.lists(st.tuples(longer_texts, longer_texts), min_size=1, max_size=6),
    length=st.sampled_from(["perl", "python"]),
)
def test_one_reference_each_gives_the_score_of_nltk(pairs: list[tuple[str, str]], length: Length) -> None:
    batch = Batch([output for output, _ in pairs], [(reference,) for _, reference in pairs])
    nist = Nist("none", "lower", order=4, length=length).fitted([batch])
    theirs = corpus_nist(
        [[reference.lower().split()] for _, reference in pairs], [output.lower().split() for output, _ in pairs], n=4
    )
    assert nist.summarise(nist.measure(batch).sum(axis=0)) == pytest.approx(theirs, abs=1e-9)


def test_worked_example() -> None:
    # All references: "a b a c" and "a b d", 7 words. a: 3, b: 2, "a b": 2, so a has log2(7/3) bits, b log2(7/2) and
    # "a b" log2(3/2). Output "a b c": c is not in its reference "a b d", so that a and b match among 3 words, and "a b"
    # among 2 bigrams.
    batch = Batch(["a b a c", "a b c"], [("a b a c",), ("a b d",)])
    nist = Nist(order=2).fitted([batch])
    rows = nist.measure(batch)
    assert rows[1, :4] == pytest.approx([math.log2(7 / 3) + math.log2(7 / 2), math.log2(3 / 2), 3, 2])
    assert rows[:, 4:8].tolist() == [[4, 1, 4, 1], [3, 1, 3, 1]]
    # By itself: 3 words, each of a, b and d once, "a b" once after one a.
    assert nist.segment_scores(rows)[1] == pytest.approx(2 * math.log2(3) / 3)


def test_lengths_differ_where_numbers_of_references_do() -> None:
    # 2 references of 6 words and 1 of 3: 15 words, 5 on average, 10 for two segments; segments' means are 6 and 3.
    batch = Batch(["a b c d", "a b"], [("a b c d e f", "f e d c b a"), ("a b c",)])
    nist = Nist().fitted([batch])
    rows = nist.measure(batch).sum(axis=0)
    scores = [Nist(length=length).summarise(rows) for length in ("perl", "python")]
    beta = math.log(2) / math.log(1.5) ** 2
    assert scores[0] / scores[1] == pytest.approx(
        math.exp(-beta * (math.log(6 / 10) ** 2 - math.log(6 / 9) ** 2)), abs=1e-12
    )


@settings(max_examples=25)
@given(corpus=corpora(min_size=1, min_references=1), data=st.data())
def test_it_does_not_matter_how_the_corpus_is_cut(corpus: Corpus, data: st.DataObject) -> None:
    batch = corpus.batch()
    cuts = sorted(data.draw(st.lists(st.integers(0, len(batch)), max_size=4)))
    bounds = zip([0, *cuts], [*cuts, len(batch)], strict=True)
    whole, parts = Nist().fitted([batch]), Nist().fitted([batch.slice(*bound) for bound in bounds])
    assert parts.identity() == whole.identity()
    assert np.array_equal(parts.measure(batch), whole.measure(batch))


def test_an_informed_metric_travels_between_processes() -> None:
    batch = Batch(["a b", "b"], [("a b b",), ("b a",)])
    nist = Nist().fitted([batch])
    rows = nist.measure(batch)
    arrived = pickle.loads(pickle.dumps(nist))
    assert np.array_equal(arrived.measure(batch), rows)
    assert arrived.identity() == nist.identity() != Nist().identity()


def test_empty_texts_score_zero_and_segments_without_references_nothing() -> None:
    batch = Batch(["", "a", "a", ""], [("a b",), ("",), (), ("",)])
    nist = Nist().fitted([batch])
    rows = nist.measure(batch)
    assert nist.segment_scores(rows)[[0, 1, 3]].tolist() == [0, 0, 0]
    assert np.isnan(rows[2]).all()
    assert nist.summarise(rows[[0, 1, 3]].sum(axis=0)) == 0
    assert np.isnan(nist.summarise(np.zeros(rows.shape[1])))


def test_the_corpus_must_be_seen_first() -> None:
    with pytest.raises(ValueError, match="informed"):
        Nist().measure(Batch(["a"], [("a",)]))


@pytest.mark.parametrize("wrong", [{"order": "0"}, {"order": "21"}, {"length": "ruby"}])
def test_settings_that_mean_nothing_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(InvalidInput, match="metric 'nist'"):
        configure(Nist, wrong, "metric 'nist'")


def test_the_signature_says_how_lengths_are_averaged() -> None:
    assert Nist().signature("var") == "nist|nrefs:var|tok:13a|case:lower|order:5|length:perl|v:1"
