"""How long does it take to tokenise and encode 100,000 segments with 8 references each, and how much memory?"""

from __future__ import annotations

import json
import sys
import time

from benchmarks.measuring import cost, peak_mb, python

SEGMENTS, REFERENCES = 100_000, 8
WORDS = [
    "the",
    "a",
    "walk",
    "river",
    "hill",
    "is",
    "of",
    "by",
    "from",
    "and",
    "with",
    "in",
    "6",
    "km,",
    "easy",
    "start",
    "bridge",
    "café",
    "dogs",
    "are",
    "welcome.",
    "don't",
    "(moderate)",
    "views",
]


def run() -> dict[str, object]:
    """Measure in a process of its own, once per tokeniser."""
    return {name: json.loads(cost(python("-m", "benchmarks.encoding", name)).stdout) for name in ("13a", "ptb")}


def _measure(tokeniser: str) -> None:
    import numpy as np

    from genchal.domain import Batch

    rng = np.random.default_rng(1)
    picks = rng.integers(0, len(WORDS), size=(SEGMENTS * (REFERENCES + 1), 18)).tolist()
    texts = [f"{' '.join([WORDS[word] for word in row])} w{number}" for number, row in enumerate(picks)]
    del picks
    before = peak_mb()
    start = time.perf_counter()
    outputs, others = texts[:SEGMENTS], texts[SEGMENTS:]
    references = [tuple(others[i * REFERENCES : (i + 1) * REFERENCES]) for i in range(SEGMENTS)]
    tokens = Batch(outputs, references).tokens(tokeniser, "lower")
    seconds = time.perf_counter() - start
    count = len(tokens.texts.values)
    print(json.dumps({"tokens": count, "seconds": seconds, "peak_mb": peak_mb(), "of_it_before_encoding_mb": before}))


if __name__ == "__main__":
    _measure(sys.argv[1])
