"""What decisions look at, as places in a table of weights."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from genchal.generators.linear._arow import NOTHING, SIZE, Bases
from genchal.generators.linear._states import Codes, Ints, States, mix

MANY = 12  # counts above that are one feature


def list_features(states: States) -> Bases:
    """The features of each row, of planning or of saying, whichever it is about to do."""
    planning, saying = np.flatnonzero(states.cursor < 0), np.flatnonzero(states.cursor >= 0)
    plans = _plan_features(states.take(planning)) if len(planning) else np.zeros((0, 0), dtype=np.int64)
    words = _word_features(states.take(saying)) if len(saying) else np.zeros((0, 0), dtype=np.int64)
    found = np.full((len(states), max(plans.shape[1], words.shape[1])), NOTHING)
    found[planning, : plans.shape[1]] = plans
    found[saying, : words.shape[1]] = words
    return found


def _plan_features(states: States) -> Bases:
    """Slots planned last, those that are left, and every fact; nothing else tells what to say next."""
    facts, slots = _fact_codes(states)
    rows = np.arange(len(states))
    last = [
        np.where(states.planned >= back, states.plan[rows, np.maximum(states.planned - back, 0)], -1)
        for back in (1, 2, 3)
    ]
    slot1, slot2, slot3 = (_pick(slots, column) for column in last)
    fact1 = _pick(facts, last[0])
    is_left = (states.facts >= 0) & ~states.is_planned
    left = np.where(is_left, slots, 0).sum(axis=1, dtype=np.uint64)
    done = np.where(states.is_planned, slots, 0).sum(axis=1, dtype=np.uint64)
    whole = left + done
    one = np.ones(len(states), dtype=np.uint64)
    planned, count = _count(states.planned), _count(is_left.sum(axis=1))
    two = mix(slot1, slot2)
    contexts = [one, slot1, fact1, two, mix(two, slot3), left, mix(left, slot1), mix(done, one), whole]
    contexts += [mix(whole, slot1), planned, mix(planned, slot1), count, mix(count, slot1)]
    state = np.where(is_left, np.uint64(1), np.uint64(2))
    table = [mix(slots, state), mix(mix(slots, state), slot1[:, None]), mix(facts, slot1[:, None])]
    return _places(contexts, table, states, np.zeros(len(states), dtype=np.int64))


def _word_features(states: States) -> Bases:
    """Words before, words of this run, the fact, its neighbours in the plan, and the sentence so far."""
    facts, slots = _fact_codes(states)
    rows, column = np.arange(len(states)), states.column
    fact = facts[rows, column]
    columns = states.plan.shape[1]
    before = np.where(states.cursor > 0, states.plan[rows, states.cursor - 1], -1)
    after = [_plan_at(states, states.cursor + ahead, columns) for ahead in (1, 2)]
    previous, previous_fact = _pick(slots, before), _pick(facts, before)
    following, second = (_pick(slots, place) for place in after)
    following_fact = _pick(facts, after[0])
    word1 = states.history[:, 0]
    word2 = mix(word1, states.history[:, 1])
    word3 = mix(word2, states.history[:, 2])
    word4 = mix(word3, states.history[:, 3])
    run, one = states.run, np.ones(len(states), dtype=np.uint64)
    length, cursor = _count(states.run_length), _count(states.cursor)
    left = _count(states.planned - states.cursor)
    in_sentence, slots_in_sentence = _count(states.sentence_words), _count(states.sentence_slots)
    run_and_next = mix(run, following)
    contexts = [one, word1, word2, word3, word4, run, fact, length]
    contexts += [mix(run, fact), run_and_next, mix(run_and_next, previous), mix(run, previous), mix(run, previous_fact)]
    contexts += [mix(run, following_fact), mix(run_and_next, second), mix(run_and_next, fact), mix(run, word4)]
    contexts += [mix(fact, word1), mix(fact, word2), mix(following, word1), mix(following, word2), mix(previous, word1)]
    contexts += [mix(length, fact), mix(run, cursor), mix(run, left), mix(run, slots_in_sentence)]
    contexts += [mix(run, in_sentence), mix(run, states.sentence_start), mix(run, _count(states.sentences))]
    contexts += [mix(mix(run, states.sentence_start), slots_in_sentence)]
    order = np.where(states.facts < 0, 0, 1 + states.is_planned.astype(np.int64))
    order[rows[:, None], np.maximum(states.plan, 0)] += 2 * (np.arange(columns)[None, :] > states.cursor[:, None])
    table = [mix(mix(facts, run[:, None]), order)]
    return _places(contexts, table, states, 1 + states.slot)


def _fact_codes(states: States) -> tuple[Codes, Codes]:
    """Numbers for facts and for slots that sums of them tell apart; 0 where there is none."""
    kinds = np.full(states.facts.shape, 3, dtype=np.uint64)
    facts = np.where(states.facts < 0, 0, mix(kinds, states.facts + 1)).astype(np.uint64)
    slots = np.where(states.facts < 0, 0, mix(kinds + np.uint64(2), states.slots + 1)).astype(np.uint64)
    return facts, slots


def _pick(codes: Codes, columns: Ints) -> Codes:
    """The code at a column of each row; 0 where the column is -1."""
    found: Codes = np.where(columns < 0, 0, codes[np.arange(len(codes)), columns]).astype(np.uint64)
    return found


def _plan_at(states: States, place: Ints, columns: int) -> Ints:
    rows = np.arange(len(states))
    return np.where(place < states.planned, states.plan[rows, np.minimum(place, columns - 1)], -1)


def _count(numbers: Ints) -> Codes:
    return np.minimum(numbers, MANY).astype(np.uint64)


def _places(contexts: Sequence[Codes], tables: Sequence[Codes], states: States, decision: Ints) -> Bases:
    """Where the weights of contexts begin, apart for every kind of context and every decision (planning, or a slot)."""
    stacked = np.stack(contexts, axis=1)
    salts = np.arange(1, stacked.shape[1] + 1, dtype=np.uint64)[None, :]
    wide = [mix(mix(stacked, salts), decision[:, None])]
    is_fact = states.facts >= 0
    found = [(wide[0] % np.uint64(SIZE)).astype(np.int64)]
    for kind, table in enumerate(tables, start=100):
        code = mix(mix(table, np.full((1, 1), kind)), decision[:, None]) % np.uint64(SIZE)
        found.append(np.where(is_fact, code.astype(np.int64), NOTHING))
    return np.concatenate(found, axis=1)
