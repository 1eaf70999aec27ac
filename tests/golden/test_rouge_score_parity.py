"""ROUGE against the rouge-score package 0.1.2: made-up corpora, E2E outputs and UD sentences."""

import csv
import lzma
import random
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nltk.stem.porter import PorterStemmer
from rouge_score.rouge_scorer import RougeScorer
from rouge_score.tokenizers import DefaultTokenizer

from genchal.campaign.reading.alignment import OutputAlignment
from genchal.campaign.reading.instances import load_instances
from genchal.campaign.reading.submissions import load_submission
from genchal.domain import Batch, System
from genchal.metrics._rouge import RougeMetric
from genchal.metrics.rouge_l import RougeL
from genchal.metrics.rouge_lsum import RougeLsum
from genchal.metrics.rouge_n import Rouge1, Rouge2
from genchal.text import TOKENISERS
from genchal.text.arrays.encoding import encode
from genchal.text.stemmers.porter import stem
from strategies import texts

pytestmark = pytest.mark.slow

TOKS = {"rouge": False, "rouge-stem": True}
EVERY = 15  # rouge-score needs a minute for all outputs of three systems

words = st.sampled_from(
    ["walk", "walks", "walking", "the", "The", "river", "rivers", "a", "6", "x-y", "İ", "日本", "b"]
)
documents = texts | st.lists(st.lists(words, max_size=8).map(" ".join), max_size=4).map("\n".join)
segments = st.lists(st.tuples(documents, st.lists(documents, min_size=1, max_size=3)), min_size=1, max_size=4)


def ours(tok: str) -> dict[str, RougeMetric]:
    return {
        "rouge1": Rouge1(tok),
        "rouge2": Rouge2(tok),
        "rougeL": RougeL(tok, beta=1.0, best="f"),
        "rougeLsum": RougeLsum(tok),
    }


def assert_equal_to_theirs(outputs: Sequence[str], references: Sequence[Sequence[str]], tok: str) -> None:
    metrics = ours(tok)
    scorer = RougeScorer(list(metrics), use_stemmer=TOKS[tok])
    theirs = [scorer.score_multi(list(few), output) for output, few in zip(outputs, references, strict=True)]
    batch = Batch(outputs, [tuple(few) for few in references])
    for name, metric in metrics.items():
        expected = [score[name].fmeasure for score in theirs]
        rows = metric.measure(batch)
        assert metric.segment_scores(rows).tolist() == pytest.approx(expected, abs=1e-9)
        assert metric.summarise(rows.sum(axis=0)) == pytest.approx(sum(expected) / len(expected), abs=1e-9)


@pytest.mark.parametrize("tok", TOKS)
@given(segments=segments)
def test_made_up_corpora_score_as_with_rouge_score(tok: str, segments: list[tuple[str, list[str]]]) -> None:
    assert_equal_to_theirs([output for output, _ in segments], [few for _, few in segments], tok)


@pytest.mark.parametrize("tok", TOKS)
@given(text=documents | st.text())
def test_tokens_are_those_of_rouge_score(tok: str, text: str) -> None:
    assert encode([text], TOKENISERS[tok]()).strings(0) == DefaultTokenizer(TOKS[tok]).tokenize(text)


@pytest.mark.parametrize("tok", TOKS)
@pytest.mark.parametrize("several", [False, True])
def test_e2e_outputs_score_as_with_rouge_score(data: Path, tok: str, several: bool) -> None:
    task, instances = load_instances(data / "e2e" / "testset_w_refs.csv.xz", "e2e")
    alignment = OutputAlignment(task, instances)
    outputs: list[str] = []
    references: list[tuple[str, ...]] = []
    for name in ("tgen", "adapt", "tr2"):  # a usual one, the most varied one, the longest one
        submission = load_submission(data / "e2e-eval" / "primary_raw" / f"{name}.tsv.gz", alignment, System(name))
        outputs += [output or "" for output in submission.outputs[::EVERY]]
        references += [one.references if several else one.references[:1] for one in instances[::EVERY]]
    # Sentences on lines of their own, so that ROUGE-Lsum has something to unite.
    broken = [text.replace(". ", ".\n") for text in outputs]
    assert_equal_to_theirs(broken, [[text.replace(". ", ".\n") for text in few] for few in references], tok)


def ud_sentences(data: Path, language: str) -> list[str]:
    with lzma.open(
        data / "sr18" / "official" / "sentences" / f"{language}-ud-dev.tsv.xz", "rt", encoding="utf-8"
    ) as file:
        return [row[-1] for row in csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)]


@pytest.mark.parametrize("tok", TOKS)
@pytest.mark.parametrize("language", ["en", "fr", "fi"])
def test_ud_sentences_score_as_with_rouge_score(data: Path, tok: str, language: str) -> None:
    rng = random.Random(18)
    sentences = rng.sample(ud_sentences(data, language), 150)
    shuffled = [" ".join(rng.sample(text.split(), k=len(text.split()))) for text in sentences]
    assert_equal_to_theirs(shuffled, [[text, rng.choice(sentences)] for text in sentences], tok)


def test_the_vocabulary_of_e2e_and_ud_has_the_stems_of_nltk(data: Path) -> None:
    nltk = PorterStemmer()
    with lzma.open(data / "e2e" / "testset_w_refs.csv.xz", "rt", encoding="utf-8") as file:
        corpus = [file.read(), *ud_sentences(data, "en"), *ud_sentences(data, "fr")]
    vocabulary = encode(corpus, TOKENISERS["rouge"]()).vocabulary
    assert len(vocabulary) > 10_000
    assert {word: stem(word) for word in vocabulary} == {word: nltk.stem(word) for word in vocabulary}
