"""Sentence cosine and token matching over an encoder that is a table."""

from collections.abc import Sequence

import numpy as np
import pytest

from genchal.domain import Batch
from genchal.domain.embeddings import Matrix, SentenceEncoder, TokenVectors
from genchal.domain.settings import configure
from genchal.errors import UserError
from genchal.metrics import METRICS
from genchal.metrics.sentence_cosine import SentenceCosine
from genchal.metrics.token_matching import TokenMatching, TokenMatchingPrecision, TokenMatchingRecall
from genchal.text.arrays.ragged import Ragged, offsets_of

TABLE = {"river": [1.0, 0.0, 0.0], "walk": [0.0, 2.0, 0.0], "path": [0.0, 1.0, 1.0], "not": [-1.0, 0.0, 0.0]}


class Whole:
    """Texts have the sum of the vectors of their words."""

    name = "whole"
    fingerprint = "0123456789abcdef"

    def __init__(self) -> None:
        self.asked: list[str] = []

    def encode(self, texts: Sequence[str]) -> Matrix:
        self.asked += texts
        return np.array([np.sum([TABLE[word] for word in text.split()] or [[0] * 3], axis=0) for text in texts], "f4")


class InParts(Whole):
    """Tokens have the vectors of words."""

    name = "in-parts"

    def encode_tokens(self, texts: Sequence[str]) -> TokenVectors:
        words = [word for text in texts for word in text.split()]
        vectors = np.array([TABLE[word] for word in words], dtype=np.float32).reshape(-1, 3)
        lengths = np.array([len(text.split()) for text in texts], dtype=np.int64)
        return TokenVectors(vectors, Ragged(np.arange(len(words), dtype=np.int32), offsets_of(lengths)))


def scores(kind: type[SentenceCosine] | type[TokenMatching], batch: Batch, encoder: SentenceEncoder) -> list[float]:
    metric = kind(encoder="table").equipped({"encoder": encoder})
    found: list[float] = metric.segment_scores(metric.measure(batch)).tolist()
    return found


def test_sentence_cosine_is_the_best_cosine_over_references_and_encodes_every_text_once() -> None:
    encoder = Whole()
    batch = Batch(["river", "river", "", "river"], [("walk", "river walk"), ("not",), ("river",), ()])
    # (1, 0, 0) and (1, 2, 0): 1 / sqrt(5).
    assert scores(SentenceCosine, batch, encoder) == pytest.approx([5**-0.5, -1.0, 0.0, np.nan], nan_ok=True)
    assert sorted(encoder.asked) == ["", "not", "river", "river walk", "walk"]


def test_token_matching_has_precision_recall_and_their_harmonic_mean() -> None:
    batch = Batch(["river walk", "river walk", ""], [("path",), ("path", "river walk path"), ("path",)])
    # walk and path: 1 / sqrt(2). Against "path" alone the river finds 0 and precision is half of that.
    like = 2**-0.5
    precision, recall = like / 2, like
    assert scores(TokenMatchingPrecision, batch, InParts()) == pytest.approx([precision, 1.0, 0.0])
    assert scores(TokenMatchingRecall, batch, InParts()) == pytest.approx([recall, (2 + like) / 3, 0.0])
    both = (2 + like) / 3
    expected = [2 * precision * recall / (precision + recall), 2 * both / (1 + both), 0.0]
    assert scores(TokenMatching, batch, InParts()) == pytest.approx(expected)


def test_opposite_meanings_have_no_harmonic_mean() -> None:
    batch = Batch(["river"], [("not",)])
    assert scores(TokenMatchingPrecision, batch, InParts()) == [-1.0]
    assert scores(TokenMatching, batch, InParts()) == [0.0]


def test_the_three_are_measured_once() -> None:
    kinds = [TokenMatching, TokenMatchingPrecision, TokenMatchingRecall]
    assert [METRICS[kind.name] for kind in kinds] == kinds
    assert len({kind(encoder="table").equipped({"encoder": InParts()}).identity() for kind in kinds}) == 1


def test_an_encoder_without_tokens_cannot_match_them() -> None:
    with pytest.raises(UserError, match="encoder 'whole' has no vectors for tokens"):
        TokenMatching(encoder="table").equipped({"encoder": Whole()})


def test_the_signature_names_the_encoder_and_leaves_out_what_it_does_not_use() -> None:
    metric = SentenceCosine(encoder="table").equipped({"encoder": Whole()})
    assert metric.signature("1") == "sentence_cosine|nrefs:1|encoder:whole#01234567|v:1"
    assert metric.state() == Whole.fingerprint
    assert SentenceCosine().signature("1") == "sentence_cosine|nrefs:1|encoder:lsa-100-refs|tok:ptb|case:lower|v:1"


def test_texts_fold_into_the_space_of_the_references() -> None:
    references = [("a walk by the river",), ("an easy path",), ("the old mill by the river",)]
    batch = Batch(["a walk by the river", "the easy path", "never heard"], references)
    found = SentenceCosine().fitted([batch]).measure(batch)[:, 0]
    assert found[0] == pytest.approx(1.0)
    assert 0.5 < found[1] < 1
    assert found[2] == 0.0


def test_settings_that_mean_nothing_are_refused() -> None:
    for wrong in ({"dims": 0}, {"encoder": ""}):
        with pytest.raises(UserError, match="of metric 'sentence_cosine'"):
            configure(SentenceCosine, wrong, "metric 'sentence_cosine'")
    with pytest.raises(UserError, match="was given no encoder"):
        SentenceCosine(encoder="x").measure(Batch(["a"], [("b",)]))
