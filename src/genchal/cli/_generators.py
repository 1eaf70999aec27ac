"""Options that `generate` and `train` share: what a generator learns from, and its settings."""

from __future__ import annotations

import logging
from collections.abc import Sequence

import click

from genchal.cli._options import PATH, Command, add_options
from genchal.domain.columns import COLUMNS_DOC
from genchal.errors import InvalidInput


def learning_options(command: Command) -> Command:
    """Add the options of everything that learns."""
    return add_options(
        command,
        [
            click.option(
                "--train", type=PATH, multiple=True, help="File with instances to learn from. May be repeated."
            ),
            click.option("--dev", type=PATH, multiple=True, help="File with instances to tune on. May be repeated."),
            click.option(
                "--task",
                help="Format of these files. Default: slots or sr, whichever the generator needs; or detected.",
            ),
            click.option("--columns", default="", metavar="ROLE=COLUMN,...", help=COLUMNS_DOC),
            click.option(
                "-s",
                "--set",
                "settings",
                multiple=True,
                metavar="KEY=VALUE",
                help="Setting of the generator. May be repeated.",
            ),
        ],
    )


def parse_settings(texts: Sequence[str]) -> dict[str, object]:
    """Read KEY=VALUE."""
    settings: dict[str, object] = {}
    for text in texts:
        key, equals, value = text.partition("=")
        if not equals or not key:
            raise InvalidInput(f"'{text}' is not a setting", "Write KEY=VALUE.")
        if key in settings:
            raise InvalidInput(f"setting '{key}' is given twice", "Give it once.")
        settings[key] = value
    return settings


def show_training() -> None:
    """Let generators that train for minutes say on standard error how far they are."""

    class Shown(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            kind = "warning: " if record.levelno >= logging.WARNING else ""
            click.echo(f"{kind}{record.getMessage()}", err=True)

    log = logging.getLogger("genchal.generators")
    log.handlers, log.propagate = [Shown()], False
    log.setLevel(logging.INFO)
