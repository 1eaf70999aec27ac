"""Slugs and shortened names."""

import re

from hypothesis import given

from genchal.domain.results.campaign import CampaignResults
from genchal.reports.names import shorten, slug, track_slugs
from reports.campaigns import campaigns, named_tracks


def test_slugs_are_plain_file_names() -> None:
    assert slug("E2E (English)") == "e2e-english"
    assert slug("../../etc/passwd") == "etc-passwd"
    assert slug("Übersetzung") == "ubersetzung"
    assert slug("日本語") == "track"
    assert slug("NUL") == "track-nul"


def test_tracks_of_the_same_name_get_different_slugs() -> None:
    assert track_slugs(named_tracks("A", "a", "a 2", "a!")) == ("a", "a-2", "a-2-2", "a-3")


@given(campaigns())
def test_slugs_are_safe_and_unique(campaign: CampaignResults) -> None:
    slugs = track_slugs(campaign)
    assert len(set(slugs)) == len(campaign.tracks)
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name) and len(name) < 80 for name in slugs)


def test_long_names_are_cut_with_an_ellipsis() -> None:
    assert shorten("a\n b", 5) == "a b"
    assert shorten("abcdefgh", 5) == "abcd…"
