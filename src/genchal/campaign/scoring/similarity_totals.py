"""What the similarity of systems is made from, wherever their outputs are."""

from __future__ import annotations

from typing import NamedTuple

from genchal.text.arrays.ragged import FloatArray, IntArray


class LineTotals(NamedTuple):
    """Sums of the rows of every column by one metric, and how many rows were scored."""

    sums: FloatArray
    n: IntArray
