"""Conditions with shares: some sheets show the input as a picture, the others as text."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

_SLACK = 1e-9


def share_out(shares: Mapping[str, float], count: int, rng: np.random.Generator) -> list[str]:
    """Give each of `count` sheets a condition so that every beginning of the list is as near to the shares as can be.

    After any number n of sheets, a condition with share s has been given s x n times, give or take less than 1: this is
    Tijdeman's (1980) answer to the chairman assignment problem, which no rule betters. Of two conditions, the
    counts are off by half a sheet at most. Where sheets are due alike, chance decides. Shares sum to 1; nothing named
    means the one condition "".
    """
    names = [name for name, share in shares.items() if share > 0]
    if not names:
        return [""] * count
    share = np.array([shares[name] for name in names], dtype=np.float64)
    share = share / share.sum()
    bound = 1 - 1 / (2 * len(names) - 2) if len(names) > 1 else 1.0
    given = np.zeros(len(names))
    found = []
    for number in range(1, count + 1):
        ahead = share * number - given
        # Who is owed at least this much may be served; of these, the one whose debt would grow too large first.
        is_due = ahead >= 1 - bound - _SLACK
        until = np.where(is_due, (bound - share * (number - 1) + given) / share, np.inf)
        first = np.flatnonzero(until <= until.min() + _SLACK)
        chosen = int(first[rng.integers(len(first))])
        given[chosen] += 1
        found.append(names[chosen])
    return found
