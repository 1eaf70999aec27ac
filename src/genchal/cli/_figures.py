"""What commands share that draw figures."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from genchal.cli._options import PATH, Command

if TYPE_CHECKING:
    from genchal.reports.figures.canvas import Format


def plot_option(text: str) -> Callable[[Command], Command]:
    """Add --plot, a file that a figure is drawn into; its name is checked before anything is computed."""

    def check_name(_context: click.Context, _option: click.Parameter, path: Path | None) -> Path | None:
        _ = path and _figure_format(path)
        return path

    return click.option("--plot", type=PATH, callback=check_name, help=text)


def write_figure(draw: Callable[[Format], bytes], path: Path) -> None:
    """Draw a figure into a file, in the format that its name tells."""
    from genchal.resources.files import write_whole

    write_whole(path, draw(_figure_format(path)))


def _figure_format(path: Path) -> Format:
    from genchal.reports.figures.canvas import INK

    for kind in INK:
        if path.suffix.lower() == f".{kind}":
            return kind
    raise click.UsageError(f"--plot writes {', '.join(f'.{kind}' for kind in INK)}, by the name of the file.")
