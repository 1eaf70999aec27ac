"""What a server remembers of a study between requests. Everything in it can be read from the store again."""

from __future__ import annotations

from genchal.campaign.studies.next_sheet import Adaptive
from genchal.campaign.studies.seen_texts import Earlier
from genchal.campaign.studies.stored import Running
from genchal.elicitation.writing import TextWriting
from genchal.store import Choose, Transaction


class Memory:
    """Texts that were collected before, and the ranking so far where sheets are chosen by it."""

    def __init__(self, running: Running) -> None:
        self.earlier = Earlier()
        self._running = running
        self._adaptive = Adaptive(running) if running.design.adaptive and running.method.is_comparison else None

    @property
    def choose(self) -> Choose | None:
        """Which sheet to give next; None: as the store does it, whichever fewest have."""
        return self._adaptive.choose if self._adaptive else None

    @property
    def learns(self) -> bool:
        """Whether there is anything to take in."""
        return self._adaptive is not None or isinstance(self._running.method, TextWriting)

    def refresh(self, transaction: Transaction, now: float) -> None:
        """Take in what was committed since; for a transaction that reads."""
        self.earlier.refresh(transaction, self._running)
        if self._adaptive:
            self._adaptive.refresh(transaction, now)
