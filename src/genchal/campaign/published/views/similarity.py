"""How alike the E2E systems are (Dušek et al. 2020, Figure 5): each as references, itself included."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from genchal.campaign.published.computations import Cells, Computation, Material, Numbers, Workbench
from genchal.campaign.published.views._e2e_data import OUTPUTS, RANDOM, SYSTEMS, TEST, own_name
from genchal.campaign.scoring.request import make_request
from genchal.campaign.scoring.similarity import similarity_files
from genchal.domain.campaign import Reading
from genchal.domain.results.campaign import CampaignResults
from genchal.domain.results.similarity import MEAN, Similarities

METRICS = ("bleu", "nist", "meteor", "rouge_l", "cider")


def _compare_outputs(material: Material) -> Numbers:
    *outputs, references = material.files
    found = similarity_files(
        [*outputs, "@random"],
        Reading((references,), "e2e"),
        make_request(list(METRICS), "e2e"),
        slots=("name", "near"),
        seed=material.seed,
        machinery=material.machinery,
    )
    return {(system.system,): system.with_self for system in found.resemblances()}


SIMILARITIES = Computation("similarity of the E2E systems", (*OUTPUTS, TEST), _compare_outputs)


def view_similarity(bench: Workbench) -> Cells:
    """The mean of five metrics, names and places delexicalised: from the report of the campaign where it has them."""
    found = _find_means(bench.results)
    if found is not None:
        return {(system, "mean_similarity"): value for system, value in found.items()}
    numbers = bench.numbers(SIMILARITIES)
    return {
        (row["system"], "mean_similarity"): numbers[own_name(row["system"]),]
        for row in bench.rows("e2e_fig5_mean_similarity")
    }


def _find_means(results: CampaignResults) -> dict[str, float] | None:
    """Means over the published columns, from a matrix of the same metrics that may have other systems, too."""
    columns = (*SYSTEMS, RANDOM)
    for track in results.tracks:
        similar = track.similarities
        if similar is None or set(METRICS) != {matrix.metric for matrix in similar.matrices} - {MEAN}:
            continue
        if set(columns) <= set(similar.systems) and all("delex:name near" in text for text in _signatures(similar)):
            places = [similar.systems.index(system) for system in columns]
            values = similar.matrix(MEAN).values[similar.extra :][np.ix_(places, places)]
            return dict(zip(columns, values.mean(axis=1).tolist(), strict=True))
    return None


def _signatures(similar: Similarities) -> Iterator[str]:
    return (matrix.signatures[0] for matrix in similar.matrices if matrix.metric != MEAN)
