"""Texts that were collected before, of which none is taken twice (E2E)."""

from __future__ import annotations

import json
from collections.abc import Iterable

from genchal.campaign.studies.stored import RunningStudy
from genchal.elicitation.writing import TextWriting, normalise_text
from genchal.store.connection.writer import Transaction
from genchal.store.export import read_values


class SeenTexts:
    """Texts, normalised for comparison. It grows by what is committed, so that all texts are read only once.

    Only `refresh` remembers. A transaction that writes asks `with_newest`, which also sees what is not committed yet.
    """

    def __init__(self) -> None:
        self._known: set[str] = set()
        self._newest: frozenset[str] = frozenset()
        self._own: frozenset[str] = frozenset()
        self._last = 0

    def __contains__(self, text: object) -> bool:
        return text not in self._own and (text in self._known or text in self._newest)

    def except_for(self, texts: Iterable[str]) -> SeenTexts:
        """The same without some texts: who changes an answer may keep it."""
        seen = SeenTexts()
        seen._known, seen._newest, seen._last = self._known, self._newest, self._last
        seen._own = frozenset(map(normalise_text, texts))
        return seen

    def refresh(self, transaction: Transaction, running: RunningStudy) -> None:
        """Take in what was committed since; for a transaction that reads."""
        found = self._read_newest(transaction, running)
        self._known |= found.keys()
        self._last = max([self._last, *found.values()])

    def with_newest(self, transaction: Transaction, running: RunningStudy) -> SeenTexts:
        """The same with what has come since, to be forgotten afterwards."""
        if not isinstance(running.method, TextWriting):
            return self
        seen = SeenTexts()
        seen._known, seen._last = self._known, self._last
        seen._newest = frozenset(self._read_newest(transaction, running))
        return seen

    def _read_newest(self, transaction: Transaction, running: RunningStudy) -> dict[str, int]:
        """Texts that have come since `refresh`, each with the highest number that it has."""
        if not isinstance(running.method, TextWriting):
            return {}
        found: dict[str, int] = {}
        for criterion in running.criteria:
            for number, value in read_values(transaction, running.study.id, criterion.name, self._last):
                text = normalise_text(str(json.loads(value)))
                found[text] = max(number, found.get(text, 0))
        return found
