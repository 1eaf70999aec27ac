"""Numbers of the outputs browser as short texts: base64 of small integers.

A score is shown with four decimals, so it is kept as a multiple of 0.0001 in two bytes; a page of 600,000 outputs then
has 1.6 MB per measure. What spans more than two bytes can hold is kept as single-precision numbers.
"""

from __future__ import annotations

import base64
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from genchal.domain.results.campaign import DECIMALS

MISSING = 0xFFFF  # of two bytes: not scored
SPARSE = 0.25  # a column that is filled less than this names the places that are filled


def encode_numbers(numbers: ArrayLike, kind: str) -> str:
    """Write numbers as base64 of little-endian values of this kind, such as ``u2`` or ``f4``."""
    return base64.b64encode(np.asarray(numbers).astype(f"<{kind}").tobytes()).decode()


def encode_bits(flags: NDArray[np.bool_]) -> str:
    """Write flags as base64, eight in a byte, the first in the lowest bit."""
    return base64.b64encode(np.packbits(flags, bitorder="little").tobytes()).decode()


def encode_column(values: NDArray[np.float64], scale: int = 10**DECIMALS) -> dict[str, Any]:
    """Lay out a column: what is not finite is missing; others are rounded to multiples of ``1 / scale``."""
    flat = values.ravel()
    known = np.isfinite(flat)
    coded: dict[str, Any] = {"scale": scale}
    if flat.size and known.mean() < SPARSE:
        coded["at"] = encode_numbers(np.flatnonzero(known), "u4")
        flat, known = flat[known], known[known]
    steps = np.round(flat * scale)
    low = float(steps[known].min()) if known.any() else 0.0
    high = float(steps[known].max()) if known.any() else 0.0
    if high - low < MISSING:
        return coded | {"low": low, "steps": encode_numbers(np.where(known, steps - low, MISSING), "u2")}
    with np.errstate(over="ignore"):
        return coded | {"floats": encode_numbers(np.where(known, flat, np.nan), "f4")}
