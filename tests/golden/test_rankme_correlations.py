"""Correlations between criteria: Table 2 of the RankME paper, each cell beside the published one."""

import csv
import gzip
from dataclasses import replace
from pathlib import Path

import pytest

from genchal.campaign.judgements.correlate import correlate_measures
from genchal.campaign.judgements.correlation.joined_measures import join_measures
from genchal.campaign.judgements.correlation.measure_values import MeasureValues, collect_rating_values
from genchal.campaign.judgements.correlation.paper_tables import PAPER_TABLES
from genchal.campaign.judgements.load import load_ratings
from genchal.domain.results.correlation import Correlating
from genchal.domain.results.correlations import Correlations
from golden.published import read_published

FILES = {"Likert": "likert", "Plain ME": "plainME", "RankME": "rankME"}
CRITERIA = {"inf": "informativeness", "nat": "naturalness", "qual": "quality"}
RAW = {(method, "naturalness", "quality", "2") for method in FILES}  # from raw rows, not item means


def instance_numbers(path: Path) -> dict[str, str]:
    """Numbers of meaning representations, which one of the files lacks."""
    with gzip.open(path, "rt", encoding="utf-8", newline="") as lines:
        return {row["mr"]: row["mr_id"] for row in csv.DictReader(lines)}


def correlated(data: Path, method: str, setup: str, how: Correlating) -> Correlations:
    folder, name = data / "rankme", FILES[method]
    files = [f"stp1_{name}"] if setup == "1" else [f"stp2_{name}_{part}" for part in CRITERIA]
    numbers = instance_numbers(folder / "stp2_plainME_qual.csv.gz")
    cells: dict[str, MeasureValues] = {}
    for file in files:
        ratings = load_ratings(folder / f"{file}.csv.gz")
        ratings = replace(ratings, instance=ratings.instance.rename(lambda text: numbers.get(text, text)))
        wanted = [one for one in CRITERIA.values() if one in ratings.criterion.names]
        cells |= collect_rating_values(ratings, wanted, level=how.level)[0]
    return correlate_measures(join_measures({}, cells), how)


@pytest.mark.parametrize("row", read_published("rankme", "table2_spearman"), ids=lambda row: "-".join(row.values()))
def test_criteria_correlate_as_published(data: Path, row: dict[str, str]) -> None:
    raw = (row["method"], row["criterion_1"], row["criterion_2"], row["setup"]) in RAW
    settings = {**PAPER_TABLES["rankme"].settings, **({"level": "judgement"} if raw else {})}
    found = correlated(data, row["method"], row["setup"], Correlating(**settings))
    one = found[row["criterion_1"], row["criterion_2"]]
    assert one.n == (900 if raw else 300)
    assert one.p_value is not None
    assert (one.p_value < 0.05) == (row["significant"] == "yes")
    # Twelve cells agree in both decimals, the others within 0.01.
    assert one.value == pytest.approx(float(row["spearman"]), abs=0.01)
