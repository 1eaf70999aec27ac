"""BLEU, NIST and DIST as the ADAPT team measured them with the task's script on its outputs for SR'20."""

import csv
import lzma
from pathlib import Path

import pytest

import genchal

SYSTEMS = ["baseline_ewt_data", "ewt_data", "augmented_data_and_ewt"]


@pytest.fixture(scope="module")
def outputs(data: Path) -> list[dict[str, str]]:
    path = data / "sr18" / "sr20-en_ewt" / "outputs_adapt20_dev.tsv.xz"
    with lzma.open(path, "rt", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


@pytest.fixture(scope="module")
def published(data: Path) -> dict[str, dict[str, str]]:
    with (data / "sr18" / "sr20-en_ewt" / "results_dev.csv").open(encoding="utf-8", newline="") as file:
        return {row["run_name"]: row for row in csv.DictReader(file)}


def test_the_organisers_script_gives_the_teams_numbers(
    outputs: list[dict[str, str]], published: dict[str, dict[str, str]]
) -> None:
    systems = {name: [row[name] for row in outputs] for name in SYSTEMS}
    scoring = genchal.score(systems, [row["reference"] for row in outputs], preset="sr18-script", resamples=0)
    for name in SYSTEMS:
        assert scoring["bleu", name].n == 2002
        assert round(scoring["bleu", name].value, 3) == float(published[name]["BLEU"])
        assert round(scoring["nist", name].value, 6) == float(published[name]["NIST"])
        assert round(scoring["dist", name].value, 3) == float(published[name]["DIST"])
