"""Slot errors of the E2E challenge's systems (Dušek et al. 2020, Table 12, automatic), and of SF's references."""

import csv
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from genchal.campaign.reading.instances import load_instances
from genchal.campaign.scoring.request import make_request, parse_request
from genchal.campaign.scoring.score import score_files
from genchal.domain import Batch
from genchal.domain.campaign import Reading
from genchal.domain.results.scores import Uncertainty
from genchal.metrics.slot_error import SlotError
from genchal.resources.lexicons import load_lexicon

pytestmark = pytest.mark.slow

PUBLISHED = files("genchal.recipes") / "published" / "e2e_table12_coverage.tsv"
COLUMNS = ("ok_percent", "added_percent", "missed_percent", "added_and_missed_percent", "ser_percent")
TABLE_12 = {
    row["system"]: [float(row[column]) for column in COLUMNS]
    for row in csv.DictReader(PUBLISHED.read_text(encoding="utf-8").splitlines(), delimiter="\t")
    if row["method"] == "automatic"
}
CLASSES = ("slot_error.ok", "slot_error.added", "slot_error.missing", "slot_error.both")


@pytest.fixture(scope="module")
def percent(data: Path) -> dict[tuple[str, str], float]:
    """Scores of all systems as the report counted, and `ours` with the lexicon e2e."""
    as_reported = ":lexicon=e2e_report:repetitions=no"
    requests = [parse_request(f"{name}{as_reported}") for name in ("slot_error", *CLASSES)]
    requests = [type(one)(one.name, one.settings, one.name) for one in requests]
    ours = parse_request("slot_error:repetitions=no")
    scoring = score_files(
        [data / "e2e-eval" / "primary_outputs.tsv.xz"],
        Reading((data / "e2e" / "testset_w_refs.csv.xz",), "e2e"),
        make_request([*requests, type(ours)(ours.name, ours.settings, "ours")]),
        Uncertainty(resamples=0),
    )
    assert {score.n for score in scoring} == {630}
    assert {score.system for score in scoring} == set(TABLE_12)
    return {(score.system, score.metric): 100 * score.value for score in scoring}


def test_slot_error_rates_are_close_to_the_published_ones(percent: dict[tuple[str, str], float]) -> None:
    from scipy.stats import spearmanr

    found = np.array([percent[system, "slot_error"] for system in TABLE_12])
    published = np.array([row[-1] for row in TABLE_12.values()])
    assert np.abs(found - published).mean() <= 0.4
    assert np.abs(found - published).max() <= 1.5
    assert spearmanr(found, published).statistic >= 0.98


def test_shares_of_outputs_are_close_to_the_published_ones(percent: dict[tuple[str, str], float]) -> None:
    differences = np.array(
        [[percent[system, name] for name in CLASSES] - np.array(row[:-1]) for system, row in TABLE_12.items()]
    )
    assert (np.abs(differences[:, 0]) <= 3).sum() >= 18
    assert np.abs(differences).mean() <= 1


def test_a_wider_lexicon_finds_fewer_errors(percent: dict[tuple[str, str], float]) -> None:
    for system in TABLE_12:
        assert percent[system, "ours"] <= percent[system, "slot_error"] + 0.1
    # What the report's patterns did not know: "£20-£25", "mid-priced", "moderate" alone.
    assert percent["tr2", "ours"] == pytest.approx(1.6, abs=0.3)
    assert percent["forge1", "ours"] == 0


@pytest.mark.parametrize(
    ("file", "covered", "errors"), [("sf-restaurants/sf_restaurants", 0.98, 0.01), ("sf-hotels/sf_hotels", 0.96, 0.03)]
)
def test_references_and_the_hand_crafted_baseline_of_sf_say_what_they_should(
    data: Path, file: str, covered: float, errors: float
) -> None:
    _, instances = load_instances(data / f"{file}.tsv.xz#test", "sf", "row")
    metric = SlotError("sf").equipped({"lexicon": load_lexicon("sf")})
    totals = {}
    for kind in ("reference", "baseline"):
        texts = [one.references[0] if kind == "reference" else one.meta["baseline"] for one in instances]
        batch = Batch(texts, [()] * len(texts), inputs=[one.input for one in instances])
        totals[kind] = metric.measure(batch).sum(axis=0)
    assert totals["reference"][5] >= covered * len(instances)  # without any error
    assert metric.summarise(totals["reference"]) <= errors
    assert metric.summarise(totals["baseline"]) <= 0.004
