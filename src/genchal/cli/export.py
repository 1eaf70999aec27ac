"""``genchal export``: everything that a campaign holds, as plain files."""

from __future__ import annotations

import click

from genchal.cli._show import tell
from genchal.errors import UnknownName

FORMATS = ("tsv", "jsonl", "parquet")


@click.command("export")
@click.argument("given", nargs=-1, metavar="[WHAT...] [CAMPAIGN]")
@click.option(
    "-o", "--out", type=click.Path(file_okay=False), help="Folder for the files. Default: export beside campaign.toml."
)
@click.option(
    "--format", "form", type=click.Choice(FORMATS), default="tsv", show_default=True, help="Format of tables."
)
@click.option(
    "--results", type=click.Path(file_okay=False), help="Folder of the results, if genchal run was given --out."
)
@click.option("--database", metavar="URL", help="Database of the studies. Default: campaign.db beside campaign.toml.")
def command(given: tuple[str, ...], out: str | None, form: str, results: str | None, database: str | None) -> None:
    """Write outputs, segment scores, ratings, rankings and all else of a campaign as plain files.

    WHAT is one or more of outputs, scores, segment_scores, comparisons, ratings, rankings, agreement, differences,
    correlations, coverage, text_statistics, similarity, paper and figures (every figure of the report as SVG, PDF and
    PNG). Default: all but figures. CAMPAIGN is a campaign.toml or its folder. Default: the current folder. Everything
    comes from stored results: run the campaign first. Files are read again by score, rank and correlate; raters have
    pseudonyms. An earlier export is replaced as a whole, unless files of it were changed.
    """
    from genchal.campaign.export import PARTS, export
    from genchal.reports.figures.saving import FORMATS as FIGURES
    from genchal.reports.figures.saving import can_save

    *wanted, last = given or (None,)
    campaign = None if last in PARTS else last
    parts = [*wanted, *([last] if last in PARTS else [])]
    for name in parts:
        if name not in PARTS:
            raise UnknownName("part of an export", str(name), PARTS)
    done = export(campaign, out, parts=[str(name) for name in parts], format=form, results=results, database=database)  # type: ignore[arg-type]
    click.echo(done.sentence())
    if "figures" in parts:
        missing = [kind.upper() for kind in FIGURES if not can_save(kind)]
        if missing:
            tell(f"{' and '.join(missing)} of figures need: pip install 'genchal[figures]'")
    if not parts:
        tell(f"the draft of a paper is {done.folder}/paper/evaluation.tex")
