"""How much of the judgements does a ranking need? Rankings from growing shares of them, beside the whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from genchal.stats.resampling.clustered import Estimator
from genchal.text.arrays.ragged import FloatArray

SHARES = tuple(tenth / 10 for tenth in range(1, 11))


@dataclass(frozen=True, slots=True)
class Stability:
    """Agreement of rankings from shares of the judgements with the ranking from all, an entry per share.

    `tau` is Kendall's tau-a over the systems that a draw has, 0 if it has one only, averaged over repeats; `low` and
    `high` are the 5th and 95th percentile of the repeats; `same_order` is the share of them with the very same order.
    """

    shares: tuple[float, ...]
    tau: FloatArray
    low: FloatArray
    high: FloatArray
    same_order: FloatArray
    repeats: int

    def sentence(self) -> str:
        """What the curve says, in words."""
        enough = next((share for share, tau in zip(self.shares, self.low, strict=True) if tau >= 0.9), None)
        half = float(np.interp(0.5, self.shares, self.tau))
        agreement = (
            f"A ranking from half of the sheets agrees with the whole at tau = {half:.2f} (mean of {self.repeats})"
        )
        if enough is None:
            return f"{agreement}; no share reaches 0.9 in 95 of 100 draws."
        return f"{agreement}; from {enough * 100:.0f}% on it is at least 0.9 in 95 of 100 draws."


def ranking_stability(
    sums: FloatArray,
    estimate: Estimator,
    score: FloatArray,
    rng: np.random.Generator,
    shares: Sequence[float] = SHARES,
    repeats: int = 20,
) -> Stability:
    """Rank systems from shares of the units (sheets, mostly) drawn without replacement, and compare with `score`.

    `sums` is units x columns (from `Evidence.sums_by`), `estimate` turns totals into scores. A curve that is still
    rising at the end says that more judgements would still change the ranking. Subsets overlap each other and the
    whole, so that the curve rises to 1 even if another campaign would rank differently: intervals must be given beside
    it.
    """
    units, systems = len(sums), len(score)
    taken = [max(1, round(share * units)) for share in shares for _ in range(repeats)]
    weights = np.zeros((len(taken), units))
    for row, number in zip(weights, taken, strict=True):
        row[rng.permutation(units)[:number]] = 1.0
    drawn = estimate(weights @ sums)
    first, second = np.triu_indices(systems, k=1)
    whole = np.sign(score[first] - score[second])
    ahead = np.sign(drawn[:, first] - drawn[:, second])
    known = ~np.isnan(ahead) & ~np.isnan(whole)
    agree = np.where(known, ahead * whole, 0.0)
    tau = (agree.sum(axis=1) / np.maximum(known.sum(axis=1), 1)).reshape(len(shares), repeats)
    same = np.where(known, ahead == whole, True).all(axis=1).reshape(len(shares), repeats)
    ordered = np.sort(tau, axis=1)
    low, high = ordered[:, int(0.05 * (repeats - 1))], ordered[:, -1 - int(0.05 * (repeats - 1))]
    return Stability(tuple(shares), tau.mean(axis=1), low, high, same.mean(axis=1), repeats)
