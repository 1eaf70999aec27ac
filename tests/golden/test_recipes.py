"""The campaigns of papers: how many published numbers come out again. `python -m benchmarks recipes` has E2E, too."""

from pathlib import Path

import pytest

from genchal.campaign.recipes import copy_recipe
from genchal.campaign.run import run_campaign
from genchal.domain.results.published import PublishedNumbers

pytestmark = pytest.mark.slow


def run(name: str, folder: Path) -> PublishedNumbers:
    outcome = run_campaign(copy_recipe(name, folder))
    assert outcome.results.published is not None
    assert run_campaign(folder / "campaign.toml").did_nothing
    return outcome.results.published


# Numbers that count, those reproduced, those of them exactly, and those that cannot be recomputed.
@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("rankme", (98, 98, 98, 22)),
        ("nlgeval", (18, 18, 18, 188)),
        ("sr18", (51, 51, 51, 342)),
        ("tuna", (0, 0, 0, 44)),
    ],
)
def test_published_numbers_come_out_again(
    data: Path, meteor: object, tmp_path: Path, name: str, counts: tuple[int, int, int, int]
) -> None:
    found = run(name, tmp_path)
    assert tuple(found.counts().values()) == counts


def test_all_120_numbers_of_rankme_are_computed(data: Path, meteor: object, tmp_path: Path) -> None:
    found = run("rankme", tmp_path)
    assert len(found.numbers) == 120
    assert all(number.ours is not None for number in found)
    off = [number for number in found if not number.counts]
    assert {number.link for number in off} == {"deviations.html#rankme"}
