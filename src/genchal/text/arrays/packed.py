"""Many texts as one run of bytes: a string is made only of those that somebody looks at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from genchal.text.arrays.ragged import IntArray, offsets_of, positions

Bytes = NDArray[np.uint8]


class PackedTexts(Sequence[str]):
    """Text i is ``data[starts[i]:ends[i]]``: UTF-8, in which lone surrogates may stand as Python writes them."""

    def __init__(self, data: Bytes, starts: IntArray, ends: IntArray) -> None:
        self.data = np.ascontiguousarray(data, dtype=np.uint8)
        self.starts = np.ascontiguousarray(starts, dtype=np.int64)
        self.ends = np.ascontiguousarray(ends, dtype=np.int64)

    @classmethod
    def of(cls, texts: Iterable[str]) -> PackedTexts:
        """Pack strings."""
        if isinstance(texts, PackedTexts):
            return texts
        kept = texts if isinstance(texts, list | tuple) else list(texts)
        data = np.frombuffer("".join(kept).encode("utf-8", "surrogatepass"), dtype=np.uint8)
        lengths = np.fromiter(map(len, kept), dtype=np.int64, count=len(kept))
        if len(data) > lengths.sum():  # these are characters, of which some take several bytes
            ascii_ = np.fromiter(map(str.isascii, kept), dtype=bool, count=len(kept))
            for row in np.flatnonzero(~ascii_).tolist():
                lengths[row] = len(kept[row].encode("utf-8", "surrogatepass"))
        offsets = offsets_of(lengths)
        return cls(data, offsets[:-1], offsets[1:])

    @classmethod
    def joined(cls, parts: Sequence[PackedTexts]) -> PackedTexts:
        """One after the other; parts of the same bytes share them."""
        if len(parts) == 1:
            return parts[0]
        data: list[Bytes] = []
        before: dict[int, int] = {}
        size = 0
        for part in parts:
            if id(part.data) not in before:
                before[id(part.data)] = size
                data.append(part.data)
                size += len(part.data)
        whole = data[0] if len(data) == 1 else np.concatenate(data or [np.zeros(0, np.uint8)])
        nothing = [np.zeros(0, dtype=np.int64)]
        return cls(
            whole,
            np.concatenate([part.starts + before[id(part.data)] for part in parts] or nothing),
            np.concatenate([part.ends + before[id(part.data)] for part in parts] or nothing),
        )

    def __len__(self) -> int:
        return len(self.starts)

    @overload
    def __getitem__(self, index: int) -> str: ...

    @overload
    def __getitem__(self, index: slice) -> PackedTexts: ...

    def __getitem__(self, index: int | slice) -> str | PackedTexts:
        if isinstance(index, slice):
            return PackedTexts(self.data, self.starts[index], self.ends[index])
        return _decode(self.data[self.starts[index] : self.ends[index]].tobytes())

    def __iter__(self) -> Iterator[str]:
        return iter(self.strings)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, PackedTexts):
            return self.strings == other.strings
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel with what belongs to these texts alone."""
        kept = self.compact()
        return PackedTexts, (kept.data, kept.starts, kept.ends)

    @property
    def lengths(self) -> IntArray:
        """Bytes of every text."""
        return self.ends - self.starts

    @cached_property
    def strings(self) -> list[str]:
        """All texts as strings."""
        joined = self.compact()
        data = joined.data.tobytes()
        cuts = [0, *joined.ends.tolist()]
        if data.isascii():
            whole = data.decode("ascii")
            return [whole[start:end] for start, end in pairwise(cuts)]
        return [_decode(data[start:end]) for start, end in pairwise(cuts)]

    def compact(self) -> PackedTexts:
        """The same with no bytes before, between or after the texts."""
        offsets = offsets_of(self.lengths)
        if offsets[-1] == len(self.data) and np.array_equal(self.starts, offsets[:-1]):
            return self
        data, starts, ends = self.data.data, self.starts.tolist(), self.ends.tolist()
        joined = b"".join([data[start:end] for start, end in zip(starts, ends, strict=True)])
        return PackedTexts(np.frombuffer(joined, dtype=np.uint8), offsets[:-1], offsets[1:])

    def take(self, rows: Sequence[int] | IntArray) -> PackedTexts:
        """These texts, in this order, of the same bytes."""
        places = np.asarray(rows, dtype=np.int64)
        return PackedTexts(self.data, self.starts[places], self.ends[places])

    def have_line_end_after(self, mark: int) -> bool:
        """Whether this byte and then a line feed occur in a text."""
        feeds = np.flatnonzero(self.data == ord("\n"))
        places = feeds[self.data[np.maximum(feeds, 1) - 1] == mark] - 1
        return any(((self.starts <= place) & (place + 2 <= self.ends)).any() for place in places.tolist())

    def non_ascii(self) -> IntArray:
        """Places of the texts in which a character is not ASCII."""
        high = np.flatnonzero(self.data > 127)
        if not len(high):
            return high
        return np.flatnonzero(np.searchsorted(high, self.starts) < np.searchsorted(high, self.ends))


class PackedGroups(Sequence[tuple[str, ...]]):
    """Runs of packed texts: group i is texts ``offsets[i]`` to ``offsets[i + 1]``."""

    def __init__(self, texts: PackedTexts, offsets: IntArray) -> None:
        self.texts = texts
        self.offsets = offsets

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @overload
    def __getitem__(self, index: int) -> tuple[str, ...]: ...

    @overload
    def __getitem__(self, index: slice) -> list[tuple[str, ...]]: ...

    def __getitem__(self, index: int | slice) -> tuple[str, ...] | list[tuple[str, ...]]:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(len(self)))]
        place = range(len(self))[index]
        return tuple(self.texts[int(self.offsets[place]) : int(self.offsets[place + 1])].strings)

    def __iter__(self) -> Iterator[tuple[str, ...]]:
        strings = self.texts.strings
        return (tuple(strings[start:end]) for start, end in pairwise(self.offsets.tolist()))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def take(self, rows: Sequence[int] | IntArray) -> PackedGroups:
        """These groups, in this order, of the same bytes."""
        places = np.asarray(rows, dtype=np.int64)
        starts = self.offsets[places]
        lengths = self.offsets[places + 1] - starts
        offsets = offsets_of(lengths)
        return PackedGroups(self.texts.take(positions(starts, lengths, offsets)), offsets)


def _decode(data: bytes) -> str:
    return data.decode("utf-8", "surrogatepass")
