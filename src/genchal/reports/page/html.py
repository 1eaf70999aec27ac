"""The report as one web page that needs nothing else: no server, no network, and no script to show the numbers.

Texts of systems are not trusted: they reach the page escaped, or as JSON that the script writes into text nodes. The
page's own policy (CSP) allows its one script and no request.
"""

from __future__ import annotations

import base64
import functools
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib import resources

import jinja2
from markupsafe import Markup

from genchal.domain.results.campaign import CampaignResults, TrackResults
from genchal.domain.results.profiles import Profiles
from genchal.domain.results.table import Table, TableForm
from genchal.reports.contents.items import ReportFigure, ReportStyle, ReportTable
from genchal.reports.contents.published import PublishedContents, format_ours, is_safe_link
from genchal.reports.contents.texts import order_statistics
from genchal.reports.contents.track import TrackContents
from genchal.reports.figures.saving import Format, inline_figure
from genchal.reports.page.browser_data import browser_data, has_data_files
from genchal.reports.page.compact_rows import CompactTable, compact_table
from genchal.reports.page.embedded import embedded_json
from genchal.reports.page.markdown import render_markdown
from genchal.reports.tables.html_table import HtmlForm, render_html
from genchal.reports.tables.leaderboard import Leaderboard, leaderboard

STYLES = ("report.css", "sections.css", "outputs.css")
SCRIPTS = (
    "sorting.js",
    *("outputs-data.js", "outputs-filter.js", "outputs-diff.js", "outputs-list.js", "outputs-view.js", "outputs.js"),
    "page.js",
)
WITHOUT_SCRIPT = 20  # instances whose outputs can be read when scripts are switched off


@dataclass(frozen=True, slots=True)
class TrackSection:
    """One track as the page shows it."""

    slug: str
    track: TrackResults
    contents: TrackContents
    table: Leaderboard  # of the outputs browser
    board: CompactTable
    statistics: Sequence[tuple[Table, Markup]]  # with their HTML


def report_html(
    results: CampaignResults,
    tracks: Sequence[TrackContents],
    pivots: Sequence[ReportTable] = (),
    published: PublishedContents | None = None,
    style: ReportStyle | None = None,
    formats: Sequence[Format] = ("svg",),
    downloads: Sequence[str] = (),
    over_systems: Sequence[ReportTable] = (),
) -> str:
    """Make the page from the contents of its tracks.

    `formats` are those of the figures that lie beside the page, `downloads` the files of plain tables, and
    `over_systems` correlations of measures.
    """
    style = style or ReportStyle()
    sections = [
        TrackSection(
            contents.slug,
            contents.track,
            contents,
            leaderboard(contents.track),
            compact_table(contents, style),
            list(_statistics(contents, style)),
        )
        for contents in tracks
    ]
    script = "\n".join(_source(name) for name in SCRIPTS)
    environment = _environment()
    form = TableForm(digits=None, percent=style.percent, notes=False)
    return environment.get_template("report.html.j2").render(
        results=results,
        formats=formats,
        downloads=downloads,
        sections=sections,
        pivots=pivots,
        over_systems=over_systems,
        published=published,
        level=f"{results.confidence * 100:g}%",
        without_script=WITHOUT_SCRIPT,
        # Figures and tables are ours, and their texts are escaped.
        draw=_inline,
        tabulate=functools.partial(_tabulate, form),
        format_ours=format_ours,
        is_safe_link=is_safe_link,
        # Our own files, and JSON that cannot end its element: none of it is to be escaped again.
        style=Markup("\n".join(_source(name) for name in STYLES)),  # noqa: S704
        script=Markup(script),  # noqa: S704
        script_hash=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
        has_data_files=has_data_files(results),
        data=Markup(embedded_json(browser_data(results))),  # noqa: S704
    )


def explanations_html(results: CampaignResults, text: str) -> str:
    """Make the page that explains deviations from published numbers."""
    return (
        _environment()
        .get_template("deviations.html.j2")
        .render(results=results, text=render_markdown(text), style=Markup("\n".join(map(_source, STYLES))))  # noqa: S704
    )


def _inline(figure: ReportFigure) -> Markup:
    if figure.on_phone is None:
        return Markup(inline_figure(figure.drawing, figure.alt))  # noqa: S704
    both = (inline_figure(figure.drawing, figure.alt, "broad"), inline_figure(figure.on_phone, figure.alt, "narrow"))
    return Markup("".join(both))  # noqa: S704


def _tabulate(form: TableForm, table: Table) -> Markup:
    return Markup(render_html([replace(table, title="")], form, HtmlForm(sortable=len(table.rows) > 1)))  # noqa: S704


def _statistics(contents: TrackContents, style: ReportStyle) -> Sequence[tuple[Table, Markup]]:
    """Text statistics, a table for each family: tinted, sorted by a click, explained on hover."""
    page = HtmlForm(sortable=True, tinted=True, meanings=style.meanings)
    numbers = order_statistics(contents.track, contents.order)
    return [
        (table, Markup(render_html([replace(table, title="")], TableForm(notes=False), page)))  # noqa: S704
        for table in Profiles(numbers).family_tables()
    ]


@functools.cache
def _environment() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("genchal.reports.page", "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.tests["warning"] = lambda note: note.startswith("Warning")
    return environment


@functools.cache
def _source(name: str) -> str:
    return resources.files("genchal.reports.page").joinpath("templates", name).read_text(encoding="utf-8")
