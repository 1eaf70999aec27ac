"""Gold rows of the nlg-eval paper (Sharma et al. 2017, Tables 1 and 2): references scored as if a system wrote them.

Each is scored against all references of its act, itself among them, so that every score is 1. The rows of the models
cannot be computed: their outputs were not released.
"""

from __future__ import annotations

from pathlib import Path

from genchal.campaign.published.computations import Cells, Computation, DataFile, Material, Numbers, Workbench
from genchal.campaign.reading.instances import load_instances
from genchal.campaign.scoring.score import score

OVERLAP: tuple[str, ...] = ("bleu_1", "bleu_2", "bleu_3", "bleu_4", "meteor", "rouge_l")
EMBEDDING: tuple[str, ...] = ("embedding_average", "vector_extrema", "greedy_matching")
DATA: dict[str, tuple[DataFile, str]] = {
    "DSTC2": (("dstc2", "dstc2_nlg.tsv"), "dstc2"),
    "Restaurants": (("sf-restaurants", "sf_restaurants.tsv"), "sf"),
}


def _score_gold(dataset: str, metrics: tuple[str, ...]) -> Computation:
    file, task = DATA[dataset]

    def compute(material: Material) -> Numbers:
        _, instances = load_instances(Path(f"{material.files[0]}#test"), task)
        gold = [instance.references[0] for instance in instances]
        found = score(gold, [instance.references for instance in instances], metrics=metrics, resamples=0)
        return {(number.metric,): number.value for number in found}

    return Computation(f"gold of {dataset} by {metrics[0]} and others", (file,), compute)


GOLD = {(dataset, metrics): _score_gold(dataset, metrics) for dataset in DATA for metrics in (OVERLAP, EMBEDDING)}


def view_overlap(bench: Workbench) -> Cells:
    """Table 1, gold."""
    return _view(bench, OVERLAP)


def view_embedding(bench: Workbench) -> Cells:
    """Table 2, gold, with vectors made from the references: a text is as near to itself with any vectors."""
    return _view(bench, EMBEDDING)


def _view(bench: Workbench, metrics: tuple[str, ...]) -> Cells:
    return {
        (f"Gold {dataset}", metric): bench.numbers(GOLD[dataset, metrics])[metric,]
        for dataset in DATA
        for metric in metrics
    }
