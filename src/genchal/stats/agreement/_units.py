"""Judgements by the unit that they are about, as alpha and Fleiss' kappa see them: who judged does not matter."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from genchal.stats.resampling.bootstrap import MOST_UNITS, bootstrap_totals
from genchal.text.arrays.ragged import FloatArray, IntArray


@dataclass(frozen=True, slots=True)
class JudgedUnits:
    """Judgements in the order of their units; only units with at least two, as one alone agrees with nothing.

    `code` is the place of a judgement's value in `values`, which ascend; `unit` is the place of its unit in `sizes`,
    `cluster` that of a unit's cluster (what is resampled as a whole). `single` judgements stood alone.
    """

    values: FloatArray
    code: IntArray
    unit: IntArray
    sizes: IntArray
    cluster: IntArray
    single: int

    @classmethod
    def of(cls, value: FloatArray, unit: IntArray, cluster: IntArray | None = None) -> JudgedUnits:
        """Put judgements in order; NaN is none. `cluster` has an entry per judgement, by default its unit."""
        known = ~np.isnan(value)
        value, unit = value[known], unit[known]
        groups = unit if cluster is None else cluster[known]
        _, unit, counts = np.unique(unit, return_inverse=True, return_counts=True)
        paired = counts[unit] > 1
        order = np.flatnonzero(paired)[np.argsort(unit[paired], kind="stable")]
        _, code_unit, sizes = np.unique(unit[order], return_inverse=True, return_counts=True)
        values, code = np.unique(value[order], return_inverse=True)
        starts = np.cumsum(sizes) - sizes
        _, clusters = np.unique(groups[order][starts], return_inverse=True)
        return cls(values, code, code_unit, sizes.astype(np.int64), clusters, int((~paired).sum()))

    @property
    def starts(self) -> IntArray:
        """Where every unit begins."""
        return np.cumsum(self.sizes) - self.sizes

    def per_unit(self, numbers: FloatArray) -> FloatArray:
        """Sum numbers, one per judgement, within units."""
        return np.asarray(np.add.reduceat(numbers, self.starts)) if len(self.sizes) else np.zeros(0)

    def same_pairs(self) -> FloatArray:
        """Ordered pairs of equal judgements within every unit, each judgement with itself included."""
        keys, counts = np.unique(self.unit * max(len(self.values), 1) + self.code, return_counts=True)
        squares = counts.astype(np.float64) ** 2
        return np.asarray(np.bincount(keys // max(len(self.values), 1), squares, len(self.sizes)), np.float64)

    def resample(
        self, columns: FloatArray, resamples: int, rng: np.random.Generator, weight: FloatArray | None = None
    ) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Resample clusters; very many of them in random bundles.

        Returns totals of `columns` (units x columns), counts of every value, and sums of `weight` (one per judgement)
        for every value, each resamples x columns.
        """
        clusters, width = int(self.cluster.max(initial=-1)) + 1, len(self.values)
        bundle = self.cluster
        if clusters > MOST_UNITS:
            bundle = (rng.permutation(clusters) % MOST_UNITS)[bundle]
        number = min(clusters, MOST_UNITS)
        sums = np.stack([np.bincount(bundle, column, number) for column in columns.T], axis=1)
        cells = bundle[self.unit] * width + self.code
        parts = [sums, np.bincount(cells, minlength=number * width).reshape(number, width)]
        if weight is not None:
            parts.append(np.bincount(cells, weight, number * width).reshape(number, width))
        totals = bootstrap_totals(np.concatenate(parts, axis=1), resamples, rng)
        first = columns.shape[1]
        return totals[:, :first], totals[:, first : first + width], totals[:, first + width :]
