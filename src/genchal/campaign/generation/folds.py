"""Cross-validation: outputs for every instance, each written by a generator that learnt from the others."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from genchal.campaign.generation.generate import fit_generator, write_outputs
from genchal.domain import Generator, Instance, Output
from genchal.domain.campaign import Folds
from genchal.domain.splits import assign_parts, group_keys
from genchal.errors import InvalidInput, counted


def generate_in_folds(
    generator: Generator,
    train: Sequence[Instance],
    dev: Sequence[Instance],
    test: Sequence[Instance],
    folds: Folds,
    seed: int,
) -> list[Output]:
    """Write about all test instances, once for every seed of the folds; one round follows the other.

    Generators learn from `train` and from the test instances of all other folds.
    """
    outputs: list[Output] = []
    for number in range(folds.seeds):
        fold_of = divide_in_folds(test, folds, seed, number)
        written: list[Output] = [None] * len(test)
        for fold in range(folds.count):
            own = [place for place, part in enumerate(fold_of) if part == fold]
            others = [instance for instance, part in zip(test, fold_of, strict=True) if part != fold]
            fitted = fit_generator(generator, [*train, *others], dev, seed + number)
            for place, output in zip(
                own, write_outputs(fitted, [test[place] for place in own], seed + number), strict=True
            ):
                written[place] = output
        outputs += written
    return outputs


def divide_in_folds(instances: Sequence[Instance], folds: Folds, seed: int, number: int = 0) -> list[int]:
    """The fold of every instance; `number` counts divisions of one campaign, whose seed is `seed`."""
    groups = len(set(group_keys(instances, folds.by)))
    if groups < folds.count:
        raise InvalidInput(
            f"{counted(groups, 'group')} by {folds.by} cannot be divided into {folds.count} folds",
            "Ask for fewer folds, or divide by something finer.",
        )
    return assign_parts(instances, [1.0] * folds.count, folds.by, np.random.default_rng((seed, number)))
