"""Published numbers beside ours: a table for every published one, deviations first."""

from __future__ import annotations

import re
from dataclasses import dataclass

from genchal.domain.results.published import PublishedNumber, PublishedNumbers
from genchal.domain.results.table import Column, Table
from genchal.reports.contents.items import ReportTable

ORDER = {"off": 0, "not computed": 1, "within": 2, "exact": 3, "not counted": 4, "another system": 5}
SAFE_LINK = re.compile(r"(https?://|\.{0,2}/|[\w-]+\.html|#)[^\s\"'<>]*")


@dataclass(frozen=True, slots=True)
class PublishedTable:
    """The numbers of one published table that count, deviations first."""

    title: str
    summary: str
    numbers: tuple[PublishedNumber, ...]


@dataclass(frozen=True, slots=True)
class PublishedContents:
    """All published tables; `apart` are the numbers that do not count, `others` those of systems of our own."""

    sentence: str
    tables: tuple[PublishedTable, ...]
    apart: tuple[PublishedNumber, ...]
    others: tuple[PublishedNumber, ...]
    listed: ReportTable


def describe_published(found: PublishedNumbers) -> PublishedContents:
    """Arrange published numbers for the page and for files."""
    tables = []
    for title in found.tables_named:
        own = [number for number in found if number.table == title and number.counts]
        if own:
            good = sum(number.verdict in ("exact", "within") for number in own)
            ordered = tuple(sorted(own, key=lambda number: ORDER[number.verdict]))
            tables.append(PublishedTable(title, f"{good:,} of {len(own):,} reproduced", ordered))
    names = ("table", "row", "column", "published", "ours", "verdict")
    rows = tuple(
        (number.table, number.row, number.column, number.published, number.ours, number.verdict) for number in found
    )
    columns = tuple(Column(name, digits=4, align="right" if name in ("published", "ours") else None) for name in names)
    listed = Table("Published numbers beside ours", columns, rows, notes=(f"{found.sentence()}.",), label="published")
    apart = tuple(number for number in found if not number.counts and not number.is_of_another)
    others = tuple(number for number in found if number.is_of_another)
    return PublishedContents(f"{found.sentence()}.", tuple(tables), apart, others, ReportTable("published", listed))


def is_safe_link(link: str) -> bool:
    """Whether a link leads to a page, and not to a script."""
    return SAFE_LINK.fullmatch(link) is not None


def format_ours(number: PublishedNumber) -> str:
    """Our value with a decimal more than the printed one."""
    if number.ours is None or number.ours != number.ours:
        return "–"
    printed = re.search(r"\.(\d+)", number.published)
    return f"{number.ours:.{min(len(printed[1]) + 1 if printed else 1, 8)}f}".replace("-", "−")


def write_tsv(found: PublishedNumbers) -> str:
    """The comparison with every published number, for programs; what cannot be computed is empty."""
    lines = ["table\trow\tcolumn\tpublished\tours\tverdict"]
    for number in found:
        ours = "" if number.ours is None or number.ours != number.ours else repr(float(number.ours))
        cells = (number.table, number.row, number.column, number.published, ours, number.verdict)
        lines.append("\t".join(" ".join(cell.split()) for cell in cells))
    return "\n".join(lines) + "\n"
