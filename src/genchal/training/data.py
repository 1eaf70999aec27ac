"""Treebanks as arrays: the inventory of a model, and sentences encoded with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from genchal.text.arrays.ragged import IntArray
from genchal.text.parser.features import RESERVED, FeatureTables, WordTypes, plain, word_key
from genchal.text.parser.lemmas import IDENTITY, apply, script_of
from genchal.text.parser.model import Inventory
from genchal.text.syntax import Parse

Vectors = Mapping[str, NDArray[np.float32]]

IGNORED = -1  # the number of what the model has no name for


def make_inventory(sentences: Sequence[Parse], vectors: Sequence[str] = (), rare: int = 2) -> Inventory:
    """The names in a treebank, and the words that have vectors; words and lemma scripts must occur twice."""
    words = Counter(word_key(form) for sentence in sentences for form in sentence.forms)
    scripts = Counter(
        script
        for sentence in sentences
        for form, lemma in zip(sentence.forms, sentence.lemmas, strict=True)
        if lemma != "_" and apply(script := script_of(form, lemma), form) == lemma
    )
    own = [word for word, count in words.most_common() if count >= rare]
    return Inventory(
        (*RESERVED, *dict.fromkeys([*own, *vectors])),
        (
            *RESERVED,
            *sorted({character for sentence in sentences for form in sentence.forms for character in plain(form)}),
        ),
        _names(tag for sentence in sentences for tag in sentence.upos),
        _names(tag for sentence in sentences for tag in sentence.xpos),
        _names(label for sentence in sentences for label in sentence.deprels),
        tuple(dict.fromkeys([IDENTITY, *(script for script, count in scripts.most_common() if count >= rare)])),
    )


def _names(found: Iterable[str]) -> tuple[str, ...]:
    """Names in the order of their frequency."""
    return tuple(name for name, _ in sorted(Counter(found).items(), key=lambda item: (-item[1], item[0])))


@dataclass(frozen=True, slots=True)
class EncodedTreebank:
    """Sentences as flat arrays, a root before each; `types` and `lowered` are rows of `features`."""

    features: WordTypes
    lengths: IntArray  # with the root
    types: IntArray
    lowered: IntArray  # the same sentences in lower case
    heads: IntArray  # IGNORED at roots
    deprels: IntArray
    upos: IntArray
    xpos: IntArray
    scripts: IntArray
    counts: IntArray  # how often each row of the table of words occurs


def encode(sentences: Sequence[Parse], inventory: Inventory, buckets: int) -> EncodedTreebank:
    """Turn sentences into arrays; none of them may be empty."""
    types: dict[str, int] = {}

    def numbered(forms: Iterable[str]) -> list[int]:
        return [types.setdefault(form, len(types) + 1) for form in forms]

    columns = ("types", "lowered", "heads", "deprels", "upos", "xpos", "scripts")
    rows: dict[str, list[int]] = {name: [] for name in columns}
    numbers = {name: _numbers(getattr(inventory, name)) for name in ("deprels", "upos", "xpos", "scripts")}
    for sentence in sentences:
        rows["types"] += [0, *numbered(sentence.forms)]
        rows["lowered"] += [0, *numbered(form.lower() for form in sentence.forms)]
        rows["heads"] += [IGNORED, *sentence.heads]
        for name in ("deprels", "upos", "xpos"):
            rows[name] += [IGNORED, *(numbers[name].get(value, IGNORED) for value in getattr(sentence, name))]
        rows["scripts"].append(IGNORED)
        rows["scripts"] += [
            numbers["scripts"].get(script_of(form, lemma), IGNORED)
            for form, lemma in zip(sentence.forms, sentence.lemmas, strict=True)
        ]
    features = FeatureTables(inventory.words, inventory.characters, buckets).look_up(types)
    arrays = {name: np.array(values, np.int64) for name, values in rows.items()}
    counts = np.bincount(features.words[arrays["types"]], minlength=len(inventory.words))
    return EncodedTreebank(
        features, np.array([len(sentence) + 1 for sentence in sentences], np.int64), **arrays, counts=counts
    )


def _numbers(names: Sequence[str]) -> dict[str, int]:
    return {name: number for number, name in enumerate(names)}


def initial_words(inventory: Inventory, vectors: Vectors, size: int) -> NDArray[np.float32]:
    """The table of words before training: vectors where there are any, of standard deviation 1/3; else 0."""
    table = np.zeros((len(inventory.words), size), np.float32)
    for row, word in enumerate(inventory.words):
        vector = vectors.get(word)
        if vector is not None:
            table[row, : len(vector)] = vector
    known = np.abs(table).sum(axis=1) > 0
    if known.any():
        table[known] -= table[known].mean(axis=0)
        table *= np.float32(1 / (3 * table[known].std()))
    return table


def reduce_vectors(vectors: Vectors, size: int) -> Vectors:
    """Vectors of at most `size` numbers: their principal components."""
    if not vectors:
        return vectors
    whole = np.stack(list(vectors.values()))
    if whole.shape[1] <= size:
        return vectors
    centred = whole - whole.mean(axis=0)
    components = np.linalg.svd(centred, full_matrices=False)[2][:size]
    return dict(zip(vectors, (centred @ components.T).astype(np.float32), strict=True))
