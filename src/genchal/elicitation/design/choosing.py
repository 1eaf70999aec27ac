"""Which open block a rater is given next: a choice over arrays, with an entry for each block.

`load` is how many raters have answered a block or have it now under a lease that has not run out; `allowed` is what
this rater may be given at all.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from genchal.domain.study import Block, Item
from genchal.text.ragged import FloatArray, IntArray

Mask = NDArray[np.bool_]
_MAY_COME_AGAIN = {"practice", "attention"}


@dataclass(frozen=True, eq=False)
class Pool:
    """Blocks as arrays: which pairs of systems meet on each, and where an original is.

    A pair (a, b), a < b, is the number a x systems + b. Rows of `pairs` are filled up with 0, which is no pair.
    """

    systems: tuple[str, ...]
    pairs: IntArray  # blocks x pairs
    where: dict[str, list[int]] = field(repr=False)

    @classmethod
    def of(cls, blocks: Sequence[Block], systems: Sequence[str]) -> Pool:
        """Look at blocks that count; practice is given to everybody and not chosen."""
        number = {name: place for place, name in enumerate(systems)}
        rows, where = [], dict[str, list[int]]()
        for place, block in enumerate(blocks):
            here = sorted({number[item.system] for item in block.items if item.kind == "scored"})
            rows.append([first * len(number) + second for first, second in combinations(here, 2)])
            for original in originals(block.items):
                where.setdefault(original, []).append(place)
        pairs = np.zeros((len(blocks), max(map(len, rows), default=0)), dtype=np.int64)
        for row, own in zip(pairs, rows, strict=True):
            row[: len(own)] = own
        return cls(tuple(systems), pairs, where)

    def unseen(self, seen: Collection[str]) -> Mask:
        """Blocks with nothing on them that a rater has seen; `seen` are ids of originals."""
        mask = np.ones(len(self.pairs), dtype=bool)
        for original in seen:
            mask[self.where.get(original, [])] = False
        return mask

    def meetings(self, load: IntArray) -> FloatArray:
        """How often each two systems have met or are meeting: systems x systems, both ways."""
        size = len(self.systems)
        weights = np.repeat(load, self.pairs.shape[1]).astype(np.float64)
        met: FloatArray = np.bincount(self.pairs.ravel(), weights, size * size).reshape(size, size).astype(np.float64)
        if size:
            met[0, 0] = 0
        return met + met.T

    def summed(self, blocks: IntArray, values: FloatArray) -> FloatArray:
        """Sums over the pairs of each block; `values` are systems x systems, 0 on the diagonal."""
        result: FloatArray = np.append(values.ravel(), 0)[self.pairs[blocks]].sum(axis=1)
        return result


def originals(items: Iterable[Item]) -> set[str]:
    """What a rater who has seen these items must not see again: the items, and what they are copies of."""
    return {item.source or item.id for item in items if item.kind not in _MAY_COME_AGAIN}


def free_turn(taken: Collection[int]) -> int:
    """The first turn of a block that nobody has answered or is answering: one that was abandoned is given again."""
    return next(turn for turn in range(len(taken) + 1) if turn not in taken)


def balanced_choice(
    pool: Pool, load: IntArray, quota: IntArray, allowed: Mask, met: FloatArray | None = None
) -> int | None:
    """The block that fewest have; of several, the one whose systems have met least; of several, the first.

    `met` is ``pool.meetings(load)``, from whoever keeps it up to date. None if no block that is allowed wants another
    rater.
    """
    open_ = np.flatnonzero(allowed & (load < quota))
    if not len(open_):
        return None
    fewest = open_[load[open_] == load[open_].min()]
    return int(fewest[pool.summed(fewest, pool.meetings(load) if met is None else met).argmin()])


def informative_choice(
    pool: Pool, load: IntArray, quota: IntArray, allowed: Mask, mu: FloatArray, sigma: FloatArray, beta: float
) -> int | None:
    """The block whose comparisons should tell most about the ranking; of several, the one that fewest have.

    `mu` and `sigma` are the systems' means and deviations as TrueSkill (Herbrich et al. 2007) has them, `beta` the
    deviation of a performance. A block counts by the information of all its pairs.
    """
    open_ = np.flatnonzero(allowed & (load < quota))
    if not len(open_):
        return None
    told = pool.summed(open_, pair_information(mu, sigma, beta))
    best = open_[told >= told.max() * (1 - 1e-9)]
    return int(best[load[best].argmin()])


def pair_information(mu: FloatArray, sigma: FloatArray, beta: float) -> FloatArray:
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
