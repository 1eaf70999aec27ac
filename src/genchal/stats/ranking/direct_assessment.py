"""Direct assessment (Graham and others 2017) as in WMT and SR'18: means over sentences of the sentences' mean scores.

Scores are standardised by rater first (`rater_z_scores`, from all raw scores of a rater), then averaged; rank sums of
the sentences' means (`rank_sum_matrix`) say who beats whom, and clusters follow (`ranks_of_tests`).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from genchal.text.arrays.ragged import FloatArray, IntArray


@dataclass(frozen=True, slots=True)
class AssessmentMeans:
    """An entry per system: means over its `sentences` of their mean scores, raw and standardised.

    `assessments` counts scores; `standardised` counts those with a z-score. `item_z` and `item_system` have a
    sentence's mean z each (NaN where there is none) and say whose it is: what rank sums are made from.
    """

    raw: FloatArray
    z: FloatArray
    sentences: IntArray
    assessments: IntArray
    standardised: IntArray
    item_raw: FloatArray
    item_z: FloatArray
    item_system: IntArray


def assessment_means(
    value: FloatArray, z: FloatArray, system: IntArray, instance: IntArray, systems: int
) -> AssessmentMeans:
    """Average scores of a sentence first, then sentences: the "Ave." and "Ave. z" of WMT's and SR'18's tables.

    `instance` numbers the instances; a sentence is a system's output for one. A sentence that was assessed often counts
    no more than another. A score without z (see `rater_z_scores`) counts in the raw mean only. A system without scores
    has NaN.
    """
    known = np.isfinite(value)
    value, z, system, instance = value[known], z[known], system[known], instance[known]
    keys, code = np.unique(system * (int(instance.max(initial=0)) + 1) + instance, return_inverse=True)
    whose = keys // (int(instance.max(initial=0)) + 1)
    has_z = np.isfinite(z)
    with np.errstate(divide="ignore", invalid="ignore"):
        item_raw = np.bincount(code, value, len(keys)) / np.bincount(code, minlength=len(keys))
        item_z = np.bincount(code, np.where(has_z, z, 0.0), len(keys)) / np.bincount(code, has_z, len(keys))
        sentences = np.bincount(whose, minlength=systems)
        raw = np.bincount(whose, item_raw, systems) / sentences
        with_z = np.isfinite(item_z)
        mean_z = np.bincount(whose[with_z], item_z[with_z], systems) / np.bincount(whose[with_z], minlength=systems)
    return AssessmentMeans(
        raw=raw,
        z=mean_z,
        sentences=sentences,
        assessments=np.bincount(system, minlength=systems),
        standardised=np.bincount(system[has_z], minlength=systems),
        item_raw=item_raw,
        item_z=item_z,
        item_system=whose,
    )
