"""Attribute sets as numbers: what the set metrics share.

A set becomes a short list of the numbers of its attributes. Pairs of an output's set and a reference's are then `Pairs`
like those of texts, and different pairs are compared once.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable
from itertools import chain
from typing import ClassVar

import numpy as np

from genchal.domain import AttributeSet, Batch, Pairs, Rows, Scene
from genchal.domain.metric import Basis, Each, Subject
from genchal.domain.scenes.distinguishing import Descriptions
from genchal.metrics._means import MeanMetric, mean_rows, with_count
from genchal.text.arrays.ragged import FloatArray, IntArray, Ragged, offsets_of, ratio


class SetMetric(MeanMetric):
    """A mean over segments of something that is true of their attribute sets."""

    __slots__ = ()

    basis: ClassVar[Basis] = "inputs"
    subject: ClassVar[Subject] = "attribute sets"

    without: str

    def fields(self) -> dict[str, str]:
        """Settings as signatures show them; lists of names only where there are some."""
        return {name: value for name, value in super().fields().items() if value}


class LikenessMetric(SetMetric):
    """How alike an output's attribute set is to those of the references, which the scene has."""

    __slots__ = ()

    wants: ClassVar[str] = "scenes with attribute sets to compare with, or a table of such sets"

    each: Each

    @abstractmethod
    def likeness(self, pairs: Pairs, common: IntArray) -> FloatArray:
        """Likeness of each pair of sets, from the number of attributes that they have in common."""

    def measure(self, batch: Batch) -> Rows:
        """Return one row (likeness, 1) per segment."""
        pairs = set_pairs(batch, names_in(self.without))
        values = self.likeness(pairs, common_counts(pairs.texts, pairs.output, pairs.reference))
        return mean_rows(pairs, values, self.each, self.higher_is_better)


def set_pairs(batch: Batch, without: frozenset[str] = frozenset()) -> Pairs:
    """Every output's attribute set beside each of its scene's; those whose names are in `without` are left out."""
    sets: dict[AttributeSet, int] = {}
    of_scene: dict[int, list[int]] = {}  # scenes come again with every system
    outputs, references = [], []
    for attributes, given in _columns(batch):
        known: list[int] = []
        if attributes is not None and isinstance(given, Scene):
            if id(given) not in of_scene:
                of_scene[id(given)] = [sets.setdefault(reference, len(sets)) for reference in given.attribute_sets]
            known = of_scene[id(given)]
        outputs.append(-1 if attributes is None else sets.setdefault(attributes, len(sets)))
        references.append(known)
    counts = np.fromiter(map(len, references), dtype=np.int64, count=len(references))
    left = np.repeat(np.array(outputs, dtype=np.int64), counts)
    right = np.fromiter(chain.from_iterable(references), dtype=np.int64, count=int(counts.sum()))
    return Pairs(_numbered(sets, without), left, right, offsets_of(counts))


def _columns(batch: Batch) -> Iterable[tuple[AttributeSet | None, object]]:
    """Attribute set and input of every segment; None where a batch has no such column."""
    nothing = (None,) * len(batch)
    return zip(batch.attribute_sets or nothing, batch.inputs or nothing, strict=True)


def _numbered(sets: Iterable[AttributeSet], without: frozenset[str]) -> Ragged:
    """Sets as numbers of their attributes."""
    attributes: dict[tuple[str, str], int] = {}
    numbered = [
        [attributes.setdefault(attribute, len(attributes)) for attribute in some if attribute[0].lower() not in without]
        for some in sets
    ]
    lengths = np.fromiter(map(len, numbered), dtype=np.int64, count=len(numbered))
    values = np.fromiter(chain.from_iterable(numbered), dtype=np.int32, count=int(lengths.sum()))
    return Ragged(values, offsets_of(lengths))


def common_counts(sets: Ragged, left: IntArray, right: IntArray) -> IntArray:
    """How many numbers each pair of sets has in common; different pairs are looked at once."""
    pairs, place = np.unique(left * len(sets) + right, return_inverse=True)
    ours, theirs = sets.take(pairs // max(len(sets), 1)), sets.take(pairs % max(len(sets), 1))
    width = int(sets.values.max(initial=0)) + 1
    # A number that both have stands twice among the numbers of its pair, and no other one does.
    keys = np.sort(np.concatenate([side.rows() * width + side.values for side in (ours, theirs)]))
    twice = keys[1:][keys[1:] == keys[:-1]] // width
    counts: IntArray = np.bincount(twice, minlength=len(pairs))[place]
    return counts


def jaccard(pairs: Pairs, common: IntArray) -> FloatArray:
    """Attributes that both sets have among those that either has; 1 for two empty sets, which are the same."""
    either = pairs.output_lengths + pairs.reference_lengths - common
    return np.where(either == 0, 1.0, ratio(common, either))


def judged_rows(batch: Batch, without: str, judge: Callable[[Descriptions, AttributeSet], bool]) -> Rows:
    """Rows (1 or 0, 1) of a judgement on descriptions of scenes; every different one of a scene is judged once."""
    scenes: dict[int, Descriptions] = {}
    known: dict[tuple[int, AttributeSet], bool] = {}
    values = np.full(len(batch), np.nan)
    names = names_in(without)
    for place, (attributes, given) in enumerate(_columns(batch)):
        if attributes is None or not isinstance(given, Scene) or not given.targets:
            continue
        key = id(given), attributes
        if key not in known:
            scene = scenes.get(id(given)) or scenes.setdefault(id(given), Descriptions(given, names))
            known[key] = judge(scene, scene.looked_at(attributes))
        values[place] = known[key]
    return with_count(values)


def names_in(setting: str) -> frozenset[str]:
    """Names of attributes in a setting: with blanks between them, in any case."""
    return frozenset(setting.lower().split())
