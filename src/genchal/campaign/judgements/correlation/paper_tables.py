"""Ready-made correlation tables: how five campaigns have shown theirs, and the published tables behind two of them."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Literal

from genchal.campaign.judgements.correlate import correlate_measures
from genchal.campaign.judgements.correlation.joined_measures import joined
from genchal.campaign.judgements.correlation.measure_values import columns_cells
from genchal.domain.results.correlation import Correlated, Correlating
from genchal.errors import UnknownName

Field = Literal["metric", "criterion", "method", "group"]
Row = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class View:
    """A table as a paper has it: how it is computed, and what its rows and columns are."""

    summary: str
    settings: Mapping[str, object]
    rows: tuple[Field, ...]
    columns: tuple[Field, ...]


VIEWS: Mapping[str, View] = {
    "e2e": View(
        "E2E challenge, Tables A.15 and A.16: Pearson's r of metrics with mean log ratings, within each system",
        {"methods": ("pearson",), "within": "system", "log": True, "correction": "none", "interval": "none"},
        ("group",),
        ("criterion", "metric"),
    ),
    "nlg-eval": View(
        "nlg-eval, Table 3: Spearman's rho and Pearson's r of metrics with mean ratings, and the human ceiling",
        {"methods": ("spearman", "pearson"), "correction": "none", "interval": "none", "ceiling": True},
        ("metric",),
        ("criterion", "method"),
    ),
    "rankme": View(
        "RankME, Table 2: Spearman's rho between criteria, over means of outputs",
        {"methods": ("spearman",), "all_pairs": True, "correction": "none", "interval": "none"},
        ("metric",),
        ("criterion",),
    ),
    "sr18": View(
        "SR'18, Table 9: Pearson's r over systems, of criteria with metrics and with each other",
        {"methods": ("pearson",), "level": "system", "all_pairs": True, "correction": "none", "interval": "none"},
        ("criterion",),
        ("metric",),
    ),
    "tuna": View(
        "TUNA, Tables 5 to 7: Pearson's r over systems, of intrinsic with extrinsic measures, or judgements",
        {"methods": ("pearson",), "level": "system", "correction": "none", "interval": "none"},
        ("metric",),
        ("criterion",),
    ),
}


def view_named(name: str) -> View:
    """A view, or an error that names the others."""
    if name not in VIEWS:
        raise UnknownName("view", name, VIEWS)
    return VIEWS[name]


def published(recipe: str, table: str) -> list[Row]:
    """A published table that ships with genchal, a dictionary per row, cells as printed."""
    path = files("genchal.recipes") / recipe / "published" / f"{table}.tsv"
    return list(csv.DictReader(path.read_text(encoding="utf-8").splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE))


SR18 = {
    "English": ("en", "table6_da_english"),
    "French": ("fr", "table7_da_french"),
    "Spanish": ("es", "table8_da_spanish"),
}


def sr18_metrics_and_people(language: str) -> Correlated:
    """Table 9 of SR'18 from its Tables 3 to 8: standardised direct assessment and metrics, without HUMAN."""
    code, table = SR18[language]
    metrics = {
        name: _column(
            [row for row in published("sr18", source) if row["track"] == "shallow" and row["language"] == code], "value"
        )
        for name, source in (("bleu", "table3_bleu"), ("nist", "table4_nist"), ("dist", "table5_dist"))
    }
    rows = published("sr18", table)
    people = {criterion: _column(_of(rows, criterion), "z") for criterion in ("meaning similarity", "readability")}
    return _over_systems(metrics, people)


def sr18_two_human_evaluations(score: str) -> Correlated:
    """Table 11 of SR'18 from its Tables 6 and 10: Mechanical Turk against Google Data Compute, English."""
    crowd, experts = published("sr18", "table6_da_english"), published("sr18", "table10_gdc")
    return _over_systems(
        {
            f"crowd {criterion}": _column(_of(crowd, criterion), score)
            for criterion in ("meaning similarity", "readability")
        },
        {
            f"gdc {criterion}": _column(_of(experts, criterion), score)
            for criterion in ("meaning similarity", "readability")
        },
    )


def _of(rows: Sequence[Row], criterion: str) -> list[Row]:
    return [row for row in rows if row["criterion"] == criterion and row["system"] != "HUMAN"]


def _column(rows: Sequence[Row], name: str) -> dict[str, float]:
    return {row["system"]: float(row[name]) for row in rows if row[name] != "NA"}


def _over_systems(metrics: Mapping[str, Mapping[str, float]], people: Mapping[str, Mapping[str, float]]) -> Correlated:
    """Correlate columns over the systems that all people have judged."""
    systems = list(next(iter(people.values())))
    metric_cells, people_cells = (
        columns_cells({name: [column[system] for system in systems] for name, column in side.items()}, systems, None)
        for side in (metrics, people)
    )
    how = Correlating(level="system", all_pairs=True, correction="none", interval="none")
    return correlate_measures(joined(metric_cells, people_cells), how)
