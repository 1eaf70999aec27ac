"""Metric: rows of evidence per segment, scores from their sums."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal, Self, cast

from genchal.domain.batch import Batch
from genchal.domain.settings import described, settings_of
from genchal.errors import InvalidInput
from genchal.registry import CardFile
from genchal.text.arrays.ragged import FloatArray

Rows = FloatArray  # one line per segment, NaN where the segment cannot be scored
Totals = FloatArray  # sums of rows: the last axis are the columns, any axes before it are kept
Scores = FloatArray
Basis = Literal["references", "inputs", "outputs"]
Subject = Literal["texts", "attribute sets"]
Each = Literal["best", "mean"]  # what is made of the scores against single references


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """What to know before trusting a number; the reference pages are made from it.

    Scores lie between `low` and `high`.
    """

    measures: str
    low: float = 0.0
    high: float = 1.0
    published: str
    limits: str
    citation: str


class Metric(ABC):
    """One number per corpus, made from additive rows; the dataclass fields of a metric are its settings.

    A row is the evidence of one segment, and a corpus is the sum of its rows. Segment scores, intervals, paired
    tests, caching and distributed scoring work on rows and know no metric by name. Fields that begin with an
    underscore are no settings: they hold what `equipped` and `informed` have brought in.
    """

    __slots__ = ()

    name: ClassVar[str]
    family: ClassVar[str] = ""  # of metrics that make different scores from the same rows, which are measured once
    version: ClassVar[int]  # raised by every change that alters any score
    higher_is_better: ClassVar[bool] = True
    has_direction: ClassVar[bool] = True  # whether more or less of it is better at all; complexity, say, is neither
    perfect: ClassVar[float | None] = None  # score of a text against itself, where that is always the best score
    basis: ClassVar[Basis] = "references"  # what an output is held against; "outputs": looked at by itself
    subject: ClassVar[Subject] = "texts"  # what it looks at in an output; one that has no such thing is not scored
    wants: ClassVar[str] = ""  # which inputs can be scored, where not all can: "scenes with attribute sets"
    extra: ClassVar[str] = ""  # optional packages that it may need: "meteor" for pip install genchal[meteor]
    is_informed_by_corpus: ClassVar[bool] = False  # whether rows depend on the references of all instances
    card: ClassVar[Card] = cast(Card, CardFile(Card))  # from cards/<name>.toml, unless given here

    @classmethod
    def example(cls) -> Self:
        """An instance for tests and documentation."""
        return cls()

    def needs(self) -> Mapping[str, str]:
        """Resources that must be there before anything is measured: of each kind the name of the one needed."""
        return {}

    def equipped(self, resources: Mapping[str, Any]) -> Self:
        """Take the resources that `needs` asked for: one of the kind "lexicon" into the field `_lexicon`."""
        return replace(self, **{f"_{kind}": resource for kind, resource in resources.items()})  # type: ignore[type-var]

    def resource(self, kind: str) -> Any:
        """The resource of this kind that was passed in; InvalidInput if there is none."""
        found = getattr(self, f"_{kind}")
        if found is None:
            loaded = f"Pass what load_{kind} of genchal.resources returns to equipped()."
            remedy = "Call fitted() first." if self.is_informed_by_corpus else loaded
            raise InvalidInput(f"metric '{self.name}' was given no {kind}", remedy)
        return found

    def survey(self, batch: Batch) -> Any:
        """Summarise a part of the corpus for the metric; only references and inputs count, not the outputs.

        For metrics that are informed by the corpus. Every instance is in one batch, once, however many systems there
        are; parts may be surveyed in different processes.
        """
        return None

    def informed(self, surveys: Iterable[Any]) -> Self:
        """Put the surveys of all parts of the corpus together."""
        return self

    def fitted(self, batches: Iterable[Batch]) -> Self:
        """Look at the whole corpus, for metrics that are informed by it."""
        return self.informed(map(self.survey, batches)) if self.is_informed_by_corpus else self

    @abstractmethod
    def measure(self, batch: Batch) -> Rows:
        """Return one row of evidence per segment; NaN throughout, and only, where there is nothing to go by."""

    @abstractmethod
    def summarise(self, totals: Totals) -> Scores:
        """Turn column sums (any leading axes) into scores; NaN for the sum of no rows."""

    def segment_scores(self, rows: Rows) -> Scores:
        """Score every segment by itself."""
        return self.summarise(rows)

    def fields(self) -> dict[str, str]:
        """Settings as signatures show them, in order."""
        return {name: described(getattr(self, name)) for name in settings_of(type(self))}

    def state(self) -> str:
        """Fingerprint of what resources and corpus have brought in; empty for metrics that need neither."""
        return ""

    def identity(self) -> str:
        """Everything that rows depend on besides the data: the key of stored rows."""
        settings = [f"{key}:{value}" for key, value in self.fields().items()]
        return "|".join([self.family or self.name, *settings, f"v:{self.version}", *filter(None, [self.state()])])

    def signature(self, references: str, conditions: Sequence[str] = ()) -> str:
        """The string that belongs beside every score.

        `references` is their number, or "var"; `conditions` say what else was done to the data (``group:slots``).
        """
        settings = [f"{key}:{value}" for key, value in self.fields().items()]
        return "|".join([self.name, f"nrefs:{references}", *conditions, *settings, self.release()])

    def release(self) -> str:
        """The last field of the signature: which implementation this was."""
        return f"v:{self.version}"
