"""Does the raters' server survive 50,000 random requests at all its addresses without failing once?"""

from __future__ import annotations

import sys
import time
from pathlib import Path

COUNT = 50_000


def run() -> dict[str, object]:
    """Fuzz a study of every method with several seeds; a failure ends the run."""
    sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
    from genchal.elicitation import METHODS
    from genchal.store.export import read_study_progress
    from genchal.store.store import open_store
    from genchal.store.studies import list_studies
    from postgres import quick_folder
    from web.fuzzing import fuzz

    started = time.perf_counter()
    with open_store(quick_folder() / "fuzz.db") as store:
        answered: dict[int, int] = {}
        for seed in range(-(-COUNT // (200 * len(METHODS)))):
            for status, count in fuzz(store, each=200, seed=seed).items():
                answered[status] = answered.get(status, 0) + count
        damage = store.find_damage()
        judgements = store.read(lambda t: sum(read_study_progress(t, one.id).judgements for one in list_studies(t)))
    assert judgements, "nothing got as far as to be stored"
    return {
        "requests": sum(answered.values()),
        "answered": {str(status): answered[status] for status in sorted(answered)},
        "judgements": judgements,
        "damage": damage,
        "seconds": round(time.perf_counter() - started, 1),
    }
