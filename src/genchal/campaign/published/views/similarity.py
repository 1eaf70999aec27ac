"""How alike the E2E systems are (Dušek et al. 2020, Figure 5): each as references, itself included."""

from __future__ import annotations

from genchal.campaign.published.computations import Cells, Computation, Material, Numbers, Workbench
from genchal.campaign.published.views._e2e_data import OUTPUTS, TEST, own_name
from genchal.campaign.scoring.request import make_request
from genchal.campaign.scoring.similarity import similarity_files
from genchal.domain.campaign import Reading


def _compare_outputs(material: Material) -> Numbers:
    *outputs, references = material.files
    found = similarity_files(
        [*outputs, "@random"],
        Reading((references,), "e2e"),
        make_request("bleu,nist,meteor,rouge_l,cider", "e2e"),
        slots=("name", "near"),
        seed=material.seed,
        machinery=material.machinery,
    )
    return {(system.system,): system.with_self for system in found.resemblances()}


SIMILARITIES = Computation("similarity of the E2E systems", (*OUTPUTS, TEST), _compare_outputs)


def view_similarity(bench: Workbench) -> Cells:
    """The mean of five metrics, names and places delexicalised."""
    numbers = bench.numbers(SIMILARITIES)
    return {
        (row["system"], "mean_similarity"): numbers[own_name(row["system"]),]
        for row in bench.rows("e2e_fig5_mean_similarity")
    }
