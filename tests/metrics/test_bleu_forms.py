"""The forms of BLEU that are not sacreBLEU's: NLTK's, and the challenges' own for single segments."""

import math
import sys
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nltk.translate.bleu_score import SmoothingFunction, corpus_bleu

from genchal.domain import Batch
from genchal.domain.settings import configure
from genchal.errors import InvalidInput
from genchal.metrics.bleu import Bleu
from metrics.test_nist import Tokens, grams, most_in_one, token_lists
from strategies import Corpus, corpora


def of_all_orders(precisions: list[Fraction], **_: object) -> list[float]:
    """NLTK's smoothing method 2 as it was before version 3.6."""
    return [(one.numerator + 1) / (one.denominator + 1) for one in precisions]


@pytest.mark.parametrize(
    ("chosen", "smoothing"),
    [({"smooth": "add-k"}, SmoothingFunction().method2), ({"smooth": "add-all"}, of_all_orders)],
)
@settings(max_examples=40)
@given(corpus=corpora(min_size=1, min_references=1), order=st.integers(2, 5))
def test_nltk_method_2_is_adding_one_with_an_n_gram_for_every_output(
    chosen: dict[str, object], smoothing: object, corpus: Corpus, order: int
) -> None:
    always = {"tok": "none", "case": "lower", "least": 1, "order": order}
    bleu = configure(Bleu, chosen | always, "metric 'bleu'")
    rows = bleu.measure(corpus.batch()).sum(axis=0)
    theirs = corpus_bleu(
        [[text.lower().split() for text in texts] for texts in corpus.references],
        [text.lower().split() for text in corpus.outputs],
        weights=(1 / order,) * order,
        smoothing_function=smoothing,
    )
    if rows[0] or bleu.smooth == "add-k":  # NLTK gives 0 where no word matches; adding to words does not
        assert bleu.summarise(rows) == pytest.approx(theirs, abs=1e-9)


def slow_tiny(output: Tokens, references: list[Tokens], order: int) -> float:
    if not output:
        return 0.0
    logs = 0.0
    for n in range(1, order + 1):
        ours = grams(output, n)
        matches = sum((ours & most_in_one(references, n)).values())
        logs += math.log((matches or 1e-15) / (ours.total() or 1e-9))
    closest = min(map(len, references), key=lambda length: (abs(length - len(output)), length))
    return math.exp(logs / order + min(0.0, 1 - closest / len(output)))


@given(corpus=corpora(min_size=1, min_references=1), order=st.integers(1, 5))
def test_tiny_values_in_the_place_of_zeros_define_every_score(corpus: Corpus, order: int) -> None:
    bleu = Bleu(case="lower", smooth="tiny", order=order)
    rows = bleu.measure(corpus.batch())
    outputs = token_lists(corpus.outputs, "13a", lower=True)
    references = [token_lists(texts, "13a", lower=True) for texts in corpus.references]
    expected = [slow_tiny(one, some, order) for one, some in zip(outputs, references, strict=True)]
    assert bleu.segment_scores(rows) == pytest.approx(expected, rel=1e-9, abs=sys.float_info.min)
    if (rows.sum(axis=0)[:order] > 0).all():
        plain = Bleu(case="lower", smooth="none", order=order)
        assert bleu.summarise(rows.sum(axis=0)) == plain.summarise(rows.sum(axis=0))


def test_orders_longer_than_the_output_can_be_left_out_with_tiny_values() -> None:
    rows = Bleu().measure(Batch(["a b"], [("a c",)]))
    assert Bleu(smooth="tiny", effective=True).summarise(rows[0]) == pytest.approx((1 / 2 * 1e-15) ** 0.5)


def test_the_forms_have_signatures_of_their_own() -> None:
    signatures = [
        Bleu(smooth="tiny").signature("1"),
        Bleu(smooth="add-all").signature("1"),
        Bleu(smooth="add-all", least=1).signature("1"),
    ]
    assert "|smooth:tiny|order:4|version:" in signatures[0]
    assert "|smooth:add-all[1.00]|order:4|version:" in signatures[1]
    assert "|smooth:add-all[1.00]|order:4|least:1|version:" in signatures[2]


@pytest.mark.parametrize("wrong", [{"least": "2"}, {"least": "-1"}, {"smooth": "tiny", "smooth_value": "1"}])
def test_settings_that_mean_nothing_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(InvalidInput, match="metric 'bleu'"):
        configure(Bleu, wrong, "metric 'bleu'")
