"""What commands share that draw figures."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from genchal.cli._options import FILE, Command

if TYPE_CHECKING:
    from genchal.reports.figures.drawing import Drawing
    from genchal.reports.figures.saving import Format


def plot_option(text: str) -> Callable[[Command], Command]:
    """Add --plot, a file that a figure is drawn into; its name is checked before anything is computed."""

    def check_name(_context: click.Context, _option: click.Parameter, path: Path | None) -> Path | None:
        _ = path and _figure_format(path)
        return path

    return click.option("--plot", type=FILE, callback=check_name, help=text)


def write_figure(drawing: Drawing, path: Path) -> None:
    """Save a figure, in the format that the name of the file tells."""
    from genchal.reports.figures.saving import save_figure
    from genchal.resources.files import write_whole

    write_whole(path, save_figure(drawing, _figure_format(path)))


def _figure_format(path: Path) -> Format:
    from genchal.errors import NeedsExtra
    from genchal.reports.figures.saving import FORMATS, can_save

    for kind in FORMATS:
        if path.suffix.lower() == f".{kind}":
            if not can_save(kind):
                raise NeedsExtra(f"a figure as {kind.upper()}", "figures")
            return kind
    raise click.UsageError(f"--plot writes {', '.join(f'.{kind}' for kind in FORMATS)}, by the name of the file.")
