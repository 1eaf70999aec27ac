"""Published numbers beside ours: which of them come out again, and which cannot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from genchal.domain.results.table import Cell, Column, Table
from genchal.errors import counted

EXPLANATIONS_PAGE = "deviations.html"  # of a report: why numbers deviate
Reproduced = Literal["exact", "within", "off", "not computed", "not counted", "another system"]


@dataclass(frozen=True, slots=True)
class PublishedNumber:
    """One cell of a published table.

    `published` is as printed, and `tolerance` as the list of tolerances has it ("0.0005", "1%", empty: none). `ours` is
    None where it cannot be computed. A cell whose data or tool is not to be had does not count; `reason` says so. Nor
    does one whose `ours` is the score of another system of the same name, which a generator of the campaign is.
    """

    table: str
    row: str
    column: str
    published: str
    ours: float | None
    verdict: Reproduced
    tolerance: str = ""
    counts: bool = True
    reason: str = ""
    link: str = ""  # to the explanation of a deviation

    @property
    def is_of_another(self) -> bool:
        """Whether ours is the score of a system that only has the name of the published one."""
        return self.verdict == "another system"


@dataclass(frozen=True, slots=True)
class PublishedNumbers:
    """All cells of the tables that a campaign names; `explanations` say why numbers deviate, in Markdown."""

    numbers: tuple[PublishedNumber, ...]
    explanations: str = ""

    def __iter__(self) -> Iterator[PublishedNumber]:
        return iter(self.numbers)

    def count(self, *verdicts: Reproduced) -> int:
        """How many numbers that count have one of these verdicts."""
        return sum(number.counts and number.verdict in verdicts for number in self)

    def counts(self) -> dict[str, int]:
        """The sum: numbers that count, those reproduced, those of them exactly, and those that cannot be recomputed."""
        counting = sum(number.counts for number in self)
        return {
            "numbers": counting,
            "reproduced": self.count("exact", "within"),
            "exact": self.count("exact"),
            "not_recomputed": sum(not number.counts and not number.is_of_another for number in self),
        }

    def of(self, table: str) -> PublishedNumbers:
        """The numbers of one table."""
        return PublishedNumbers(tuple(number for number in self if number.table == table))

    @property
    def tables_named(self) -> Sequence[str]:
        """The tables, in the order of the campaign."""
        return tuple(dict.fromkeys(number.table for number in self))

    def sentence(self) -> str:
        """The outcome in one line."""
        found = self.counts()
        others = sum(number.is_of_another for number in self)
        ending = f"; {counted(others, 'score')} of our own systems beside published ones" if others else ""
        if not found["numbers"]:
            return f"None of {counted(len(self.numbers), 'published number')} can be recomputed{ending}"
        return (
            f"{found['reproduced']:,} of {counted(found['numbers'], 'published number')} reproduced "
            f"({found['exact']:,} exactly); {found['not_recomputed']:,} cannot be recomputed{ending}"
        )

    def listed(self) -> Table:
        """Every number, for programs: ours is empty where it could not be computed."""
        columns = tuple(map(Column, ("table", "row", "column", "published", "ours", "verdict")))
        rows = tuple(
            (number.table, number.row, number.column, number.published, number.ours, number.verdict) for number in self
        )
        return Table("published numbers beside ours", columns, rows)

    def summary(self) -> Table:
        """One line a table: how many numbers count, and what became of them."""
        rows: list[tuple[Cell, ...]] = []
        for name in self.tables_named:
            found = self.of(name)
            sums, verdicts = found.counts(), [found.count(verdict) for verdict in ("within", "off", "not computed")]
            rows.append((name, sums["numbers"], sums["exact"], *verdicts, sums["not_recomputed"]))
        header = ("table", "numbers", "exact", "within tolerance", "off", "not computed", "cannot be recomputed")
        return Table("published numbers", tuple(map(Column, header)), tuple(rows))
