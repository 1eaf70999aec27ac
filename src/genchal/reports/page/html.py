"""The report as one web page that needs nothing else: no server, no network, and no script to show the numbers.

Texts of systems are not trusted: they reach the page escaped, or as JSON that the script writes into text nodes. The
page's own policy (CSP) allows its one script and no request.
"""

from __future__ import annotations

import base64
import functools
import hashlib
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib import resources

import jinja2
from markupsafe import Markup

from genchal.domain.results.campaign import CampaignResults, TrackResults
from genchal.domain.results.profiles import Profiles
from genchal.domain.results.table import Table, TableForm
from genchal.reports.figures.drawing import Drawing
from genchal.reports.figures.saving import Format, inline_figure
from genchal.reports.names import track_slugs
from genchal.reports.page.browser_data import browser_data, has_data_files
from genchal.reports.page.embedded import embedded_json
from genchal.reports.tables.html_table import render_html
from genchal.reports.tables.leaderboard import Leaderboard, LeaderboardCell, LeaderboardRow, leaderboard

SCRIPTS = (
    "sorting.js",
    *("outputs-data.js", "outputs-filter.js", "outputs-diff.js", "outputs-list.js", "outputs-view.js", "outputs.js"),
    "page.js",
)
STYLES = ("report.css", "outputs.css")
WITHOUT_SCRIPT = 20  # instances whose outputs can be read when scripts are switched off


@dataclass(frozen=True, slots=True)
class IntervalMark:
    """Where a value and its interval lie between the ends of their column, in per cent."""

    start: float
    width: float
    point: float


@dataclass(frozen=True, slots=True)
class TrackSection:
    """One track as the page shows it; `marks[i][j]` belongs to row i, measure j."""

    slug: str
    track: TrackResults
    table: Leaderboard
    marks: tuple[tuple[IntervalMark | None, ...], ...]
    plot: Markup
    statistics: Sequence[tuple[Table, Markup]]  # with their HTML
    similarity: Markup | None


def report_html(
    results: CampaignResults,
    plots: Sequence[Drawing],
    maps: Sequence[Drawing | None],
    formats: Sequence[Format] = ("svg",),
) -> str:
    """Make the page; `plots` are the figures of the tracks, in order, and `maps` how alike systems are.

    `formats` are those of the figures that lie beside the page.
    """
    sections = []
    for slug, track, plot, drawn in zip(track_slugs(results), results.tracks, plots, maps, strict=True):
        table = leaderboard(track)
        label = f"Scores of {len(table.rows)} systems with their intervals"
        # The figure is ours, and its texts are escaped as XML.
        drawing = Markup(inline_figure(plot, label))  # noqa: S704
        alike = "Similarity of the systems, as a table of numbers"
        similarity = Markup(inline_figure(drawn, alike)) if drawn else None  # noqa: S704
        statistics = [
            (table, Markup(render_html([replace(table, title="")], TableForm(notes=False), sortable=True)))  # noqa: S704
            for table in Profiles(track.statistics).family_tables()
        ]
        sections.append(TrackSection(slug, track, table, _marks(table.rows), drawing, statistics, similarity))
    script = "\n".join(_source(name) for name in SCRIPTS)
    return (
        _environment()
        .get_template("report.html.j2")
        .render(
            results=results,
            formats=formats,
            sections=sections,
            level=f"{results.confidence * 100:g}%",
            without_script=WITHOUT_SCRIPT,
            # Our own files, and JSON that cannot end its element: none of it is to be escaped again.
            style=Markup("\n".join(map(_source, STYLES))),  # noqa: S704
            script=Markup(script),  # noqa: S704
            script_hash=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
            has_data_files=has_data_files(results),
            data=Markup(embedded_json(browser_data(results))),  # noqa: S704
        )
    )


@functools.cache
def _environment() -> jinja2.Environment:
    return jinja2.Environment(
        loader=jinja2.PackageLoader("genchal.reports.page", "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


@functools.cache
def _source(name: str) -> str:
    return resources.files("genchal.reports.page").joinpath("templates", name).read_text(encoding="utf-8")


def _marks(rows: Sequence[LeaderboardRow]) -> tuple[tuple[IntervalMark | None, ...], ...]:
    columns = [_column_marks(column) for column in zip(*(row.cells for row in rows), strict=True)]
    return tuple(zip(*columns, strict=True)) if columns else ((),) * len(rows)


def _column_marks(cells: Sequence[LeaderboardCell]) -> list[IntervalMark | None]:
    """Place the marks of one column, whose ends are the lowest and the highest number in it."""
    spans = [_span(cell) for cell in cells]
    numbers = [number for span in spans if span for number in span]
    if not numbers:
        return [None] * len(spans)
    lowest, highest = min(numbers), max(numbers)

    def place(number: float) -> float:
        return round(100 * (number - lowest) / (highest - lowest), 1) if highest > lowest else 50.0

    return [
        span and IntervalMark(place(span[0]), round(place(span[2]) - place(span[0]), 1), place(span[1]))
        for span in spans
    ]


def _span(cell: LeaderboardCell) -> tuple[float, float, float] | None:
    """Return low end, value and high end; the value alone where there is no interval."""
    score = cell.score
    if score is None or not math.isfinite(score.value):
        return None
    if score.low is None or score.high is None or not (math.isfinite(score.low) and math.isfinite(score.high)):
        return (score.value, score.value, score.value)
    return (score.low, score.value, score.high)
