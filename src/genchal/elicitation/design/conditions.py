"""Conditions with shares: some sheets show the input as a picture, some raters get feedback."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from hashlib import blake2b

import numpy as np

from genchal.domain.study.design import StudyDesign
from genchal.domain.study.study import Block

_SLACK = 1e-9


def share_out(shares: Mapping[str, float], count: int, rng: np.random.Generator) -> list[str]:
    """Give each of `count` sheets a condition so that every beginning of the list is as near to the shares as can be.

    After any number n of sheets, a condition with share s has been given s x n times, give or take less than 1: this is
    Tijdeman's (1980) answer to the chairman assignment problem, which no rule betters. Of two conditions, the
    counts are off by half a sheet at most. Where sheets are due alike, chance decides. Shares sum to 1; nothing named
    means the one condition "".
    """
    given: dict[str, int] = {}
    found = []
    for _ in range(count):
        chosen = choose_next_condition(shares, given, rng)
        given[chosen] = given.get(chosen, 0) + 1
        found.append(chosen)
    return found


def choose_next_condition(shares: Mapping[str, float], given: Mapping[str, int], rng: np.random.Generator) -> str:
    """The condition that comes next where these have been given so often: one that is behind its share.

    Raters come and go, so the counts may be any; of those that are behind, the least filled for its share is chosen.
    """
    names = [name for name, share in shares.items() if share > 0]
    if not names:
        return ""
    share = np.array([shares[name] for name in names], dtype=np.float64)
    share = share / share.sum()
    had = np.array([given.get(name, 0) for name in names], dtype=np.float64)
    bound = 1 - 1 / (2 * len(names) - 2) if len(names) > 1 else 1.0
    # Who is owed at least this much may be served; of these, the one whose debt would grow too large first.
    is_due = share * (had.sum() + 1) - had >= 1 - bound - _SLACK
    until = np.where(is_due, (bound + had) / share, np.inf)
    first = np.flatnonzero(until <= until.min() + _SLACK)
    return names[int(first[rng.integers(len(first))])]


def give_groups_practice(blocks: Sequence[Block], design: StudyDesign, rng: np.random.Generator) -> tuple[Block, ...]:
    """Have every group of raters practise: sheets for practice are made for each, in conditions of its own."""
    practice = [block for block in blocks if block.practice]
    found = []
    for group in design.groups:
        shares = {
            condition: share for condition, share in design.conditions.items() if design.group_of(condition) == group
        }
        for block, condition in zip(practice, share_out(shares, len(practice), rng), strict=True):
            name = blake2b(f"{block.id}\0{group}".encode(), digest_size=10).hexdigest()
            found.append(replace(block, id=name, condition=condition))
    return (*found, *(block for block in blocks if not block.practice)) if design.groups else tuple(blocks)
