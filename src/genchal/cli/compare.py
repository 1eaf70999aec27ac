"""``genchal compare``: outputs of several systems in, differences with p-values out."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from genchal.cli._options import options_of
from genchal.cli._scoring import check_sources, how_to_measure, machinery, wanted, what_to_measure
from genchal.cli._show import show, table_options
from genchal.domain.results.comparison import Comparing

if TYPE_CHECKING:
    from genchal.domain.campaign import Missing
    from genchal.domain.results.table import TableForm


@click.command("compare")
@what_to_measure
@options_of(Comparing, into="how")
@how_to_measure
@table_options
def command(
    files: tuple[str, ...],
    references: tuple[str, ...],
    task: str | None,
    metrics: tuple[str, ...],
    preset: str | None,
    derived: tuple[str, ...],
    how: Comparing,
    missing: Missing | None,
    group: str | None,
    wmt: str | None,
    jobs: int,
    no_cache: bool,
    form: TableForm,
) -> None:
    """Say which of several systems score better by more than chance.

    Systems are tested in pairs, on the same instances: the first FILE is the baseline, and every other system is
    compared with it. FILEs are those of `genchal score`: a system each, or a table with a column "system"; @HUMAN and
    the other pseudo-systems are made from the references.
    """
    started = time.perf_counter()
    from genchal.campaign.scoring.compare import compare_files, compare_wmt
    from genchal.domain.grouping import grouping

    check_sources(files, wmt)
    if how.all_pairs and how.baseline is not None:
        raise click.UsageError("--all-pairs has no baseline; leave one of the two out.")
    request, means = wanted(metrics, preset, derived), machinery(jobs, no_cache)
    if wmt is not None:
        found = compare_wmt(Path(files[0]), wmt, request, how, means)
    else:
        found = compare_files(
            files,
            [Path(path) for path in references],
            request,
            how,
            task=task,
            group=grouping(group),
            missing=missing,
            machinery=means,
        )
    show(found, form, started)
