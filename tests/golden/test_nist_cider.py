"""NIST and CIDEr of every released submission to the E2E NLG Challenge (Dušek et al. 2020, Table A.14)."""

import csv
from importlib.resources import files
from pathlib import Path

import pytest

from genchal.campaign.reading.alignment import OutputAlignment
from genchal.campaign.reading.instances import load_instances
from genchal.campaign.reading.submissions import load_outputs
from genchal.domain import Batch, Metric, System
from genchal.metrics.cider import Cider
from genchal.metrics.nist import Nist
from genchal.text.arrays.ragged import FloatArray

TABLE = files("genchal.recipes") / "published" / "e2e_tableA14_all_submissions.tsv"
PUBLISHED = {
    row["released_as"]: row
    for row in csv.DictReader(TABLE.read_text(encoding="utf-8").splitlines(), delimiter="\t")
    if row["released_as"] != "NA"
}


@pytest.fixture(scope="module")
def batch(data: Path) -> Batch:
    """The outputs of all submissions of the table, instance by instance."""
    task, instances = load_instances(data / "e2e" / "testset_w_refs.csv.xz", "e2e")
    alignment = OutputAlignment(task, instances)
    path = data / "e2e-eval" / "all_outputs.tsv.xz"
    records = load_outputs(path)
    submissions = [alignment.align_outputs(System(name), records[name], path) for name in PUBLISHED]
    assert all(submission.instances == tuple(range(630)) for submission in submissions)
    outputs = [output or "" for some in zip(*(one.outputs for one in submissions), strict=True) for output in some]
    return Batch(outputs, [instance.references for instance in instances for _ in submissions])


def scores_of(metric: Metric, batch: Batch) -> FloatArray:
    once = batch.take(range(0, len(batch), len(PUBLISHED)))
    rows = metric.fitted([once]).measure(batch)
    return metric.summarise(rows.reshape(-1, len(PUBLISHED), rows.shape[1]).sum(axis=0))


@pytest.mark.parametrize("metric", [Nist(), Cider()], ids=lambda metric: metric.name)
def test_every_submission_has_its_published_score(batch: Batch, metric: Metric) -> None:
    found = {name: f"{value:.4f}" for name, value in zip(PUBLISHED, scores_of(metric, batch), strict=True)}
    assert found == {name: row[metric.name] for name, row in PUBLISHED.items()}
    assert len(found) == 55


def test_the_other_average_length_gives_lower_scores(batch: Batch) -> None:
    perl, python = scores_of(Nist(), batch), scores_of(Nist(length="python"), batch)
    assert f"{python[list(PUBLISHED).index('tgen/test-output')]:.4f}" == "8.5923"
    assert (python <= perl).all()
