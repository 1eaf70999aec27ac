"""Treebanks into inputs of surface realisation: files as SR'18 handed them out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import numpy as np

from genchal.campaign.reading.instances import load_instances
from genchal.domain import DependencyTree, Instance
from genchal.domain.trees.deep_input import derive_deep, write_deep
from genchal.domain.trees.deep_languages import DeepLanguage, find_deep_language
from genchal.domain.trees.shallow_input import derive_shallow
from genchal.domain.trees.words import check_tree, read_words
from genchal.errors import InvalidInput
from genchal.resources.files import inner_name, write_whole


@dataclass(frozen=True, slots=True)
class DerivedInputs:
    """What was made of a treebank; `left_out` are sentences with relations that only an analysis has."""

    treebank: Path
    sentences: int
    left_out: int
    files: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class _Derived:
    shallow: list[DependencyTree]
    deep: list[DependencyTree]
    kept: list[Instance]


def derive_inputs(
    treebanks: Sequence[Path], out: Path, language: str | None, seed: int, *, deep: bool
) -> tuple[DerivedInputs, ...]:
    """Write T1 (and T2) and the sentences of every treebank, after all of them have been checked."""
    made: list[DerivedInputs] = []
    texts: dict[Path, str] = {}
    for treebank in treebanks:
        stem = inner_name(treebank).stem
        rules = find_deep_language(language or stem.partition("-")[0].partition("_")[0]) if deep else None
        _, instances = load_instances(treebank, "conllu", "row")
        derived = _derive(treebank, instances, rules, np.random.default_rng(seed))
        files = {
            out / "T1" / f"{stem}.conll": _write_trees(derived.shallow),
            out / "sentences" / f"{stem}.tsv": _write_sentences(derived.kept),
        }
        if rules is not None:
            files[out / "T2" / f"T2_{stem}.conll"] = _write_trees(derived.deep)
        if texts.keys() & files.keys():
            raise InvalidInput(f"two treebanks are named '{stem}'", "Derive them into different folders.")
        texts.update(files)
        count = len(derived.kept)
        made.append(DerivedInputs(treebank, count, len(instances) - count, tuple(files)))
    for path, text in texts.items():
        write_whole(path, text.encode())
    return tuple(made)


def _derive(
    treebank: Path, instances: Sequence[Instance], rules: DeepLanguage | None, rng: np.random.Generator
) -> _Derived:
    derived = _Derived([], [], [])
    shallow_rng, deep_rng = rng.spawn(2)  # shallow inputs are the same with and without deep ones
    for row, instance in enumerate(instances, start=1):
        tree = _tree(instance)
        check_tree(tree, f"{treebank}, sentence {row}")
        found = derive_shallow(tree, shallow_rng)
        if found is None:
            continue
        shallow, numbers = found
        derived.shallow.append(shallow)
        derived.kept.append(instance)
        if rules is not None:
            derived.deep.append(write_deep(derive_deep(read_words(tree), rules), numbers, deep_rng))
    if not derived.kept:
        raise InvalidInput(f"{treebank}: no sentence can be an input", "Give a treebank with whole sentences.")
    return derived


def _write_trees(trees: Sequence[DependencyTree]) -> str:
    return "".join("".join("\t".join(node) + "\n" for node in tree.nodes) + "\n" for tree in trees)


def _write_sentences(instances: Sequence[Instance]) -> str:
    rows = [
        f"{row}\t{instance.id}\t{' '.join(_text(instance).split())}" for row, instance in enumerate(instances, start=1)
    ]
    return "\n".join(["row\tsent_id\ttext", *rows, ""])


def _text(instance: Instance) -> str:
    """The sentence: its comment `text`, or else the words with the blanks that the treebank has."""
    if instance.references:
        return instance.references[0]
    text, inside = "", 0
    for node in _tree(instance).nodes:
        first, is_range, last = node.id.partition("-")
        if not first.isdecimal() or int(first) <= inside:
            continue
        inside = int(last) if is_range else 0
        text += node.form + ("" if "SpaceAfter=No" in node.misc else " ")
    return text.strip()


def _tree(instance: Instance) -> DependencyTree:
    return cast(DependencyTree, instance.input)  # the reader of treebanks makes nothing else
