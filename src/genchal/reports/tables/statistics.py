"""Text statistics of systems as tables: a table per family and version, statistics across, systems down."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Sequence
from dataclasses import dataclass

from genchal.domain.profile import ProfileNumber


@dataclass(frozen=True, slots=True)
class StatisticsTable:
    """Numbers of one family; ``cells[i][j]`` is statistic j of system i as it is shown, ``values`` as it is."""

    title: str
    statistics: tuple[str, ...]
    systems: tuple[str, ...]
    values: tuple[tuple[float, ...], ...]
    cells: tuple[tuple[str, ...], ...]
    signature: str


def statistics_tables(numbers: Sequence[ProfileNumber]) -> list[StatisticsTable]:
    """Arrange numbers; what cannot be had is a dash."""
    tables = []
    for family, version in dict.fromkeys((one.family, one.version) for one in numbers):
        own = [one for one in numbers if (one.family, one.version) == (family, version)]
        statistics = tuple(dict.fromkeys(one.statistic for one in own))
        systems = tuple(dict.fromkeys(one.system for one in own))
        by_place = {(one.system, one.statistic): one.value for one in own}
        values = tuple(tuple(by_place.get((row, column), math.nan) for column in statistics) for row in systems)
        tables.append(
            StatisticsTable(
                title=f"{family}, {version}",
                statistics=tuple(one.replace("_", " ") for one in statistics),
                systems=systems,
                values=values,
                cells=tuple(zip(*map(_column, zip(*values, strict=True)), strict=True)),
                signature=own[0].signature,
            )
        )
    return tables


def statistics_csv(numbers: Sequence[ProfileNumber]) -> str:
    """Write one row per system and statistic (RFC 4180), numbers in full precision."""
    lines = io.StringIO(newline="")
    writer = csv.writer(lines)
    writer.writerow(("system", "version", "family", "statistic", "value", "signature"))
    for one in numbers:
        value = "" if math.isnan(one.value) else repr(one.value)
        writer.writerow((one.system, one.version, one.family, one.statistic, value, one.signature))
    return lines.getvalue()


def _column(values: Sequence[float]) -> list[str]:
    """Numbers of one column with as many decimals as they need to be told apart; counts have none."""
    there = [value for value in values if math.isfinite(value)]
    decimals = 0 if all(value == int(value) for value in there) else 2 if max(map(abs, there)) >= 10 else 3
    return [f"{value:,.{decimals}f}" if math.isfinite(value) else "–" for value in values]
