"""Slot error rate (Dušek et al. 2020, equation 5): what is missing, added, wrong or repeated, per slot.

A lexicon says which words express which value. Slots that are missing, added, wrong or repeated are summed over the
corpus and divided by the number of slots in the inputs. The shares of outputs that are right, that add, that leave out,
and that do both (``slot_error.ok``, ``.added``, ``.missing``, ``.both``) come from the same rows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Literal, Self

import numpy as np

from genchal.domain import Batch, Metric, Rows, Scores, Totals, setting
from genchal.domain.inputs import Input
from genchal.domain.metric import Basis
from genchal.domain.slots.checking import AnyLexicon, check_output
from genchal.domain.slots.errors import SlotErrors
from genchal.domain.slots.lexicon import SHIPPED, Lexicon, LexiconSlot, Wording
from genchal.domain.slots.matching import Pair
from genchal.errors import InvalidInput
from genchal.text.words.phrases import parse_phrase

MISSING, ADDED, WRONG, REPEATED, SLOTS, *_ = range(12)
# Columns of the six kinds of outputs; the last is a 1.
FINE, REPEATS, ADDS, MISSES, MISSES_AND_REPEATS, BOTH, COUNT = range(5, 12)


@dataclass(frozen=True, slots=True)
class SlotError(Metric):
    """Slots missing, added, wrong or repeated, per slot of the inputs; above 1 where an output adds many.

    An output for an input without slots can only add; by itself it scores the number of its errors.
    """

    name: ClassVar[str] = "slot_error"
    version: ClassVar[int] = 1
    higher_is_better: ClassVar[bool] = False
    basis: ClassVar[Basis] = "inputs"

    lexicon: str | None = setting(None, "Lexicon of words that express values: one that comes with genchal, or a file.")
    repetitions: bool = setting(True, "Whether repetitions count as errors; not in the E2E challenge's table.")
    _lexicon: AnyLexicon | None = field(default=None, repr=False, compare=False)

    @classmethod
    def example(cls) -> Self:
        """With a lexicon about walks."""
        return cls("walks", _lexicon=_EXAMPLE)

    def check(self) -> None:
        """Refuse to begin without a lexicon."""
        self.needs()

    def needs(self) -> Mapping[str, str]:
        """Ask for the lexicon."""
        if self.lexicon is None:
            raise InvalidInput(
                f"metric '{self.name}' needs a lexicon",
                f"Add lexicon=NAME, one of {', '.join(SHIPPED)}, or the path of your own (genchal lexicon mine).",
            )
        return {"lexicon": self.lexicon}

    def state(self) -> str:
        """Fingerprint of the lexicon."""
        return "" if self._lexicon is None else self._lexicon.fingerprint

    def fields(self) -> dict[str, str]:
        """The settings; the lexicon by its name and the beginning of its fingerprint."""
        fields = super(SlotError, self).fields()
        if self._lexicon is not None:
            fields["lexicon"] = self._lexicon.signature
        return fields

    def identity(self) -> str:
        """All of the family measure the same, whether repetitions count or not."""
        return f"slot_error|lexicon:{self.fields()['lexicon']}|v:{self.version}"

    def measure(self, batch: Batch) -> Rows:
        """Return one row per segment: errors of four kinds, slots, which of six kinds of outputs it is, and a 1."""
        rows = np.full((len(batch), COUNT + 1), np.nan)
        if self._lexicon is None or not batch.inputs:
            return rows
        wanted = wanted_by_input(self._lexicon, batch.inputs)
        known: dict[tuple[int, str], list[float]] = {}
        for place, (given, text) in enumerate(zip(batch.inputs, batch.outputs, strict=True)):
            pairs = wanted[id(given)]
            if pairs is None:
                continue
            key = (id(given), text)
            if key not in known:
                known[key] = _row(check_output(self._lexicon, pairs, text).errors, len(pairs))
            rows[place] = known[key]
        return rows

    def summarise(self, totals: Totals) -> Scores:
        """Errors per slot."""
        errors = totals[..., : REPEATED + 1 if self.repetitions else REPEATED].sum(axis=-1)
        return np.where(totals[..., COUNT] > 0, errors / np.maximum(totals[..., SLOTS], 1), np.nan)


def wanted_by_input(lexicon: AnyLexicon, inputs: Sequence[Input]) -> dict[int, tuple[Pair, ...] | None]:
    """What every input asks for, by the identity of the input: several systems answer one and the same."""
    different = {id(given): given for given in inputs}
    wanted = {key: lexicon.wanted(given) for key, given in different.items()}
    return {key: None if pairs is None else tuple(pairs) for key, pairs in wanted.items()}


def _row(errors: SlotErrors, slots: int) -> list[float]:
    counts = [len(errors.missing), len(errors.added), len(errors.wrong), len(errors.repeated)]
    kind = _kind(*map(bool, counts))
    return [*map(float, counts), float(slots), *(float(kind == column) for column in range(FINE, COUNT)), 1.0]


def _kind(missing: bool, added: bool, wrong: bool, repeated: bool) -> int:
    """The classes of the E2E report, those with repetitions apart."""
    if wrong or (missing and added):
        return BOTH
    if added:
        return ADDS
    if missing:
        return MISSES_AND_REPEATS if repeated else MISSES
    return REPEATS if repeated else FINE


class _Share(SlotError):
    """A share of outputs; repetitions are additions, where they count."""

    __slots__ = ()
    kinds: ClassVar[tuple[int, ...]]
    kinds_without_repetitions: ClassVar[tuple[int, ...]]

    def summarise(self, totals: Totals) -> Scores:
        """Outputs of this kind, per output."""
        kinds = list(self.kinds if self.repetitions else self.kinds_without_repetitions)
        with np.errstate(invalid="ignore"):
            shares: Scores = totals[..., kinds].sum(axis=-1) / totals[..., COUNT]
        return shares


@dataclass(frozen=True, slots=True)
class SlotErrorOk(_Share):
    """Share of outputs without any slot error."""

    name: ClassVar[str] = "slot_error.ok"
    higher_is_better: ClassVar[bool] = True
    kinds: ClassVar[tuple[int, ...]] = (FINE,)
    kinds_without_repetitions: ClassVar[tuple[int, ...]] = (FINE, REPEATS)


@dataclass(frozen=True, slots=True)
class SlotErrorAdded(_Share):
    """Share of outputs that add a slot or, where that counts, repeat one; and that get none wrong."""

    name: ClassVar[str] = "slot_error.added"
    kinds: ClassVar[tuple[int, ...]] = (ADDS, REPEATS, MISSES_AND_REPEATS)
    kinds_without_repetitions: ClassVar[tuple[int, ...]] = (ADDS,)


@dataclass(frozen=True, slots=True)
class SlotErrorMissing(_Share):
    """Share of outputs that leave slots out and do nothing else wrong."""

    name: ClassVar[str] = "slot_error.missing"
    kinds: ClassVar[tuple[int, ...]] = (MISSES,)
    kinds_without_repetitions: ClassVar[tuple[int, ...]] = (MISSES, MISSES_AND_REPEATS)


@dataclass(frozen=True, slots=True)
class SlotErrorBoth(_Share):
    """Share of outputs that add and leave out, or that have a wrong value."""

    name: ClassVar[str] = "slot_error.both"
    kinds: ClassVar[tuple[int, ...]] = (BOTH,)
    kinds_without_repetitions: ClassVar[tuple[int, ...]] = (BOTH,)


@dataclass(frozen=True, slots=True)
class SlotErrorRepeated(SlotError):
    """Slots that are said again, per slot of the inputs; whatever the setting `repetitions` says."""

    name: ClassVar[str] = "slot_error.repeated"

    def summarise(self, totals: Totals) -> Scores:
        """Repetitions per slot."""
        return np.where(totals[..., COUNT] > 0, totals[..., REPEATED] / np.maximum(totals[..., SLOTS], 1), np.nan)


def _example_slot(name: str, kind: Literal["open", "closed"], **values: Sequence[str]) -> LexiconSlot:
    wordings = {value: tuple(Wording(parse_phrase(text)) for text in texts) for value, texts in values.items()}
    return LexiconSlot(name, wordings, kind == "open")


_EXAMPLE = Lexicon(
    "walks",
    {
        "name": _example_slot("name", "open"),
        "distance": _example_slot("distance", "open"),
        "dogs": _example_slot("dogs", "closed", yes=["dogs welcome"], no=["no dogs", "it's the river"]),
    },
    "example",
)
