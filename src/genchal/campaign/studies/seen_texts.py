"""Texts that were collected before, of which none is taken twice (E2E)."""

from __future__ import annotations

import json
from collections.abc import Iterable

from genchal.campaign.studies.stored import RunningStudy
from genchal.elicitation.writing import TextWriting, normalise_text
from genchal.store.export import read_values
from genchal.store.writer import Transaction


class SeenTexts:
    """Texts by what makes two of them the same. It grows by what is committed, so that nobody reads all of them twice.

    Only `refresh` remembers. A transaction that writes asks `with_newest`, which also sees what is not committed yet.
    """

    def __init__(self) -> None:
        self._known: set[str] = set()
        self._newest: frozenset[str] = frozenset()
        self._last = 0

    def __contains__(self, text: object) -> bool:
        return text in self._known or text in self._newest

    def refresh(self, transaction: Transaction, running: RunningStudy) -> None:
        """Take in what was committed since; for a transaction that reads."""
        if not isinstance(running.method, TextWriting):
            return
        last = self._last
        found: set[str] = set()
        for name in _criteria(running):
            for number, value in read_values(transaction, running.study.id, name, self._last):
                found.add(_plain(value))
                last = max(last, number)
        self._known |= found
        self._last = max(last, self._last)

    def with_newest(self, transaction: Transaction, running: RunningStudy) -> SeenTexts:
        """The same with what has come since, to be forgotten afterwards."""
        if not isinstance(running.method, TextWriting):
            return self
        seen = SeenTexts()
        seen._known, seen._last = self._known, self._last
        seen._newest = frozenset(self._since(transaction, running))
        return seen

    def _since(self, transaction: Transaction, running: RunningStudy) -> set[str]:
        rows = (read_values(transaction, running.study.id, name, self._last) for name in _criteria(running))
        return {_plain(value) for each in rows for _, value in each}


def _criteria(running: RunningStudy) -> Iterable[str]:
    return [criterion.name for criterion in running.criteria]


def _plain(value: str) -> str:
    return normalise_text(str(json.loads(value)))
