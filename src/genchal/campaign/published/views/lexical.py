"""Lexical richness of data sets (Dušek et al. 2020, Table 4)."""

from __future__ import annotations

from genchal.campaign.published.computations import Cells, Workbench
from genchal.campaign.published.views._described import find_number

SHARES = {f"distinct_{unit}_once": f"unique_{unit}_percent" for unit in ("tokens", "bigrams", "trigrams")}


def view_lexical(bench: Workbench) -> Cells:
    """Numbers, and of n-grams that occur once their share of the distinct ones."""
    found = {}
    for row in bench.rows("e2e_table4_lexical"):
        version, statistic, dataset = row["version"], row["statistic"], row["dataset"]
        columns = {"value": statistic, "percent_of_distinct": SHARES.get(statistic, "")}
        for column, name in columns.items():
            value = find_number(bench, dataset, name, version) if name else None
            if value is not None:
                found[f"{version} {statistic} {dataset}", column] = value
    return found
