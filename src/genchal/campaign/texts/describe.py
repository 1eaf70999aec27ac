"""Text statistics: files or lists of texts to numbers of whole collections, and differences between systems."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal

import numpy as np

from genchal.campaign.reading.plain_files import is_large_text
from genchal.campaign.scoring.python_inputs import Texts, list_outputs, list_paths
from genchal.campaign.scoring.request import parse_request
from genchal.campaign.texts.collections import read_collections
from genchal.campaign.texts.described_texts import (
    TOTAL,
    TextSource,
    load_source,
    name_parts,
    name_texts,
)
from genchal.campaign.texts.profile_differences import profile_differences
from genchal.campaign.texts.streamed_texts import collect_texts
from genchal.domain import Input, Text
from genchal.domain.columns import NO_COLUMNS, ColumnNames
from genchal.domain.profile import Profile
from genchal.domain.results.profiles import (
    DEFAULT_LIST,
    DescribingTexts,
    ProfileDifference,
    ProfileNumber,
    Profiles,
    Swapping,
)
from genchal.domain.settings import configure, split_names
from genchal.errors import InvalidInput, check_known, counted
from genchal.profile import PROFILES
from genchal.profile.presets import TextPreset, Treatment, find_text_preset
from genchal.tasks.plain import Plain
from genchal.text.clean_up import CLEAN_UPS
from genchal.text.syntax import Parser

DATA_STATISTICS = ("sizes", "lengths", "vocabulary", "diversity")
OUTPUT_STATISTICS = ("lengths", "vocabulary", "diversity")
Progress = Callable[[str], None]


def describe(
    texts: Texts | Mapping[str, Texts] | Path | Sequence[Path],
    statistics: Sequence[str] = (),
    *,
    inputs: Sequence[str] = (),
    task: str | None = None,
    delexicalise: Sequence[str] = (),
    preset: str | None = None,
    clean: str | None = None,
    case: Literal["lower", "mixed"] | None = None,
    frequencies: str = DEFAULT_LIST,
) -> Profiles:
    """Describe texts: a list, a mapping from names of systems to their outputs for the same inputs, or files.

    `statistics` are names with settings, as ``"diversity:window=100"``. `inputs`, one a text in the notation of `task`
    (default: slots), are needed to delexicalise: then all numbers come without the values of these slots, too.

    >>> import genchal
    >>> found = genchal.describe(["A walk by the river.", "A walk by the sea."], ["vocabulary"])
    >>> found["texts", "distinct_tokens"], found["texts", "distinct_tokens_once"]
    (7, 2)
    """
    from genchal.tasks import TASKS

    if files := list_paths(texts):
        how = DescribingTexts(tuple(statistics), preset, tuple(delexicalise), clean, case, frequencies)
        return describe_files(files, (), how, task=task)
    given_texts = list_outputs(texts)
    systems: Mapping[str, Sequence[str | None]] = (
        given_texts if isinstance(given_texts, Mapping) else {"texts": given_texts}
    )
    reader = TASKS[task or "slots"]()
    read: list[Input] = [reader.parse_input(text) for text in inputs]
    parts = []
    for name, own in systems.items():
        if isinstance(own, str) or (read and len(own) != len(read)):
            raise InvalidInput(
                f"'{name}': {counted(len(own), 'text')} for {counted(len(read), 'input')}",
                "Give an input for every text.",
            )
        given = read or [Text()] * len(own)
        rows = [(text, given[place], place) for place, text in enumerate(own) if text is not None]
        parts.append(name_texts(name, rows))
    how = DescribingTexts(tuple(statistics), preset, tuple(delexicalise), clean, case, frequencies)
    return describe_source(TextSource(tuple(parts), False), how)


def describe_files(
    files: Sequence[Path | str],
    references: Sequence[Path],
    how: DescribingTexts,
    *,
    task: str | None = None,
    columns: ColumnNames = NO_COLUMNS,
    swapping: Swapping | None = None,
    progress: Progress | None = None,
) -> Profiles:
    """Describe data sets (each file is a part), or outputs of systems; names with @ are made from the references.

    With `swapping` systems are also compared.
    """
    task = task or (find_text_preset(how.preset).task if how.preset else None)
    if swapping is None and not references and columns == NO_COLUMNS and task in (None, Plain.name):
        streamed = _describe_streams(files, how)
        if streamed is not None:
            return streamed
    acts = _choose_treatment(how).acts
    source = load_source(
        files,
        references,
        task=task,
        acts=acts,
        slots=how.slots,
        seed=how.seed,
        quirks=how.quirks,
        columns=columns,
    )
    return describe_source(source, how, swapping, progress)


def _describe_streams(files: Sequence[Path | str], how: DescribingTexts) -> Profiles | None:
    """Describe large files of plain text piece by piece; None if they are something else, or more is asked for."""
    treatment = _choose_treatment(how)
    if treatment.slots or treatment.acts or how.quirks:
        return None
    profiles = _make_profiles(how, is_data=True)
    if not all(profile.can_stream() for profile in profiles) or any(str(file).startswith("@") for file in files):
        return None
    parts = name_parts(files)
    if not is_large_text([path for _, path in parts]):
        return None
    collections = collect_texts(parts, treatment, TOTAL)
    for name, path in parts:
        if not collections[name].texts:
            raise InvalidInput(f"{path}: it contains no instances", "Check that this is the right file.")
    return Profiles(
        tuple(
            ProfileNumber(name, "lexicalised", profile.name, statistic, float(value), profile.signature(collection))
            for profile in profiles
            for name, collection in collections.items()
            for statistic, value in profile.streamed_numbers(collection).items()
        ),
        (),
        (),
    )


def describe_source(
    source: TextSource, how: DescribingTexts, swapping: Swapping | None = None, progress: Progress | None = None
) -> Profiles:
    """Count everything once for all parts, then look at each part."""
    trees = list(_count_trees(source))
    if not any(part.texts for part in source.parts):
        return Profiles(tuple(trees), (), source.notes)
    profiles = _make_profiles(how, source.is_data)
    needs = frozenset().union(*(profile.needs() for profile in profiles))
    parser = _parser(how.parser, progress) if "lemmas" in needs else None
    profiles = _equipped(profiles, how.frequencies, parser)
    texts = [text for part in source.parts for text in part.texts]
    inputs = [given for part in source.parts for given in part.inputs]
    collections = read_collections(texts, inputs, _choose_treatment(how), parser)
    ends = np.cumsum([len(part.texts) for part in source.parts])
    rows = {part.name: np.arange(end - len(part.texts), end) for part, end in zip(source.parts, ends, strict=True)}
    if source.is_data and len(rows) > 1:
        rows[TOTAL] = np.arange(len(texts))
    numbers = trees
    differences: list[ProfileDifference] = []
    for version, counted_texts in collections.items():
        collection = replace(counted_texts, conditions=(*counted_texts.conditions, *source.conditions))
        for profile in profiles:
            signature = profile.signature(collection)
            for name, own in rows.items():
                found = profile.numbers(collection.take(own))
                numbers += [
                    ProfileNumber(name, version, profile.name, statistic, float(value), signature)
                    for statistic, value in found.items()
                ]
        if swapping is not None:
            differences += profile_differences(collection, source.parts, profiles, swapping, version)
    return Profiles(tuple(numbers), tuple(differences), source.notes)


def _count_trees(source: TextSource) -> Iterator[ProfileNumber]:
    """Numbers of dependency trees and of their words, where the data has some (Mille et al. 2018, Table 2)."""
    counts = {part.name: part.trees for part in source.parts if part.trees}
    if len(counts) > 1:
        counts[TOTAL] = tuple(size for sizes in counts.values() for size in sizes)
    for name, sizes in counts.items():
        for statistic, value in (("trees", len(sizes)), ("tree_tokens", sum(sizes))):
            yield ProfileNumber(name, "lexicalised", "trees", statistic, float(value), "trees|tok:conllu|v:1")


def _choose_treatment(how: DescribingTexts) -> Treatment:
    """What is done to the texts."""
    basis = find_text_preset(how.preset).treatment if how.preset else Treatment()
    if how.clean is not None:
        check_known("clean-up", [how.clean], CLEAN_UPS)
    return replace(
        basis,
        clean=how.clean if how.clean is not None else basis.clean,
        case=how.case if how.case is not None else basis.case,
        slots=how.slots or basis.slots,
        kept=basis.kept if not how.slots else (),
        acts=how.acts if how.acts is not None else basis.acts,
        none_is_value="none-value" in how.quirks,
    )


def _make_profiles(how: DescribingTexts, is_data: bool) -> list[Profile]:
    """Make the statistics."""
    fixed: TextPreset | None = find_text_preset(how.preset) if how.preset else None
    usual = fixed.statistics if fixed else DATA_STATISTICS if is_data else OUTPUT_STATISTICS
    requests = [parse_request(text) for text in split_names(how.statistics) or usual]
    names = [request.name for request in requests]
    for name in names:
        if names.count(name) > 1:
            raise InvalidInput(f"text statistic '{name}' is requested twice", "Request it once.")
    return [
        configure(PROFILES[request.name], request.settings, f"text statistic '{request.name}'") for request in requests
    ]


def _equipped(profiles: Sequence[Profile], frequencies: str, parser: Parser | None) -> list[Profile]:
    """Give profiles the list of frequent words where they need one."""
    if parser is None or not any("frequencies" in profile.needs() for profile in profiles):
        return list(profiles)
    from genchal.resources.frequencies import load_frequencies

    words = load_frequencies(frequencies).lemmatised(parser)
    return [profile.equipped(words) if "frequencies" in profile.needs() else profile for profile in profiles]


def _parser(name: str, progress: Progress | None) -> Parser:
    from genchal.resources.parser import load_parser

    if progress:
        progress("tagging and finding lemmas ...")
    return load_parser(name)
