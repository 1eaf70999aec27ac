"""Pairwise accuracy with ties, as WMT meta-evaluates metrics (Deutsch, Foster and Freitag 2023)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from genchal.text.arrays.ragged import FloatArray, IntArray


@dataclass(frozen=True, slots=True)
class CalibratedAccuracy:
    """Accuracy (acc_eq) before and after scores closer than `epsilon` are called equal; a mean over `groups`."""

    accuracy: float
    calibrated: float
    epsilon: float
    pairs: int
    groups: int
    human_ties: float  # share of pairs that people call equal
    metric_ties: float  # the same of the metric as it is
    calibrated_ties: float  # and after calibration


def calibrated_accuracy(scores: FloatArray, human: FloatArray, groups: IntArray | None = None) -> CalibratedAccuracy:
    """Find the epsilon that makes a metric's ties most like people's, and the accuracy that it has then.

    Pairs are taken within each group (the systems of one input), each group's accuracy is the share of pairs that are
    ordered alike or tied in both, and the result is their mean; without groups all pairs count alike. Metrics hardly
    ever tie and people often do, so that every human tie costs a metric a pair: accuracies without calibration, and
    Kendall's taus, favour metrics with few values. All candidates are tried: the differences between scores, and 0, the
    smallest of the best being taken. Unknown values (NaN) are left out.

    Epsilon is chosen on the very data that it is judged by, which flatters a metric slightly; with few pairs (below
    some hundreds) it flatters much. Take epsilon from other data if you can.
    """
    known = ~(np.isnan(scores) | np.isnan(human))
    codes = np.zeros(len(scores), dtype=np.int64) if groups is None else np.asarray(groups, dtype=np.int64)
    first, second, group = _pairs(codes, known)
    if not len(first):
        return CalibratedAccuracy(np.nan, np.nan, 0.0, 0, 0, np.nan, np.nan, np.nan)
    apart = scores[first] - scores[second]
    order_of_people = np.sign(human[first] - human[second])
    sizes = np.bincount(group)
    share = 1.0 / (sizes[group] * np.count_nonzero(sizes))
    right = np.sign(apart) == order_of_people
    # A pair that becomes a tie is right if people tie, and no longer right if it was ordered well.
    distance = np.abs(apart)
    change = np.where(order_of_people == 0, share, np.where(right, -share, 0.0))
    change[distance == 0] = 0.0  # a tie already
    order = np.argsort(distance, kind="stable")
    gain, at = np.cumsum(change[order]), distance[order]
    lasts = np.flatnonzero(np.append(at[1:] != at[:-1], True))
    gains = np.append(0.0, gain[lasts])
    epsilons = np.append(0.0, at[lasts])
    best = int(np.argmax(gains > gains.max() - 1e-12))
    accuracy, epsilon = float(share[right].sum()), float(epsilons[best])
    return CalibratedAccuracy(
        accuracy=accuracy,
        calibrated=accuracy + float(gains[best]),
        epsilon=epsilon,
        pairs=len(first),
        groups=int(np.count_nonzero(sizes)),
        human_ties=float(np.mean(order_of_people == 0)),
        metric_ties=float(np.mean(distance == 0)),
        calibrated_ties=float(np.mean(distance <= epsilon)),
    )


def _pairs(codes: IntArray, known: NDArray[np.bool_]) -> tuple[IntArray, IntArray, IntArray]:
    """All pairs of known places within a group, and the group's number."""
    firsts, seconds, numbers = [], [], []
    rows = np.flatnonzero(known)
    rows = rows[np.argsort(codes[rows], kind="stable")]
    for number, members in enumerate(np.split(rows, np.flatnonzero(np.diff(codes[rows])) + 1)):
        i, j = np.triu_indices(len(members), k=1)
        firsts.append(members[i])
        seconds.append(members[j])
        numbers.append(np.full(len(i), number))
    return np.concatenate(firsts), np.concatenate(seconds), np.concatenate(numbers)
