"""``genchal generate``: outputs of a baseline generator, without a campaign."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from genchal.cli._options import FILE, PATH, seed_option
from genchal.domain.columns import COLUMNS_DOC, parse_columns
from genchal.errors import InvalidInput


@click.command("generate")
@click.argument("generator")
@click.option("--train", type=PATH, help="File with instances to learn from.")
@click.option("--dev", type=PATH, help="File with instances to tune on.")
@click.option("--test", type=PATH, required=True, help="File with instances to write outputs for.")
@click.option("--task", default="slots", show_default=True, help="Format of these files.")
@click.option("--columns", default="", metavar="ROLE=COLUMN,...", help=COLUMNS_DOC)
@click.option(
    "-s", "--set", "settings", multiple=True, metavar="KEY=VALUE", help="Setting of the generator. May be repeated."
)
@seed_option
@click.option("-o", "--out", type=FILE, help="File for the outputs (TSV). Default: standard output.")
def command(
    generator: str,
    train: Path | None,
    dev: Path | None,
    test: Path,
    task: str,
    columns: str,
    settings: tuple[str, ...],
    seed: int,
    out: Path | None,
) -> None:
    """Train GENERATOR and write its outputs for the test instances as a submission."""
    from genchal.campaign.generate import generate_from_files, render_submission
    from genchal.resources.files import write_whole

    instances, outputs = generate_from_files(
        generator, _parse_settings(settings), train, dev, test, task, seed, parse_columns(columns)
    )
    text = render_submission(instances, outputs)
    if out is None:
        click.echo(text, nl=False)
    else:
        write_whole(out, text.encode())


def _parse_settings(texts: Sequence[str]) -> dict[str, object]:
    """Read KEY=VALUE."""
    settings: dict[str, object] = {}
    for text in texts:
        key, equals, value = text.partition("=")
        if not equals or not key:
            raise InvalidInput(f"'{text}' is not a setting", "Write KEY=VALUE.")
        settings[key] = value
    return settings
