"""The report as a whole: its files, and that they are always the same."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from genchal.reports.report_files import render_report
from reports.campaigns import CAMPAIGN, TRACK, named_tracks
from reports.whole_campaign import whole_campaign

PRINT_DIGEST = """
import hashlib, sys
sys.path.insert(0, sys.argv[1])
from genchal.reports.report_files import render_report
from reports.campaigns import CAMPAIGN
for path, content in render_report(CAMPAIGN).items():
    print(path, hashlib.sha256(content).hexdigest())
"""


def test_a_report_has_all_its_files() -> None:
    slugs = ("walks", "walks-2")
    figures = [
        f"{slug}-{name}.{kind}"
        for slug in slugs
        for name in ("scores", "overview", "bleu-distribution", "slot-error-distribution")
        for kind in ("svg", "pdf")
    ]
    tables = [
        *(f"{slug}-{name}" for slug in slugs for name in ("leaderboard", "systems")),
        *("tracks-bleu", "tracks-slot-errors"),
    ]
    assert sorted(render_report(named_tracks("Walks", "walks"))) == sorted(
        [
            *("index.html", "results.json"),
            *(f"figures/{name}" for name in figures),
            *(f"tables/{name}.{kind}" for name in tables for kind in ("csv", "tex", "md")),
            *(f"downloads/{slug}-{name}.tsv" for slug in slugs for name in ("outputs", "segment-scores")),
        ]
    )


def test_the_page_links_every_download() -> None:
    files = render_report(whole_campaign())
    downloads = {name for name in files if name.startswith("downloads/")}
    page = files["index.html"].decode()
    names = ("main-more-outputs", "main-more-segment-scores", "rankings", "rated-outputs")
    assert downloads == {f"downloads/{name}.tsv" for name in names}
    assert all(f'href="{name}"' in page for name in downloads)


@pytest.mark.slow
def test_every_process_writes_the_same_bytes() -> None:
    def digests(seed: str) -> str:
        command = [sys.executable, "-c", PRINT_DIGEST, str(Path(__file__).parents[1])]
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        return subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout

    assert render_report(CAMPAIGN) == render_report(CAMPAIGN)
    assert digests("1") == digests("2")


def test_half_a_surrogate_pair_does_not_cost_the_report() -> None:
    broken = replace(TRACK, systems=(replace(TRACK.systems[0], name="half \ud83d"),))
    files = render_report(replace(CAMPAIGN, tracks=(broken,)))
    assert all(files.values())
