"""``genchal generate``: outputs of a baseline generator or of a trained model, without a campaign."""

from __future__ import annotations

from pathlib import Path

import click

from genchal.cli._generators import learning_options, parse_settings, show_training
from genchal.cli._options import FILE, PATH, seed_option
from genchal.domain.columns import parse_columns
from genchal.errors import InvalidInput


@click.command("generate")
@click.argument("generator", metavar="GENERATOR|FILE.toml|MODEL")
@click.option("--test", type=PATH, required=True, help="File with instances to write outputs for.")
@learning_options
@seed_option
@click.option("-o", "--out", type=FILE, help="File for the outputs (TSV). Default: standard output.")
def command(
    generator: str,
    test: Path,
    train: tuple[Path, ...],
    dev: tuple[Path, ...],
    task: str | None,
    columns: str,
    settings: tuple[str, ...],
    seed: int,
    out: Path | None,
) -> None:
    """Train GENERATOR, or load MODEL, and write its outputs for the test instances as a submission.

    GENERATOR is a name that "genchal generators" lists, or a file of settings such as mine.toml.
    """
    from genchal.campaign.generation.generate import describe_gaps, generate_from_files, render_submission
    from genchal.campaign.generation.models import generate_from_model, looks_like_model
    from genchal.resources.files import write_whole

    show_training()
    chosen, names = parse_settings(settings), parse_columns(columns)
    if looks_like_model(generator):
        if train or dev:
            raise InvalidInput(f"{generator} is trained already", "Remove --train and --dev.")
        instances, outputs = generate_from_model(Path(generator), chosen, test, task, seed, names)
    else:
        instances, outputs = generate_from_files(generator, chosen, train, dev, test, task, seed, names)
    text = render_submission(instances, outputs)
    if gaps := describe_gaps(instances, outputs):
        click.echo(f"{generator}: {gaps}", err=True)
    if out is None:
        click.echo(text, nl=False)
    else:
        write_whole(out, text.encode())
