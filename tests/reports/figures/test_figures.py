"""Figures: well-formed for any names, always the same, legible in the page."""

import subprocess
import sys
from dataclasses import replace
from typing import Literal
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings

from genchal.domain.results.campaign import TrackResults
from genchal.reports.figures.leaderboard import interval_plot
from genchal.reports.page.inline_svg import inline_svg
from reports.campaigns import TRACK, tracks

SVG = "{http://www.w3.org/2000/svg}"


def drawn_texts(svg: bytes) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def test_texts_stay_texts_and_systems_stand_best_first() -> None:
    written = drawn_texts(interval_plot(TRACK, "svg"))
    names = ["neural", "templates", "hasty", "unscored"]
    assert [text for text in written if text in names] == names
    assert {"BLEU ↑", "Slot errors ↓"} <= set(written)
    assert "withdrawn one" not in written


def test_a_dollar_sign_starts_no_formula() -> None:
    priced = replace(TRACK, systems=(replace(TRACK.systems[0], name="$x^2$ {"),))
    assert "$x^2$ {" in drawn_texts(interval_plot(priced, "svg"))


@given(tracks())
@settings(max_examples=10)
def test_any_track_gives_well_formed_svg(track: TrackResults) -> None:
    assert ElementTree.fromstring(interval_plot(track, "svg")).tag == f"{SVG}svg"


@given(tracks())
@settings(max_examples=4)
def test_any_track_gives_a_pdf(track: TrackResults) -> None:
    assert interval_plot(track, "pdf").startswith(b"%PDF")


@pytest.mark.parametrize("kind", ["svg", "pdf"])
def test_the_same_track_gives_the_same_bytes(kind: Literal["svg", "pdf"]) -> None:
    first = interval_plot(TRACK, kind)
    assert interval_plot(TRACK, kind) == first
    assert b"Date" not in first


def test_settings_of_the_user_do_not_show_and_are_left_alone() -> None:
    import matplotlib

    plain = interval_plot(TRACK, "svg")
    with matplotlib.rc_context({"font.size": 30, "axes.facecolor": "red", "svg.hashsalt": "mine"}):
        assert interval_plot(TRACK, "svg") == plain
        assert matplotlib.rcParams["font.size"] == 30


def test_reports_load_neither_pyplot_nor_matplotlib_before_a_figure_is_drawn() -> None:
    code = "import sys, genchal.reports.report_files; sys.exit('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_an_inlined_figure_has_no_namespaces_and_its_own_ids() -> None:
    named = replace(TRACK, systems=(replace(TRACK.systems[0], name='id="x" url(#y) #767676'),))
    text = inline_svg(interval_plot(named, "svg"), prefix="plot.walks.", label='"quoted" <label>')
    root = ElementTree.fromstring(text)
    assert root.tag == "svg"
    assert root.get("aria-label") == '"quoted" <label>'
    assert "http" not in text
    ids = [element.get("id") or "" for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert all(name.startswith("plot.walks.") for name in ids)
    assert 'id="x" url(#y) #767676' in [element.text for element in root.iter("text")]
    uses = [element.get("href") or "" for element in root.iter("use")]
    clips = [(element.get("clip-path") or "")[4:-1] for element in root.iter() if element.get("clip-path")]
    assert {target.removeprefix("#") for target in uses + clips} <= set(ids)
