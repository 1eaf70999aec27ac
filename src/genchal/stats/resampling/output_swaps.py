"""Do two systems' texts differ in a number that is no sum, such as distinct words? A permutation test."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from genchal.text.arrays.ragged import FloatArray, IntArray

SAME = 1e-12  # relative: numbers closer than this differ by rounding only


@dataclass(frozen=True, slots=True)
class OutputSwaps:
    """Numbers of both systems, differences (second minus first) and p-values, an entry per number."""

    first: FloatArray
    second: FloatArray
    difference: FloatArray
    p_value: FloatArray
    trials: int


def output_swaps(
    numbers: Callable[[IntArray], FloatArray],
    first: IntArray,
    second: IntArray,
    trials: int,
    rng: np.random.Generator,
) -> OutputSwaps:
    """Test differences by swapping the two systems' outputs within instances (Fisher 1935; Noreen 1989).

    `first` and `second` are places of the two systems' texts for the same instances, `numbers` gives the numbers of the
    texts at some places. If systems write alike, it does not matter who wrote which of an instance's two texts: in
    every trial a fair coin decides for each instance. The two-sided p-value is the share of trials whose difference is
    at least as large as the observed one, with 1 added above and below the line. It tests whether the two write alike
    in all that the number depends on; both collections keep their size, so that numbers that grow with size may be
    tested too, which a bootstrap would bias. Trials without a number are left out; p is NaN where none is left, and
    with fewer than 6 instances it can never be below 0.05.
    """
    observed = numbers(first), numbers(second)
    difference = observed[1] - observed[0]
    bound = np.abs(difference) - SAME * np.maximum(np.abs(observed[0]), np.abs(observed[1]))
    as_large, known = np.zeros((2, len(difference)))
    for _ in range(trials):
        swapped = rng.random(len(first)) < 0.5
        apart = np.abs(numbers(np.where(swapped, first, second)) - numbers(np.where(swapped, second, first)))
        as_large += apart >= bound
        known += ~np.isnan(apart)
    p_value = np.where(np.isnan(difference) | (known == 0), np.nan, (as_large + 1) / (known + 1))
    return OutputSwaps(observed[0], observed[1], difference, p_value, trials)
