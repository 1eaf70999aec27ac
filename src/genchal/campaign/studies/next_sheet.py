"""Which comparisons to ask for next: those that should tell most about the ranking so far (TrueSkill's sigma)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations

import numpy as np

from genchal.campaign.studies.stored import Running
from genchal.elicitation.design.choosing import Pool, informative_choice
from genchal.stats.ranking.trueskill import SIGMA, outcome_bounds, update_two_players
from genchal.store import Candidate, Rating, Transaction, load_blocks, ratings
from genchal.text.arrays.ragged import FloatArray

AFTER = 15.0  # seconds between two looks at the ranking
BETA = SIGMA / 2  # as Herbrich et al. (2007) have it: one game tells something, but not all


class Adaptive:
    """The ranking of a study so far, and the choice of sheets by it. It is looked at again every few seconds."""

    def __init__(self, running: Running) -> None:
        self._running = running
        self._pool: Pool | None = None
        self._places: dict[str, int] = {}
        self._looked_at = -math.inf
        size = len(running.systems)
        self.mu: FloatArray = np.zeros(size)
        self.sigma: FloatArray = np.full(size, SIGMA)
        self._number = {name: place for place, name in enumerate(running.systems)}
        self._seen: set[str] = set()
        self._bounds = outcome_bounds(BETA)

    def refresh(self, transaction: Transaction, now: float) -> None:
        """Learn from the sheets that were answered since."""
        if self._pool is None:
            blocks = [one for one in load_blocks(transaction, self._running.study.id) if not one.practice]
            self._pool = Pool.of(blocks, self._running.systems)
            self._places = {one.id: place for place, one in enumerate(blocks)}
        if now - self._looked_at < AFTER:
            return
        self._looked_at = now
        asked = {one.name for one in self._running.criteria}
        by_sheet: dict[str, list[Rating]] = {}
        for one in ratings(transaction, self._running.study.id):
            if one.kind == "scored" and one.criterion in asked and one.sheet not in self._seen:
                by_sheet.setdefault(one.sheet, []).append(one)
        for rows in sorted(by_sheet.values(), key=lambda rows: rows[0].answered_at):
            self._learn(rows)
        self._seen |= set(by_sheet)

    def _learn(self, rows: Sequence[Rating]) -> None:
        """Every two judgements of a sheet are a game."""
        for first, second in combinations(rows, 2):
            if first.criterion == second.criterion and first.system != second.system:
                pair = [self._number[first.system], self._number[second.system]]
                better = int(np.sign(float(first.value) - float(second.value)))
                bounds = self._bounds[:, [better + 1]]
                mu, variance = update_two_players(self.mu[pair][:, None], self.sigma[pair][:, None] ** 2, bounds, BETA)
                self.mu[pair], self.sigma[pair] = mu[:, 0], np.sqrt(variance[:, 0])

    def choose(self, candidates: Sequence[Candidate]) -> Candidate | None:
        """The candidate that should tell most."""
        if self._pool is None:
            return candidates[0] if candidates else None
        size = len(self._places)
        load, quota, allowed = np.zeros(size, np.int64), np.zeros(size, np.int64), np.zeros(size, bool)
        by_place = {self._places[one.name]: one for one in candidates}
        for place, one in by_place.items():
            load[place], allowed[place] = one.answered + one.leased, True
            quota[place] = load[place] + 1 if one.quota is None else one.quota
        chosen = informative_choice(self._pool, load, quota, allowed, self.mu, self.sigma, BETA)
        return None if chosen is None else by_place[chosen]
