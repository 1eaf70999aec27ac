"""Ready-made correlation tables: how five campaigns have shown theirs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from genchal.domain.results.correlation import Field
from genchal.errors import find_known


@dataclass(frozen=True, slots=True)
class PaperTable:
    """A table as a paper has it: how it is computed, and what its rows and columns are."""

    summary: str
    settings: Mapping[str, Any]
    rows: tuple[Field, ...]
    columns: tuple[Field, ...]


PAPER_TABLES: Mapping[str, PaperTable] = {
    "e2e": PaperTable(
        "E2E challenge, Tables A.15 and A.16: Pearson's r of metrics with mean log ratings, within each system",
        {"methods": ("pearson",), "within": "system", "log": True, "correction": "none", "interval": "none"},
        ("group",),
        ("criterion", "metric"),
    ),
    "nlg-eval": PaperTable(
        "nlg-eval, Table 3: Spearman's rho and Pearson's r of metrics with mean ratings, and the human ceiling",
        {"methods": ("spearman", "pearson"), "correction": "none", "interval": "none", "ceiling": True},
        ("metric",),
        ("criterion", "method"),
    ),
    "rankme": PaperTable(
        "RankME, Table 2: Spearman's rho between criteria, over means of outputs",
        {"methods": ("spearman",), "all_pairs": True, "correction": "none", "interval": "none"},
        ("metric",),
        ("criterion",),
    ),
    "sr18": PaperTable(
        "SR'18, Table 9: Pearson's r over systems, of criteria with metrics and with each other",
        {"methods": ("pearson",), "level": "system", "all_pairs": True, "correction": "none", "interval": "none"},
        ("criterion",),
        ("metric",),
    ),
    "tuna": PaperTable(
        "TUNA, Tables 5 to 7: Pearson's r over systems, of intrinsic with extrinsic measures, or judgements",
        {"methods": ("pearson",), "level": "system", "correction": "none", "interval": "none"},
        ("metric",),
        ("criterion",),
    ),
}


def find_paper_table(name: str) -> PaperTable:
    """Return a table by its name, or an error that names the others."""
    return find_known("table", name, PAPER_TABLES)
