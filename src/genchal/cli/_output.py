"""What commands that print lines and draw figures share."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from click import UsageError

if TYPE_CHECKING:
    from genchal.reports.figures.canvas import Format


def figure_format(path: Path) -> Format:
    """The format of a figure, by the name of its file."""
    from genchal.reports.figures.canvas import INK

    for kind in INK:
        if path.suffix.lower() == f".{kind}":
            return kind
    raise UsageError(f"--plot writes {', '.join(f'.{kind}' for kind in INK)}, by the name of the file.")


def aligned(lines: Sequence[Sequence[str]]) -> list[str]:
    """Lines of a table with its columns under each other."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in lines]
