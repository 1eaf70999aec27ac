"""Over 10,000 raters with dropouts, how evenly do systems meet and stand in every place, and is everything judged?"""

from __future__ import annotations

import time

import numpy as np

from genchal.domain import Instance, Text
from genchal.domain.study_design import Control, StudyDesign
from genchal.elicitation import METHODS
from genchal.elicitation.design.composing import compose
from genchal.elicitation.design.simulation import Behaviour, simulate

RATERS = 10_000
HALF_WAY = 0.5
SLACK = 0.05  # what "equally often" may be off by
# Method, systems, instances, outputs on a sheet, items on a sheet, raters of an item, how raters are.
STUDIES = {
    "e2e: 5 of 21 outputs, 630 inputs": ("rankme", 21, 630, 5, None, 12, Behaviour()),
    "rankme: 3 of 3 outputs, 500 inputs": ("rankme", 3, 500, 3, None, 80, Behaviour()),
    "pairs of 10 systems, 200 inputs": ("pairwise", 10, 200, 2, None, 40, Behaviour()),
    "sr18: sheets of 100 with 20 control items, 8 systems, 1,000 inputs": (
        "direct_assessment",
        8,
        1000,
        1,
        100,
        80,
        Behaviour(sheets=1.5, minutes=30, lease=120),
    ),
}


def run() -> dict[str, object]:
    """Simulate each study to its end, and look at it half-way, too."""
    return {name: studied(*study) for name, study in STUDIES.items()}


def studied(
    method: str,
    systems: int,
    instances: int,
    together: int,
    items: int | None,
    quota: int,
    behaviour: Behaviour,
    raters: int = RATERS,
) -> dict[str, object]:
    """Compose a study of made-up texts and simulate it."""
    control = Control(repeat=7, damaged=7, reference=6) if items else Control()
    design = StudyDesign(
        "balance", method, outputs_per_sheet=together, items_per_sheet=items, raters_per_item=quota, control=control
    )
    given = [
        Instance(f"i{number}", Text(f"input {number}"), (f"a reference of {number}",)) for number in range(instances)
    ]
    outputs = {f"s{one}": [f"what {one} says of {number}" for number in range(instances)] for one in range(systems)}
    composed = compose(design, METHODS[method].example(), given, outputs, np.random.default_rng(1))
    half = simulate(composed.blocks, composed.systems, quota, raters, np.random.default_rng(2), behaviour, HALF_WAY)
    start = time.process_time()
    end = simulate(composed.blocks, composed.systems, quota, raters, np.random.default_rng(2), behaviour)
    seconds = time.process_time() - start
    wanted = quota * len(composed.blocks)
    has_pairs = together > 1
    evenly = end.spread_of_positions <= SLACK and (not has_pairs or end.spread_of_meetings <= SLACK)
    return {
        "raters": raters,
        "raters_who_answered": end.raters,
        "sheets_wanted": wanted,
        "sheets_answered": int(end.answered.sum()),
        "left_a_sheet": end.left,
        "came_back": end.returned,
        "leases_expired": end.expired,
        "late_answers": end.surplus,
        "stranded": end.stranded,
        "items_seen_twice": end.seen_twice,
        "meetings_off_by": round(end.spread_of_meetings, 4) if has_pairs else None,
        "positions_off_by": round(end.spread_of_positions, 4),
        "half_way_meetings_off_by": round(half.spread_of_meetings, 4) if has_pairs else None,
        "half_way_positions_off_by": round(half.spread_of_positions, 4),
        "microseconds_a_sheet": round(seconds / max(int(end.answered.sum()), 1) * 1e6),
        "is_met": bool(evenly and (end.answered == quota).all() and end.stranded == 0 and end.seen_twice == 0),
    }


if __name__ == "__main__":
    print(run())
