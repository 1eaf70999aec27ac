"""How long do the five E2E metrics take for the 21 primary systems, beside what can be installed today?

Ours is one cold process (the METEOR tables are compiled beforehand, as they are once for every user). The peer needs
Java; it is called system by system, in one process, which spares it starting Python anew for each.
"""

from __future__ import annotations

import json
import statistics

from benchmarks.measuring import compared, cost, data_folder, python

METRICS = ("bleu", "nist", "meteor", "rouge_l", "cider")


def run() -> dict[str, object]:
    """Measure, and check that both give the same numbers where they compute the same."""
    data = data_folder()
    references = data / "e2e" / "testset_w_refs.csv.xz"
    outputs = sorted((data / "e2e-eval" / "primary_raw").glob("*.tsv.gz"))
    preset = ("--task", "e2e", "--preset", "e2e", "--no-cache", "--json")
    score = python("-m", "genchal", "score", *outputs, "-r", references, *preset)
    cost(score)  # compiles the METEOR tables, if nobody has yet
    ours = cost(score, repeat=3)
    theirs = cost(python("-m", "benchmarks.e2e_peer", references, *outputs))
    peer = json.loads(theirs.stdout)
    largest = dict.fromkeys(METRICS, 0.0)
    for found in json.loads(ours.stdout)["scores"]:
        if found["metric"] in METRICS:
            difference = abs(found["value"] - peer["scores"][found["system"]][found["metric"]])
            largest[found["metric"]] = max(largest[found["metric"]], difference)
    assert largest["bleu"] < 1e-9
    assert max(largest["meteor"], largest["rouge_l"], largest["cider"]) < 1e-4, (
        largest
    )  # texts with quotes differ a little
    seconds = list(peer["seconds"].values())
    parts = {part: round(statistics.mean(one[part] for one in seconds), 3) for part in seconds[0]}
    return {
        "segments": 630 * 21,
        "references": 4693,
        "largest_differences": largest,  # NLTK's NIST is another one: other length penalty
        "seconds_of_the_peer_per_system": parts,
        **compared(ours, theirs),
    }
