"""Which texts a set of segments has: each different one once, and who refers to which."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np

from genchal.text.arrays.packed import PackedGroups, PackedTexts
from genchal.text.arrays.ragged import IntArray, Ragged, offsets_of
from genchal.text.kernels.encoding import number_rows, number_texts
from genchal.text.kernels.library import Kernels, active_kernels


class TextLayout(NamedTuple):
    """Output i is text ``output[i]``; its references are the texts ``groups[group[i]]``.

    Texts are numbered as they come, references before outputs; so are groups, and equal groups are one.
    """

    texts: Sequence[str]
    output: IntArray
    group: IntArray
    groups: Ragged


def lay_out_texts(outputs: Sequence[str], references: Sequence[tuple[str, ...]]) -> TextLayout:
    """Lay out segments: their outputs, and the references of each."""
    kernels = active_kernels()
    if kernels is not None and isinstance(outputs, PackedTexts) and isinstance(references, PackedGroups):
        return _lay_out_packed(kernels, outputs, references)
    lists = {own: number for number, own in enumerate(dict.fromkeys(references))}
    texts = dict.fromkeys(chain.from_iterable(lists))
    texts.update(dict.fromkeys(outputs))
    numbers = {text: number for number, text in enumerate(texts)}
    lengths = np.fromiter(map(len, lists), dtype=np.int64, count=len(lists))
    values = map(numbers.__getitem__, chain.from_iterable(lists))
    return TextLayout(
        list(numbers),
        np.fromiter(map(numbers.__getitem__, outputs), dtype=np.int64, count=len(outputs)),
        np.fromiter(map(lists.__getitem__, references), dtype=np.int64, count=len(references)),
        Ragged(np.fromiter(values, dtype=np.int32, count=int(lengths.sum())), offsets_of(lengths)),
    )


def _lay_out_packed(kernels: Kernels, outputs: PackedTexts, references: PackedGroups) -> TextLayout:
    """The same without a string: texts and groups are numbered by what is in them."""
    texts = PackedTexts.joined([references.texts, outputs])
    numbers, firsts = number_texts(kernels, texts)
    given = len(references.texts)
    lists = Ragged(numbers[:given], references.offsets)
    group, groups = number_rows(kernels, lists)
    output = numbers[given:].astype(np.int64)
    return TextLayout(texts.take(firsts), output, group.astype(np.int64), lists.take(groups))
