"""``genchal score``: outputs and references in, scores out."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from genchal.cli._scoring import check_sources, how_to_measure, machinery, wanted, what_to_measure

if TYPE_CHECKING:
    from genchal.domain.campaign import Missing


@click.command("score")
@what_to_measure
@click.option(
    "--segments", type=click.Path(dir_okay=False, path_type=Path), help="Also write segment scores to this TSV."
)
@click.option(
    "--resamples", default=1000, show_default=True, type=click.IntRange(0), help="Bootstrap resamples; 0: no intervals."
)
@click.option(
    "--confidence", default=0.95, show_default=True, type=click.FloatRange(0.5, 0.999), help="Level of the intervals."
)
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0), help="Seed of everything random.")
@how_to_measure
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    files: tuple[str, ...],
    references: tuple[str, ...],
    task: str | None,
    metrics: tuple[str, ...],
    preset: str | None,
    derived: tuple[str, ...],
    segments: Path | None,
    resamples: int,
    confidence: float,
    seed: int,
    missing: Missing | None,
    group: str | None,
    wmt: str | None,
    jobs: int,
    no_cache: bool,
    as_json: bool,
) -> None:
    """Score systems' outputs against references.

    Every FILE is a system, named after the file; a table with a column "system" is several systems; @HUMAN, @gold,
    @random, @HUMAN-1, @HUMAN-2 and @all are made from the references. "-" is standard input. .gz and .xz are read
    everywhere.
    """
    started = time.perf_counter()
    from genchal.campaign.scoring.score import Uncertainty, score_files, score_wmt
    from genchal.cli._output import scores_json, scores_table, write_segments
    from genchal.domain.grouping import grouping

    check_sources(files, wmt)
    request, means = wanted(metrics, preset, derived), machinery(jobs, no_cache)
    uncertainty = Uncertainty(resamples, confidence, seed)
    if wmt is not None:
        scoring = score_wmt(Path(files[0]), wmt, request, uncertainty, means)
    else:
        scoring = score_files(
            files,
            [Path(path) for path in references],
            request,
            task=task,
            group=grouping(group),
            missing=missing,
            uncertainty=uncertainty,
            machinery=means,
        )
    if segments is not None:
        write_segments(segments, scoring)
    click.echo(scores_json(scoring, time.perf_counter() - started) if as_json else scores_table(scoring))
