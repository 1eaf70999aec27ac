"""The heat map and the LaTeX table of similarities."""

import re

import pytest

from genchal.campaign.scoring.similarity import similarity
from genchal.domain.results.similarity import Similarities
from genchal.domain.results.table import TableForm
from genchal.reports.figures.saving import Format, save_figure
from genchal.reports.figures.shades import DARK, HIGH, LIGHT, LOW, MIDDLE, READABLE, luminance
from genchal.reports.figures.similarity import draw_similarity
from genchal.reports.tables.latex_table import render_latex


@pytest.fixture(scope="module")
def found() -> Similarities:
    systems: dict[str, list[str | None]] = {
        "a_1": ["one two three", "four"],
        "b": ["one two", "five"],
        "<c>": ["one two three", None],
    }
    return similarity(systems, ["rouge_l", "ter"])


def test_cells_have_their_numbers_and_lines_their_means(found: Similarities) -> None:
    svg = save_figure(draw_similarity(found, "rouge_l"), "svg").decode()
    shown = re.findall(r">(\d\.\d\d)</text>", svg)
    grid = found.grid("rouge_l")
    expected = [f"{value:.2f}" for line, cells in enumerate(grid.cells) for value in (*cells, grid.means[line])]
    assert sorted(shown) == sorted(expected)
    for text in ("a_1", "b", "&lt;c&gt;", "rouge_l", "references ↓", "outputs →", "mean"):
        assert f">{text}</text>" in svg


@pytest.mark.parametrize("format", ["svg", "pdf", "png"])
def test_the_same_similarities_are_the_same_bytes(found: Similarities, format: Format) -> None:  # noqa: A002
    assert save_figure(draw_similarity(found), format) == save_figure(draw_similarity(found), format)


def test_more_alike_is_darker_even_where_less_is_better(found: Similarities) -> None:
    grid = found.grid("ter")
    for cells, strengths in zip(grid.cells, grid.strengths, strict=True):
        order = sorted(range(len(cells)), key=cells.__getitem__)
        assert [strengths[place] for place in order] == sorted(strengths, reverse=True)
    assert luminance(LOW) > luminance(MIDDLE) > luminance(HIGH)


def test_numbers_can_be_read_on_every_colour() -> None:
    dark = luminance(tuple(int(DARK[place : place + 2], 16) / 255 for place in (1, 3, 5)))  # type: ignore[arg-type]
    assert LIGHT == "#ffffff"
    assert min(1.05 / (READABLE + 0.05), (READABLE + 0.05) / (dark + 0.05)) > 4.3


def test_systems_that_cannot_be_compared_leave_a_hole() -> None:
    nothing = similarity({"a": ["x", None], "b": [None, "y"]}, ["rouge_l"])
    svg = save_figure(draw_similarity(nothing), "svg").decode()
    assert svg.count(">1.00</text>") == 2
    latex = render_latex(nothing.tables(), TableForm("latex"))
    assert " - & " not in latex
    assert "--" in latex


def test_the_latex_table_numbers_its_columns_and_escapes_names(found: Similarities) -> None:
    latex = render_latex([found.matrix_table("rouge_l")], TableForm("latex"))
    assert re.search(r"references\W.*1.*& 2.*& 3.*& .*mean", latex)
    assert r"a\_1" in latex
    assert "References in rows, outputs in columns, 2 instances" in latex
    assert latex.count(r"rouge\_l\textbar{}") == 1
