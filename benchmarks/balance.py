"""Over 10,000 raters with dropouts, how evenly do systems meet and stand in every place, and is everything judged?"""

from __future__ import annotations

import shutil
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from genchal.domain.study.design import Control, StudyDesign
from genchal.store.store import open_store

if TYPE_CHECKING:
    from campaign.studies.outcomes import Outcome

RATERS = 10_000
SLACK = 0.05  # what "equally often" may be off by
HIT = Control(repeat=7, damaged=7, reference=6)
# The study, its systems and instances, and how its raters are unlike others.
STUDIES: dict[str, tuple[StudyDesign, int, int, dict[str, float]]] = {
    "e2e: 5 of 21 outputs, 630 inputs": (
        StudyDesign("e2e", "rankme", outputs_per_sheet=5, raters_per_item=12, lease_minutes=30),
        21,
        630,
        {},
    ),
    "rankme: 3 of 3 outputs, 500 inputs": (
        StudyDesign("rankme", "rankme", outputs_per_sheet=3, raters_per_item=80, lease_minutes=30),
        3,
        500,
        {},
    ),
    "pairs of 10 systems, 200 inputs": (
        StudyDesign("pairs", "pairwise", raters_per_item=40, lease_minutes=30),
        10,
        200,
        {},
    ),
    "sr18: sheets of 100 with 20 control items, 8 systems, 1,000 inputs": (
        StudyDesign(
            "sr18", "direct_assessment", items_per_sheet=100, raters_per_item=80, control=HIT, lease_minutes=120
        ),
        8,
        1000,
        {"sheets": 1.5, "minutes": 30},
    ),
}


def run() -> dict[str, object]:
    """Rehearse each study to its end with the server's own functions and store, and look at it half-way, too."""
    with ProcessPoolExecutor() as processes:
        return dict(zip(STUDIES, processes.map(rehearsed, *zip(*STUDIES.values(), strict=True)), strict=True))


def rehearsed(design: StudyDesign, systems: int, instances: int, unlike: dict[str, float]) -> dict[str, object]:
    """Let raters come to a study of made-up texts; all that is said of it is counted from its database."""
    sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
    from campaign.studies.rehearsal import Behaviour, Rehearsal, made_up
    from postgres import quick_folder

    start, folder = time.perf_counter(), quick_folder()
    with open_store(folder / "campaign.db") as store:
        running = made_up(store, design, systems, instances)
        rehearsal = Rehearsal(store, running, RATERS, np.random.default_rng(2), Behaviour(**unlike))
        wanted = int(rehearsal.outcome().quota.sum())
        rehearsal.run(wanted / 2)
        half = rehearsal.outcome()
        rehearsal.run()
        end = rehearsal.outcome()
    shutil.rmtree(folder)
    is_even = max(end.meetings_off_by, end.positions_off_by) <= SLACK
    return {
        "raters": RATERS,
        "raters_who_answered": end.raters,
        "sheets_wanted": wanted,
        "sheets_answered": int(end.answered.sum()),
        "leases_expired": end.expired,
        "leases_renewed": end.renewed,
        "late_answers": end.late,
        "surplus_answers": end.surplus,
        "stranded_blocks": end.stranded,
        "stranded_leases": end.overdue,
        "wrong_counts": end.miscounted,
        "items_seen_twice": end.seen_twice,
        **_evenness(end),
        **{f"half_way_{name}": value for name, value in _evenness(half).items()},
        "is_met": is_even and bool((end.answered == end.quota).all()) and end.is_sound and half.is_sound,
        "seconds": round(time.perf_counter() - start),
    }


def _evenness(found: Outcome) -> dict[str, float]:
    return {
        "meetings_off_by": round(found.meetings_off_by, 4),
        "positions_off_by": round(found.positions_off_by, 4),
    }


if __name__ == "__main__":
    print(run())
