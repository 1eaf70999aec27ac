"""results.json keeps its shape and is strict JSON."""

import json
from typing import Any

from hypothesis import given

from genchal.domain.results.campaign import CampaignResults
from genchal.reports.results_json import results_json
from reports.campaigns import CAMPAIGN, campaigns


def strictly_parsed(text: str) -> Any:
    def refuse(constant: str) -> None:
        raise AssertionError(f"{constant} is not JSON")

    return json.loads(text, parse_constant=refuse)


def test_the_shape_is_the_documented_one() -> None:
    document = strictly_parsed(results_json(CAMPAIGN))
    assert list(document) == ["schema", "campaign", "seed", "version", "resamples", "confidence", "tracks"]
    assert (document["schema"], document["campaign"], document["seed"]) == (1, "Country walks", 7)
    (track,) = document["tracks"]
    kinds = ["systems", "measures", "scores", "statistics", "similarities", "people", "verdict"]
    assert list(track) == ["name", "task", "language", "instances", *kinds]
    assert track["instances"] == 3
    assert track["scores"][0] == {
        "system": "neural",
        "track": "walks",
        "metric": "bleu",
        "value": 0.61234,
        "n": 3,
        "not_scored": 0,
        "low": 0.58,
        "high": 0.65,
        "signature": "bleu|case:lc|tok:13a|v:1",
    }


def test_systems_are_ranked_and_withdrawn_ones_left_out() -> None:
    (track,) = strictly_parsed(results_json(CAMPAIGN))["tracks"]
    assert [system["name"] for system in track["systems"]] == ["neural", "templates", "hasty", "unscored"]
    assert track["systems"][0]["team"] is None  # anonymous
    assert {score["system"] for score in track["scores"]} == {"neural", "templates", "hasty"}


def test_not_a_number_becomes_null() -> None:
    (track,) = strictly_parsed(results_json(CAMPAIGN))["tracks"]
    values = {(score["system"], score["metric"]): score["value"] for score in track["scores"]}
    assert values["hasty", "slot_error"] is None


@given(campaigns())
def test_any_campaign_is_strict_json(campaign: CampaignResults) -> None:
    document = strictly_parsed(results_json(campaign))
    assert document["campaign"] == campaign.name
    for track, written in zip(campaign.tracks, document["tracks"], strict=True):
        assert [system["name"] for system in written["systems"]] == [system.name for system in track.ranked()]
