"""The slot error rate of Wen et al. (2015): slots that stand for themselves, missing or redundant.

They counted slot tokens in delexicalised outputs. Here outputs are texts, so values are looked for: those of the input,
and all that the other inputs of the corpus give to the same slots. It needs no lexicon, which makes it a metric of its
own: another question is asked of other slots.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any, ClassVar, Self

import numpy as np

from genchal.domain import Batch, DialogueAct, Metric, Rows, Scores, SlotValues, Totals, setting
from genchal.domain.inputs import Input
from genchal.domain.metric import Basis
from genchal.domain.slots.errors import find_slot_errors
from genchal.domain.slots.lexicon import NOT_LITERAL, Lexicon, LexiconSlot, either, slot_key
from genchal.domain.slots.matching import Pair, match_slots
from genchal.text.words.phrases import words_of


@dataclass(frozen=True, slots=True)
class SlotErrorDelex(Metric):
    """Slots missing and slots redundant, per slot, over slots whose values stand for themselves.

    A wrong value is both missing and redundant; a value said twice is redundant. Values such as yes, no, none and
    dont_care are left out, as Wen et al. left them out. Values of other inputs are redundant only if they are several
    words or a long number: "range" and "7" are said by chance.
    """

    name: ClassVar[str] = "slot_error_delex"
    version: ClassVar[int] = 1
    higher_is_better: ClassVar[bool] = False
    basis: ClassVar[Basis] = "inputs"
    is_informed_by_corpus: ClassVar[bool] = True

    slots: str = setting("", "Slots to look at, separated by spaces or commas. Default: all.")
    _lexicon: Lexicon | None = field(default=None, repr=False, compare=False)

    def survey(self, batch: Batch) -> Any:
        """The values of every slot."""
        return {pair for given in {id(own): own for own in batch.inputs}.values() for pair in self._pairs(given) or ()}

    def informed(self, surveys: Iterable[Any]) -> Self:
        """Make a lexicon of all values."""
        pairs = sorted(pair for pair in set().union(*surveys) if _is_telling(pair[1]))
        values: dict[str, dict[str, tuple[()]]] = {}
        for slot, value in pairs:
            values.setdefault(slot, {})[value] = ()
        slots = {slot: LexiconSlot(slot, own, is_open=True) for slot, own in values.items()}
        return replace(self, _lexicon=Lexicon("corpus", slots, sha256(repr(pairs).encode()).hexdigest()[:16]))

    def state(self) -> str:
        """Fingerprint of the values."""
        return "" if self._lexicon is None else self._lexicon.fingerprint

    def measure(self, batch: Batch) -> Rows:
        """Return one row per segment: slots missing, slots redundant, slots, and a 1."""
        rows = np.full((len(batch), 4), np.nan)
        if self._lexicon is None:
            return rows
        wanted = {id(given): self._pairs(given) for given in batch.inputs}
        for place, (given, text) in enumerate(zip(batch.inputs, batch.outputs, strict=False)):
            pairs = wanted[id(given)]
            if pairs is not None:
                errors = find_slot_errors(pairs, match_slots(self._lexicon, pairs, text))
                missing = len(errors.missing) + len(errors.wrong)
                redundant = len(errors.added) + len(errors.wrong) + len(errors.repeated)
                rows[place] = missing, redundant, len(pairs), 1
        return rows

    def summarise(self, totals: Totals) -> Scores:
        """Errors per slot."""
        errors = totals[..., 0] + totals[..., 1]
        return np.where(totals[..., 3] > 0, errors / np.maximum(totals[..., 2], 1), np.nan)

    def _pairs(self, given: Input) -> tuple[Pair, ...] | None:
        """Slots whose values are to be found; None where the input has no slots at all."""
        if isinstance(given, SlotValues):
            pairs: list[tuple[str, str | None]] = list(given.pairs)
        elif isinstance(given, DialogueAct):
            told = [(slot, value or "") for act in given.acts for slot, value in act.pairs]
            pairs = [(slot, part) for slot, value in told for part in either(value)]
        else:
            return None
        chosen = {slot_key(name) for name in self.slots.replace(",", " ").split()}
        literal = [(slot, value) for slot, value in pairs if value and value.lower() not in NOT_LITERAL]
        return tuple((slot, value) for slot, value in literal if not chosen or slot_key(slot) in chosen)


def _is_telling(value: str) -> bool:
    """Whether a value is hardly ever said by chance."""
    words = words_of(value)
    return len(words) > 1 or (len(value) > 3 and any(character.isdecimal() for character in value))
