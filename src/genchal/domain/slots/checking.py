"""One way to check an output, whichever kind of lexicon there is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from genchal.domain.slots.errors import SlotErrors, Verdict, find_slot_errors, judge_matches
from genchal.domain.slots.lexicon import Lexicon
from genchal.domain.slots.matching import Pair, SlotMatch, match_slots
from genchal.domain.slots.patterns import PatternLexicon, find_pattern_errors, judge_pattern_matches, match_patterns

AnyLexicon = Lexicon | PatternLexicon


class CheckedOutput(NamedTuple):
    """What an output says, and what is wrong with it."""

    found: list[SlotMatch]
    errors: SlotErrors


def check_output(lexicon: AnyLexicon, wanted: Sequence[Pair], text: str) -> CheckedOutput:
    """Find slots in a text and compare them with what is wanted, by the rules that belong to the lexicon."""
    if isinstance(lexicon, PatternLexicon):
        found = match_patterns(lexicon, wanted, text)
        return CheckedOutput(found, find_pattern_errors(lexicon, wanted, found))
    found = match_slots(lexicon, wanted, text)
    return CheckedOutput(found, find_slot_errors(wanted, found))


def judge_output(lexicon: AnyLexicon, wanted: Sequence[Pair], checked: CheckedOutput) -> list[Verdict]:
    """The verdict on every match of a checked output."""
    if isinstance(lexicon, PatternLexicon):
        return judge_pattern_matches(wanted, checked.found, checked.errors)
    return judge_matches(wanted, checked.found)
