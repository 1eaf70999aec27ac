"""What do scores, intervals and paired tests cost once rows are on disk, from one to ten million segments?

Rows of 20,480 real segments (BLEU of E2E training texts, and of references as outputs) are drawn again and again, so
that nothing has to be tokenised: what is left is all that could grow with the number of segments.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.measuring import cost, peak_mb, python
from benchmarks.million import write_pairs
from genchal.campaign.scoring.compare import compare_evidence
from genchal.campaign.scoring.evidence import gather_files
from genchal.campaign.scoring.request import make_request
from genchal.campaign.scoring.score import summarise
from genchal.campaign.scoring.streamed_evidence import StreamedEvidence
from genchal.campaign.scoring.streams import Streams
from genchal.domain.campaign import Reading
from genchal.domain.results.comparison import Comparing, Test
from genchal.domain.results.scores import Uncertainty
from genchal.resources.large_texts.scratch import RowScratch

REAL = 20_480
TILE = 4_096
MILLIONS = (1, 3, 10)
TESTS: tuple[Test, ...] = ("bootstrap", "wilcoxon")


@dataclass(frozen=True)
class ManySegments(Streams):
    """Streams that are said to have so many lines; nobody reads them."""

    count: int = 0

    @property
    def segments(self) -> int:
        """How many."""
        return self.count

    @property
    def reference_count(self) -> str:
        """One each."""
        return "1"


def run() -> dict[str, object]:
    """Measure each size in a process of its own."""
    return {
        f"{size} million": json.loads(cost(python("-m", "benchmarks.streamed_rows", str(size))).stdout)
        for size in MILLIONS
    }


def measure(segments: int) -> dict[str, object]:
    """Keep rows of so many segments of two systems, and go through them."""
    with tempfile.TemporaryDirectory() as folder:
        references, outputs = Path(folder) / "references.txt", Path(folder) / "outputs.txt"
        write_pairs(references, outputs, REAL)
        found = gather_files([outputs, references], Reading((references,)), make_request("bleu"))
        assert isinstance(found, StreamedEvidence)
        real = [np.concatenate(list(found.rows(system, 0))) for system in range(2)]
    scratch = RowScratch(2, 1)
    rng = np.random.default_rng(1)
    started = time.process_time()
    for start in range(0, segments, TILE):
        some = rng.integers(0, REAL, min(TILE, segments - start))
        for system, rows in enumerate(real):
            scratch.append(system, 0, rows[some])
    costs: dict[str, object] = {"segments": segments, "on_disk_mb": round(scratch.kept_bytes / 1e6)}
    costs["keeping"] = _cost_since(started)
    assert isinstance(found.streams, Streams)
    streams = ManySegments(found.streams.outputs, found.streams.references, segments)
    evidence = StreamedEvidence(found.metrics, (), streams, scratch)
    started = time.process_time()
    summarise(evidence, Uncertainty())
    costs["scores and intervals"] = _cost_since(started)
    for test in TESTS:
        started = time.process_time()
        compare_evidence(evidence, Comparing(test))
        costs[test] = _cost_since(started)
    return costs


def _cost_since(started: float) -> dict[str, float]:
    return {"cpu_seconds": round(time.process_time() - started, 1), "peak_mb": round(peak_mb())}


if __name__ == "__main__":
    print(json.dumps(measure(int(sys.argv[1]) * 1_000_000)))
