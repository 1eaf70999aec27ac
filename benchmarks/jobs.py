"""How much faster are two processes than one on 63,000 segments, and how much memory do a million need?"""

from __future__ import annotations

import json
import random
import tempfile
from pathlib import Path

from benchmarks.bleu_large import write_corpus
from benchmarks.encoding import WORDS
from benchmarks.measuring import cost, python

MILLION = 1_000_000


def run() -> dict[str, object]:
    """Measure whole commands, start-up and reading included."""
    with tempfile.TemporaryDirectory() as folder:
        references, outputs = Path(folder) / "references.txt", Path(folder) / "outputs.txt"
        segments, _ = write_corpus(references, outputs)
        score = ("-m", "genchal", "score", outputs, "-r", references, "-m", "bleu,rouge_l", "--json")
        one = cost(python(*score), repeat=3)
        two = cost(python(*score, "-j", "2"), repeat=3)
        assert json.loads(one.stdout)["scores"] == json.loads(two.stdout)["scores"]
        _write_million(references, outputs)
        large = cost(python(*score, "-j", "2"))
    return {
        "segments": segments,
        "serial_seconds": one.seconds,
        "two_processes_seconds": two.seconds,
        "times_faster": round(one.seconds / two.seconds, 2),
        "million": {"seconds": large.seconds, "peak_mb": large.peak_mb},
    }


def _write_million(references: Path, outputs: Path) -> None:
    rng = random.Random(1)
    with references.open("w", encoding="utf-8") as r, outputs.open("w", encoding="utf-8") as o:
        for number in range(MILLION):
            words = rng.choices(WORDS, k=18)
            o.write(f"{' '.join(words)} {number}.\n")
            words[rng.randrange(18)] = rng.choice(WORDS)
            r.write(f"{' '.join(words)} {number}.\n")
