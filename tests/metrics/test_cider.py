"""CIDEr against the caption metrics' own program, and against counting with dictionaries."""

import math
import pickle
from collections import Counter

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from pycocoevalcap.cider.cider import Cider as Theirs

from genchal.domain import Batch
from genchal.domain.settings import configure
from genchal.errors import InvalidInput
from genchal.metrics.cider import Cider
from genchal.text.overlap import ngrams
from metrics.test_nist import Tokens, grams, token_lists
from strategies import Corpus, corpora


def vectors(tokens: Tokens, n: int, segments_with: Counter[tuple[str, ...]], segments: int) -> dict[object, float]:
    return {
        gram: count * (math.log(segments) - math.log(max(segments_with[gram], 1)))
        for gram, count in grams(tokens, n).items()
    }


def slow_cider(
    outputs: list[Tokens], references: list[list[Tokens]], order: int, sigma: float, defended: bool
) -> list[float]:
    segments_with: Counter[tuple[str, ...]] = Counter()
    for some in references:
        segments_with.update({gram for one in some for n in range(1, order + 1) for gram in grams(one, n)})
    scores = []
    for output, some in zip(outputs, references, strict=True):
        score = 0.0
        for reference in some:
            difference = max(len(output) - 1, 0) - max(len(reference) - 1, 0)
            for n in range(1, order + 1):
                ours = vectors(output, n, segments_with, len(references))
                theirs = vectors(reference, n, segments_with, len(references))
                norms = math.hypot(*ours.values()) * math.hypot(*theirs.values())
                if defended:
                    product = sum(min(value, theirs.get(gram, 0)) * theirs.get(gram, 0) for gram, value in ours.items())
                    product *= math.exp(-(difference**2) / (2 * sigma**2))
                else:
                    product = sum(value * theirs.get(gram, 0) for gram, value in ours.items())
                score += product / norms if norms else 0.0
        scores.append(10 * score / order / len(some))
    return scores


@given(corpus=corpora(min_size=1, min_references=1), sigma=st.sampled_from([6.0, 1.5]))
def test_scores_equal_those_of_the_caption_metrics(corpus: Corpus, sigma: float) -> None:
    assume(any(text.split() for texts in corpus.references for text in texts))  # their program asks for a largest count
    cider = Cider("none", "mixed", sigma=sigma).fitted([corpus.batch()])
    rows = cider.measure(corpus.batch())
    references = {number: list(texts) for number, texts in enumerate(corpus.references)}
    outputs = {number: [text] for number, text in enumerate(corpus.outputs)}
    mean, singles = Theirs(sigma=sigma).compute_score(references, outputs)
    assert cider.segment_scores(rows) == pytest.approx(singles, abs=1e-9)
    assert cider.summarise(rows.sum(axis=0)) == pytest.approx(mean, abs=1e-9)


@pytest.mark.parametrize("form", ["d", "plain"])
@settings(max_examples=40)
@given(
    corpus=corpora(min_size=1, min_references=1),
    tok=st.sampled_from(["13a", "none"]),
    order=st.integers(1, 5),
    sigma=st.sampled_from([6.0, 2.0]),
    piece=st.sampled_from([1, 1 << 16]),
)
def test_scores_equal_those_counted_with_dictionaries(
    form: str, corpus: Corpus, tok: str, order: int, sigma: float, piece: int
) -> None:
    cider = Cider(tok, "lower", "d" if form == "d" else "plain", order, sigma).fitted([corpus.batch()])
    outputs = token_lists(corpus.outputs, tok, lower=True)
    references = [token_lists(texts, tok, lower=True) for texts in corpus.references]
    expected = slow_cider(outputs, references, order, sigma, defended=form == "d")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ngrams, "TOKENS_AT_ONCE", piece)
        rows = cider.measure(corpus.batch())
    assert cider.segment_scores(rows) == pytest.approx(expected, abs=1e-9)


def test_worked_example() -> None:
    # Two segments. "a" is in both, so it weighs ln 2 - ln 2 = 0; b, c and d weigh ln 2. Unigram vectors of output
    # "a b b" and reference "a b c": (b: 2) and (b: 1, c: 1), times ln 2. Clipped: min(2, 1) * 1 / (2 * sqrt 2), not
    # clipped twice as much; bigrams "a b", "b b" against "a b", "b c", each in one segment: 1 / (sqrt 2 * sqrt 2).
    batch = Batch(["a b b", "a d"], [("a b c",), ("a d",)])
    for form, clipped in [("d", 1), ("plain", 2)]:
        cider = configure(Cider, {"tok": "none", "form": form, "order": 2}, "metric").fitted([batch])
        expected = [10 * (clipped / (2 * math.sqrt(2)) + 1 / 2) / 2, 10]
        assert cider.segment_scores(cider.measure(batch)) == pytest.approx(expected)


def test_another_length_is_punished_in_the_defended_form_only() -> None:
    batch = Batch(["a b", "x"], [("a b c d",), ("y",)])  # 1 bigram and 3 bigrams
    scores = {}
    for form in ("d", "plain"):
        cider = configure(Cider, {"tok": "none", "form": form}, "metric").fitted([batch])
        scores[form] = cider.segment_scores(cider.measure(batch))[0]
    assert scores["d"] == pytest.approx(scores["plain"] * math.exp(-4 / 72))


def test_one_segment_alone_scores_zero() -> None:
    batch = Batch(["a b c d"], [("a b c d",)])
    cider = Cider().fitted([batch])
    assert cider.measure(batch).tolist() == [[0, 1]]


def test_tokens_with_blanks_inside_are_several_words() -> None:
    texts = ["Call 555 123 4567 now", "Take 2 1/2 cups"]
    references = [("call 555 123 9999",), ("take 1/2 cup", "2 1/2 cups")]
    assert any("\u00a0" in token for tokens in token_lists(texts, "ptb", lower=True) for token in tokens)
    cut = Batch(
        [" ".join(tokens) for tokens in token_lists(texts, "ptb", lower=True)],
        [tuple(" ".join(tokens) for tokens in token_lists(some, "ptb", lower=True)) for some in references],
    )
    whole = Batch(texts, references)
    expected = Cider("none", "mixed").fitted([cut]).measure(cut)  # white space of all kinds separates
    assert np.array_equal(Cider().fitted([whole]).measure(whole), expected)


@settings(max_examples=25)
@given(corpus=corpora(min_size=1), data=st.data())
def test_it_does_not_matter_how_the_corpus_is_cut(corpus: Corpus, data: st.DataObject) -> None:
    batch = corpus.batch()
    cuts = sorted(data.draw(st.lists(st.integers(0, len(batch)), max_size=4)))
    bounds = zip([0, *cuts], [*cuts, len(batch)], strict=True)
    whole, parts = Cider().fitted([batch]), Cider().fitted([batch.slice(*bound) for bound in bounds])
    assert parts.identity() == whole.identity()
    assert np.array_equal(parts.measure(batch), whole.measure(batch), equal_nan=True)


def test_an_informed_metric_travels_between_processes() -> None:
    batch = Batch(["a b", "b"], [("a b b",), ("b a",)])
    cider = Cider("none").fitted([batch])
    rows = cider.measure(batch)
    arrived = pickle.loads(pickle.dumps(cider))
    assert np.array_equal(arrived.measure(batch), rows)
    assert arrived.identity() == cider.identity() != Cider("none").identity()


def test_empty_texts_score_zero_and_segments_without_references_neither_score_nor_count() -> None:
    batch = Batch(["", "a b", "a", ""], [("a b",), ("",), (), ("",)])
    cider = Cider().fitted([batch])
    rows = cider.measure(batch)
    assert np.isnan(rows[2]).all()
    assert rows[[0, 1, 3]].tolist() == [[0, 1]] * 3
    scored = Batch(["a b", "c"], [("a b",), ("c d",)])
    more = Batch([*scored.outputs, "x"], [*scored.references, ()])
    expected = Cider().fitted([scored]).measure(scored)
    assert np.array_equal(Cider().fitted([more]).measure(more)[:2], expected)


def test_the_corpus_must_be_seen_first() -> None:
    with pytest.raises(ValueError, match="informed"):
        Cider().measure(Batch(["a"], [("a",)]))


@pytest.mark.parametrize("wrong", [{"order": "0"}, {"sigma": "0"}, {"sigma": "-1"}, {"form": "e"}])
def test_settings_that_mean_nothing_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(InvalidInput, match="metric 'cider'"):
        configure(Cider, wrong, "metric 'cider'")


def test_the_signature_says_which_form() -> None:
    assert Cider().signature("5") == "cider|nrefs:5|tok:ptb|case:lower|form:d|order:4|sigma:6|v:1"
