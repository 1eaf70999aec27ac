"""All files of a report, from the results of a campaign."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from genchal.domain.results.campaign import CampaignResults
from genchal.domain.results.published import EXPLANATIONS_PAGE
from genchal.domain.results.table import TableForm
from genchal.reports.contents.items import ReportStyle, ReportTable
from genchal.reports.contents.over_systems import list_correlations_over_systems
from genchal.reports.contents.pivots import pivot_tracks
from genchal.reports.contents.published import describe_published
from genchal.reports.contents.track import TrackContents, gather_track
from genchal.reports.figures.saving import FORMATS, Format, can_save, save_figure
from genchal.reports.names import track_slugs
from genchal.reports.page.browser_data import browser_files
from genchal.reports.page.html import explanations_html, report_html
from genchal.reports.plain_tables import download_files
from genchal.reports.results_json import results_json
from genchal.reports.tables.campaign_tables import table_files
from genchal.reports.tables.csv_table import render_csv, render_tsv
from genchal.reports.tables.latex_table import render_latex
from genchal.reports.tables.markdown_table import render_markdown

REPORT_FORMATS: tuple[Format, ...] = ("svg", "pdf")
LINE_END = "\r\n"  # of CSV files (RFC 4180)


def render_report(
    results: CampaignResults, style: ReportStyle | None = None, formats: Sequence[Format] = REPORT_FORMATS
) -> dict[str, bytes]:
    """Make all files of a report: relative path, with forward slashes, to content.

    Figures are in those of the `formats` that can be saved here.
    """
    style = style or ReportStyle()
    kinds = [kind for kind in formats if can_save(kind)]
    tracks = _gather(results)
    pivots = pivot_tracks(results)
    over_systems = list_correlations_over_systems(results.over_systems)
    published = describe_published(results.published) if results.published else None
    form = TableForm(digits=style.digits, percent=style.percent)
    files: dict[str, str | bytes] = {f"tables/{name}": text for name, text in table_files(results, form).items()}
    files |= _save_figures(tracks, kinds)
    tables = [*(table for track in tracks for table in track.tables()), *pivots, *over_systems]
    for table in [*tables, *([published.listed] if published else [])]:
        files[f"tables/{table.name}.csv"] = render_csv([table.listed or table.table], LINE_END)
        if f"tables/{table.name}.tex" not in files:
            files |= _write_for_papers(table, form)
    if results.published:
        files["tables/published_vs_ours.tsv"] = render_tsv(results.published.listed())
        if results.published.explanations:
            files[EXPLANATIONS_PAGE] = explanations_html(results, results.published.explanations)
    files |= browser_files(results)
    files["results.json"] = results_json(results)
    downloads = download_files(results)
    files |= {f"downloads/{name}": content for name, content in downloads.items()}
    files["index.html"] = report_html(results, tracks, pivots, published, style, kinds, tuple(downloads), over_systems)
    return {path: _encoded(content) for path, content in sorted(files.items())}


def figure_files(results: CampaignResults, formats: Sequence[Format] = FORMATS) -> dict[str, bytes]:
    """Every figure of a report in those of the formats that can be saved here."""
    return _save_figures(_gather(results), [kind for kind in formats if can_save(kind)])


def _gather(results: CampaignResults) -> list[TrackContents]:
    slugs = track_slugs(results)
    return [gather_track(results, track, slug) for slug, track in zip(slugs, results.tracks, strict=True)]


def _save_figures(tracks: Sequence[TrackContents], formats: Sequence[Format]) -> dict[str, bytes]:
    return {
        f"figures/{figure.name}.{kind}": save_figure(figure.drawing, kind, figure.alt)
        for track in tracks
        for figure in track.figures()
        for kind in formats
    }


def _write_for_papers(table: ReportTable, form: TableForm) -> dict[str, str]:
    """A table that only the page has, as the other tables of a campaign are saved."""
    labelled = replace(table.table, label=table.name)
    return {
        f"tables/{table.name}.tex": render_latex([labelled], form),
        f"tables/{table.name}.md": render_markdown([labelled], form),
    }


def _encoded(content: str | bytes) -> bytes:
    # Half a surrogate pair can reach us through JSON files; it must not cost the whole report.
    return content if isinstance(content, bytes) else content.encode("utf-8", errors="replace")
