"""Progress on standard error, and only where somebody looks."""

from __future__ import annotations

import sys

import click


def show_progress(text: str) -> None:
    """Print a line of progress to a terminal; say nothing when piped."""
    if sys.stderr.isatty():
        click.echo(f"  {text}", err=True)
