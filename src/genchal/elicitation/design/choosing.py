"""Which comparisons are most informative about a ranking: a choice over arrays, with an entry for each block."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from genchal.domain.study.study import Block
from genchal.text.arrays.ragged import FloatArray, IntArray

Mask = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Pool:
    """Blocks by the pairs of systems that meet on each.

    A pair (a, b), a < b, is the number a x systems + b. Rows of `pairs` are filled up with 0, which is no pair.
    """

    pairs: IntArray  # blocks x pairs

    @classmethod
    def of(cls, blocks: Sequence[Block], systems: Sequence[str]) -> Pool:
        """Look at blocks that count; practice is given to everybody and not chosen."""
        number = {name: place for place, name in enumerate(systems)}
        rows = []
        for block in blocks:
            here = sorted({number[item.system] for item in block.items if item.kind == "scored"})
            rows.append([first * len(number) + second for first, second in combinations(here, 2)])
        pairs = np.zeros((len(blocks), max(map(len, rows), default=0)), dtype=np.int64)
        for row, own in zip(pairs, rows, strict=True):
            row[: len(own)] = own
        return cls(pairs)

    def summed(self, blocks: IntArray, values: FloatArray) -> FloatArray:
        """Sums over the pairs of each block; `values` are systems x systems, 0 on the diagonal."""
        result: FloatArray = np.append(values.ravel(), 0)[self.pairs[blocks]].sum(axis=1)
        return result


def choose_most_informative(
    pool: Pool, load: IntArray, quota: IntArray, allowed: Mask, mu: FloatArray, sigma: FloatArray, beta: float
) -> int | None:
    """The block whose comparisons are most informative about the ranking; among equals, the one that fewest have.

    `load` is how many raters have answered a block or have it now, `allowed` what this rater may be given at all.
    `mu` and `sigma` are the systems' means and deviations as TrueSkill (Herbrich et al. 2007) has them, `beta` the
    deviation of a performance. A block counts by the information of all its pairs.
    """
    open_ = np.flatnonzero(allowed & (load < quota))
    if not len(open_):
        return None
    told = pool.summed(open_, measure_pair_information(mu, sigma, beta))
    best = open_[told >= told.max() * (1 - 1e-9)]
    return int(best[load[best].argmin()])


def measure_pair_information(mu: FloatArray, sigma: FloatArray, beta: float) -> FloatArray:
    """By how much a comparison of each two systems should lower the variance of their difference, on average.

    With s2 = sigma1^2 + sigma2^2, c2 = s2 + 2 beta^2 and t = (mu1 - mu2) / c, a win of the first lowers it by
    (s2^2 / c2) v(v + t), v = phi(t) / Phi(t). Weighed by the chances of win and loss, the sum is
    (s2^2 / c2) phi(t)^2 / (Phi(t) Phi(-t)): large where little is known and neither is clearly better. Draws are left
    out.
    """
    from scipy.special import log_ndtr

    variance = sigma[:, None] ** 2 + sigma**2
    total = variance + 2 * beta**2
    t = (mu[:, None] - mu) / np.sqrt(total)
    logs = -(t**2) - np.log(2 * np.pi) - log_ndtr(t) - log_ndtr(-t)
    found: FloatArray = variance**2 / total * np.exp(logs)
    np.fill_diagonal(found, 0)
    return found
