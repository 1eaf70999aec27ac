"""What do embedding metrics cost on the E2E challenge, and large files of vectors the first time and the second?"""

from __future__ import annotations

import json
import os
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import numpy as np

from benchmarks.measuring import cost, data_folder, python

METRICS = ("embedding_average", "vector_extrema", "greedy_matching", "sentence_cosine", "token_matching")
WORDS, DIMENSIONS, AT_ONCE = 1_000_000, 300, 2_000
_LOAD = """
import sys
from genchal.resources.embeddings.vectors import load_vectors
vectors = load_vectors(sys.argv[1])
found = vectors.find([f"w{7 * number}" for number in range(5000)])
print(len(vectors), float(vectors.matrix[found].sum()))
"""


def run() -> dict[str, object]:
    """Score 21 systems with the vectors of the references; convert a file of a million words."""
    return {"21 systems": {name: _score(name) for name in (*METRICS, ",".join(METRICS))}, "a million words": _convert()}


def _score(metrics: str) -> dict[str, object]:
    data = data_folder()
    outputs, references = data / "e2e-eval" / "primary_outputs.tsv.xz", data / "e2e" / "testset_w_refs.csv.xz"
    options = ("--task", "e2e", "--resamples", "0", "--no-cache", "--json", "-m", metrics)
    done = cost(python("-m", "genchal", "score", outputs, "-r", references, *options), repeat=3)
    values = {one["metric"]: one["value"] for one in json.loads(done.stdout)["scores"] if one["system"] == "tgen"}
    return {"seconds": round(done.seconds, 2), "peak_mb": round(done.peak_mb), "tgen": values}


def _convert() -> dict[str, object]:
    rng = np.random.default_rng(1)
    some = rng.standard_normal((AT_ONCE, DIMENSIONS)).astype("<f4")
    with TemporaryDirectory() as folder, patch.dict(os.environ, {"GENCHAL_CACHE": f"{folder}/cache"}):
        path = Path(folder) / "vectors.bin"
        with path.open("wb") as file:
            file.write(f"{WORDS} {DIMENSIONS}\n".encode())
            for start in range(0, WORDS, AT_ONCE):
                file.write(b"".join(b"w%d %b\n" % (start + row, line.tobytes()) for row, line in enumerate(some)))
        first, second = (cost(python("-c", _LOAD, path)) for _ in range(2))
        assert first.stdout == second.stdout
        return {
            "file_mb": round(path.stat().st_size / 2**20),
            "first time": {"seconds": round(first.seconds, 2), "peak_mb": round(first.peak_mb)},
            "from then on": {"seconds": round(second.seconds, 2), "peak_mb": round(second.peak_mb)},
        }
