"""TER against sacreBLEU 2.6, on every setting offered."""

import itertools
from typing import Any

import numpy as np
import pytest
import sacrebleu
from hypothesis import given
from hypothesis import settings as effort
from hypothesis import strategies as st

from genchal.domain import Batch
from genchal.metrics.ter import Ter
from genchal.text.overlap.shifts import shift_edits
from strategies import Corpus, corpora, texts

settings = st.builds(
    Ter,
    case=st.sampled_from(["mixed", "lower"]),
    normalized=st.booleans(),
    punct=st.booleans(),
    asian=st.booleans(),
)
# What the rules of normalisation look at.
odd_texts = st.text(st.sampled_from("aA9'sS.,-&;lt gt\n\t\u00a0()\"?中々ひカ。、（１～\u31f0\u3400"), max_size=30)


def theirs(settings: Ter) -> Any:
    return sacrebleu.TER(
        normalized=settings.normalized,
        no_punct=not settings.punct,
        asian_support=settings.asian,
        case_sensitive=settings.case == "mixed",
    )


@effort(max_examples=30)
@given(metric=st.one_of(st.just(Ter()), settings), corpus=corpora(min_size=1, max_size=5, min_references=1))
def test_corpus_and_segment_scores_equal_those_of_sacrebleu(metric: Ter, corpus: Corpus) -> None:
    rows = metric.measure(corpus.batch())
    expected = theirs(metric).corpus_score(corpus.outputs, list(itertools.zip_longest(*corpus.references))).score / 100
    assert metric.summarise(rows.sum(axis=0)) == pytest.approx(expected, abs=1e-9)
    singles = [
        theirs(metric).sentence_score(output, list(references)).score / 100
        for output, references in zip(corpus.outputs, corpus.references, strict=True)
    ]
    assert metric.segment_scores(rows) == pytest.approx(singles, abs=1e-9)


@pytest.mark.parametrize(
    ("normalized", "punct", "asian"), [choice for choice in itertools.product([True, False], repeat=3) if any(choice)]
)
@given(text=st.one_of(texts, odd_texts))
def test_texts_are_prepared_as_sacrebleu_prepares_them(normalized: bool, punct: bool, asian: bool, text: str) -> None:
    metric, peer = Ter("mixed", normalized, punct, asian), theirs(Ter("mixed", normalized, punct, asian))
    tokens = metric._words(Batch([text], [(f"{text}x",)]))
    (output,), (reference,) = tokens.output, tokens.groups.values
    assert tokens.encoded.strings(output) == peer._preprocess_segment(text).split()
    (cached,) = peer._cache_references([[f"{text}x"]])
    assert tokens.encoded.strings(reference) == cached["ref_words"][0]


def test_references_are_normalised_twice_as_in_sacrebleu() -> None:
    # The first time makes "it's ." of "it's.", the second time "it 's .", of which the output has the full stop only.
    text, metric = "it's.", Ter(normalized=True)
    rows = metric.measure(Batch([text], [(text,)]))
    assert rows.tolist() == [[2, 3]]
    assert metric.summarise(rows[0]) == pytest.approx(theirs(metric).sentence_score(text, [text]).score / 100)


@given(metric=settings)
def test_the_signature_has_sacrebleus_fields(metric: Ter) -> None:
    peer = theirs(metric)
    peer.corpus_score(["a"], [["a"]])
    fields = str(peer.get_signature()).rsplit("|version:", 1)[0]
    assert metric.signature("1").startswith(f"ter|{fields}|version:genchal-")


def test_worked_example() -> None:
    # "d a b c" against "a b c d" is one shift, against "x y" four edits (two words replaced, two too many). The mean
    # length of the references is 3.
    rows = Ter().measure(Batch(["d a b c"], [("x y", "A b c D")]))
    assert rows.tolist() == [[1, 3]]
    assert Ter().summarise(rows[0]) == pytest.approx(1 / 3)


@pytest.mark.parametrize(
    ("output", "references", "score"),
    [
        ("", ("",), 0.0),
        ("", ("a b",), 1.0),
        ("a b", ("",), 1.0),  # no words to divide by
        ("a b", ("", "a b"), 0.0),
        ("a b c d", ("e",), 4.0),
    ],
)
def test_empty_texts_and_scores_above_one(output: str, references: tuple[str, ...], score: float) -> None:
    assert Ter().segment_scores(Ter().measure(Batch([output], [references]))).tolist() == [score]


def test_no_reference_is_not_scored() -> None:
    rows = Ter().measure(Batch(["a", "a"], [(), ("a",)]))
    assert np.isnan(rows[0]).all()
    assert np.isnan(Ter().summarise(rows)[0])
    assert rows[1].tolist() == [0, 1]


@effort(max_examples=20)
@given(corpus=corpora(min_size=1, max_size=3, min_references=1))
def test_leaving_out_hopeless_references_changes_nothing(corpus: Corpus) -> None:
    batch = corpus.batch()
    alone = [
        min(Ter().measure(Batch([output], [(text,)]))[0, 0] for text in references)
        for output, references in zip(corpus.outputs, corpus.references, strict=True)
    ]
    assert Ter().measure(batch)[:, 0].tolist() == alone


def test_a_reference_that_cannot_win_is_not_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    searched = []

    def spy(texts: Any, outputs: Any, references: Any, *rest: Any) -> Any:
        searched.extend(references.tolist())
        return shift_edits(texts, outputs, references, *rest)

    monkeypatch.setattr("genchal.metrics.ter.shift_edits", spy)
    # "c a b" is one shift away; "a b d" lacks one word and needs an edit or shift more, so it cannot beat that.
    rows = Ter().measure(Batch(["a b c"] * 2, [("a b x y z v w", "c a b", "d b a")] * 2))
    assert rows[:, 0].tolist() == [1, 1]
    assert len(searched) == 1
