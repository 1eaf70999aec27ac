"""``genchal train``: a generator learns, and is kept in a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from genchal.cli._generators import learning_options, parse_settings, show_training
from genchal.cli._options import FILE, seed_option
from genchal.cli._show import show, table_options
from genchal.domain.columns import parse_columns

if TYPE_CHECKING:
    from genchal.domain.results.table import TableForm


@click.command("train")
@click.argument("generator", metavar="GENERATOR|FILE.toml")
@learning_options
@seed_option
@click.option("-o", "--out", type=FILE, required=True, help="File for the trained model (.safetensors).")
@table_options
def command(
    generator: str,
    train: tuple[Path, ...],
    dev: tuple[Path, ...],
    task: str | None,
    columns: str,
    settings: tuple[str, ...],
    seed: int,
    out: Path,
    form: TableForm,
) -> None:
    """Train GENERATOR and keep it in a file, which genchal generate and campaigns can use.

    GENERATOR is a name that "genchal generators" lists, or a file of settings such as mine.toml, which begins with
    generator = "NAME" (default: neural).
    """
    from genchal.campaign.generation.models import train_from_files

    show_training()
    model = train_from_files(generator, parse_settings(settings), train, dev, out, task, seed, parse_columns(columns))
    show(model, form)
