"""What a text leaves out, adds, gets wrong and repeats of what it should express."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal, NamedTuple

from genchal.domain.slots.lexicon import ASKED
from genchal.domain.slots.matching import Pair, SlotMatch

Verdict = Literal["said", "added", "wrong", "repeated"]


class SlotErrors(NamedTuple):
    """Errors of one output: pairs of slot and value; a wrong value stands beside the right one."""

    missing: tuple[Pair, ...] = ()
    added: tuple[Pair, ...] = ()
    wrong: tuple[tuple[str, str, str], ...] = ()  # slot, value that was wanted, value that was said instead
    repeated: tuple[Pair, ...] = ()  # once for every time too many


def find_slot_errors(wanted: Sequence[Pair], found: Sequence[SlotMatch]) -> SlotErrors:
    """Compare what was said with what was wanted, slot by slot (Dušek et al. 2020).

    A value too many in a slot that also misses one is a wrong value, not an addition and an omission. What is said more
    often than wanted is a repetition. A slot that is asked for is there however it is mentioned, and cannot be wrong.
    """
    unsaid, surplus = Counter(wanted), Counter[Pair]()
    repeated: list[Pair] = []
    for match in found:
        pair = (match.slot, match.value)
        if (match.slot, ASKED) in wanted:
            unsaid.pop((match.slot, ASKED), None)
        elif unsaid[pair] > 0:
            unsaid[pair] -= 1
        elif pair in wanted or surplus[pair]:
            repeated.append(pair)
        else:
            surplus[pair] += 1
    missing: list[Pair] = list((+unsaid).elements())
    added: list[Pair] = []
    wrong: list[tuple[str, str, str]] = []
    for slot, value in surplus:
        right = next((pair for pair in missing if pair[0] == slot), None)
        if right is None:
            added.append((slot, value))
        else:
            missing.remove(right)
            wrong.append((slot, right[1], value))
    return SlotErrors(tuple(missing), tuple(added), tuple(wrong), tuple(repeated))


def judge_matches(wanted: Sequence[Pair], found: Sequence[SlotMatch]) -> list[Verdict]:
    """The verdict on every match."""
    wrong = {(slot, said) for slot, _, said in find_slot_errors(wanted, found).wrong}
    times = Counter(wanted)
    seen: Counter[Pair] = Counter()
    result: list[Verdict] = []
    for match in found:
        pair = (match.slot, match.value)
        seen[pair] += 1
        if (match.slot, ASKED) in wanted or seen[pair] <= times[pair]:
            result.append("said")
        elif seen[pair] > max(times[pair], 1) or pair in times:
            result.append("repeated")
        else:
            result.append("wrong" if pair in wrong else "added")
    return result
