"""Text statistics of data sets as the E2E report describes them (Dušek et al. 2020, Tables 2 to 4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from genchal.campaign.published.computations import Computation, DataFile, Key, Material, Numbers, Workbench
from genchal.campaign.published.views._e2e_data import PARTS
from genchal.campaign.texts.describe import describe_files
from genchal.domain.results.profiles import DescribingTexts, Profiles, Quirk
from genchal.errors import NeedsExtra
from genchal.profile.presets import find_text_preset

SF = (("sf-restaurants", "sf_restaurants.tsv"),)
BAGEL = (("bagel", "ACL10-inform-training.txt"),)
# Statistics of the tables that have another name here.
OWN_NAMES = {
    "total_instances": "texts",
    "total_mrs": "inputs",
    "unique_delexicalised_mrs": "delexicalised_inputs",
    "total_tokens": "tokens",
    "total_words": "words",
    "slots_per_mr": "slots_per_input",
    "references_per_mr": "references_per_input",
    "tokens_per_reference": "tokens_per_text",
    "words_per_reference": "words_per_text",
    "sentences_per_reference": "sentences_per_text",
    "unigram_entropy": "entropy_tokens",
    "bigram_entropy": "entropy_bigrams",
    "trigram_entropy": "entropy_trigrams",
    "bigram_conditional_entropy": "cond_entropy_bigrams",
    "trigram_conditional_entropy": "cond_entropy_trigrams",
    "msttr_50": "msttr",
    "avg_length": "tokens_per_text",
}


@dataclass(frozen=True, slots=True)
class DescribedData:
    """A data set of the report: how it is described, and the name that its numbers go by."""

    computation: Computation
    part: str


def describe_as_published(
    files: Sequence[Path | str], references: Sequence[Path], how: DescribingTexts
) -> dict[Key, float]:
    """Describe texts; without a list of frequent words everything but sophistication."""
    preset = find_text_preset(how.preset or "")
    requests = how.statistics or preset.statistics
    try:
        found = describe_files(files, references, how)
    except NeedsExtra:
        bare = tuple(request for request in requests if not request.startswith("sophistication"))
        found = describe_files(files, references, DescribingTexts(bare, how.preset, quirks=how.quirks, seed=how.seed))
    return key_numbers(found)


def key_numbers(found: Profiles) -> dict[Key, float]:
    """Numbers by system or part, version and statistic."""
    return {(number.system, number.version, number.statistic): number.value for number in found.numbers}


def _described(name: str, preset: str, files: tuple[DataFile, ...], part: str, *quirks: Quirk) -> DescribedData:
    def compute(material: Material) -> Numbers:
        return describe_as_published(material.files, (), DescribingTexts(preset=preset, quirks=quirks))

    return DescribedData(Computation(f"text statistics of {name}", files, compute), part)


DATA = {
    "E2E": _described("E2E", "e2e", PARTS, "all"),
    "SFRest": _described("SFRest", "sfrest", SF, "sf_restaurants"),
    "SFRest-inf": _described("SFRest-inf", "sfrest-inf", SF, "sf_restaurants"),
    # The report left the second X of a reference in, and took "no" for a misspelt "none".
    "BAGEL": _described("BAGEL", "bagel", BAGEL, "ACL10-inform-training", "second-x", "none-value"),
}


def find_number(bench: Workbench, dataset: str, statistic: str, version: str) -> float | None:
    """A statistic of a data set by its name in the report."""
    data = DATA[dataset]
    name = OWN_NAMES.get(statistic, statistic)
    return bench.numbers(data.computation).get((data.part, version, name))
