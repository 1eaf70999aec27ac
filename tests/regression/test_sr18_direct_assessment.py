"""Direct assessment in the layout of SR'18, on invented scores that were made to fit its tables.

Its raw scores were not released. That the averages come out says that they are taken over sentences, and no more.
"""

import csv
from importlib.resources import files
from itertools import groupby

import numpy as np
import pytest

from genchal.campaign.judgements.ranking.direct_assessment import summarise_assessments
from genchal.domain.ratings import Ratings

TABLES = ("table6_da_english", "table7_da_french", "table8_da_spanish")


def lines(table: str) -> dict[str, list[dict[str, str]]]:
    text = (files("genchal.recipes") / "published" / f"sr18_{table}.tsv").read_text(encoding="utf-8")
    rows = list(csv.DictReader(text.splitlines(), delimiter="\t"))
    return {criterion: list(some) for criterion, some in groupby(rows, key=lambda row: row["criterion"])}


@pytest.mark.parametrize("table", TABLES)
def test_averages_are_taken_over_sentences_on_scores_made_to_fit(table: str) -> None:
    for criterion, published in lines(table).items():
        rng = np.random.default_rng(1)
        values, raters, instances, systems = [], [], [], []
        for row in published:
            sentences, assessments = int(row["n"]), int(row["assessments"])
            # Every sentence once, some again; a sentence's mean is 1 above or below the average, by turns.
            item = np.concatenate([np.arange(sentences), rng.integers(0, sentences, assessments - sentences)])
            sign = np.where(np.arange(sentences) % 2, 1.0, -1.0)
            sign[-1] = 0.0 if sentences % 2 else sign[-1]
            values.append(float(row["average"]) + sign[item])
            instances += [f"s{one}" for one in item]
            systems += [row["system"]] * assessments
            raters += [f"r{one}" for one in rng.integers(0, 30, assessments)]
        value = np.concatenate(values)
        ratings = Ratings.from_columns(value, raters, raters, instances, systems, [criterion] * len(value))
        found = summarise_assessments(ratings, criterion)
        assert [one.system for one in found] == [row["system"] for row in published]
        for one, row in zip(found, published, strict=True):
            assert f"{one.raw:.1f}" == f"{float(row['average']):.1f}"
            assert (one.n, one.assessments) == (int(row["n"]), int(row["assessments"]))


@pytest.mark.parametrize("table", TABLES)
def test_the_published_order_is_that_of_z_and_of_the_averages(table: str) -> None:
    for published in lines(table).values():
        for column in ("z", "average"):
            values = [float(row[column]) for row in published]
            assert values == sorted(values, reverse=True)
