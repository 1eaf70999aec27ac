"""BLEU on E2E texts against sacreBLEU 2.6, on every tokeniser, case and way of smoothing."""

import itertools
from pathlib import Path

import pytest
import sacrebleu

from genchal.campaign.reading.alignment import OutputAlignment
from genchal.campaign.reading.instances import load_instances
from genchal.campaign.reading.submissions import load_submission
from genchal.domain import Batch, System
from genchal.metrics.bleu import Bleu
from metrics.test_bleu import SMOOTHINGS, TOKENISERS, theirs

pytestmark = pytest.mark.slow

SYSTEMS = ("tgen", "adapt", "tr2")  # a usual one, the most varied one, the longest one
EVERY = 7  # sacreBLEU needs seconds for all 630 instances under one tokeniser


@pytest.fixture(scope="module")
def corpus(data: Path) -> tuple[list[str], list[tuple[str, ...]]]:
    task, instances = load_instances(data / "e2e" / "testset_w_refs.csv.xz", "e2e")
    alignment = OutputAlignment(task, instances)
    outputs, references = [], []
    for name in SYSTEMS:
        submission = load_submission(data / "e2e-eval" / "primary_raw" / f"{name}.tsv.gz", alignment, System(name))
        outputs += [output or "" for output in submission.outputs[::EVERY]]
        references += [instance.references for instance in instances[::EVERY]]
    return outputs, references


@pytest.mark.parametrize("tok", TOKENISERS)
@pytest.mark.parametrize("case", ["mixed", "lower"])
def test_bleu_of_e2e_texts_equals_that_of_sacrebleu(
    corpus: tuple[list[str], list[tuple[str, ...]]], tok: str, case: str
) -> None:
    outputs, references = corpus
    batch = Batch(outputs, references)
    statistics = None
    for (smooth, value), effective in itertools.product(SMOOTHINGS, [False, True]):
        bleu = Bleu(tok, "lower" if case == "lower" else "mixed", smooth, value, effective)
        peer = theirs(bleu)
        if statistics is None:  # n-gram counts do not depend on smoothing
            statistics = peer._extract_corpus_statistics(outputs, list(itertools.zip_longest(*references)))
            rows = bleu.measure(batch)
        expected = peer._aggregate_and_compute(statistics)
        assert isinstance(expected, sacrebleu.metrics.bleu.BLEUScore)
        assert bleu.summarise(rows.sum(axis=0)) == pytest.approx(expected.score / 100, abs=1e-9)
        singles = [peer._compute_score_from_stats(list(one)).score / 100 for one in statistics]
        assert bleu.segment_scores(rows) == pytest.approx(singles, abs=1e-9)
