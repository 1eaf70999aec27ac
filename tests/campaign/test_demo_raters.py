"""The demo's raters are a program, and its ratings are what the program writes."""

import runpy
from importlib.resources import files
from pathlib import Path

from genchal.campaign.recipes import copy_recipe
from genchal.campaign.run import run_campaign

TOOL = Path(__file__).parents[2] / "tools" / "simulate_demo_raters.py"


def test_the_program_writes_the_ratings_of_the_demo_byte_by_byte() -> None:
    simulate = runpy.run_path(str(TOOL))["simulate_ratings"]
    assert simulate().encode() == (files("genchal.recipes") / "demo" / "ratings.csv").read_bytes()


def test_metrics_love_the_careless_system_and_raters_do_not(tmp_path: Path) -> None:
    (track,) = run_campaign(copy_recipe("demo", tmp_path)).results.tracks
    (people,) = track.people
    assert people.is_simulated
    assert track.ranked()[0].name == "careless"  # by BLEU
    quality = people["quality"].ranking
    assert quality.systems[0].system == "hand-written templates"
    assert quality["careless"].rank_low == 3
    assert people["naturalness"].ranking["careless"].rank_low == 4
    assert people.quality is not None
    assert people.quality.count("fail") == 1
    assert people.coverage is not None
    assert people.coverage["careless"].any_missed > people.coverage["hand-written templates"].any_missed
