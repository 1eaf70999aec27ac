"""Reports: the results of a campaign as a web page, tables, figures and JSON.

In: results; systems stand in the order of the leaderboard, withdrawn ones nowhere, anonymous ones without their team.
Out: text or bytes; the same results give the same bytes.
"""

from genchal.domain import CampaignResults
from genchal.reports.figures.leaderboard import interval_plot
from genchal.reports.figures.similarity import similarity_plot
from genchal.reports.names import track_slugs
from genchal.reports.page.html import report_html
from genchal.reports.results_json import results_json
from genchal.reports.tables.csv_tables import leaderboard_csv
from genchal.reports.tables.latex import leaderboard_latex
from genchal.reports.tables.leaderboard import Cell, Leaderboard, Row, leaderboard
from genchal.reports.tables.profiles import profile_latex
from genchal.reports.tables.similarity import similarity_latex
from genchal.reports.tables.statistics import statistics_csv

__all__ = [
    "Cell",
    "Leaderboard",
    "Row",
    "interval_plot",
    "leaderboard",
    "leaderboard_csv",
    "leaderboard_latex",
    "render_report",
    "report_html",
    "results_json",
    "track_slugs",
]


def render_report(results: CampaignResults) -> dict[str, bytes]:
    """Make all files of a report: relative path, with forward slashes, to content."""
    files: dict[str, str | bytes] = {}
    plots, maps = [], []
    for slug, track in zip(track_slugs(results), results.tracks, strict=True):
        plots.append(interval_plot(track, "svg"))
        maps.append(similarity_plot(track.similarities, "svg") if track.similarities else b"")
        files[f"tables/{slug}.csv"] = leaderboard_csv(track)
        files[f"tables/{slug}.tex"] = leaderboard_latex(track, confidence=results.confidence)
        files[f"figures/{slug}.svg"] = plots[-1]
        files[f"figures/{slug}.pdf"] = interval_plot(track, "pdf")
        if track.statistics:
            files[f"tables/{slug}-texts.csv"] = statistics_csv(track.statistics)
            files[f"tables/{slug}-texts.tex"] = profile_latex(track.statistics)
        if track.similarities:
            files[f"figures/{slug}-similarity.svg"] = maps[-1]
            files[f"figures/{slug}-similarity.pdf"] = similarity_plot(track.similarities, "pdf")
            files[f"tables/{slug}-similarity.tex"] = similarity_latex(track.similarities)
    files["results.json"] = results_json(results)
    files["index.html"] = report_html(results, plots, maps)
    return {path: _encoded(content) for path, content in sorted(files.items())}


def _encoded(content: str | bytes) -> bytes:
    # Half a surrogate pair can reach us through JSON files; it must not cost the whole report.
    return content if isinstance(content, bytes) else content.encode("utf-8", errors="replace")
