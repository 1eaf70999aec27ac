"""Taking effects of raters and instances out of a regression on systems."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from genchal.text.arrays.ragged import FloatArray, IntArray


@dataclass(frozen=True, slots=True)
class Regression:
    """Ratings on systems, with an effect of every rater (`raters` levels, 0: none) and of every level of `instance`.

    Levels are numbered without gaps. Where instances have no effects `instance` is 0 throughout, which leaves one mean.
    """

    value: FloatArray
    system: IntArray
    systems: int
    rater: IntArray
    raters: int
    instance: IntArray

    def equations(self, rows: NDArray[np.bool_] | slice = slice(None)) -> tuple[FloatArray, FloatArray]:
        """Normal equations of the systems (matrix, right side) from some rows, raters and instances eliminated.

        Items go first, as their part is diagonal; then raters are solved for.
        """
        value, system, instance = self.value[rows], self.system[rows], self.instance[rows]
        width, levels = self.systems + self.raters, int(self.instance.max(initial=0)) + 1
        columns = [system] if not self.raters else [system, self.systems + self.rater[rows]]
        counts = np.bincount(instance, minlength=levels)
        means = np.bincount(instance, value, levels) / np.maximum(counts, 1)
        table = np.zeros((levels, width))
        right = np.zeros(width)
        for column in columns:
            table += np.bincount(instance * width + column, minlength=levels * width).reshape(levels, width)
            right += np.bincount(column, value - means[instance], width)
        left = -(table / np.sqrt(np.maximum(counts, 1))[:, None]).T @ (table / np.sqrt(np.maximum(counts, 1))[:, None])
        left[np.diag_indices(width)] += table.sum(axis=0)
        if not self.raters:
            return left, right
        crossed = np.bincount(system * width + columns[1], minlength=self.systems * width)
        block = left[: self.systems] + crossed.reshape(self.systems, width)
        inside = left[self.systems :, self.systems :]
        across, own = block[:, self.systems :], block[:, : self.systems]
        solved = solve_singular(inside, np.column_stack([across.T, right[self.systems :]]))
        return own - across @ solved[:, :-1], right[: self.systems] - across @ solved[:, -1]

    def residuals(self) -> tuple[FloatArray, FloatArray]:
        """The systems' dummies and the values minus what raters and instances explain of them."""
        columns = np.zeros((len(self.value), self.systems + 1))
        columns[np.arange(len(self.value)), self.system] = 1.0
        columns[:, -1] = self.value
        factors = [self.instance] if not self.raters else [self.instance, self.rater]
        left = absorb_factors(columns, factors)
        return left[:, :-1], left[:, -1]


def absorb_factors(columns: FloatArray, factors: Sequence[IntArray]) -> FloatArray:
    """Residuals of `columns` (observations x any) after least squares on dummies of one or two factors.

    With two, the one with more levels is eliminated by hand and the other one is solved for; parts of the design that
    are not connected are no hindrance.
    """
    if len(factors) == 1:
        return _centre(columns, factors[0])
    many, few = sorted(factors, key=lambda codes: -int(codes.max(initial=-1)))
    from scipy.sparse import csr_array

    levels, others = int(few.max(initial=-1)) + 1, int(many.max(initial=-1)) + 1
    together = csr_array((np.ones(len(few)), (few, many)), shape=(levels, others))
    sizes = np.maximum(np.bincount(many, minlength=others), 1)
    left = np.diag(np.bincount(few, minlength=levels).astype(np.float64))
    left -= (together / sizes[None, :] @ together.T).toarray()
    inner = _centre(columns, many)
    right: FloatArray = np.stack([np.bincount(few, column, levels).astype(np.float64) for column in inner.T], axis=1)
    return _centre(columns - solve_singular(left, right)[few], many)


def solve_singular(left: FloatArray, right: FloatArray) -> FloatArray:
    """Solve equations of effects, which are determined up to a constant per connected part of the design."""
    empty = np.diag(left) <= 1e-12
    whole = left + np.diag(empty.astype(np.float64)) + max(float(np.diag(left).max(initial=1.0)), 1.0) / len(left)
    try:
        triangle = np.linalg.cholesky(whole)
        sizes = np.diag(triangle)
        if sizes.min() > 1e-5 * sizes.max():
            return np.asarray(np.linalg.solve(whole, right))
    except np.linalg.LinAlgError:
        pass
    return np.asarray(np.linalg.pinv(left, rcond=1e-10, hermitian=True) @ right)


def number_levels(codes: IntArray) -> IntArray:
    """Levels numbered without gaps."""
    return np.unique(codes, return_inverse=True)[1].astype(np.int64)


def _centre(columns: FloatArray, codes: IntArray) -> FloatArray:
    """Columns minus their means within the levels of a factor."""
    sizes = np.maximum(np.bincount(codes), 1)
    means = np.stack([np.bincount(codes, column) / sizes for column in columns.T], axis=1)
    return np.asarray(columns - means[codes])
