"""Ratings in the shape of WebNLG 2017: a system whose empty outputs one extra rater gave the lowest value."""

from pathlib import Path

import numpy as np

SYSTEMS, INSTANCES, RATERS_PER_ITEM, CROWD = 10, 223, 3, 40
EMPTY = 168  # outputs of the eleventh system without a word
HALTING = "halting"  # that system
EXTRA = "a99"  # the rater who rated those, and nothing else


def write_ratings(path: Path, seed: int = 1) -> Path:
    """Write ratings from 1 to 3, a sheet each: systems differ a little, raters in strictness and in how they vary.

    What the eleventh system does write is good: by these outputs alone it would come second.
    """
    rng = np.random.default_rng(seed)
    quality = np.append(np.linspace(2.6, 1.9, SYSTEMS), 2.55)
    strictness = rng.normal(0, 0.2, CROWD)
    lines = ["rater,instance,system,criterion,value"]
    for instance in range(INSTANCES):
        difficulty = rng.normal(0, 0.3)
        for system, mean in enumerate(quality):
            name = f"system{system}" if system < SYSTEMS else HALTING
            if system == SYSTEMS and instance < EMPTY:
                lines.append(f"{EXTRA},i{instance},{name},fluency,1")
                continue
            for rater in rng.permutation(CROWD)[:RATERS_PER_ITEM].tolist():
                value = np.clip(np.round(mean + difficulty - strictness[rater] + rng.normal(0, 0.6)), 1, 3)
                lines.append(f"a{rater + 1},i{instance},{name},fluency,{value:.0f}")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path
