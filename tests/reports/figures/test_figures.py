"""Figures: well-formed for any names, always the same, legible in the page."""

import importlib.util
import subprocess
import sys
from dataclasses import replace
from typing import Literal
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from genchal.domain.results.campaign import TrackResults
from genchal.errors import NeedsExtra
from genchal.reports.figures.drawing import choose_ticks
from genchal.reports.figures.leaderboard import draw_intervals
from genchal.reports.figures.saving import Format, inline_figure, save_figure
from reports.campaigns import TRACK, tracks

SVG = "{http://www.w3.org/2000/svg}"


def interval_plot(track: TrackResults, kind: Format) -> bytes:
    return save_figure(draw_intervals(track), kind)


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


@pytest.mark.parametrize("kind", ["svg", "pdf", "png"])
def test_every_format_says_what_the_figure_shows(kind: Format) -> None:
    alt = "Scores of four systems ↑"
    said = {
        "svg": alt.encode(),
        "pdf": f"/Alt <feff{alt.encode('utf-16-be').hex()}>".encode(),
        "png": b"Scores of four",
    }
    assert said[kind] in save_figure(draw_intervals(TRACK), kind, alt)


def test_settings_of_the_user_do_not_show_and_are_left_alone() -> None:
    import matplotlib

    plain = interval_plot(TRACK, "svg")
    with matplotlib.rc_context({"font.size": 30, "axes.facecolor": "red", "svg.hashsalt": "mine"}):
        assert interval_plot(TRACK, "svg") == plain
        assert matplotlib.rcParams["font.size"] == 30


def test_reports_load_neither_pyplot_nor_matplotlib_before_a_figure_is_drawn() -> None:
    code = "import sys, genchal.reports.report_files; sys.exit('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_an_inlined_figure_has_no_namespaces_and_the_colours_of_the_page() -> None:
    named = replace(TRACK, systems=(replace(TRACK.systems[0], name='id="x" url(#y) #767676'),))
    text = inline_figure(draw_intervals(named), label='"quoted" <label>')
    root = ElementTree.fromstring(text)
    assert root.tag == "svg"
    assert root.get("aria-label") == '"quoted" <label>'
    assert "http" not in text
    assert 'id="x" url(#y) #767676' in [element.text for element in root.iter("text")]
    painted = {element.get("fill") or element.get("style") for element in root.iter("text")}
    assert painted == {"fill:var(--muted)"}


def test_numbers_of_a_scale_are_round_and_within_it() -> None:
    assert choose_ticks(0.123, 0.877, 5) == [0.2, 0.4, 0.6, 0.8]
    assert choose_ticks(-3.2, 12, 6) == [0, 5, 10]
    assert choose_ticks(1e-7, 9e-7, 5) == [2e-7, 4e-7, 6e-7, 8e-7]


@given(st.floats(-1e9, 1e9), st.floats(1e-9, 1e9), st.integers(2, 10))
def test_any_scale_has_ticks_within_it(low: float, size: float, most: int) -> None:
    high = low + size
    ticks = choose_ticks(low, high, most)
    assert len(ticks) <= most + 1
    assert all(low - 1e-6 * size <= tick <= high + 1e-6 * size for tick in ticks)


def test_without_matplotlib_pdf_asks_for_the_extra_and_svg_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert save_figure(draw_intervals(TRACK), "svg")
    with pytest.raises(NeedsExtra, match=r"genchal\[figures\]"):
        save_figure(draw_intervals(TRACK), "pdf")
