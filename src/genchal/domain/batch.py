"""Batch: many segments as columns, tokenised and encoded once for all metrics."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, islice
from typing import Literal, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from genchal.domain.inputs import AttributeSet, Input, full_contents
from genchal.text import TOKENISERS
from genchal.text.arrays.encoding import Chunks, Encoded
from genchal.text.arrays.layout import TextLayout, lay_out_texts
from genchal.text.arrays.packed import PackedGroups, PackedTexts
from genchal.text.arrays.ragged import FloatArray, IntArray, Ragged, offsets_of, positions

Case = Literal["mixed", "lower"]
References = tuple[str, ...]
T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class Batch:
    """Segments as columns: segment i is ``outputs[i]``, written for ``inputs[i]``, to compare with ``references[i]``.

    Equal texts are encoded once, and segments with equal references (several systems, one input) share a group.
    ``attribute_sets[i]`` is what a system selected to describe something with, where it did; None where it did not.
    """

    outputs: Sequence[str]
    references: Sequence[References]
    ids: Sequence[str] = ()
    inputs: Sequence[Input] = ()
    attribute_sets: Sequence[AttributeSet | None] = ()
    _views: dict[tuple[str, Case], Tokens] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        columns = {
            "references": self.references,
            "ids": self.ids,
            "inputs": self.inputs,
            "attribute_sets": self.attribute_sets,
        }
        for name, column in columns.items():
            if len(column) != len(self.outputs) and (column or name == "references"):
                raise ValueError(f"{len(column)} {name} for {len(self.outputs)} outputs")

    def __len__(self) -> int:
        return len(self.outputs)

    def __reduce__(self) -> tuple[Callable[..., Batch], tuple[object, ...]]:
        """Travel between processes as a few long texts; what was computed stays behind."""
        counts = list(map(len, self.references))
        texts = (_packed(self.outputs), _packed(list(chain.from_iterable(self.references))), _packed(self.ids))
        return _arrived, (*texts, counts, self.inputs, self.attribute_sets)

    def take(self, rows: Sequence[int]) -> Batch:
        """Return these segments, in this order."""
        return Batch(
            _taken(self.outputs, rows),
            _taken(self.references, rows),
            _taken(self.ids, rows),
            _taken(self.inputs, rows),
            _taken(self.attribute_sets, rows),
        )

    def slice(self, start: int, stop: int) -> Batch:
        """Return consecutive segments."""
        return self.take(range(start, stop))

    def contents(self) -> tuple[list[str], bytes]:
        """All that is in the batch but ids, for fingerprints: its different texts, and who refers to which."""
        numbers: dict[int, int] = {}
        inputs = [numbers.setdefault(id(given), len(numbers)) for given in self.inputs]
        different = {id(given): given for given in self.inputs}.values()
        texts, output, group, groups = self._layout
        layout = (output, group, groups.values, groups.offsets, np.array(inputs))
        sets = [repr(None if attributes is None else sorted(attributes)) for attributes in self.attribute_sets]
        return [*texts, *map(full_contents, different), *sets], b"|".join(part.tobytes() for part in layout)

    @property
    def texts(self) -> list[str]:
        """The different texts, outputs and references, in the order in which `tokens` numbers them."""
        return list(self._layout.texts)

    def tokens(self, tokeniser: str, case: Case = "mixed") -> Tokens:
        """Return the texts as token numbers; all who ask for the same view share it."""
        key = (tokeniser, case)
        if key not in self._views:
            encoded = self._chunks.encode(TOKENISERS[tokeniser](), lower=case == "lower")
            layout = self._layout
            self._views[key] = Tokens(encoded, layout.output, layout.group, layout.groups)
        return self._views[key]

    @cached_property
    def _chunks(self) -> Chunks:
        return Chunks(self._layout.texts)

    @cached_property
    def _layout(self) -> TextLayout:
        return lay_out_texts(self.outputs, self.references)


@dataclass(frozen=True, eq=False)
class Tokens:
    """A batch under one tokenisation: different texts once, and who refers to which.

    Output i is text ``output[i]``; its references are the texts ``groups[group[i]]``.
    """

    encoded: Encoded
    output: IntArray
    group: IntArray
    groups: Ragged

    @property
    def texts(self) -> Ragged:
        """Token numbers of the different texts."""
        return self.encoded.tokens

    @cached_property
    def output_lengths(self) -> IntArray:
        """Tokens per output."""
        return self.texts.lengths[self.output]

    @cached_property
    def has_reference(self) -> NDArray[np.bool_]:
        """Whether there is something to compare an output with."""
        return self.groups.lengths[self.group] > 0

    def distinct(self) -> tuple[Tokens, IntArray]:
        """Segments with equal outputs and references once, sorted by references; and which of them every segment is."""
        texts = max(len(self.texts), 1)
        keys, which = np.unique(self.group * texts + self.output, return_inverse=True)
        group, output = np.divmod(keys, texts)
        return Tokens(self.encoded, output, group, self.groups), which

    def pairs(self) -> Pairs:
        """Every output beside each of its references."""
        counts = self.groups.lengths[self.group]
        offsets = offsets_of(counts)
        references = self.groups.values.take(positions(self.groups.offsets[self.group], counts, offsets))
        return Pairs(self.texts, np.repeat(self.output, counts), references.astype(np.int64), offsets)


@dataclass(frozen=True, eq=False)
class Pairs:
    """All (output, reference) pairs; those of segment i stand from ``offsets[i]`` to ``offsets[i + 1]``."""

    texts: Ragged
    output: IntArray
    reference: IntArray
    offsets: IntArray

    @property
    def output_lengths(self) -> IntArray:
        """Tokens of each pair's output."""
        return self.texts.lengths.take(self.output)

    @property
    def reference_lengths(self) -> IntArray:
        """Tokens of each pair's reference."""
        return self.texts.lengths.take(self.reference)

    def best(self, values: FloatArray) -> FloatArray:
        """Largest value over the references of every segment; NaN where there is no reference."""
        result = np.full(len(self.offsets) - 1, np.nan)
        filled = np.diff(self.offsets) > 0
        if filled.any():
            result[filled] = np.maximum.reduceat(values, self.offsets[:-1][filled])
        return result


_MARK = "\x1e"  # the character that ASCII has for separating records


def _packed(texts: Sequence[str]) -> str | Sequence[str]:
    """Join texts, which is much quicker to send than many; as they are if one of them contains the mark."""
    joined = _MARK.join(texts)
    return joined if texts and joined.count(_MARK) == len(texts) - 1 else texts


def _unpacked(texts: str | Sequence[str]) -> Sequence[str]:
    return texts.split(_MARK) if isinstance(texts, str) else texts


def _arrived(
    outputs: str | Sequence[str],
    references: str | Sequence[str],
    ids: str | Sequence[str],
    counts: Sequence[int],
    inputs: Sequence[Input],
    attribute_sets: Sequence[AttributeSet | None],
) -> Batch:
    """Put a batch together again."""
    flat = iter(_unpacked(references))
    grouped = [tuple(islice(flat, count)) for count in counts]
    return Batch(_unpacked(outputs), grouped, _unpacked(ids), inputs, attribute_sets)


def _taken(column: Sequence[T], rows: Sequence[int]) -> Sequence[T]:
    """Return these entries of a column; an absent column stays absent."""
    if isinstance(column, PackedTexts | PackedGroups):
        return cast(Sequence[T], column.take(rows))
    return [column[row] for row in rows] if column else []
