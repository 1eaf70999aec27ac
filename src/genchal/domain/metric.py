"""Metric: rows of evidence per segment, scores from their sums."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from typing import ClassVar, Self

from genchal.domain.batch import Batch
from genchal.domain.settings import described
from genchal.text.ragged import FloatArray

Rows = FloatArray  # one line per segment, NaN where the segment cannot be scored
Totals = FloatArray  # sums of rows: the last axis are the columns, any axes before it are kept
Scores = FloatArray


@dataclass(frozen=True, slots=True)
class Card:
    """What one should know before trusting a number; the reference pages are made from it."""

    measures: str
    low: float
    high: float
    published: str
    limits: str
    citation: str


class Metric(ABC):
    """One number per corpus, made from additive rows; the dataclass fields of a metric are its settings.

    A row is the evidence of one segment, and a corpus is the sum of its rows. Segment scores, intervals, paired
    tests, caching and distributed scoring work on rows and know no metric by name.
    """

    __slots__ = ()

    name: ClassVar[str]
    version: ClassVar[int]  # raised by every change that alters any score
    higher_is_better: ClassVar[bool] = True
    perfect: ClassVar[float | None] = None  # score of a text against itself, where that is always the best score
    card: ClassVar[Card]

    @classmethod
    def example(cls) -> Self:
        """An instance for tests and documentation."""
        return cls()

    def fitted(self, batches: Iterable[Batch]) -> Self:
        """Look at the whole corpus first, for metrics that need it."""
        return self

    @abstractmethod
    def measure(self, batch: Batch) -> Rows:
        """Return one row of evidence per segment; NaN throughout where there is nothing to compare with."""

    @abstractmethod
    def summarise(self, totals: Totals) -> Scores:
        """Turn column sums (any leading axes) into scores; NaN for the sum of no rows."""

    def segment_scores(self, rows: Rows) -> Scores:
        """Score every segment by itself."""
        return self.summarise(rows)

    def fields(self) -> dict[str, str]:
        """Settings as signatures show them, in order."""
        return {field.name: described(getattr(self, field.name)) for field in fields(self)}  # type: ignore[arg-type]

    def state(self) -> str:
        """Fingerprint of what `fitted` has learnt; empty for metrics that learn nothing."""
        return ""

    def identity(self) -> str:
        """Everything that rows depend on besides the data: the key of stored rows."""
        settings = [f"{key}:{value}" for key, value in self.fields().items()]
        return "|".join([self.name, *settings, f"v:{self.version}", *filter(None, [self.state()])])

    def signature(self, references: str, conditions: Sequence[str] = ()) -> str:
        """The string that belongs beside every score.

        `references` is their number, or "var"; `conditions` say what else was done to the data (``group:slots``).
        """
        settings = [f"{key}:{value}" for key, value in self.fields().items()]
        return "|".join([self.name, f"nrefs:{references}", *conditions, *settings, self.release()])

    def release(self) -> str:
        """The last field of the signature: which implementation this was."""
        return f"v:{self.version}"
