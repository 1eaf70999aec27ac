"""Slots found by regular expressions, and counted as the script of the E2E challenge's report counted them.

The script (``slot_error.py`` of Dušek et al. 2019) has a table of regular expressions and rules of its own. The rules
are here, in our words; the table is read from the user's copy by `genchal.resources.lexicons.pattern_table`. Some of
the rules are slips, kept because the published numbers (Dušek et al. 2020, Table 12) rest on them: see `_count_said`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from genchal.domain.inputs import Input, SlotValues
from genchal.domain.slots.errors import SlotErrors, Verdict
from genchal.domain.slots.lexicon import slot_key
from genchal.domain.slots.matching import Pair, SlotMatch

OTHER_NAMES = {"customerrating": "rating"}  # slots of the E2E data that the script calls otherwise


class ValuePattern(NamedTuple):
    """What expresses a value of a slot; without a value, the words found are the value themselves."""

    slot: str
    value: str | None
    pattern: re.Pattern[str]


@dataclass(frozen=True)
class PatternLexicon:
    """Regular expressions in the order in which they are tried, and the values of every slot as they are spelt."""

    name: str
    patterns: tuple[ValuePattern, ...]
    values: Mapping[str, tuple[str, ...]]
    fingerprint: str
    title: str = ""

    @property
    def signature(self) -> str:
        """What belongs beside everything that was found with it."""
        return f"{self.name}-{self.fingerprint}"

    @cached_property
    def _slot_names(self) -> dict[str, str]:
        names = {slot_key(name): name for name in self.values}
        return names | {other: name for other, name in OTHER_NAMES.items() if name in self.values}

    @cached_property
    def _spelling(self) -> dict[Pair, str]:
        return {(slot, value.lower()): value for slot, values in self.values.items() for value in values}

    @cached_property
    def last_value(self) -> str | None:
        """The value that was looked for last; a slip in the counting makes it matter."""
        return next((value for _, value, _ in reversed(self.patterns) if value is not None), None)

    def spell(self, slot: str, value: str) -> str:
        """A value as the table spells it; unknown ones stay as they are."""
        return self._spelling.get((slot, value.lower()), value)

    def wanted(self, given: Input) -> list[Pair] | None:
        """The slots and values of an input, as the table spells them; None for inputs other than slots and values."""
        if not isinstance(given, SlotValues):
            return None
        slots = [(self._slot_names.get(slot_key(slot), slot), value) for slot, value in given.pairs]
        return [(slot, self.spell(slot, value)) for slot, value in slots]


def match_patterns(lexicon: PatternLexicon, wanted: Sequence[Pair], text: str) -> list[SlotMatch]:
    """What the patterns find in a text, in the order in which they are tried.

    A match inside another one is dropped. Of those on the same characters the one that the input asks for stays, else
    the first; if the input asks for two of them, as for a place near one of the same name, none does.
    """
    matches = [
        SlotMatch(slot, lexicon.spell(slot, found.group()) if value is None else value, *found.span())
        for slot, value, pattern in lexicon.patterns
        for found in pattern.finditer(text)
    ]
    kept: list[SlotMatch] = []
    for place, match in enumerate(matches):
        others = matches[:place] + matches[place + 1 :]
        if not any(_hides(other, match, wanted, kept) for other in others):
            kept.append(match)
    return kept


def _hides(other: SlotMatch, match: SlotMatch, wanted: Sequence[Pair], kept: Sequence[SlotMatch]) -> bool:
    """Whether a match is dropped because of another one."""
    if (other.start, other.end) == (match.start, match.end):
        return (other.slot, other.value) in wanted or other in kept
    return other.start <= match.start and match.end <= other.end


def find_pattern_errors(lexicon: PatternLexicon, wanted: Sequence[Pair], found: Sequence[SlotMatch]) -> SlotErrors:
    """Compare what was found with what was wanted, slot by slot, as the script does.

    A wanted value that is counted too often is repeated. Of the rest of a slot, a missing value and one too many are a
    wrong value, as long as there are both.
    """
    said = _count_said(lexicon, found)
    missing: list[Pair] = []
    added: list[Pair] = []
    wrong: list[tuple[str, str, str]] = []
    repeated: list[Pair] = []
    for slot in dict.fromkeys([*(slot for slot, _ in wanted), *said]):
        asked = Counter(value for other, value in wanted if other == slot)
        counts = said.get(slot, Counter())
        too_often = Counter({value: counts[value] - times for value, times in asked.items() if counts[value] > times})
        repeated += [(slot, value) for value in too_often.elements()]
        absent = [*(asked - counts).elements()]
        surplus = [*(counts - too_often - asked).elements()]
        wrong += [(slot, right, other) for right, other in zip(absent, surplus, strict=False)]
        missing += [(slot, value) for value in absent[len(surplus) :]]
        added += [(slot, value) for value in surplus[len(absent) :]]
    return SlotErrors(tuple(missing), tuple(added), tuple(wrong), tuple(repeated))


def _count_said(lexicon: PatternLexicon, found: Sequence[SlotMatch]) -> dict[str, Counter[str]]:
    """How often each value is said, with the script's slip.

    Instead of adding to a value's own count, it adds 1 to the count that the value looked for last (`last_value`) has
    in the slot. So nearly all counts are 1, and repetitions are nearly never seen.
    """
    said: dict[str, Counter[str]] = {}
    for match in found:
        counts = said.setdefault(match.slot, Counter())
        before = 0 if lexicon.last_value is None else counts[lexicon.last_value]
        counts[match.value] = before + 1
    return said


def judge_pattern_matches(wanted: Sequence[Pair], found: Sequence[SlotMatch], errors: SlotErrors) -> list[Verdict]:
    """The verdict on every match; what is said again counts as said where the script did not see the repetition."""
    wrong = {(slot, said) for slot, _, said in errors.wrong}
    seen: set[Pair] = set()
    result: list[Verdict] = []
    for match in found:
        pair = (match.slot, match.value)
        if pair in wanted:
            result.append("repeated" if pair in seen and pair in errors.repeated else "said")
        else:
            result.append("wrong" if pair in wrong else "added")
        seen.add(pair)
    return result
