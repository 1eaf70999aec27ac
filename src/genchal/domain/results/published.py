"""Published numbers beside ours: which of them come out again, and which cannot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from genchal.errors import counted

Reproduced = Literal["exact", "within", "off", "not computed", "not counted"]


@dataclass(frozen=True, slots=True)
class PublishedNumber:
    """One cell of a published table.

    `published` is as printed, and `tolerance` as the list of tolerances has it ("0.0005", "1%", empty: none). `ours` is
    None where it cannot be computed. A cell whose data or tool is not to be had does not count; `reason` says so.
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


@dataclass(frozen=True, slots=True)
class PublishedNumbers:
    """All cells of the tables that a campaign names."""

    numbers: tuple[PublishedNumber, ...]

    def __iter__(self) -> Iterator[PublishedNumber]:
        return iter(self.numbers)

    def count(self, *verdicts: Reproduced) -> int:
        """How many numbers that count have one of these verdicts."""
        return sum(number.counts and number.verdict in verdicts for number in self)

    @property
    def tables_named(self) -> Sequence[str]:
        """The tables, in the order of the campaign."""
        return tuple(dict.fromkeys(number.table for number in self))

    def sentence(self) -> str:
        """The outcome in one line."""
        counting = sum(number.counts for number in self)
        reproduced = self.count("exact", "within")
        apart = len(self.numbers) - counting
        return (
            f"{reproduced:,} of {counted(counting, 'published number')} reproduced ({self.count('exact'):,} exactly); "
            f"{apart:,} cannot be recomputed"
        )
