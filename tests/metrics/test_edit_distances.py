"""DIST, EDIT and Levenshtein's distance against their definitions, one segment at a time."""

import itertools
import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from genchal.domain import Batch
from genchal.metrics.dist import Dist
from genchal.metrics.edit import Edit
from genchal.metrics.levenshtein import Levenshtein
from genchal.text import TOKENISERS
from genchal.text.arrays.encoding import encode
from strategies import Corpus, corpora

OVER = ("reference", "longest")
EACH = ("best", "mean")


def slow_distance(left: Sequence[str], right: Sequence[str], substitution: int) -> int:
    """The textbook table, line by line."""
    above = list(range(len(right) + 1))
    for i, x in enumerate(left, start=1):
        here = [i]
        for j, y in enumerate(right, start=1):
            here.append(min(above[j] + 1, here[-1] + 1, above[j - 1] + (0 if x == y else substitution)))
        above = here
    return above[-1]


def units(text: str, tok: str, case: str) -> list[str]:
    return encode([text], TOKENISERS[tok](), case == "lower").strings(0)


def slow_dist(edits: int, length: int) -> float:
    return 1 - edits / length if length else float(edits == 0)


def slow_score(metric: Dist | Edit | Levenshtein, output: str, reference: str) -> float:
    ours, theirs = (units(text, metric.tok, metric.case) for text in (output, reference))
    edits = slow_distance(ours, theirs, 2 if isinstance(metric, Edit) else 1)
    longest = max(len(ours), len(theirs))
    if isinstance(metric, Dist):
        return slow_dist(edits, longest if metric.over == "longest" else len(theirs))
    if isinstance(metric, Levenshtein) and metric.normalised:
        return edits / max(longest, 1)
    return edits


def slow_segment(metric: Dist | Edit | Levenshtein, output: str, references: Sequence[str]) -> float:
    scores = [slow_score(metric, output, reference) for reference in references]
    if not scores:
        return math.nan
    if metric.each == "mean":
        return sum(scores) / len(scores)
    return max(scores) if metric.higher_is_better else min(scores)


METRICS: list[Any] = [
    *(Dist(tok, over=over, each=each) for tok, over, each in itertools.product(("string", "none"), OVER, EACH)),  # type: ignore[arg-type]
    *(Edit(tok, each=each) for tok, each in itertools.product(("none", "string"), EACH)),  # type: ignore[arg-type]
    *(Levenshtein(tok, normalised=flag) for tok, flag in itertools.product(("string", "verbatim"), (False, True))),
    Levenshtein("none", "lower", each="mean", normalised=True),
]


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: str(metric.signature("1")))
@settings(max_examples=20)
@given(corpus=corpora(max_size=4))
def test_segment_scores_follow_the_definition_and_the_corpus_score_is_their_mean(metric: Any, corpus: Corpus) -> None:
    rows = metric.measure(corpus.batch())
    found = metric.segment_scores(rows).tolist()
    expected = list(map(slow_segment, itertools.repeat(metric), corpus.outputs, corpus.references))
    assert found == pytest.approx(expected, nan_ok=True)
    scored = [score for score in expected if not math.isnan(score)]
    if scored:
        assert metric.summarise(np.nansum(rows, axis=0)) == pytest.approx(sum(scored) / len(scored))


@pytest.mark.parametrize("over", OVER)
@given(corpus=corpora(min_size=1, max_size=4, min_references=1))
def test_pooled_dist_divides_all_edits_by_all_lengths(over: Any, corpus: Corpus) -> None:
    metric = Dist("none", over=over, corpus="sum")
    edits = lengths = 0
    for output, references in zip(corpus.outputs, corpus.references, strict=True):
        ours = units(output, "none", "lower")
        choices = []
        for reference in references:
            theirs = units(reference, "none", "lower")
            length = max(len(ours), len(theirs)) if over == "longest" else len(theirs)
            choices.append((slow_distance(ours, theirs, 1), length))
        best = max(choices, key=lambda pair: slow_dist(*pair))  # the first one on ties
        edits, lengths = edits + best[0], lengths + best[1]
    rows = metric.measure(corpus.batch())
    assert rows.sum(axis=0)[:2].tolist() == [edits, lengths]
    assert metric.summarise(rows.sum(axis=0)) == pytest.approx(slow_dist(edits, lengths))


def test_pooled_dist_of_the_mean_takes_mean_edits_and_mean_lengths() -> None:
    # "a b" needs 1 edit to become "a" and 4 to become "c d e f"; the longer lengths are 2 and 4.
    metric = Dist("none", over="longest", corpus="sum", each="mean")
    rows = metric.measure(Batch(["a b", "x"], [("a", "c d e f"), ()]))
    assert rows[0].tolist() == [2.5, 3.0, 1.0]
    assert np.isnan(rows[1]).all()
    assert metric.segment_scores(rows)[0] == pytest.approx(1 - 2.5 / 3)


def test_worked_examples() -> None:
    # kitten to sitting: two letters replaced and one added, seven letters in all. With substitutions at 2 it is 5.
    batch = Batch(["Kitten"], [("sitting",)])
    assert Dist().segment_scores(Dist().measure(batch)) == pytest.approx([1 - 3 / 7])
    assert Levenshtein().segment_scores(Levenshtein().measure(batch)) == pytest.approx([3])
    characters = Edit(tok="string")
    assert characters.segment_scores(characters.measure(batch)) == pytest.approx([5])
    # One word of five replaced, one left out: 2 + 1.
    words = Batch(["the red chair on right"], [("the blue chair on the right",)])
    assert Edit().segment_scores(Edit().measure(words)) == pytest.approx([3])


def test_dist_of_a_long_output_falls_below_zero_unless_the_longer_length_counts() -> None:
    batch = Batch(["aaaaaa"], [("bb",)])
    assert Dist().segment_scores(Dist().measure(batch)) == pytest.approx([1 - 6 / 2])
    bounded = Dist(over="longest")
    assert bounded.segment_scores(bounded.measure(batch)) == pytest.approx([0])


@pytest.mark.parametrize("corpus", ["mean", "sum"])
def test_empty_texts_have_defined_scores(corpus: Any) -> None:
    batch = Batch(["", "", "a", " \n"], [("a b c",), ("",), ("",), ("\t",)])
    metric = Dist(corpus=corpus)
    assert metric.segment_scores(metric.measure(batch)).tolist() == [0, 1, 0, 1]
    assert Edit().segment_scores(Edit().measure(batch)).tolist() == [3, 0, 1, 0]
    normalised = Levenshtein(normalised=True)
    assert normalised.segment_scores(normalised.measure(batch)).tolist() == [1, 0, 1, 0]


@pytest.mark.parametrize("metric", [Dist(), Dist(corpus="sum"), Edit(), Levenshtein()], ids=lambda one: str(one.name))
def test_the_sum_of_no_rows_is_not_a_score(metric: Any) -> None:
    rows = metric.measure(Batch([], []))
    assert np.isnan(metric.summarise(rows.sum(axis=0)))
    assert metric.summarise(np.zeros((2, 3, rows.shape[1]))).shape == (2, 3)


def test_case_and_white_space_count_where_asked() -> None:
    batch = Batch(["The  CHAIR "], [("the chair",)])
    assert Dist().segment_scores(Dist().measure(batch)).tolist() == [1]
    # Six letters differ in case; as the text stands, two blanks are to be deleted besides.
    assert Levenshtein().segment_scores(Levenshtein().measure(batch)).tolist() == [6]
    verbatim = Levenshtein(tok="verbatim")
    assert verbatim.segment_scores(verbatim.measure(batch)).tolist() == [8]


@given(left=st.text(max_size=8), right=st.text(max_size=8))
def test_characters_are_code_points_whatever_they_are(left: str, right: str) -> None:
    metric = Levenshtein(tok="verbatim")
    for one, other in ((left, right), (f"\ud800{left}\0", f"{right}\udfff\0")):
        found = metric.segment_scores(metric.measure(Batch([one], [(other,)])))
        assert found.tolist() == [slow_distance(one, other, 1)]


def test_the_signatures_name_every_setting() -> None:
    assert Dist().signature("1") == "dist|nrefs:1|tok:string|case:lower|over:reference|corpus:mean|each:best|v:1"
    assert Edit().signature("1") == "edit|nrefs:1|tok:none|case:lower|each:best|v:1"
    assert Levenshtein().signature("1") == "levenshtein|nrefs:1|tok:string|case:mixed|each:best|normalised:no|v:1"
