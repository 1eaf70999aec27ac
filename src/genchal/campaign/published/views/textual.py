"""Outputs of the E2E systems: complexity and length (Dušek et al. 2020, Table 9), diversity (Table 10)."""

from __future__ import annotations

from genchal.campaign.published.computations import Cells, Computation, Material, Numbers, Workbench
from genchal.campaign.published.views._described import OWN_NAMES, describe_as_published
from genchal.campaign.published.views._e2e_data import OUTPUTS, TEST, own_name
from genchal.campaign.published.views.dlevel import level_e2e_outputs
from genchal.domain.results.profiles import DescribingTexts, Quirk

WITH_LEMMAS = ("msttr_50", "ls2")


def _describe_outputs(material: Material, *statistics: str, quirks: tuple[Quirk, ...] = ()) -> Numbers:
    *outputs, references = material.files
    how = DescribingTexts(statistics, "e2e-outputs", quirks=quirks, seed=material.seed)
    return describe_as_published([*outputs, "@all", "@random"], [references], how)


# Team TNT's files have every output in single quotes, and the report counted them.
COUNTED = Computation(
    "text statistics of the E2E outputs",
    (*OUTPUTS, TEST),
    lambda material: _describe_outputs(material, "lengths", "vocabulary", "diversity", quirks=("quotes",)),
)
LEMMATISED = Computation(
    "lemmas of the E2E outputs",
    (*OUTPUTS, TEST),
    lambda material: _describe_outputs(material, "diversity:unit=lemma", "sophistication"),
)


def view_diversity(bench: Workbench) -> Cells:
    """Table 10: names delexicalised."""
    numbers = bench.numbers(COUNTED)
    return {
        (row["system"], row["measure"]): numbers[own_name(row["system"]), "delexicalised", row["measure"]]
        for row in bench.rows("e2e_table10_diversity")
    }


def view_textual(bench: Workbench) -> Cells:
    """Table 9: D-Levels, lemmas and lengths."""
    counted, lemmas, levels = bench.numbers(COUNTED), bench.numbers(LEMMATISED), level_e2e_outputs(bench)
    found = {}
    for row in bench.rows("e2e_table9_textual"):
        system, measure = own_name(row["system"]), row["measure"]
        if measure.startswith("dlevel_"):
            low, high = measure.removeprefix("dlevel_").removesuffix("_percent").split("_")
            value = levels.get((system, f"{low}-{high}"))
        else:
            numbers = lemmas if measure in WITH_LEMMAS else counted
            value = numbers.get((system, "delexicalised", OWN_NAMES.get(measure, measure)))
        if value is not None:
            found[row["system"], measure] = value
    return found
