"""How long does BLEU of the 21 primary E2E systems take, whole cold processes, beside sacreBLEU?"""

from __future__ import annotations

import json

from benchmarks.measuring import compared, cost, data_folder, python


def run() -> dict[str, object]:
    """Measure, and check that both give the same numbers."""
    data = data_folder()
    references = data / "e2e" / "testset_w_refs.csv.xz"
    outputs = sorted((data / "e2e-eval" / "primary_raw").glob("*.tsv.gz"))
    theirs = cost(python("-m", "benchmarks.sacrebleu_peer", "e2e", references, *outputs), repeat=5)
    score = python(
        "-m", "genchal", "score", *outputs, "-r", references, "--task", "e2e", "-m", "bleu", "--no-cache", "--json"
    )
    ours = cost(score, repeat=5)
    expected = json.loads(theirs.stdout)
    found = {score["system"]: score["value"] for score in json.loads(ours.stdout)["scores"]}
    largest = max(abs(found[name] - value) for name, value in expected.items())
    assert set(found) == set(expected)
    assert largest < 1e-9, largest
    return {"segments": 630 * 21, "references": 4693, "largest_difference": largest, **compared(ours, theirs)}
