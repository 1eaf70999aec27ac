"""Added and missed information as raters ticked it: E2E Table 12 (human columns) and RankME Table 4."""

import csv
from importlib.resources import files
from pathlib import Path

import pytest

from genchal.campaign.judgements.load import load_ratings
from genchal.campaign.judgements.ranking.coverage import summarise_coverage

TABLE_12 = files("genchal.recipes") / "published" / "e2e_table12_coverage.tsv"
COLUMNS = ("ok_percent", "added_percent", "missed_percent", "added_and_missed_percent")


def test_shares_are_near_table_12_which_the_released_file_does_not_reproduce(data: Path) -> None:
    lines = csv.DictReader(TABLE_12.read_text(encoding="utf-8").splitlines(), delimiter="\t")
    published = {line["system"]: [int(line[one]) for one in COLUMNS] for line in lines if line["method"] == "human"}
    found = summarise_coverage(load_ratings(data / "e2e-eval" / "human_ratings" / "quality.csv.xz"))
    ours = {one.system: [100 * share for share in (one.ok, one.added, one.missed, one.both)] for one in found}
    assert ours.keys() == published.keys()
    cells = [(a, b) for name in ours for a, b in zip(ours[name], published[name], strict=True)]
    # 32 of 84 cells are equal when rounded; on average they are 1.2 points off.
    assert sum(round(a) == b for a, b in cells) == 32
    assert sum(abs(a - b) for a, b in cells) / len(cells) == pytest.approx(1.21, abs=0.01)
    # The largest deviations: Gong and NLE, only missed.
    assert [ours["gong"][2], published["gong"][2]] == pytest.approx([14.81, 19], abs=0.01)
    assert [ours["nle"][2], published["nle"][2]] == pytest.approx([27.17, 31], abs=0.01)
    assert max(abs(a - b) for a, b in cells) == pytest.approx(4.19, abs=0.01)


@pytest.mark.parametrize("method", ["likert", "plainME", "rankME"])
def test_rankings_by_added_and_missed_information_are_rankmes(data: Path, method: str) -> None:
    found = summarise_coverage(load_ratings(data / "rankme" / f"stp2_{method}_qual.csv.gz"))
    by_added = sorted(found, key=lambda one: one.any_added)
    by_missed = sorted(found, key=lambda one: one.any_missed)
    assert [one.system for one in by_added] == ["slug2slug", "baseline", "sheffield_v2"]
    assert [one.system for one in by_missed] == ["baseline", "slug2slug", "sheffield_v2"]
    assert all(one.n == 300 for one in found)
