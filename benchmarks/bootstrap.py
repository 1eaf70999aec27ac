"""How long do 1,000 bootstrap resamples of 21 systems take, once rows are there, beside sacreBLEU's?"""

from __future__ import annotations

import itertools
import statistics
import time
from collections.abc import Callable

import numpy as np
from sacrebleu import BLEU

from benchmarks.measuring import data_folder
from genchal.campaign.reading.alignment import OutputAlignment
from genchal.campaign.reading.instances import load_instances
from genchal.campaign.reading.submissions import load_submission
from genchal.campaign.scoring.rows import SubmissionTiles, measure_rows
from genchal.domain import System
from genchal.engines.serial import Serial
from genchal.metrics.bleu import Bleu
from genchal.stats.resampling.bootstrap import bootstrap_totals, percentile_interval


def run() -> dict[str, object]:
    """Measure both on the same systems."""
    data = data_folder()
    task, instances = load_instances(data / "e2e" / "testset_w_refs.csv.xz", "e2e")
    alignment = OutputAlignment(task, instances)
    paths = sorted((data / "e2e-eval" / "primary_raw").glob("*.tsv.gz"))
    submissions = [load_submission(path, alignment, System(path.name.split(".")[0])) for path in paths]
    metric = Bleu(case="lower", smooth="none")
    systems = measure_rows(SubmissionTiles(instances, submissions), [metric], Serial())
    rows = np.stack([system.rows[0] for system in systems])

    def ours() -> None:
        totals = bootstrap_totals(rows, 1000, np.random.default_rng(1))
        percentile_interval(metric.summarise(totals), 0.95)

    streams = list(itertools.zip_longest(*(instance.references for instance in instances)))
    peer = BLEU(lowercase=True, force=True, smooth_method="none", references=streams)

    def theirs(resamples: int) -> Callable[[], None]:
        def score() -> None:
            for submission in submissions:
                peer.corpus_score([output or "" for output in submission.outputs], None, n_bootstrap=resamples)

        return score

    own = _median(ours, 5)
    other = _median(theirs(1000), 1) - _median(theirs(1), 1)  # what resampling adds to scoring
    return {
        "systems": len(paths),
        "resamples": 1000,
        "seconds": own,
        "sacrebleu_seconds": other,
        "times_faster": round(other / own, 1),
    }


def _median(function: Callable[[], None], repeat: int) -> float:
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        function()
        times.append(time.perf_counter() - start)
    return statistics.median(times)
