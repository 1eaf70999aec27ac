"""METEOR's data as arrays: WordNet's synonyms and the table of paraphrases, compiled."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from gzip import GzipFile
from itertools import chain
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from genchal.metrics.meteor.tables import Paraphrases, Synonyms
from genchal.resources.arrays import Arrays
from genchal.text.arrays.encoding import NumberedKeys
from genchal.text.arrays.ragged import IntArray, Ragged, offsets_of
from genchal.text.words.word_list import WordList, word_list

BLOCK = 1 << 24  # bytes of the table of paraphrases that are worked on at once


def compile_synonyms(synsets: bytes, exceptions: bytes) -> Arrays:
    """WordNet as METEOR has it: lines come in pairs, a word and its synsets, a base and its irregular forms."""
    words, numbers = _pairs(synsets)
    sets_of = dict(zip(words, numbers, strict=True))
    bases_of: dict[bytes, list[bytes]] = {}
    for base, forms in zip(*_pairs(exceptions), strict=True):
        for form in forms:
            bases_of.setdefault(form, []).append(base)
    irregular = {
        form: list(chain.from_iterable(sets_of.get(base, ()) for base in bases)) for form, bases in bases_of.items()
    }
    return _listed("words", "sets", sets_of) | _listed("irregular", "irregular_sets", irregular)


def synonyms_from(arrays: Arrays) -> Synonyms:
    """The arrays as what METEOR looks up."""
    return Synonyms(
        _words(arrays, "words"),
        Ragged(arrays["sets"], arrays["sets_offsets"]),
        _words(arrays, "irregular"),
        Ragged(arrays["irregular_sets"], arrays["irregular_sets_offsets"]),
    )


def compile_paraphrases(file: BinaryIO | GzipFile, progress: Callable[[int], None]) -> Arrays:
    """Compile the table: entries of three lines (a probability that METEOR ignores, a phrase, a paraphrase of it).

    `progress` is told how many entries have been read.
    """
    words: NumberedKeys[bytes] = NumberedKeys()
    sources, targets = _Phrases(words), _Phrases(words)
    owners: list[NDArray[np.int32]] = []  # of every entry: the number of its source
    last, entries = b"", 0
    for first, second in _entries(file):
        is_new = np.fromiter(map(operator.ne, first, chain([last], first)), dtype=bool, count=len(first))
        owners.append(np.cumsum(is_new, dtype=np.int32) + np.int32(len(sources) - 1))
        sources.add([first[place] for place in np.flatnonzero(is_new).tolist()])
        targets.add(second)
        last, entries = first[-1], entries + len(first)
        progress(entries)
    listed, order = word_list(list(words))
    rank = np.empty(len(order), dtype=np.int64)
    rank[order] = np.arange(len(order))
    phrases = _joined(sources, targets)
    nodes, levels = _tree(Ragged(rank[phrases.values].astype(np.int32), phrases.offsets), len(order))
    source = nodes[: len(sources)][np.concatenate(owners)]
    target = nodes[len(sources) :]
    by_source = np.argsort(source, kind="stable")
    ends = np.flatnonzero(np.diff(source[by_source], append=-1)) + 1
    return _letters("words", listed) | {
        "sources": source[by_source[ends - 1]].astype(np.uint32),
        "ends": ends.astype(np.uint32),
        "targets": target[by_source].astype(np.uint32),
        **{f"level{number}": level for number, level in enumerate(levels, start=2)},
    }


def paraphrases_from(arrays: Arrays) -> Paraphrases:
    """The arrays as what METEOR looks up."""
    levels = tuple(array for name, array in arrays.items() if name.startswith("level"))
    return Paraphrases(_words(arrays, "words"), levels, arrays["sources"], arrays["ends"], arrays["targets"])


class _Phrases:
    """Phrases as word numbers, gathered block by block."""

    def __init__(self, words: NumberedKeys[bytes]) -> None:
        self.words = words
        self.numbers: list[NDArray[np.int32]] = []
        self.lengths: list[NDArray[np.int8]] = []
        self.count = 0

    def __len__(self) -> int:
        return self.count

    def add(self, phrases: Sequence[bytes]) -> None:
        """Add some phrases."""
        text = b"\n".join(phrases)
        words = text.split()
        marks = np.frombuffer(text, dtype=np.uint8)
        ends = np.append(np.flatnonzero(marks == ord("\n")), len(marks))
        lengths = np.diff(np.cumsum(np.append(marks == ord(" "), False))[ends], prepend=0) + 1
        if lengths.sum() != len(words):  # not one space between words everywhere
            lengths = np.array([len(phrase.split()) for phrase in phrases])
        self.numbers.append(np.fromiter(map(self.words.__getitem__, words), dtype=np.int32, count=len(words)))
        self.lengths.append(lengths.astype(np.int8))
        self.count += len(phrases)


def _joined(*parts: _Phrases) -> Ragged:
    numbers = np.concatenate([numbers for part in parts for numbers in part.numbers])
    lengths = np.concatenate([lengths for part in parts for lengths in part.lengths])
    return Ragged(numbers, offsets_of(lengths.astype(np.int64)))


def _entries(file: BinaryIO | GzipFile) -> Iterator[tuple[list[bytes], list[bytes]]]:
    """Phrases and their paraphrases, in blocks of whole entries."""
    rest = b""
    while block := file.read(BLOCK):
        lines = (rest + block).split(b"\n")
        whole = (len(lines) - 1) // 3 * 3  # the last line may go on in the next block
        rest = b"\n".join(lines[whole:])
        if whole:
            yield lines[1:whole:3], lines[2:whole:3]
    lines = rest.split(b"\n")
    if len(lines) >= 3:  # the last line has no end
        yield [lines[1]], [lines[2]]


def _tree(phrases: Ragged, words: int) -> tuple[IntArray, list[NDArray[np.uint64]]]:
    """Number phrases as nodes of a tree of words; also return the keys of its levels from the second on."""
    lengths, starts = phrases.lengths, phrases.offsets[:-1]
    nodes = phrases.values[starts].astype(np.int64)
    levels: list[NDArray[np.uint64]] = []
    count = words
    for order in range(2, int(lengths.max(initial=1)) + 1):
        longer = np.flatnonzero(lengths >= order)
        keys = (nodes[longer] << 32) | phrases.values[starts[longer] + order - 1]
        level, which = np.unique(keys, return_inverse=True)
        nodes[longer] = count + which
        levels.append(level.view(np.uint64))
        count += len(level)
    return nodes, levels


def _pairs(text: bytes) -> tuple[list[bytes], list[list[bytes]]]:
    """Lines that come in pairs, the second of each split."""
    lines = text.split(b"\n")
    return lines[0 : len(lines) // 2 * 2 : 2], [line.split() for line in lines[1::2]]


def _listed(name: str, sets_name: str, sets_of: Mapping[bytes, Iterable[bytes]]) -> dict[str, NDArray[Any]]:
    """A list of words and the numbers that belong to each."""
    listed, order = word_list(list(sets_of))
    numbers = list(sets_of.values())
    rows = [sorted(set(map(int, numbers[place]))) for place in order.tolist()]
    return _letters(name, listed) | {
        sets_name: np.array(list(chain.from_iterable(rows)), dtype=np.int32),
        f"{sets_name}_offsets": offsets_of(np.fromiter(map(len, rows), dtype=np.int64, count=len(rows))),
    }


def _letters(name: str, listed: WordList) -> dict[str, NDArray[Any]]:
    return {f"{name}_keys": listed.keys, f"{name}_ends": listed.ends, f"{name}_letters": listed.letters}


def _words(arrays: Arrays, name: str) -> WordList:
    return WordList(arrays[f"{name}_keys"], arrays[f"{name}_ends"], arrays[f"{name}_letters"])
