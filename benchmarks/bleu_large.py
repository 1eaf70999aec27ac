"""How long does BLEU of 63,000 segments with 469,300 references take, and how much memory, beside sacreBLEU?

The E2E test set with TGen's outputs a hundred times over; in every text a word becomes one that occurs nowhere else, so
that neither side can remember a text it has seen.
"""

from __future__ import annotations

import json
import random
import tempfile
from pathlib import Path

from benchmarks.measuring import compared, cost, data_folder, python
from genchal.campaign.reading.alignment import OutputAlignment
from genchal.campaign.reading.instances import load_instances
from genchal.campaign.reading.submissions import load_submission
from genchal.domain import System

COPIES = 100


def run() -> dict[str, object]:
    """Measure, and check that both give the same number."""
    with tempfile.TemporaryDirectory() as folder:
        references, outputs = Path(folder) / "references.txt", Path(folder) / "outputs.txt"
        segments, texts = write_corpus(references, outputs)
        theirs = cost(python("-m", "benchmarks.sacrebleu_peer", "lines", references, outputs))
        metric = "bleu:case=lower:smooth=none"
        scoring = ("-m", "genchal", "score", outputs, "-r", references, "-m", metric, "--json")
        ours = cost(python(*scoring), repeat=3)
    (expected,) = json.loads(theirs.stdout).values()
    (found,) = json.loads(ours.stdout)["scores"]
    assert found["n"] == segments
    assert abs(found["value"] - expected) < 1e-9
    return {"segments": segments, "references": texts, **compared(ours, theirs)}


def write_corpus(references: Path, outputs: Path, copies: int = COPIES) -> tuple[int, int]:
    """Write the large corpus, or a part of it; return how many segments and references it has."""
    data = data_folder()
    task, instances = load_instances(data / "e2e" / "testset_w_refs.csv.xz", "e2e")
    path = data / "e2e-eval" / "primary_raw" / "tgen.tsv.gz"
    submission = load_submission(path, OutputAlignment(task, instances), System("tgen"))
    rng = random.Random(1)
    count = 0

    def changed(text: str) -> str:
        nonlocal count
        words = text.split()
        words[rng.randrange(len(words))] += f"x{count}"
        count += 1
        return " ".join(words)

    with references.open("w", encoding="utf-8") as r, outputs.open("w", encoding="utf-8") as o:
        for _ in range(copies):
            for instance, output in zip(instances, submission.outputs, strict=True):
                o.write(changed(output or "") + "\n")
                r.write("\n".join(map(changed, instance.references)) + "\n\n")
    segments = copies * len(instances)
    return segments, count - segments
