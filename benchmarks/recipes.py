"""How many published numbers of five papers come out again, and how long does each campaign take, at first and again?

The folder of the campaigns is kept where GENCHAL_RECIPES names one: what is stored there is not computed again.
"""

from __future__ import annotations

import csv
import os
import tempfile
from collections import Counter
from pathlib import Path

from benchmarks.measuring import cost, python

RECIPES = ("e2e", "rankme", "nlgeval", "sr18", "tuna")
TOLERANCES = Path(__file__).parents[1] / "src" / "genchal" / "recipes" / "published" / "tolerances.tsv"


def run() -> dict[str, object]:
    """Run every campaign twice; sum up over all papers and by table."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(os.environ.get("GENCHAL_RECIPES") or temporary)
        found: dict[str, object] = {}
        verdicts: dict[str, Counter[str]] = {}
        for name in RECIPES:
            arguments = ("-m", "genchal", "run", name, "--out", folder / name)
            first, second = cost(python(*arguments)), cost(python(*arguments))
            found[f"{name}, seconds"] = {"first": round(first.seconds, 1), "again": round(second.seconds, 1)}
            count_verdicts(folder / name, verdicts)
    return {**found, **sum_up(verdicts)}


def count_verdicts(folder: Path, verdicts: dict[str, Counter[str]]) -> None:
    """Add the verdicts of a campaign, table by table."""
    path = folder / "report" / "tables" / "published_vs_ours.tsv"
    with path.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            verdicts.setdefault(row["table"], Counter())[row["verdict"]] += 1


def sum_up(verdicts: dict[str, Counter[str]]) -> dict[str, object]:
    """The sums; all numbers of tolerances.tsv must have been looked at."""
    total = sum(verdicts.values(), Counter[str]())
    with TOLERANCES.open(encoding="utf-8") as lines:
        assert total.total() == len(lines.readlines()) - 1
    counting = total.total() - total["not counted"]
    reproduced = total["exact"] + total["within"]
    return {
        "numbers": counting,
        "reproduced": reproduced,
        "exact": total["exact"],
        "cannot be recomputed": total["not counted"],
        "percent": round(100 * reproduced / counting, 2),
        "tables": {table: dict(counts) for table, counts in verdicts.items()},
    }
