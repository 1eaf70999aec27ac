"""Segment scores of the E2E NLG Challenge's own script, which one team left beside its submissions."""

import csv
import gzip
from pathlib import Path

import pytest

from genchal.campaign.reading.alignment import OutputAlignment
from genchal.campaign.reading.instances import load_instances
from genchal.campaign.reading.submissions import load_outputs
from genchal.domain import Batch, Metric, System
from genchal.metrics.bleu import Bleu
from genchal.metrics.cider import Cider
from genchal.metrics.nist import Nist
from genchal.metrics.rouge_l import RougeL
from genchal.metrics.sent_bleu import SentBleu

SYSTEMS = {  # the first and the third are the primary systems TNT1 and TNT2
    "Primary-Sys1": "tnt/System 1/Primary-Sys1",
    "Sys1-Model1": "tnt/System 1/Sys1-Model1",
    "Primary-Sys2": "tnt/System 2/Primary-Sys2",
    "Sys2-Model1": "tnt/System 2/Sys2-Model1",
    "Sys2-Model2": "tnt/System 2/Sys2-Model2",
    "Sys2-Model3": "tnt/System 2/Sys2-Model3",
}
COLUMNS: dict[str, Metric] = {
    "BLEU": Bleu(case="lower", smooth="tiny"),
    "sentBLEU": SentBleu(),
    "NIST": Nist(),
    "ROUGE_L": RougeL(),
    "CIDEr": Cider(),
}


@pytest.fixture(scope="module")
def batches(data: Path) -> dict[str, Batch]:
    task, instances = load_instances(data / "e2e" / "testset_w_refs.csv.xz", "e2e")
    alignment = OutputAlignment(task, instances)
    path = data / "e2e-eval" / "all_outputs.tsv.xz"
    records = load_outputs(path)
    references = [instance.references for instance in instances]
    submissions = {name: alignment.align_outputs(System(name), records[file], path) for name, file in SYSTEMS.items()}
    return {name: Batch([text or "" for text in one.outputs], references) for name, one in submissions.items()}


@pytest.mark.parametrize("column", COLUMNS)
@pytest.mark.parametrize("system", SYSTEMS)
def test_segment_scores_equal_those_of_the_script(
    data: Path, batches: dict[str, Batch], system: str, column: str
) -> None:
    batch = batches[system]
    metric = COLUMNS[column].fitted([batch])
    found = [f"{value:.4f}" for value in metric.segment_scores(metric.measure(batch))]
    path = data / "e2e-eval" / "segscores" / f"{system}.segscores.tsv.gz"
    with gzip.open(path, "rt", encoding="utf-8", newline="") as lines:
        expected = [row[column] for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)]
    assert found == expected
    assert len(found) == 630
