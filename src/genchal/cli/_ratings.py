"""What commands that read ratings have in common."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from genchal.cli._options import options_of
from genchal.domain.ratings import RatingsSelection

ratings_argument = click.argument("ratings", type=click.Path(path_type=Path))
criterion_option = click.option(
    "--criterion", help="What the ratings are about, such as quality; needed where there are several."
)
selection_options = options_of(RatingsSelection, into="which")
layout_option = options_of(RatingsSelection, into="which", leave_out=("quality_control", "leave_out"))


def record(result: Any) -> dict[str, object]:
    """Fields of a result as JSON can say them: what is not a finite number is null."""
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
    """Draw a figure into a file, in the format that its name tells."""
    from genchal.cli._output import figure_format
    from genchal.resources.files import write_whole

    write_whole(path, draw(figure_format(path)))
