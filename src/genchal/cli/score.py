"""``genchal score``: outputs and references in, scores out."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from genchal.cli._options import FILE, options_of
from genchal.cli._scoring import machinery_options, request_options
from genchal.cli._show import show, table_options
from genchal.domain.results.scores import Uncertainty

if TYPE_CHECKING:
    from genchal.campaign.scoring.evidence import Machinery
    from genchal.campaign.scoring.request import Request
    from genchal.domain.campaign import Reading
    from genchal.domain.results.table import TableForm


@click.command("score")
@request_options
@click.option("--segments", type=FILE, help="Also write segment scores to this file (TSV, or CSV if it ends in .csv).")
@options_of(Uncertainty, into="uncertainty")
@machinery_options
@table_options
def command(
    files: tuple[str, ...],
    reading: Reading,
    request: Request,
    segments: Path | None,
    uncertainty: Uncertainty,
    machinery: Machinery,
    form: TableForm,
) -> None:
    """Score systems' outputs against references.

    Every FILE is a system, named after the file; a table with a column "system" contains several systems. The
    pseudo-systems @HUMAN, @gold, @random, @HUMAN-1, @HUMAN-2 and @all are made from the references. "-" is standard
    input. Files may be compressed (.gz, .xz).
    """
    started = time.perf_counter()
    from genchal.campaign.scoring.score import score_files
    from genchal.campaign.scoring.segment_files import write_segments

    scoring = score_files(files, reading, request, uncertainty, machinery)
    if segments is not None:
        write_segments(segments, scoring)
    show(scoring, form, started)
