"""How long do chrF and chrF++ of the 21 primary E2E systems take, and TER of one of them, beside sacreBLEU?

Whole cold processes, as in ``bleu_campaign``.
"""

from __future__ import annotations

import json

from benchmarks.measuring import compared, cost, data_folder, python


def run() -> dict[str, object]:
    """Measure, and check that both give the same numbers."""
    data = data_folder()
    references = data / "e2e" / "testset_w_refs.csv.xz"
    outputs = sorted((data / "e2e-eval" / "primary_raw").glob("*.tsv.gz"))
    tgen = [path for path in outputs if path.name.startswith("tgen")]
    results: dict[str, object] = {"segments": 630 * 21, "references": 4693}
    for metric, files, repeat in (("chrf", outputs, 3), ("chrf_pp", outputs, 3), ("ter", tgen, 1)):
        theirs = cost(python("-m", "benchmarks.sacrebleu_peer", f"e2e-{metric}", references, *files), repeat)
        score = python("-m", "genchal", "score", *files, "-r", references, "--task", "e2e", "-m", metric)
        ours = cost([*score, "--no-cache", "--json"], repeat=3)
        expected = json.loads(theirs.stdout)
        found = {score["system"]: score["value"] for score in json.loads(ours.stdout)["scores"]}
        largest = max(abs(found[name] - value) for name, value in expected.items())
        assert set(found) == set(expected)
        assert largest < 1e-9, largest
        results[metric] = {"systems": len(files), "largest_difference": largest, **compared(ours, theirs)}
    return results
