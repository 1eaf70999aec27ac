"""``genchal score``: outputs and references in, scores out."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from genchal.domain.campaign import Missing


@click.command("score")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("-r", "--references", multiple=True, help="References; several plain files are several references.")
@click.option(
    "--task", help="Format and defaults of the references: slots, e2e, table, plain, sf ... Found out if not given."
)
@click.option(
    "-m", "--metric", "metrics", multiple=True, help="bleu,rouge_l or bleu:case=lower:smooth=exp; may be repeated."
)
@click.option("--preset", help="Metrics and settings of a campaign or tool to the letter: e2e, sr18, sacrebleu ...")
@click.option(
    "--derived", multiple=True, metavar="NAME=FORMULA", help="A score made from others: avg=(bleu+rouge_l)/2."
)
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
@click.option(
    "--missing",
    type=click.Choice(["not_scored", "zero"]),
    help="Missing outputs: set aside (default, unless a preset says otherwise), or scored as empty ones.",
)
@click.option("--group", help="Which rows share references: row, input or slots; default: as usual in the format.")
@click.option("--wmt", metavar="PAIR", help="FILE is a WMT metrics tree: score its systems for a pair such as en-de.")
@click.option("-j", "--jobs", default=1, show_default=True, type=click.IntRange(0), help="Processes; 0: one per core.")
@click.option("--no-cache", is_flag=True, help="Neither use nor keep rows of metrics that take long.")
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
    from genchal.campaign.choose import Wanted, parse_derived, parse_request
    from genchal.campaign.gather import Machinery
    from genchal.campaign.score import Uncertainty, score_files, score_wmt
    from genchal.cli._output import scores_json, scores_table, write_segments
    from genchal.cli._progress import tell
    from genchal.domain.grouping import grouping
    from genchal.engines import engine_for
    from genchal.resources.results import user_cache

    requests = [parse_request(text) for several in metrics for text in several.split(",") if text.strip()]
    wanted = Wanted(requests, preset, [parse_derived(text) for text in derived])
    uncertainty = Uncertainty(resamples, confidence, seed)
    machinery = Machinery(engine_for(jobs), None if no_cache else user_cache(), tell)
    if wmt is not None:
        if len(files) != 1:
            raise click.UsageError("--wmt takes one folder.")
        scoring = score_wmt(Path(files[0]), wmt, wanted, uncertainty, machinery)
    elif not references:
        raise click.UsageError("Missing option '-r' / '--references'.")
    else:
        scoring = score_files(
            files,
            [Path(path) for path in references],
            wanted,
            task=task,
            group=grouping(group),
            missing=missing,
            uncertainty=uncertainty,
            machinery=machinery,
        )
    if segments is not None:
        write_segments(segments, scoring)
    click.echo(scores_json(scoring, time.perf_counter() - started) if as_json else scores_table(scoring))
