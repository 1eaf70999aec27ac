"""BLEU against sacreBLEU 2.6, on every setting offered."""

import itertools
import unicodedata
from typing import Any

import numpy as np
import pytest
import sacrebleu
from hypothesis import given
from hypothesis import strategies as st

from genchal.domain import Batch
from genchal.domain.settings import configure
from genchal.errors import InvalidInput
from genchal.metrics.bleu import Bleu, Smoothing
from strategies import Corpus, corpora, texts

SMOOTHINGS: list[tuple[Smoothing, float | None]] = [
    ("exp", None), ("none", None), ("floor", None), ("floor", 0.01), ("add-k", None), ("add-k", 0.5),
]  # fmt: skip
TOKENISERS = ["13a", "intl", "char", "none"]


def without_unassigned(corpus: Corpus) -> Corpus:
    """`intl` follows Unicode's categories, and sacreBLEU's are those of a newer Unicode than this Python may have."""

    def known(text: str) -> str:
        return "".join("x" if unicodedata.category(character) == "Cn" else character for character in text)

    return Corpus(list(map(known, corpus.outputs)), [tuple(map(known, texts)) for texts in corpus.references])


def theirs(settings: Bleu) -> Any:
    return sacrebleu.BLEU(
        lowercase=settings.case == "lower",
        force=True,
        tokenize=settings.tok,
        smooth_method=settings.smooth,
        smooth_value=settings.smooth_value,
        max_ngram_order=settings.order,
        effective_order=settings.effective,
    )


@pytest.mark.parametrize(("smoothing", "tok"), list(itertools.product(SMOOTHINGS, TOKENISERS)))
@given(
    corpus=corpora(min_size=1, min_references=1),
    lower=st.booleans(),
    effective=st.booleans(),
    order=st.integers(1, 6),
)
def test_corpus_and_segment_scores_equal_those_of_sacrebleu(
    smoothing: tuple[Smoothing, float | None], tok: str, corpus: Corpus, lower: bool, effective: bool, order: int
) -> None:
    corpus = without_unassigned(corpus)
    bleu = Bleu(tok, "lower" if lower else "mixed", *smoothing, effective, order)
    rows = bleu.measure(corpus.batch())
    streams = list(itertools.zip_longest(*corpus.references))
    expected = theirs(bleu).corpus_score(corpus.outputs, streams).score / 100
    assert bleu.summarise(rows.sum(axis=0)) == pytest.approx(expected, abs=1e-9)
    singles = [
        theirs(bleu).sentence_score(output, list(references)).score / 100
        for output, references in zip(corpus.outputs, corpus.references, strict=True)
    ]
    assert bleu.segment_scores(rows) == pytest.approx(singles, abs=1e-9)


@pytest.mark.parametrize("smoothing", SMOOTHINGS)
@pytest.mark.parametrize("case", ["mixed", "lower"])
@pytest.mark.parametrize("effective", [False, True])
def test_the_signature_has_sacrebleus_fields(
    smoothing: tuple[Smoothing, float | None], case: Any, effective: bool
) -> None:
    bleu = Bleu("13a", case, *smoothing, effective)
    metric = theirs(bleu)
    metric.corpus_score(["a"], [["a"]])
    fields = str(metric.get_signature()).rsplit("|version:", 1)[0]
    assert bleu.signature("1").startswith(f"bleu|{fields}|order:4|version:genchal-")


@given(output=texts, references=st.lists(texts, min_size=1, max_size=4))
def test_more_references_never_lower_the_matches(output: str, references: list[str]) -> None:
    batch = Batch([output, output], [tuple(references[:1]), tuple(references)])
    few, many = Bleu().measure(batch)[:, :4]
    assert (many >= few).all()


def test_worked_example() -> None:
    # Output "the the the cat" against "the cat sat" and "a the dog the": unigrams the (3) and cat (1); "the" is
    # clipped to 2, so 3 of 4 match; bigrams the the, the the, the cat: 1 of 3; lengths 4, 3: the closest is 4.
    rows = Bleu(order=2).measure(Batch(["the the the cat"], [("the cat sat", "a the dog the")]))
    assert rows.tolist() == [[3, 1, 4, 3, 4, 4]]
    assert Bleu(order=2).summarise(rows[0]) == pytest.approx((3 / 4 * 1 / 3) ** 0.5)


def test_any_leading_axes_are_kept() -> None:
    rows = Bleu().measure(Batch(["a b c d e", "a b"], [("a b c d f",), ("a b",)]))
    stacked = np.stack([rows, rows * 3])
    assert Bleu().summarise(stacked).shape == (2, 2)
    assert Bleu().summarise(stacked)[0] == pytest.approx(Bleu().summarise(rows))


def test_a_segment_without_references_is_not_scored_and_an_empty_output_scores_zero() -> None:
    rows = Bleu().measure(Batch(["a", ""], [(), ("a b",)]))
    assert np.isnan(rows[0]).all()
    assert Bleu().summarise(rows[1]) == 0


@pytest.mark.parametrize(
    "settings", [{"order": "0"}, {"smooth_value": "1"}, {"smooth": "floor", "smooth_value": "-1"}, {"smooth": "expo"}]
)
def test_settings_that_mean_nothing_are_refused(settings: dict[str, object]) -> None:
    with pytest.raises(InvalidInput, match="metric 'bleu'"):
        configure(Bleu, settings, "metric 'bleu'")


def test_different_settings_never_share_a_signature() -> None:
    values = [0.1, 0.101, 0.104, 0.5]
    assert len({Bleu(smooth="floor", smooth_value=value).signature("1") for value in values}) == 4
