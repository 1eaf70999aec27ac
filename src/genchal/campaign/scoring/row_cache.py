"""Rows that were measured before: one place to look, under one key, for all commands."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass

from genchal.domain import Batch, Rows
from genchal.errors import InvalidInput, UserError
from genchal.resources.results import ResultStore, digest

WORTH_KEEPING = 1.0  # seconds: what is measured faster than it could be looked up is not kept


def rows_key(metric: str, outputs: str) -> str:
    """What rows depend on: the identity of their metric, and the fingerprint of the outputs."""
    return digest(metric, outputs)


def fingerprint_outputs(outputs: Batch) -> str:
    """Fingerprint of outputs and of all that they are compared with."""
    texts, layout = outputs.contents()
    return digest(texts, layout.hex())


@dataclass(frozen=True, slots=True)
class MetricRowCache:
    """Where rows are kept: those of a campaign all of them, those of a user if they took long.

    With `stored_only` nothing may be measured, and what is not there is an error.
    """

    store: ResultStore
    keeps_all: bool = False
    stored_only: bool = False

    def load(self, key: str, length: int) -> Rows | None:
        """The rows under this key, if there are as many as there should be."""
        rows = self.store.load_rows(key)
        return rows if rows is not None and len(rows) == length else None

    def is_worth(self, seconds: float) -> bool:
        """Whether rows that took so long to measure are kept."""
        return self.keeps_all or seconds >= WORTH_KEEPING

    def keep(self, key: str, rows: Rows) -> None:
        """Store rows; a user's cache that cannot be written must not cost the scores."""
        with contextlib.nullcontext() if self.keeps_all else contextlib.suppress(UserError):
            self.store.save_rows(key, rows)

    def check_may_measure(self, metric: str) -> None:
        """Refuse to measure where only stored rows may be used."""
        if self.stored_only:
            raise InvalidInput(
                f"metric '{metric}' is not up to date", "Run genchal run first, then this command again."
            )
