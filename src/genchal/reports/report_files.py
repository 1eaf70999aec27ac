"""All files of a report, from the results of a campaign."""

from __future__ import annotations

from genchal.domain.results.campaign import CampaignResults
from genchal.domain.results.profiles import Profiles
from genchal.domain.results.table import TableForm
from genchal.reports.figures.drawing import Drawing
from genchal.reports.figures.leaderboard import draw_intervals
from genchal.reports.figures.saving import Format, can_save, save_figure
from genchal.reports.figures.similarity import draw_similarity
from genchal.reports.names import track_slugs
from genchal.reports.page.browser_data import browser_files
from genchal.reports.page.html import report_html
from genchal.reports.results_json import results_json
from genchal.reports.tables.campaign_tables import table_files
from genchal.reports.tables.csv_table import render_csv, render_tsv
from genchal.reports.tables.latex_table import render_latex

REPORT_FORMATS: tuple[Format, ...] = ("svg", "pdf")
LINE_END = "\r\n"  # of CSV files (RFC 4180)


def render_report(results: CampaignResults) -> dict[str, bytes]:
    """Make all files of a report: relative path, with forward slashes, to content."""
    files: dict[str, str | bytes] = {}
    plots: list[Drawing] = []
    maps: list[Drawing | None] = []
    kinds = [kind for kind in REPORT_FORMATS if can_save(kind)]
    for slug, track in zip(track_slugs(results), results.tracks, strict=True):
        plots.append(draw_intervals(track))
        maps.append(draw_similarity(track.similarities) if track.similarities else None)
        files[f"tables/{slug}.csv"] = render_csv([track.listed()], LINE_END)
        files[f"tables/{slug}.tex"] = render_latex([track.table(results.confidence)], TableForm())
        files |= {f"figures/{slug}.{kind}": save_figure(plots[-1], kind) for kind in kinds}
        if track.statistics:
            statistics = Profiles(track.statistics)
            files[f"tables/{slug}-texts.csv"] = render_csv([statistics.listed()], LINE_END)
            files[f"tables/{slug}-texts.tex"] = render_latex([statistics.side_by_side()], TableForm(digits=3))
        if track.similarities and maps[-1]:
            files |= {f"figures/{slug}-similarity.{kind}": save_figure(maps[-1], kind) for kind in kinds}
            files[f"tables/{slug}-similarity.tex"] = render_latex([track.similarities.matrix_table()], TableForm())
    files |= {f"tables/{name}": text for name, text in table_files(results).items()}
    if results.published is not None:
        files["tables/published_vs_ours.tsv"] = render_tsv(results.published.listed())
    files["results.json"] = results_json(results)
    files["index.html"] = report_html(results, plots, maps, kinds)
    files |= browser_files(results)
    return {path: _encoded(content) for path, content in sorted(files.items())}


def _encoded(content: str | bytes) -> bytes:
    # Half a surrogate pair can reach us through JSON files; it must not cost the whole report.
    return content if isinstance(content, bytes) else content.encode("utf-8", errors="replace")
