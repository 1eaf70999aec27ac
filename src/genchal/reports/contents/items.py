"""Figures and tables of a report, each under the name of its file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from genchal.domain.results.table import Table
from genchal.reports.figures.drawing import Drawing
from genchal.reports.names import slug


@dataclass(frozen=True, slots=True)
class ReportFigure:
    """A figure: `name` is that of its files, `alt` says what it shows to those who do not see it.

    `on_phone` is what a page shows on a narrow screen, where that is another drawing.
    """

    name: str
    drawing: Drawing
    alt: str
    on_phone: Drawing | None = None


@dataclass(frozen=True, slots=True)
class ReportTable:
    """A table: `listed` is what CSV files have, where that is another one."""

    name: str
    table: Table
    listed: Table | None = None


@dataclass(frozen=True, slots=True)
class ReportStyle:
    """How numbers are shown: decimals of measures (None: four), fractions times 100; what text statistics mean.

    `baseline` is the system that others are compared with; None: the first of the family "baseline".
    """

    digits: int | None = None
    percent: bool = False
    meanings: Mapping[str, str] = field(default_factory=dict)
    baseline: str | None = None


def unique_slugs(names: Iterable[str]) -> dict[str, str]:
    """A part of a file name for each name; those that come out the same are numbered."""
    taken: dict[str, str] = {}
    for name in names:
        base = candidate = slug(name)
        number = 2
        while candidate in taken.values():
            candidate = f"{base}-{number}"
            number += 1
        taken[name] = candidate
    return taken
