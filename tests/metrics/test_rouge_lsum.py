"""ROUGE-Lsum against its definition, one segment at a time."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from genchal.domain import Batch
from genchal.metrics import rouge_lsum as module
from genchal.metrics._rouge import Best
from genchal.metrics.rouge_l import RougeL
from genchal.metrics.rouge_lsum import RougeLsum
from genchal.text import TOKENISERS
from genchal.text.arrays.encoding import encode
from metrics.test_rouge_l import slow_f
from strategies import Corpus, corpora
from text.overlap.test_lcs_places import slow_places

# Few words, so that lines have several longest common subsequences and outputs run out of words.
lines = st.lists(st.lists(st.sampled_from("abc"), max_size=6).map(" ".join), max_size=4)
documents = lines.map("\n".join)
segments = st.lists(st.tuples(documents, st.lists(documents, max_size=3).map(tuple)), max_size=6)


def slow_matches(output: str, reference: str, tok: str) -> tuple[int, int, int]:
    """Matches of the unions, words of the output, words of the reference."""

    def sentences(text: str) -> list[list[str]]:
        return [encode([line], TOKENISERS[tok](), lower=True).strings(0) for line in text.split("\n")]

    ours, theirs = sentences(output), sentences(reference)
    numbers = {word: number for number, word in enumerate({word for line in ours + theirs for word in line})}
    union: Counter[str] = Counter()
    for line in theirs:
        places = {
            place for other in ours for place in slow_places([numbers[w] for w in line], [numbers[w] for w in other])
        }
        union.update(line[place] for place in places)
    available = Counter(word for line in ours for word in line)
    return (union & available).total(), available.total(), sum(map(len, theirs))


@pytest.mark.parametrize("best", ["pr", "f"])
@pytest.mark.parametrize("at_once", [1, 1 << 20])
@settings(max_examples=40)
@given(segments=segments)
def test_segment_scores_follow_the_definition(
    best: Best, at_once: int, segments: list[tuple[str, tuple[str, ...]]]
) -> None:
    metric = RougeLsum(tok="none", best=best)
    batch = Batch([output for output, _ in segments], [references for _, references in segments])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "TOKENS_AT_ONCE", at_once)
        found = metric.segment_scores(metric.measure(batch))
    expected = [slow_f([slow_matches(output, one, "none") for one in texts], metric) for output, texts in segments]
    assert found.tolist() == pytest.approx(expected, nan_ok=True)


def test_worked_example() -> None:
    # Lin (2004), section 3.2: reference w1 w2 w3 w4 w5; lines w1 w2 w6 w7 w8 and w1 w3 w8 w9 w5. Their subsequences
    # w1 w2 and w1 w3 w5 unite to four words: R 4/5, P 4/10, F 8/15.
    batch = Batch(["w1 w2 w6 w7 w8\nw1 w3 w8 w9 w5"], [("w1 w2 w3 w4 w5",)])
    assert RougeLsum().segment_scores(RougeLsum().measure(batch)) == pytest.approx([8 / 15])


def test_a_word_matches_at_most_as_often_as_the_output_has_it() -> None:
    # Both lines of the reference have their "a" in common with the only one of the output: P 1/1, R 1/2.
    batch = Batch(["a"], [("a\na",)])
    assert RougeLsum().segment_scores(RougeLsum().measure(batch)) == pytest.approx([2 / 3])


@given(corpus=corpora())
def test_texts_of_one_line_score_as_in_rouge_l(corpus: Corpus) -> None:
    batch = Batch(
        [text.replace("\n", " ") for text in corpus.outputs],
        [tuple(text.replace("\n", " ") for text in texts) for texts in corpus.references],
    )
    whole = RougeL(tok="rouge", beta=1.0, best="f").measure(batch)
    assert np.array_equal(RougeLsum().measure(batch), whole, equal_nan=True)


def test_empty_lines_are_nothing_and_empty_texts_score_zero() -> None:
    batch = Batch(["\n\na\n\n", "\n", "a\nb", "a\nb"], [("a",), ("a\nb",), ("\n",), ()])
    scores = RougeLsum().segment_scores(RougeLsum().measure(batch))
    assert scores[:3].tolist() == [1, 0, 0]
    assert np.isnan(scores[3])
