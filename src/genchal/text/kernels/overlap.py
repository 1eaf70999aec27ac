"""What texts share, by the kernels: clipped matches, common n-grams, longest common subsequences."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from genchal.text.arrays.ragged import IntArray, Ragged, offsets_of
from genchal.text.kernels.library import Kernels

LONGEST = 1 << 14  # tokens of a text whose subsequences are looked for; beyond that the masks would be too large


def clipped_matches(
    kernels: Kernels, texts: Ragged, types: int, outputs: IntArray, groups: Ragged, group: IntArray, order: int
) -> IntArray:
    """Count clipped n-gram matches of every output for n = 1 to `order`."""
    members = np.argsort(group, kind="stable")
    member_offsets = offsets_of(np.bincount(group, minlength=len(groups)))
    matches = np.zeros((len(outputs), order), dtype=np.int64)
    kernels.call(
        "clipped_matches",
        _small(texts.values),
        _large(texts.offsets),
        types,
        _large(outputs),
        members,
        member_offsets,
        _small(groups.values),
        _large(groups.offsets),
        len(groups),
        order,
        matches,
    )
    return matches


def common_ngrams(
    kernels: Kernels, texts: Ragged, outputs: IntArray, groups: Ragged, group: IntArray, order: int
) -> NDArray[np.int32]:
    """Count what every output has in common with each of its references, for n = 1 to `order`."""
    common = np.empty((int(groups.lengths[group].sum()), order), dtype=np.int32)
    kernels.call(
        "common_ngrams",
        _small(texts.values),
        _large(texts.offsets),
        _types(texts),
        _large(outputs),
        _large(group),
        len(outputs),
        _small(groups.values),
        _large(groups.offsets),
        order,
        common,
    )
    return common


def lcs_lengths(kernels: Kernels, texts: Ragged, left: IntArray, right: IntArray) -> IntArray:
    """Length of the longest common subsequence of every pair of texts."""
    lengths = np.empty(len(left), dtype=np.int64)
    arguments = _large(left), _large(right), len(left)
    kernels.call("lcs_lengths", _small(texts.values), _large(texts.offsets), _types(texts), *arguments, lengths)
    return lengths


def _types(texts: Ragged) -> int:
    return int(texts.values.max(initial=-1)) + 1


def _small(values: NDArray[Any]) -> NDArray[np.int32]:
    return np.ascontiguousarray(values, dtype=np.int32)


def _large(values: NDArray[Any]) -> IntArray:
    return np.ascontiguousarray(values, dtype=np.int64)
