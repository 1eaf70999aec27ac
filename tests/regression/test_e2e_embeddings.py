"""Embedding metrics with vectors from the references, on the primary systems of the E2E challenge.

Nobody has published such numbers: these are ours, so that a change is seen.
"""

from pathlib import Path

import pytest

from genchal.campaign.scoring.evidence import gather_files
from genchal.campaign.scoring.request import make_request
from genchal.campaign.scoring.score import summarise
from genchal.domain.campaign import Reading
from genchal.domain.results.scores import Uncertainty

pytestmark = pytest.mark.slow

METRICS = ["embedding_average", "vector_extrema", "greedy_matching", "sentence_cosine", "token_matching"]
EXPECTED = {
    "tgen": [0.9869, 0.8501, 0.9344, 0.8207, 0.9334],
    "slug": [0.9876, 0.8449, 0.9350, 0.8235, 0.9340],
    "sheff2": [0.9779, 0.7920, 0.8964, 0.7110, 0.8918],
    "forge1": [0.9805, 0.7740, 0.8584, 0.6473, 0.8564],
}


def test_the_default_works_on_a_whole_campaign(data: Path) -> None:
    outputs, references = data / "e2e-eval/primary_outputs.tsv.xz", data / "e2e/testset_w_refs.csv.xz"
    evidence = gather_files([outputs], Reading((references,), "e2e"), make_request(list(METRICS)))
    found = {(one.system, one.metric): one for one in summarise(evidence, Uncertainty(resamples=0)).scores}
    assert len(found) == 21 * len(METRICS)
    assert all(one.n == 630 for one in found.values())
    for system, values in EXPECTED.items():
        assert [found[system, metric].value for metric in METRICS] == pytest.approx(values, abs=2e-4)
    best = max(one.value for one in found.values() if one.metric == "greedy_matching")
    assert best == found["tnt1", "greedy_matching"].value
