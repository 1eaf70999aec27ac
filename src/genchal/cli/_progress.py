"""Progress and notices, on standard error."""

from __future__ import annotations

import sys

import click


def show_progress(text: str) -> None:
    """Print a line of progress to a terminal; say nothing when piped."""
    if sys.stderr.isatty():
        click.echo(f"  {text}", err=True)


def tell(text: str) -> None:
    """Print a notice that people should see even later: something was slow, or could not be stored."""
    click.echo(text, err=True)
