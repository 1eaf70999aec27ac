"""How long do paired tests of all 210 pairs of 21 systems take, once rows are there, beside sacreBLEU's of 20?"""

from __future__ import annotations

import itertools
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from sacrebleu import BLEU
from sacrebleu.significance import PairedTest

from benchmarks.measuring import data_folder
from genchal.campaign.reading.alignment import OutputAlignment
from genchal.campaign.reading.instances import load_instances
from genchal.campaign.reading.submissions import load_submission
from genchal.campaign.scoring.rows import SubmissionTiles, measure_rows
from genchal.domain import System
from genchal.engines.serial import Serial
from genchal.metrics.bleu import Bleu
from genchal.stats.resampling.bootstrap import bootstrap_totals
from genchal.stats.resampling.paired import approximate_randomisation, paired_bootstrap

RESAMPLES = 1000
TRIALS = 10_000  # sacreBLEU's defaults, both


def run() -> dict[str, object]:
    """Measure ours on all pairs; theirs on the 20 pairs with the first system, less the time of scoring."""
    data = data_folder()
    task, instances = load_instances(data / "e2e" / "testset_w_refs.csv.xz", "e2e")
    alignment = OutputAlignment(task, instances)
    paths = sorted((data / "e2e-eval" / "primary_raw").glob("*.tsv.gz"))
    submissions = [load_submission(path, alignment, System(path.name.split(".")[0])) for path in paths]
    metric = Bleu(case="lower", smooth="none")
    start = time.perf_counter()
    systems = measure_rows(SubmissionTiles(instances, submissions), [metric], Serial())
    rows = np.stack([system.rows[0] for system in systems])
    scoring = time.perf_counter() - start
    pairs = np.array(list(itertools.combinations(range(len(paths)), 2)))

    def bootstrap() -> None:
        totals = bootstrap_totals(rows, RESAMPLES, np.random.default_rng(1))
        paired_bootstrap(metric.summarise(rows.sum(axis=1)), metric.summarise(totals), pairs)

    def randomisation() -> None:
        approximate_randomisation(rows, pairs, metric.summarise, TRIALS, np.random.default_rng(1))

    streams = [list(one) for one in itertools.zip_longest(*(instance.references for instance in instances))]
    peer = BLEU(lowercase=True, force=True, smooth_method="none", references=streams)
    named: list[Any] = [(one.system.name, [output or "" for output in one.outputs]) for one in submissions]

    def theirs(test: str, draws: int) -> Callable[[], None]:
        return lambda: (PairedTest(named, {"BLEU": peer}, None, test_type=test, n_samples=draws)(), None)[1]

    return {
        "pairs": len(pairs),
        "instances": len(instances),
        "measuring_seconds": scoring,
        "bootstrap": _beside(bootstrap, theirs("bs", RESAMPLES), theirs("bs", 1), len(pairs), len(paths) - 1),
        "randomisation": _beside(randomisation, theirs("ar", TRIALS), theirs("ar", 1), len(pairs), len(paths) - 1),
    }


def _beside(
    ours: Callable[[], None], theirs: Callable[[], None], scoring: Callable[[], None], pairs: int, their_pairs: int
) -> dict[str, object]:
    """Seconds of both, and how many times faster ours is for as many pairs."""
    own = statistics.median(_seconds(ours) for _ in range(5))
    other = _seconds(theirs) - _seconds(scoring)
    return {
        "seconds": own,
        "sacrebleu_seconds": other,
        "sacrebleu_pairs": their_pairs,
        "times_faster_a_pair": round((other / their_pairs) / (own / pairs), 1),
    }


def _seconds(function: Callable[[], None]) -> float:
    start = time.perf_counter()
    function()
    return time.perf_counter() - start
