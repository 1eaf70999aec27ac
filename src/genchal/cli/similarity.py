"""``genchal similarity``: outputs of several systems in, how alike they are out."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from genchal.cli._scoring import how_to_measure, machinery, wanted, what_to_measure

if TYPE_CHECKING:
    from genchal.domain.campaign import Missing
    from genchal.domain.results.similarity import Similarities


@click.command("similarity")
@what_to_measure
@click.option(
    "--delexicalise",
    metavar="SLOTS",
    help="Put placeholders for the values of these slots first, as name,near; misspelt values are found, too.",
)
@click.option("--show", default="mean", show_default=True, help="Metric to print and draw; mean: the mean of all.")
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0), help="Seed of everything random.")
@click.option(
    "--plot", type=click.Path(), help="Also draw the matrix as a heat map into this file: .svg, .pdf or .png."
)
@click.option("--latex", "as_latex", is_flag=True, help="Print a LaTeX table.")
@how_to_measure
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    files: tuple[str, ...],
    references: tuple[str, ...],
    task: str | None,
    metrics: tuple[str, ...],
    preset: str | None,
    derived: tuple[str, ...],
    delexicalise: str | None,
    show: str,
    seed: int,
    plot: str | None,
    as_latex: bool,
    missing: Missing | None,
    group: str | None,
    wmt: str | None,
    jobs: int,
    no_cache: bool,
    as_json: bool,
) -> None:
    """Say how alike systems are, with the outputs of each as references for those of every other.

    FILEs are those of `genchal score`: a system each, or a table with a column "system". References are needed for
    pseudo-systems (@random; @all, all references at once, serves as references only) and for --delexicalise, which
    looks at the inputs. Systems that are alike stand beside each other.
    """
    started = time.perf_counter()
    if as_json and as_latex:
        raise click.UsageError("--json and --latex exclude each other; leave one of the two out.")
    if wmt is not None and len(files) != 1:
        raise click.UsageError("--wmt takes one folder.")
    if plot:
        from genchal.cli._output import figure_format

        figure_format(Path(plot))  # before anything is computed
    from genchal.campaign.scoring.similarity import similarity_files, similarity_wmt
    from genchal.cli._progress import show_progress
    from genchal.domain.grouping import grouping

    request, means = wanted(metrics, preset, derived), machinery(jobs, no_cache)
    if wmt is not None:
        found = similarity_wmt(Path(files[0]), wmt, request, seed, means, show_progress)
    else:
        found = similarity_files(
            files,
            [Path(path) for path in references],
            request,
            task=task,
            group=grouping(group),
            missing=missing,
            slots=[slot.strip() for slot in (delexicalise or "").split(",") if slot.strip()],
            seed=seed,
            machinery=means,
            progress=show_progress,
        )
    found.matrix(show)  # whether there is such a metric
    if plot:
        _draw(Path(plot), found, show)
    click.echo(_shown(found, show, as_json, as_latex, time.perf_counter() - started))


def _draw(path: Path, found: Similarities, metric: str) -> None:
    from genchal.cli._output import figure_format
    from genchal.reports.figures.similarity import similarity_plot
    from genchal.resources.files import write_whole

    write_whole(path, similarity_plot(found, figure_format(path), metric))


def _shown(found: Similarities, metric: str, as_json: bool, as_latex: bool, seconds: float) -> str:
    if as_json:
        from genchal.cli._similarity import similarities_json

        return similarities_json(found, seconds)
    if as_latex:
        from genchal.reports.tables.similarity import similarity_latex

        return similarity_latex(found, metric).rstrip("\n")
    from genchal.cli._similarity import similarities_text

    return similarities_text(found, metric)
