"""The E2E data as generators get it has the published sizes (Dušek et al. 2020, Table 3)."""

from pathlib import Path

import pytest

from genchal.campaign.reading.instances import load_instances

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(("part", "inputs", "references"), [("trainset", 4862, 42061), ("testset_w_refs", 630, 4693)])
def test_the_data_has_the_published_sizes(data: Path, part: str, inputs: int, references: int) -> None:
    _, instances = load_instances(data / "e2e" / f"{part}.csv.xz", "e2e")
    assert (len(instances), sum(len(one.references) for one in instances)) == (inputs, references)
