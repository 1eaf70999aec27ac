"""Figures: well-formed for any names, always the same, legible in the page."""

import importlib.util
import itertools
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from genchal.domain.results.campaign import TrackResults
from genchal.domain.results.levels import LevelComparison, Levels, LevelShares
from genchal.errors import NeedsExtra
from genchal.reports.contents.track import gather_track
from genchal.reports.figures import coverage, levels
from genchal.reports.figures.drawing import (
    OVERHANG,
    PHONE,
    Drawing,
    Panel,
    Rectangle,
    Text,
    choose_ticks,
    measure_width,
)
from genchal.reports.figures.leaderboard import draw_intervals
from genchal.reports.figures.level_differences import draw_level_differences
from genchal.reports.figures.saving import Format, inline_figure, save_figure
from genchal.reports.figures.scatter import find_outliers
from genchal.reports.figures.shades import HIGH, P_SHADES, PALE, UNTESTED, luminance, write_colour
from genchal.reports.page.html import report_html
from genchal.reports.standings import Placed
from reports.campaigns import TRACK, tracks
from reports.whole_campaign import whole_campaign

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


def compared_levels(p_value: float, overlap: float) -> Levels:
    shares = [LevelShares(name, (5, 5, 0, 0, 0, 0, 0, 0), 0.5, 1.0, 0.0, 0, "dlevel|v:1") for name in ("a", "b", "c")]
    pairs = [("a", "b", p_value, overlap), ("c", "a", 0.2, 0.98)]  # b and c were not compared
    comparisons = [LevelComparison(a, b, 0.42, 1, p / 2, p, same, 10, 10, "dlevel|v:1") for a, b, p, same in pairs]
    return Levels(tuple(shares), tuple(comparisons))


def fills(drawing: Drawing | None) -> list[str]:
    assert drawing is not None
    return [mark.colour for mark in drawing.marks if isinstance(mark, Rectangle) and not mark.edge]


def test_differences_of_levels_are_shaded_by_significance_and_by_overlap() -> None:
    drawing = draw_level_differences(compared_levels(0.0004, 0.6))
    by_distance, by_overlap = fills(drawing)[:6], fills(drawing)[6:]
    dark, pale = P_SHADES[0][1], PALE
    assert by_distance == [dark, pale, dark, UNTESTED, pale, UNTESTED]  # a-b, a-c, b-a, b-c, c-a, c-b
    assert by_overlap[0] == by_overlap[2] == write_colour(HIGH)
    written = drawn_texts(save_figure(drawing, "svg")) if drawing else []
    assert written.count(".42") == 4
    assert written.count(".60") == 2


def test_nothing_stands_out_where_all_levels_are_alike() -> None:
    almost_equal = fills(draw_level_differences(compared_levels(0.9, 0.97)))[6]
    assert luminance(read_colour(almost_equal)) > 0.7
    assert draw_level_differences(replace(compared_levels(0.9, 0.97), comparisons=())) is None


def read_colour(colour: str) -> tuple[float, float, float]:
    red, green, blue = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    return red, green, blue


@pytest.mark.parametrize(
    "colours",
    [levels.COLOURS, [shade for _, shade, _ in P_SHADES] + [PALE], [colour for _, colour, _ in coverage.PARTS]],
)
def test_colours_of_neighbours_differ_in_lightness(colours: Sequence[str]) -> None:
    greys = [luminance(read_colour(colour)) for colour in colours]
    for first, second in itertools.pairwise(sorted(greys)):
        assert (second + 0.05) / (first + 0.05) > 1.15


def test_without_matplotlib_pdf_asks_for_the_extra_and_svg_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert save_figure(draw_intervals(TRACK), "svg")
    with pytest.raises(NeedsExtra, match=r"genchal\[figures\]"):
        save_figure(draw_intervals(TRACK), "pdf")


def test_numbers_of_a_scale_stay_away_from_the_next_panel() -> None:
    drawing = Drawing(100, 40)
    Panel(10, 5, 60, 1, 0.0, 1.0).draw_marks(drawing, {0.0: "0.0000", 1.0: "1.0000"})
    first, last = (mark for mark in drawing.marks if isinstance(mark, Text))
    half = measure_width(first.text, first.size) / 2
    assert first.x - half >= 10 - OVERHANG - 1e-9
    assert last.x + half <= 70 + OVERHANG + 1e-9


@pytest.mark.parametrize(
    ("name", "usual"),  # how wide DejaVu Sans, a wide font, sets these names at size 1
    [("модель №3", 5.90), ("ЖШЩЮМ", 5.18), ("быстрый жук", 7.03), ("ελληνικά", 4.50), ("model <b>", 5.74)],
)
def test_names_in_any_script_are_measured_about_as_wide_as_they_are(name: str, usual: float) -> None:
    assert 0.9 * usual <= measure_width(name, 1) <= 1.4 * usual


def placed(points: Mapping[str, tuple[float, float]]) -> dict[str, tuple[Placed, Placed]]:
    return {name: (Placed(x), Placed(y)) for name, (x, y) in points.items()}


def test_a_system_near_the_line_is_no_outlier_even_if_all_others_are_nearer() -> None:
    near = {"random": (0.07, -0.74), "greedy": (0.751, 0.226), "search": (0.75, 0.258), "gold": (0.787, 0.275)}
    assert find_outliers(placed(near)) == ()  # r = 1.00
    on_line = {str(place): (place, place + 0.001 * place % 2) for place in range(10)}
    assert find_outliers(placed(on_line)) == ()
    assert find_outliers(placed({**on_line, "careless": (9, 2)})) == ("careless",)
    assert find_outliers(placed({"a": (1, 1), "b": (2, 2), "c": (3, 0)})) == ()  # of three anybody could be


@pytest.mark.parametrize("many", [1, 8])
def test_figures_for_a_phone_fit_its_screen(many: int) -> None:
    results = whole_campaign()
    track = results.tracks[0]
    more = tuple(replace(system, name=f"{system.name} {n}") for n in range(1, many) for system in track.systems)
    track = replace(track, systems=(*track.systems, *more))
    drawings = [figure.on_phone for figure in gather_track(results, track, "any").figures() if figure.on_phone]
    assert len(drawings) >= 5  # the one on top, two rankings, coverage, levels
    for drawing in drawings:
        assert drawing.width <= PHONE + 0.01
        for text in (mark for mark in drawing.marks if isinstance(mark, Text)):
            width = measure_width(text.text, text.size) * 0.85  # of a usual font: the function rather says more
            left = {"start": text.x, "middle": text.x - width / 2, "end": text.x - width}[text.anchor]
            assert left >= -1, text
            assert left + width <= drawing.width + 1, text


def test_a_page_has_the_figures_of_phones_beside_the_others() -> None:
    results = whole_campaign()
    figures = list(gather_track(results, results.tracks[0], "any").figures())
    page = report_html(results, [gather_track(results, results.tracks[0], "any")])
    assert (
        page.count('<svg class="narrow"')
        == page.count('<svg class="broad"')
        == sum(f.on_phone is not None for f in figures)
    )
