"""``genchal compare``: outputs of several systems in, differences with p-values out."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import click

from genchal.cli._options import options_of
from genchal.cli._scoring import machinery_options, request_options
from genchal.cli._show import show, table_options
from genchal.domain.results.comparison import Comparing

if TYPE_CHECKING:
    from genchal.campaign.scoring.evidence import Machinery
    from genchal.campaign.scoring.request import Request
    from genchal.domain.campaign import Reading
    from genchal.domain.results.table import TableForm


@click.command("compare")
@request_options
@options_of(Comparing, into="how")
@machinery_options
@table_options
def command(
    files: tuple[str, ...],
    reading: Reading,
    request: Request,
    how: Comparing,
    machinery: Machinery,
    form: TableForm,
) -> None:
    """Test which systems score significantly better than others.

    Systems are tested in pairs, on the same instances: the first FILE is the baseline, and every other system is
    compared with it. FILEs are as in `genchal score`: one system each, or a table with a column "system"; @HUMAN and
    the other pseudo-systems are made from the references.
    """
    started = time.perf_counter()
    from genchal.campaign.scoring.compare import compare_files

    if how.all_pairs and how.baseline is not None:
        raise click.UsageError("--all-pairs has no baseline; leave out --all-pairs or --baseline.")
    show(compare_files(files, reading, request, how, machinery), form, started)
