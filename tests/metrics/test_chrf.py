"""chrF and chrF++ against sacreBLEU 2.6, on every setting offered."""

import itertools
from typing import Any

import numpy as np
import pytest
import sacrebleu
from hypothesis import given
from hypothesis import strategies as st

from genchal.domain import Batch
from genchal.domain.settings import configure
from genchal.errors import InvalidInput
from genchal.metrics.chrf import Chrf, ChrfPlusPlus
from strategies import Corpus, corpora

settings = st.builds(
    Chrf,
    case=st.sampled_from(["mixed", "lower"]),
    char_order=st.integers(1, 8),
    word_order=st.integers(0, 3),
    beta=st.sampled_from([1.0, 2.0, 3.0, 0.5]),
    space=st.booleans(),
    effective=st.booleans(),
)


def theirs(chrf: Chrf) -> Any:
    peer: Any = sacrebleu.CHRF
    return peer(
        char_order=chrf.char_order,
        word_order=chrf.word_order,
        beta=chrf.beta,
        lowercase=chrf.case == "lower",
        whitespace=chrf.space,
        eps_smoothing=not chrf.effective,
    )


@given(chrf=st.one_of(st.just(Chrf()), st.just(ChrfPlusPlus()), settings), corpus=corpora(min_size=1, min_references=1))
def test_corpus_and_segment_scores_equal_those_of_sacrebleu(chrf: Chrf, corpus: Corpus) -> None:
    rows = chrf.measure(corpus.batch())
    expected = theirs(chrf).corpus_score(corpus.outputs, list(itertools.zip_longest(*corpus.references))).score / 100
    assert chrf.summarise(rows.sum(axis=0)) == pytest.approx(expected, abs=1e-9)
    singles = [
        theirs(chrf).sentence_score(output, list(references)).score / 100
        for output, references in zip(corpus.outputs, corpus.references, strict=True)
    ]
    assert chrf.segment_scores(rows) == pytest.approx(singles, abs=1e-9)


@given(chrf=st.one_of(st.just(Chrf()), settings))
def test_the_signature_has_sacrebleus_fields(chrf: Chrf) -> None:
    metric = theirs(chrf)
    metric.corpus_score(["a"], [["a"]])
    fields = str(metric.get_signature()).rsplit("|version:", 1)[0]
    assert chrf.signature("1").startswith(f"chrf|{fields}|beta:{chrf.beta:g}|version:genchal-")


def test_the_default_signatures() -> None:
    assert (
        Chrf().signature("1").startswith("chrf|nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no|beta:2|version:genchal-")
    )
    assert ChrfPlusPlus().signature("var").startswith("chrf_pp|nrefs:var|case:mixed|eff:yes|nc:6|nw:2|space:no|beta:2|")


def test_worked_example() -> None:
    # Output "ab a", reference "aba b": characters a b a / a b a b, 3 of 3 and of 4 match; bigrams ab ba / ab ba ab,
    # 2 of 2 and of 3. Means: precision 1, recall (3/4 + 2/3) / 2 = 17/24; F2 = 5 * 17/24 / (4 + 17/24) = 85/113.
    rows = Chrf(char_order=2).measure(Batch(["ab a"], [("aba b",)]))
    assert rows.tolist() == [[3, 2, 3, 2, 4, 3]]
    assert Chrf(char_order=2).summarise(rows[0]) == pytest.approx(85 / 113)


def test_words_count_with_punctuation_split_off_one_end() -> None:
    # Words ( hi ) become "(hi" and ")", of which ")" is in "yes )": 1 of 2 words.
    rows = Chrf(char_order=1, word_order=1).measure(Batch(["(hi)"], [("yes )",)]))
    assert rows.tolist() == [[1, 1, 4, 2, 4, 2]]


def test_the_best_reference_counts_and_the_first_of_equal_ones() -> None:
    chrf = Chrf(char_order=1)
    rows = chrf.measure(Batch(["ab"] * 3, [("xy", "ab"), ("ab", "ba"), ("axyz", "bxyz")]))
    assert rows.tolist() == [[2, 2, 2], [2, 2, 2], [1, 2, 4]]


def test_an_order_that_one_text_is_too_short_for_does_not_count() -> None:
    rows = Chrf(char_order=3).measure(Batch(["abcd", "ab"], [("ab",), ("abcd",)]))
    # The output's trigrams are left out of the evidence if the reference has none, but not the other way round.
    assert rows.tolist() == [[2, 1, 0, 4, 3, 0, 2, 1, 0], [2, 1, 0, 2, 1, 0, 4, 3, 2]]


@pytest.mark.parametrize("chrf", [Chrf(), Chrf(effective=False), ChrfPlusPlus(), Chrf(space=True)])
def test_an_empty_text_scores_zero_and_no_reference_is_not_scored(chrf: Chrf) -> None:
    rows = chrf.measure(Batch(["", "a", "", "a"], [("a",), ("",), ("",), ()]))
    assert chrf.segment_scores(rows[:3]) == pytest.approx([0, 0, 0], abs=1e-15)
    assert np.isnan(rows[3]).all()
    assert np.isnan(chrf.segment_scores(rows)[3])


def test_any_leading_axes_are_kept() -> None:
    rows = Chrf().measure(Batch(["a b c d e", "a b"], [("a b c d f",), ("a b",)]))
    stacked = np.stack([rows, rows * 3])
    assert Chrf().summarise(stacked).shape == (2, 2)
    assert Chrf().summarise(stacked)[0] == pytest.approx(Chrf().summarise(rows))


@pytest.mark.parametrize("wrong", [{"char_order": "0"}, {"word_order": "-1"}, {"beta": "0"}, {"case": "upper"}])
def test_settings_that_mean_nothing_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(InvalidInput, match="metric 'chrf'"):
        configure(Chrf, wrong, "metric 'chrf'")


def test_a_text_of_many_characters_needs_no_table_of_all_its_ngrams() -> None:
    # 6-grams of thousands of different characters do not fit into 63 bits.
    text = "".join(map(chr, range(0x4E00, 0x4E00 + 9000)))
    rows = Chrf().measure(Batch([text], [(text[::-1], text[:500])]))
    expected = sacrebleu.CHRF().sentence_score(text, [text[::-1], text[:500]]).score / 100
    assert Chrf().summarise(rows[0]) == pytest.approx(expected, abs=1e-12)
