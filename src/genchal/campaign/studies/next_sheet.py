"""Who gets the next sheet, and which one.

A rater who has done enough gets none, and is finished. Others first get back a sheet that they left open, then the
sheets for practice in their order. After that the store picks among the blocks that still want raters, that the rater
may see (their group's), and that hold nothing the rater has seen (`store/next_block.py`): the block that the fewest
raters have, or, where a study is adaptive, the one that should tell most about the ranking so far.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from genchal.campaign.studies.seen_texts import SeenTexts
from genchal.campaign.studies.stored import RunningStudy
from genchal.domain.study.study import Block
from genchal.elicitation.design.choosing import Pool, choose_most_informative
from genchal.elicitation.design.conditions import choose_next_condition
from genchal.elicitation.design.orders import order_for_turn
from genchal.elicitation.writing import TextWriting
from genchal.stats.ranking.trueskill import SIGMA, outcome_bounds, update_two_players
from genchal.store.connection.writer import Transaction
from genchal.store.export import read_ratings
from genchal.store.leases import has_work, lease_sheet
from genchal.store.next_block import Choose
from genchal.store.raters import count_raters_by_condition, count_sheets, set_rater_condition, set_rater_state
from genchal.store.records import Candidate, Rater, RaterProgress, Rating
from genchal.store.studies import list_open_conditions, load_blocks
from genchal.text.arrays.ragged import FloatArray

AFTER = 15.0  # seconds between two looks at the ranking
BETA = SIGMA / 2  # as Herbrich et al. (2007) have it: one game tells something, but not all


@dataclass(frozen=True, slots=True)
class Step:
    """Where a rater is after something was done: with a sheet, or without one."""

    rater: Rater
    sheet: str | None = None


def join_group(transaction: Transaction, running: RunningStudy, rater: Rater) -> None:
    """Decide which conditions a rater will see: of the groups that have sheets left, the one furthest behind."""
    study, groups = running.study, running.design.groups
    left = list_open_conditions(transaction, study.id)
    shares = {name: share for name, share in groups.items() if name in left} or groups
    given = {
        name: count for name, count in count_raters_by_condition(transaction, study.id).items() if name is not None
    }
    rng = np.random.default_rng([study.seed, 2, rater.number])
    set_rater_condition(transaction, rater.id, choose_next_condition(shares, given, rng))


def can_do_more(transaction: Transaction, running: RunningStudy, rater: Rater) -> bool:
    """Whether there is work again for a rater who finished before having done as much as the design allows.

    The study was closed then, others had all that was left, or it is asked for more since.
    """
    if rater.state != "finished":
        return False
    limit = running.design.sheets_per_rater
    if limit is not None and count_sheets(transaction, rater.id).answered >= limit:
        return False
    return has_work(transaction, rater)


def lease_next_sheet(
    transaction: Transaction,
    running: RunningStudy,
    rater: Rater,
    memory: StudyMemory,
    now: float,
    progress: RaterProgress | None = None,
) -> Step:
    """Lease the next sheet, practice sheets first; a rater who has done enough, or all there is, is finished.

    A rater who has not done as much as they were to, and for whom there is nothing left now, is not finished: they can
    come back when others have left something. Who is finished, but could do more, gets on again by `can_do_more`.
    """
    limit = running.design.sheets_per_rater
    if limit is None or count_sheets(transaction, rater.id).answered < limit:
        lease = lease_sheet(
            transaction,
            rater.id,
            now=now,
            lease_seconds=running.lease_seconds,
            choose=memory.choose,
            arrange=_arrange_items,
            progress=progress,
            limits=running.place_limits,
        )
        if lease is not None:
            return Step(rater, lease.sheet)
    work = running.judge_work(count_sheets(transaction, rater.id).answered)
    if work == "full" or (work == "some" and not running.design.codes.partial):
        return Step(set_rater_state(transaction, rater.id, "finished", now))
    return Step(rater)


def _arrange_items(block: Block, turn: int, _rng: np.random.Generator) -> tuple[int, ...]:
    return order_for_turn(block.items, turn)


class StudyMemory:
    """Texts that were collected before, and the ranking so far where sheets are chosen by it."""

    def __init__(self, running: RunningStudy) -> None:
        self.seen_texts = SeenTexts()
        self._running = running
        self._ranking = RankingSoFar(running) if running.design.adaptive and running.method.is_comparison else None

    @property
    def choose(self) -> Choose | None:
        """Chooses the next block; None: the store does it, by how few raters have a block."""
        return self._ranking.choose if self._ranking else None

    @property
    def learns(self) -> bool:
        """Whether there is anything to take in."""
        return self._ranking is not None or isinstance(self._running.method, TextWriting)

    def refresh(self, transaction: Transaction, now: float) -> None:
        """Take in what was committed since; for a transaction that reads."""
        self.seen_texts.refresh(transaction, self._running)
        if self._ranking:
            self._ranking.refresh(transaction, now)


class RankingSoFar:
    """The ranking of a study so far, and the choice of sheets by it. It is looked at again every few seconds."""

    def __init__(self, running: RunningStudy) -> None:
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
            blocks = [block for block in load_blocks(transaction, self._running.study.id) if not block.practice]
            self._pool = Pool.of(blocks, self._running.systems)
            self._places = {block.id: place for place, block in enumerate(blocks)}
        if now - self._looked_at < AFTER:
            return
        self._looked_at = now
        asked = {criterion.name for criterion in self._running.criteria}
        by_sheet: dict[str, list[Rating]] = {}
        for rating in read_ratings(transaction, self._running.study.id):
            if rating.kind == "scored" and rating.criterion in asked and rating.sheet not in self._seen:
                by_sheet.setdefault(rating.sheet, []).append(rating)
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
        """The most informative candidate."""
        if self._pool is None:
            return candidates[0] if candidates else None
        size = len(self._places)
        load, quota, allowed = np.zeros(size, np.int64), np.zeros(size, np.int64), np.zeros(size, bool)
        by_place = {self._places[candidate.name]: candidate for candidate in candidates}
        for place, candidate in by_place.items():
            load[place], allowed[place] = candidate.answered + candidate.leased, True
            quota[place] = load[place] + 1 if candidate.quota is None else candidate.quota
        chosen = choose_most_informative(self._pool, load, quota, allowed, self.mu, self.sigma, BETA)
        return None if chosen is None else by_place[chosen]
