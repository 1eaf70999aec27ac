"""How a command shows a result: as text, or with --json, --latex, --markdown or --csv.

::

    @click.command("compare")
    @table_options
    def command(..., form: TableForm) -> None:
        started = time.perf_counter()
        show(compare_files(...), form, started)

A result has `tables()` and `payload()` (see `genchal.domain.results.table`). Where a command decides itself what is in
them, it calls `show_tables`. Nothing that renders is loaded before a result is there.
"""

from __future__ import annotations

import functools
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from genchal.cli._options import Command, add_options

if TYPE_CHECKING:
    from genchal.domain.results.table import FormName, Result, Table, TableForm

FORMS: dict[FormName, str] = {
    "json": "Print JSON.",
    "latex": "Print a LaTeX table.",
    "markdown": "Print a Markdown table.",
    "csv": "Print CSV.",
}


def table_options(command: Command) -> Command:
    """Add the options that say how a result is shown; the command gets them as one `TableForm`, `form`."""

    @functools.wraps(command)
    def with_form(*arguments: Any, digits: int | None, percent: bool, no_notes: bool, **values: Any) -> Any:
        from genchal.domain.results.table import TableForm

        chosen = [name for name in FORMS if values.pop(f"as_{name}")]
        if len(chosen) > 1:
            named = " and ".join(f"--{name}" for name in chosen)
            raise click.UsageError(f"{named} cannot be combined; give only one of them.")
        form = TableForm(chosen[0] if chosen else "text", digits, percent, not no_notes)
        return command(*arguments, **values, form=form)

    options = [
        *(click.option(f"--{name}", f"as_{name}", is_flag=True, help=text) for name, text in FORMS.items()),
        click.option("--digits", type=click.IntRange(0, 15), help="Decimals in tables; JSON and CSV are always exact."),
        click.option("--percent", is_flag=True, help="Multiply scores between 0 and 1 by 100 in tables."),
        click.option("--no-notes", is_flag=True, help="Leave out the notes and signatures below tables."),
    ]
    return add_options(with_form, options)


def show(result: Result, form: TableForm, started: float | None = None, *, why: bool = False) -> None:
    """Print a result; with `started`, a value of `time.perf_counter()`, JSON says how long it took.

    `why` lists every rating that was set aside, or says that there are none; without it the first lines of each reason
    are named.
    """
    aside = getattr(result, "set_aside", ())
    if form.name == "json":
        shown = [(reason if why else reason.shorten()).payload() for reason in aside]
        payload = result.payload()
        _print_json({**payload, "set_aside": shown} if "set_aside" in payload else payload, started)
        return
    tables = result.tables()
    if why and aside:
        from genchal.domain.selection import list_set_aside

        tables = (*tables, list_set_aside(aside))
    elif why:
        *others, last = tables
        tables = (*others, replace(last, notes=(*last.notes, "Every rating counts: none was set aside.")))
    _print_tables(tables, form)


def show_tables(
    tables: Sequence[Table], payload: Mapping[str, object], form: TableForm, started: float | None = None
) -> None:
    """Print tables, or instead of them the payload, where no single result has both."""
    if form.name == "json":
        _print_json(payload, started)
    else:
        _print_tables(tables, form)


def _print_json(payload: Mapping[str, object], started: float | None) -> None:
    from genchal.reports.tables.json_document import render_json

    click.echo(render_json(payload, None if started is None else time.perf_counter() - started))


def _print_tables(tables: Sequence[Table], form: TableForm) -> None:
    from genchal.reports.tables.render import render_tables

    click.echo(render_tables(tables, form), nl=False)


def show_progress(text: str) -> None:
    """Print a line of progress to a terminal; say nothing when piped."""
    if sys.stderr.isatty():
        click.echo(f"  {text}", err=True)


def tell(text: str) -> None:
    """Print a notice that people should see even later: something was slow, or could not be stored."""
    click.echo(text, err=True)
