"""How long do the D-Levels of the 21 E2E systems and of the references take, and do the shares agree with Table 9?

Table 9 of the E2E report (Dušek et al. 2020) has the shares of levels 0-2 and 6-7, by Collins' parser and Lu's rules,
with names delexicalised.
"""

from __future__ import annotations

import csv
import json
from pathlib import Path

import numpy as np

from benchmarks.measuring import cost, data_folder, python

PUBLISHED = Path(__file__).parents[1] / "src" / "genchal" / "recipes" / "published" / "e2e_table9_textual.tsv"
MEASURES = {"simple": "dlevel_0_2_percent", "complex": "dlevel_6_7_percent"}
NAMES = {"test set all": "all", "test set rand": "random"}


def run() -> dict[str, object]:
    """Time the systems alone; then compare all 23 rows, names delexicalised and not."""
    data = data_folder()
    outputs, references = data / "e2e-eval" / "primary_outputs.tsv.xz", data / "e2e" / "testset_w_refs.csv.xz"
    shared = ("-r", references, "--task", "e2e", "--no-cache", "--json")
    delexicalised = ("--delexicalise", "name,near")
    alone = cost(python("-m", "genchal", "dlevel", outputs, *shared, *delexicalised))
    found: dict[str, object] = {"21 systems, seconds": round(alone.seconds, 1), "peak_mb": round(alone.peak_mb)}
    for name, options in (("names delexicalised", delexicalised), ("names as they are", ())):
        done = cost(python("-m", "genchal", "dlevel", outputs, "@all", "@random", *shared, *options))
        found[name] = _compared({one["system"]: one for one in json.loads(done.stdout)["systems"]})
    return found


def _compared(own: dict[str, dict[str, float]]) -> dict[str, object]:
    with PUBLISHED.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    published = {
        measure: {row["system"]: row["value"] for row in rows if row["measure"] == measure}
        for measure in MEASURES.values()
    }
    found: dict[str, object] = {"signature": own["all"]["signature"]}
    for share, measure in MEASURES.items():
        systems = published[measure]
        ours = np.array([100 * own[NAMES.get(system, system)][share] for system in systems])
        theirs = np.array([float(value) for value in systems.values()])
        found[share] = {
            "correlation": round(float(np.corrcoef(ours, theirs)[0, 1]), 4),
            "mean_difference": round(float(np.abs(ours - theirs).mean()), 2),
            "largest_difference": round(float(np.abs(ours - theirs).max()), 2),
            "ours": dict(zip(systems, np.round(ours, 2).tolist(), strict=True)),
        }
    return found
