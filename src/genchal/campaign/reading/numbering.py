"""Whether ids that number outputs count from 0 or from 1: settled once for all files that are read together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from genchal.errors import InvalidInput


class Numbering:
    """Where references have no ids: of `count` instances, only one way of counting has a 0 or `count`.

    A file that has neither counts as the others do: a system without an output for the first instance has no 0.
    """

    def __init__(self, count: int) -> None:
        self._known = {str(number) for number in range(count + 1)}
        self._last = str(count)
        self._from_0: Path | None = None  # a file that counts so
        self._from_1: Path | None = None

    def watch_ids(self, ids: Sequence[str], path: Path) -> None:
        """Learn from the ids of a file."""
        if self._are_numbers(ids) and ("0" in ids) != (self._last in ids):
            if "0" in ids:
                self._from_0 = self._from_0 or path
            else:
                self._from_1 = self._from_1 or path

    def counts_from_0(self, ids: Sequence[str], path: Path) -> bool:
        """Whether the ids of a file count from 0."""
        if not self._are_numbers(ids) or ("0" in ids and self._last in ids):
            return False
        if "0" in ids or self._last in ids:
            return "0" in ids
        if self._from_0 is not None and self._from_1 is not None:
            raise InvalidInput(
                f"{path}: its ids may count from 0, as those of {self._from_0.name} do, or from 1, as those of "
                f"{self._from_1.name}",
                "Give the references ids, or let all files count in one way.",
            )
        return self._from_0 is not None

    def _are_numbers(self, ids: Iterable[str]) -> bool:
        return all(identity in self._known for identity in ids)
