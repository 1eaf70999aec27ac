"""D-Level: the syntactic complexity of sentences on a scale of 0 to 7, over Universal Dependencies.

The revised scale of Covington et al. (2006), which Lu (2009) made automatic and the E2E report printed (Dušek et al.
2020, Table 9 and Figure 4). Theirs went over phrase structure by Collins' parser; this is a re-implementation over
dependency trees, hence the name. `genchal.text.dlevel` has the rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Self

import numpy as np

from genchal.domain import Batch, Input, Metric, Rows, Scores, Text, Totals, setting
from genchal.domain.results.levels import COMPLEX, SIMPLE
from genchal.domain.slots.values import values_of
from genchal.errors import InvalidInput, suggestion
from genchal.metrics._levelled import LevelledText, StandIn, level_texts
from genchal.text.arrays.ragged import FloatArray
from genchal.text.clean_up import CLEAN_UPS
from genchal.text.dlevel import LEVELS
from genchal.text.syntax import Parser


@dataclass(frozen=True, slots=True)
class DLevelUd(Metric):
    """Mean level of all sentences; an output without a word is not scored, and references do not count."""

    name: ClassVar[str] = "dlevel_ud"
    family: ClassVar[str] = "dlevel_ud"
    version: ClassVar[int] = 1
    basis: ClassVar[Any] = "outputs"
    has_direction: ClassVar[bool] = False

    parser: str = setting("en", "Tagger-parser: one that comes with genchal, or a file of weights.")
    delexicalise: str = setting("", 'Slots whose values are read as proper names, as "name near"; none by default.')
    clean_up: str = setting("detokenise", "How to clean texts first: none, detokenise, sf or bagel.")
    _parser: Parser | None = field(default=None, repr=False, compare=False)

    @classmethod
    def example(cls) -> Self:
        """Reads every sentence as words below the first, with what follows *and* joined to it; needs no weights."""
        return cls(_parser=StandIn())

    def check(self) -> None:
        """Refuse a clean-up that nobody knows."""
        if self.clean_up not in CLEAN_UPS:
            raise InvalidInput(
                f"setting 'clean_up' of metric '{self.name}' cannot be '{self.clean_up}'",
                suggestion(self.clean_up, list(CLEAN_UPS)),
            )

    def needs(self) -> Mapping[str, str]:
        """Ask for a parser."""
        return {"parser": self.parser}

    def state(self) -> str:
        """The parser, with the fingerprint of its weights."""
        return "" if self._parser is None else self._parser.name

    def fields(self) -> dict[str, str]:
        """Settings, the parser under its full name."""
        parser = self.parser if self._parser is None else self._parser.name
        return {"parser": parser, "delexicalise": self.delexicalise or "no", "clean_up": self.clean_up}

    def level_outputs(self, outputs: Sequence[str], inputs: Sequence[Input]) -> list[list[LevelledText]]:
        """The sentences of every output with their levels, and what these rest on."""
        slots = self.delexicalise.split()
        values = [values_of(given, slots) if slots else () for given in inputs]
        return level_texts(self.resource("parser"), outputs, values, self.clean_up)

    def measure(self, batch: Batch) -> Rows:
        """Return one row per segment: its sentences at each level, 0 to 7."""
        rows = np.zeros((len(batch), LEVELS))
        inputs = batch.inputs or [Text()] * len(batch)
        for row, sentences in zip(rows, self.level_outputs(batch.outputs, inputs), strict=True):
            for sentence in sentences:
                row[sentence.found.level] += 1
        rows[rows.sum(axis=1) == 0] = np.nan
        return rows

    def summarise(self, totals: Totals) -> Scores:
        """The mean level."""
        return _over_sentences(totals @ np.arange(float(LEVELS)), totals)


@dataclass(frozen=True, slots=True)
class DLevelUdSimple(DLevelUd):
    """Share of sentences at levels 0 to 2; an output without a word is not scored."""

    name: ClassVar[str] = "dlevel_ud.simple"

    def summarise(self, totals: Totals) -> Scores:
        """The share of levels 0 to 2."""
        return _over_sentences(totals[..., SIMPLE].sum(axis=-1), totals)


@dataclass(frozen=True, slots=True)
class DLevelUdComplex(DLevelUd):
    """Share of sentences at levels 6 and 7; an output without a word is not scored."""

    name: ClassVar[str] = "dlevel_ud.complex"

    def summarise(self, totals: Totals) -> Scores:
        """The share of levels 6 and 7."""
        return _over_sentences(totals[..., COMPLEX].sum(axis=-1), totals)


def _over_sentences(values: FloatArray, totals: Totals) -> Scores:
    with np.errstate(invalid="ignore"):
        shares: Scores = values / totals.sum(axis=-1)
    return shares
