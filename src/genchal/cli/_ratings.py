"""What commands that read ratings have in common."""

from __future__ import annotations

import functools
import math
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from genchal.cli._options import options_of
from genchal.cli._show import show, table_options
from genchal.domain.selection import RatingsSelection

if TYPE_CHECKING:
    from genchal.domain.results.table import Result, TableForm

CRITERION = "Criterion to use, such as quality; needed if the ratings have several."
ratings_argument = click.argument("ratings", type=click.Path(path_type=Path))
criterion_option = click.option("--criterion", help=CRITERION)
selection_options = options_of(RatingsSelection, into="which")
layout_option = options_of(RatingsSelection, into="which", leave_out=("quality_control", "leave_out"))


def ratings_command(
    name: str, settings: type, criterion: str | None = CRITERION
) -> Callable[[Callable[..., Result]], click.Command]:
    """Make a command of a function from ratings to a result: it reads the file, and shows what comes back.

    The function gets `ratings`, `how`, which are the `settings`, and, unless its help is None, the `criterion`.
    """

    def decorate(step: Callable[..., Result]) -> click.Command:
        @functools.wraps(step)
        def read_and_show(ratings: Path, which: RatingsSelection, form: TableForm, **values: Any) -> None:
            started = time.perf_counter()
            from genchal.campaign.judgements.select import read_ratings

            show(step(read_ratings(ratings, which), **values), form, started)

        command = options_of(settings, into="how")(selection_options(table_options(read_and_show)))
        if criterion is not None:
            command = click.option("--criterion", help=criterion)(command)
        return click.command(name)(ratings_argument(command))

    return decorate


def plot_option(text: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Add --plot, a file that a figure is drawn into; its name is checked before anything is computed."""

    def check_name(_context: click.Context, _option: click.Parameter, path: Path | None) -> Path | None:
        from genchal.cli._output import figure_format

        _ = path and figure_format(path)
        return path

    return click.option("--plot", type=click.Path(path_type=Path), callback=check_name, help=text)


def record(result: Any) -> dict[str, object]:
    """Fields of a result for JSON: a number that is not finite becomes null."""
    return {
        key: None if isinstance(value, float) and not math.isfinite(value) else value
        for key, value in asdict(result).items()
    }


def p_text(value: float | None) -> str:
    """A p-value in a table."""
    if value is None or math.isnan(value):
        return "-"
    return f"{value:.4f}" if value >= 0.00005 else "<0.0001"


def write_figure(draw: Callable[[Any], bytes], path: Path) -> None:
    """Draw a figure into a file, in the format that its name implies."""
    from genchal.cli._output import figure_format
    from genchal.resources.files import write_whole

    write_whole(path, draw(figure_format(path)))
