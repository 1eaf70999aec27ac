"""Williams' test of two correlations that share a variable (Williams 1959)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from genchal.text.arrays.ragged import FloatArray

SAME = 1e-12  # correlations closer than this differ by rounding only


@dataclass(frozen=True, slots=True)
class WilliamsResult:
    """`t` has n - 3 degrees of freedom and is positive where r12 is larger than r13; the rest echoes what was given."""

    t: FloatArray
    p_value: FloatArray
    r12: FloatArray
    r13: FloatArray
    r23: FloatArray
    n: FloatArray
    one_sided: bool


def williams(
    r12: FloatArray | float,
    r13: FloatArray | float,
    r23: FloatArray | float,
    n: FloatArray | float,
    *,
    one_sided: bool = False,
) -> WilliamsResult:
    """Test r12 against r13, two correlations of the same `n` values that share the first variable.

    In evaluation 1 is the human score, 2 and 3 are metrics (Graham and Baldwin 2014), and r23 is how the metrics
    correlate with each other. Equation 7 of Steiger (1980): with K = 1 - r12^2 - r13^2 - r23^2 + 2 r12 r13 r23 ::

        t = (r12 - r13) sqrt((n - 1)(1 + r23)) / sqrt(2 K (n - 1)/(n - 3) + (r12 + r13)^2 (1 - r23)^3 / 4)

    has Student's distribution with n - 3 degrees of freedom. One-sided, p is small only where r12 is the larger one.
    Turn a metric round first if lower is better. Numbers may be arrays, which are broadcast.

    It is made for Pearson's r of normal values that are independent of each other. Do not trust it with few systems (at
    10 it hardly finds anything), with an outlier among them, or over segments that share inputs or systems: the paired
    permutation test and the bootstrap are made for that. With rank correlations it is rough. A correlation of 1 over
    few values makes p small by the formula alone. Fewer than 4 values, an
    unknown correlation, or correlations that no three variables can have together give NaN; equal metrics give p = 1.
    """
    from scipy.special import stdtr

    r12, r13, r23, n = (np.asarray(number, dtype=np.float64) for number in np.broadcast_arrays(r12, r13, r23, n))
    determinant = 1 - r12**2 - r13**2 - r23**2 + 2 * r12 * r13 * r23
    possible = (n > 3) & (determinant > -1e-9)
    with np.errstate(divide="ignore", invalid="ignore"):
        variance = 2 * np.maximum(determinant, 0) * (n - 1) / (n - 3) + (r12 + r13) ** 2 / 4 * (1 - r23) ** 3
        t = (r12 - r13) * np.sqrt((n - 1) * (1 + r23)) / np.sqrt(variance)
        t = np.where(np.abs(r12 - r13) <= SAME, 0.0, t)  # a metric and its own copy on another scale, mostly
        t = np.where(possible & ~np.isnan(determinant), t, np.nan)
        p_value = stdtr(n - 3, -t) if one_sided else 2 * stdtr(n - 3, -np.abs(t))
    return WilliamsResult(t, np.asarray(p_value), r12, r13, r23, n, one_sided)
