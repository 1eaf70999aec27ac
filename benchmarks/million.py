"""How long do BLEU, chrF, ROUGE-L, CIDEr and DIST of a million segments with one reference take, and how much memory?

Pairs of E2E training texts with the same input, drawn with replacement; a number of five digits goes into every text,
so that nearly all of them differ. CIDEr has to look through the references first: two passes.
"""

from __future__ import annotations

import json
import random
import tempfile
from dataclasses import asdict
from pathlib import Path

from benchmarks.measuring import cost, data_folder, python
from genchal.campaign.reading.instances import load_instances

SEGMENTS = 1_000_000
METRICS = "bleu,chrf,rouge_l,cider,dist"


def run() -> dict[str, object]:
    """Measure."""
    with tempfile.TemporaryDirectory() as folder:
        references, outputs = Path(folder) / "references.txt", Path(folder) / "outputs.txt"
        write_pairs(references, outputs, SEGMENTS)
        scoring = ("score", outputs, "-r", references, "-m", METRICS, "--no-cache", "--json")
        ours = cost(python("-m", "genchal", *scoring))
    scores = {score["metric"]: score["value"] for score in json.loads(ours.stdout)["scores"]}
    assert {score["n"] for score in json.loads(ours.stdout)["scores"]} == {SEGMENTS}
    assert ours.peak_mb < 2048
    return {
        "segments": SEGMENTS,
        "scores": scores,
        "ours": {key: value for key, value in asdict(ours).items() if key != "stdout"},
    }


def write_pairs(references: Path, outputs: Path, segments: int) -> None:
    """Write two texts of the same input to the same line of both files."""
    _, instances = load_instances(data_folder() / "e2e" / "trainset.csv.xz", "e2e")
    several = [instance.references for instance in instances if len(instance.references) > 1]
    rng = random.Random(1)

    def changed(text: str) -> str:
        words = text.split()
        words.insert(rng.randrange(len(words) + 1), str(rng.randrange(100_000)))
        return " ".join(words)

    with references.open("w", encoding="utf-8") as r, outputs.open("w", encoding="utf-8") as o:
        for _ in range(segments):
            output, reference = rng.sample(rng.choice(several), 2)
            o.write(changed(output) + "\n")
            r.write(changed(reference) + "\n")
