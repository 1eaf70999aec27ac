"""``genchal demo``: the bundled campaign, end to end."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click


@click.command("demo")
@click.option(
    "-o",
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("genchal-demo"),
    show_default=True,
    help="Folder for a copy of the campaign and its report.",
)
@click.option(
    "--open/--no-open", "opens", default=None, help="Open the report in a browser. Default: only if there is a screen."
)
def command(out: Path, opens: bool | None) -> None:
    """Run the bundled campaign end to end and open its report."""
    from genchal.campaign.recipes import copy_recipe
    from genchal.campaign.run import run_campaign
    from genchal.cli._show import show, show_progress
    from genchal.domain.results.table import TableForm

    outcome = run_campaign(copy_recipe("demo", out), out, show_progress)
    show(outcome, TableForm(notes=False))
    click.echo(f"\n{outcome.summary()}")
    if _has_screen() if opens is None else opens:
        import webbrowser

        webbrowser.open(outcome.report.resolve().as_uri())


def _has_screen() -> bool:
    """Whether this runs in a terminal on a machine that can show a browser."""
    graphical = sys.platform in ("win32", "darwin") or bool({"DISPLAY", "WAYLAND_DISPLAY"} & set(os.environ))
    return graphical and sys.stdout.isatty()
