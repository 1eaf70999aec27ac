"""What commands that read ratings have in common."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any, TypeVar

import click

from genchal.errors import UnknownName

F = TypeVar("F", bound=Callable[..., Any])


def layout_option(command: F) -> F:
    """Add --layout."""
    help_text = (
        "Layout of the ratings, named after the tool that writes it: long, arena, appraise ... Default: found out."
    )
    return click.option("--layout", callback=_checked, help=help_text)(command)


def _checked(_context: click.Context, _option: click.Parameter, name: str | None) -> str | None:
    """Refuse an unknown layout; the registry, which looks for other packages' too, is asked only where one is named."""
    from genchal.ratings import LAYOUTS

    if name is not None and name not in LAYOUTS:
        raise UnknownName("layout", name, LAYOUTS)
    return name


def record(one: Any) -> dict[str, object]:
    """Fields of a result as JSON can say them: what is not a finite number is null."""
    return {key: strict(value) for key, value in asdict(one).items()}


def strict(value: object) -> object:
    """A value as JSON can say it."""
    return None if isinstance(value, float) and not math.isfinite(value) else value


def p_text(value: float | None) -> str:
    """A p-value in a table."""
    if value is None or math.isnan(value):
        return "-"
    return f"{value:.4f}" if value >= 0.00005 else "<0.0001"


def ranks_text(low: int, high: int) -> str:
    """A range of ranks in a table."""
    return str(low) if low == high else f"{low}-{high}"


def ruled(lines: Sequence[Sequence[str]], clusters: Sequence[int]) -> list[str]:
    """Lines of a table under each other, with a rule before every cluster; the first line is the header."""
    from genchal.cli._output import aligned

    table = aligned(lines)
    rule = "-" * max(map(len, table))
    shown = [table[0]]
    for line, one, before in zip(table[1:], clusters, [None, *clusters[:-1]], strict=True):
        shown += [rule, line] if one != before else [line]
    return shown
