"""Scores and signatures as sacreBLEU 2.6 gives them: BLEU, chrF, chrF++ and TER, on generated texts and on E2E."""

import itertools
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import sacrebleu
from hypothesis import given, settings
from hypothesis import strategies as st

from genchal.campaign.reading.alignment import OutputAlignment
from genchal.campaign.reading.instances import load_instances
from genchal.campaign.reading.submissions import load_submission
from genchal.domain import Batch, Metric, System
from genchal.metrics.bleu import Bleu
from genchal.metrics.chrf import Chrf, ChrfPlusPlus
from genchal.metrics.ter import Ter
from strategies import Corpus, corpora

pytestmark = pytest.mark.slow

# Ours, theirs, and fields of ours that their signature does not have.
PAIRS: dict[str, tuple[Metric, type, dict[str, object], str]] = {
    "bleu": (Bleu(), sacrebleu.BLEU, {}, "|order:4"),
    "bleu, as the E2E challenge": (
        Bleu(case="lower", smooth="none"),
        sacrebleu.BLEU,
        {"lowercase": True, "smooth_method": "none"},
        "|order:4",
    ),
    "bleu, Chinese": (Bleu(tok="zh"), sacrebleu.BLEU, {"tokenize": "zh"}, "|order:4"),
    "chrf": (Chrf(), sacrebleu.CHRF, {}, "|beta:2"),
    "chrf_pp": (ChrfPlusPlus(), sacrebleu.CHRF, {"word_order": 2}, "|beta:2"),
    "chrf_pp, as chrF++.py": (
        ChrfPlusPlus(case="lower", space=True, effective=False),
        sacrebleu.CHRF,
        {"word_order": 2, "lowercase": True, "whitespace": True, "eps_smoothing": True},
        "|beta:2",
    ),
    "ter": (Ter(), sacrebleu.TER, {}, ""),
    "ter, normalised": (
        Ter("mixed", normalized=True, punct=False, asian=True),
        sacrebleu.TER,
        {"normalized": True, "no_punct": True, "asian_support": True, "case_sensitive": True},
        "",
    ),
}


def check(ours: Metric, theirs: Any, more: str, outputs: list[str], references: list[tuple[str, ...]]) -> None:
    """Compare corpus score, segment scores and signature; missing references are None in sacreBLEU's streams."""
    rows = ours.measure(Batch(outputs, references))
    statistics = theirs._extract_corpus_statistics(outputs, list(itertools.zip_longest(*references)))
    corpus = theirs._aggregate_and_compute(statistics).score / 100
    assert ours.summarise(rows.sum(axis=0)) == pytest.approx(corpus, abs=1e-9)
    segments = [theirs._compute_score_from_stats(list(one)).score / 100 for one in statistics]
    assert np.allclose(ours.segment_scores(rows), segments, rtol=0, atol=1e-9)
    numbers = {len(texts) for texts in references}
    signature, version = str(theirs.get_signature()).split("|version:")
    assert version == "2.6.0"
    found = ours.signature(str(numbers.pop()) if len(numbers) == 1 else "var")
    assert found.startswith(f"{ours.name}|{signature}{more}|version:genchal-")


@pytest.mark.parametrize("name", PAIRS)
@settings(max_examples=20)
@given(corpus=corpora(min_size=1, max_size=6, min_references=1))
def test_generated_texts(name: str, corpus: Corpus) -> None:
    ours, theirs, options, more = PAIRS[name]
    check(ours, theirs(**options), more, corpus.outputs, corpus.references)


@pytest.mark.parametrize("name", PAIRS)
@settings(max_examples=10)
@given(
    outputs=st.lists(st.text("中文很好 ab。，!", max_size=12), min_size=1, max_size=4),
    references=st.lists(st.text("中文很好 ab。，!", max_size=12), min_size=1, max_size=3),
)
def test_generated_chinese(name: str, outputs: list[str], references: list[str]) -> None:
    ours, theirs, options, more = PAIRS[name]
    check(ours, theirs(**options), more, outputs, [tuple(references)] * len(outputs))


@pytest.fixture(scope="module")
def e2e(data: Path) -> tuple[list[str], list[tuple[str, ...]]]:
    """Every 70th instance, with three systems: a usual one, the most varied one, the longest one."""
    task, instances = load_instances(data / "e2e" / "testset_w_refs.csv.xz", "e2e")
    alignment = OutputAlignment(task, instances)
    outputs, references = [], []
    for name in ("tgen", "adapt", "tr2"):
        path = data / "e2e-eval" / "primary_raw" / f"{name}.tsv.gz"
        outputs += [output or "" for output in load_submission(path, alignment, System(name)).outputs[::70]]
        references += [instance.references for instance in instances[::70]]
    return outputs, references


@pytest.mark.parametrize("name", PAIRS)
def test_e2e_texts(e2e: tuple[list[str], list[tuple[str, ...]]], name: str) -> None:
    ours, theirs, options, more = PAIRS[name]
    every = 5 if ours.name == "ter" else 1  # sacreBLEU is slow there
    outputs, references = e2e
    check(ours, theirs(**options), more, outputs[::every], references[::every])


@pytest.mark.parametrize(("metric", "score"), [(Chrf(), "0.7095"), (ChrfPlusPlus(), "0.6930"), (Ter(), "0.4495")])
def test_the_numbers_on_the_cards(data: Path, metric: Metric, score: str) -> None:
    task, instances = load_instances(data / "e2e" / "testset_w_refs.csv.xz", "e2e")
    path = data / "e2e-eval" / "primary_raw" / "tgen.tsv.gz"
    submission = load_submission(path, OutputAlignment(task, instances), System("tgen"))
    batch = Batch([output or "" for output in submission.outputs], [instance.references for instance in instances])
    assert f"{metric.summarise(metric.measure(batch).sum(axis=0)):.4f}" == score
    assert score in metric.card.published
