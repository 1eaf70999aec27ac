"""Networks that divide the texts among them, so that each has a style of its own (diverse ensembling, Harv)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from genchal.generators.neural.data.meanings import Pair
from genchal.generators.neural.data.sources import Codec
from genchal.generators.neural.learning.progress import Arrays, Progress
from genchal.generators.neural.learning.training import Development, Plan, Report, Trainer
from genchal.generators.neural.network.shape import Shape

STYLE_EPOCHS = 3


def divide_styles(
    codec: Codec,
    shapes: Sequence[Shape],
    weights: Sequence[Arrays],
    plan: Plan,
    pairs: Sequence[Pair],
    development: Development,
    report: Report,
    progress: Progress,
) -> list[Arrays]:
    """Let networks divide the texts: each is trained on with those that it finds more probable than the others do.

    One step of hard expectation maximisation; networks start from different seeds.
    """
    trainers = [
        Trainer.start(
            codec, shape, replace(plan, seed=plan.seed + place, rate=plan.rate / 4, epochs=STYLE_EPOCHS), report, first
        )
        for place, (shape, first) in enumerate(zip(shapes, weights, strict=True))
    ]
    scores = np.array([trainer.score(pairs) for trainer in trainers])
    owners = scores.argmax(0)
    found = []
    for place, trainer in enumerate(trainers):
        own = [pairs[row] for row in np.flatnonzero(owners == place).tolist()]
        report(f"style {place + 1}: {len(own)} of {len(pairs)} texts")
        found.append(trainer.train(own, development, progress, f"style{place}") if own else weights[place])
    return found
