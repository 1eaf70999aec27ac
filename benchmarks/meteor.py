"""How long does METEOR take, cold and warm, beside the jar? And how long, once, the compiling of its tables?"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.measuring import ENVIRONMENT, compared, cost, data_folder, python

# Measures 21 systems twice in one process, and says how long the second time took: tables and texts are in memory.
WARM = """
import sys, time
from pathlib import Path
from genchal.campaign.reading.alignment import OutputAlignment
from genchal.campaign.reading.instances import load_instances
from genchal.campaign.reading.submissions import load_outputs
from genchal.domain import Batch, System
from genchal.metrics.meteor import Meteor
from genchal.resources.meteor import load_meteor

task, instances = load_instances(Path(sys.argv[1]), "e2e")
records = load_outputs(Path(sys.argv[2]))
alignment = OutputAlignment(task, instances)
outputs = [
    text or ""
    for name in sorted(records)
    for text in alignment.align_outputs(System(name), records[name], Path(sys.argv[2])).outputs
]
batch = Batch(outputs, [one.references for _ in records for one in instances])
metric = Meteor().equipped({"meteor": load_meteor("en synonym paraphrase", print)})
for _ in range(2):
    started = time.process_time()
    metric.measure(batch)
print(len(batch), time.process_time() - started)
"""


def run() -> dict[str, object]:
    """Measure, and check that both give the same number."""
    data = data_folder()
    references = data / "e2e" / "testset_w_refs.csv.xz"
    output = data / "e2e-eval" / "primary_raw" / "tgen.tsv.gz"
    score = python(
        "-m", "genchal", "score", output, "-r", references, "--task", "e2e", "-m", "meteor", "--no-cache", "--json"
    )
    cost(score)  # compiles the tables, if nobody has yet
    ours = cost(score, repeat=5)
    theirs = cost(python("-m", "benchmarks.e2e_peer", "--only", "meteor", references, output), repeat=3)
    peer = json.loads(theirs.stdout)
    (system,) = peer["scores"]
    found = next(one["value"] for one in json.loads(ours.stdout)["scores"] if one["metric"] == "meteor")
    difference = abs(found - peer["scores"][system]["meteor"])
    assert difference < 1e-9, difference
    segments, seconds = _warm(references, data / "e2e-eval" / "primary_outputs.tsv.xz")
    return {
        "cold, one system": {"segments": 630, "difference": difference, **compared(ours, theirs)},
        "of which the jar, without tokenising": peer["seconds"][system]["meteor"],
        "warm, 21 systems": {"segments": segments, "seconds": seconds, "segments_per_second": segments / seconds},
        "compiling the tables": _compiling(),
    }


def _warm(*files: object) -> tuple[int, float]:
    made = subprocess.run(
        python("-c", WARM, *map(str, files)), capture_output=True, text=True, env=os.environ | ENVIRONMENT, check=True
    )
    segments, seconds = made.stdout.split()[-2:]
    return int(segments), float(seconds)


def _compiling() -> dict[str, object]:
    """Compile into an empty cache, in a process of its own."""
    load = (
        "import resource\nfrom genchal.resources.meteor import load_meteor\n"
        "load_meteor('en synonym paraphrase', lambda _: None)\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)\n"
    )
    with tempfile.TemporaryDirectory() as folder:
        started = time.perf_counter()
        environment = os.environ | ENVIRONMENT | {"GENCHAL_CACHE": folder}
        made = subprocess.run([sys.executable, "-c", load], capture_output=True, text=True, env=environment, check=True)
        seconds = time.perf_counter() - started
        size = sum(path.stat().st_size for path in Path(folder).rglob("*.arrays"))
    return {"seconds": seconds, "peak_mb": float(made.stdout), "index_mb": size / 2**20}
