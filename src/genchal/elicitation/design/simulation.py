"""Raters who come, leave in the middle of a sheet and perhaps return: what a design is like after all that.

A simulation over the same functions that hand out sheets, with time as numbers. It answers before a study begins: do
systems meet equally often, does every place have every system, is everything judged?
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from genchal.domain.study import Block
from genchal.elicitation.design.choosing import Pool, balanced_choice, free_turn, originals
from genchal.elicitation.design.orders import turn_order
from genchal.text.ragged import FloatArray, IntArray

_START, _END = 0, 1  # of a sheet


@dataclass(frozen=True, slots=True)
class Behaviour:
    """How raters are; times are minutes."""

    sheets: float = 8.0  # that a rater wants to do, on average; at least one
    minutes: float = 2.0  # that a sheet takes, on average
    leaves: float = 0.15  # chance that a rater leaves in the middle of a sheet
    returns: float = 0.4  # chance that who left comes back, and goes on with that sheet if it is still there
    away: float = 60.0  # for how long, on average
    lease: float = 30.0  # after which a sheet is free again


@dataclass(frozen=True, eq=False)
class Outcome:
    """What came of it: counts over answered sheets only."""

    answered: IntArray  # of each block
    meetings: IntArray  # systems x systems
    positions: dict[int, IntArray]  # systems x places, by the number of items on a sheet
    raters: int  # who answered something
    left: int  # times that somebody left a sheet
    returned: int  # times that somebody came back to it
    expired: int  # leases that ran out
    surplus: int  # answers that came too late
    stranded: int  # blocks that wait for somebody, though all leases have run out
    seen_twice: int  # items that a rater was shown twice

    @property
    def spread_of_meetings(self) -> float:
        """The largest difference from the mean, as a share of it."""
        return _spread(self.meetings[np.triu_indices(len(self.meetings), 1)])

    @property
    def spread_of_positions(self) -> float:
        """The largest difference from what a system has on average, as a share of it."""
        return max(_spread(row) for table in self.positions.values() for row in table)


@dataclass(slots=True)
class _Rater:
    wants: int
    seen: set[str] = field(default_factory=set)
    sheet: tuple[int, int] | None = None  # block and turn that are being answered, or were left
    answered: int = 0


def simulate(
    blocks: Sequence[Block],
    systems: Sequence[str],
    quota: int,
    raters: int,
    rng: np.random.Generator,
    behaviour: Behaviour | None = None,
    until: float = 1.0,
) -> Outcome:
    """Let raters come one after another, a minute apart, until all have gone or that share of the answers is there."""
    run = _Run([block for block in blocks if not block.practice], systems, quota, rng, behaviour or Behaviour())
    wanted = until * quota * len(run.blocks)
    events: list[tuple[float, int, int, int]] = [(float(number), number, _START, number) for number in range(raters)]
    serial, now = raters, 0.0
    while events and run.answered.sum() < wanted:
        now, _, what, who = heapq.heappop(events)
        following = run.begin(who, now) if what == _START else run.finish(who, now)
        for event in following:
            heapq.heappush(events, (event[0], serial, event[1], who))
            serial += 1
    return run.outcome(now + run.behaviour.lease)


class _Run:
    def __init__(
        self, blocks: list[Block], systems: Sequence[str], quota: int, rng: np.random.Generator, behaviour: Behaviour
    ) -> None:
        self.blocks, self.rng, self.behaviour = blocks, rng, behaviour
        self.pool = Pool.of(blocks, systems)
        self.quota = np.full(len(blocks), quota)
        self.answered = np.zeros(len(blocks), dtype=np.int64)
        self.leased = np.zeros(len(blocks), dtype=np.int64)
        self.met = self.pool.meetings(self.answered)  # or meeting
        self.done: list[set[int]] = [set() for _ in blocks]  # turns
        self.leases: dict[tuple[int, int], tuple[int, float]] = {}  # block and turn to rater and end
        self.ends: list[tuple[float, int, int]] = []
        self.people: dict[int, _Rater] = {}
        number = {name: place for place, name in enumerate(systems)}
        self.number = [
            [number.get(item.system, -1) if item.kind == "scored" else -1 for item in one.items] for one in blocks
        ]
        sizes = {len(one.items) for one in blocks}
        self.positions = {size: np.zeros((len(systems), size), dtype=np.int64) for size in sizes}
        self.left = self.returned = self.expired = self.surplus = self.seen_twice = 0

    def begin(self, who: int, now: float) -> list[tuple[float, int]]:
        """Give a rater the next sheet, or the one that was left."""
        rater = self.people.setdefault(who, _Rater(wants=int(self.rng.geometric(1 / self.behaviour.sheets))))
        self._expire(now)
        sheet, rater.sheet = rater.sheet, None
        if sheet is not None:
            self.returned += 1
            if not self._can_answer(sheet, who):
                self.surplus += 1  # somebody else has it: what was written is kept, and does not count
                sheet = None
        if sheet is None:
            chosen = balanced_choice(
                self.pool, self.answered + self.leased, self.quota, self.pool.unseen(rater.seen), self.met
            )
            if chosen is None:
                return []
            sheet = chosen, free_turn(self.done[chosen] | {turn for block, turn in self.leases if block == chosen})
            items = originals(self.blocks[chosen].items)
            self.seen_twice += len(items & rater.seen)
            rater.seen |= items
        self._lease(sheet, who, now)
        rater.sheet = sheet
        if self.rng.random() < self.behaviour.leaves:
            self.left += 1
            comes_back = self.rng.random() < self.behaviour.returns
            return [(now + float(self.rng.exponential(self.behaviour.away)), _START)] if comes_back else []
        return [(now + float(self.rng.exponential(self.behaviour.minutes)), _END)]

    def finish(self, who: int, now: float) -> list[tuple[float, int]]:
        """Take a rater's answers; the next sheet follows unless the rater has had enough."""
        self._expire(now)
        rater = self.people[who]
        sheet, rater.sheet = rater.sheet, None
        if sheet is None or not self._can_answer(sheet, who):
            self.surplus += 1
        else:
            self._lease(sheet, who, now)  # the lease may have run out; what comes late is taken if nobody else has it
            del self.leases[sheet]
            self.leased[sheet[0]] -= 1
            self.answered[sheet[0]] += 1
            self.done[sheet[0]].add(sheet[1])
            rater.answered += 1
            items = self.blocks[sheet[0]].items
            for position, place in enumerate(turn_order(items, sheet[1])):
                system = self.number[sheet[0]][place]
                if system >= 0:
                    self.positions[len(items)][system, position] += 1
        return [(now, _START)] if rater.answered < rater.wants else []

    def _can_answer(self, sheet: tuple[int, int], who: int) -> bool:
        """Whether a rater still has a sheet, or nobody has."""
        block, turn = sheet
        return turn not in self.done[block] and self.leases.get(sheet, (who, 0.0))[0] == who

    def outcome(self, now: float) -> Outcome:
        """Count what there is."""
        self._expire(now)
        meetings = self.pool.meetings(self.answered).round().astype(np.int64)
        active = sum(rater.answered > 0 for rater in self.people.values())
        return Outcome(
            self.answered,
            meetings,
            self.positions,
            active,
            self.left,
            self.returned,
            self.expired,
            self.surplus,
            int((self.leased > 0).sum()),
            self.seen_twice,
        )

    def _lease(self, sheet: tuple[int, int], who: int, now: float) -> None:
        if sheet not in self.leases:
            self.leased[sheet[0]] += 1
            self._meet(sheet[0], 1)
        self.leases[sheet] = who, now + self.behaviour.lease
        heapq.heappush(self.ends, (now + self.behaviour.lease, *sheet))

    def _expire(self, now: float) -> None:
        """Free the sheets whose leases have run out."""
        while self.ends and self.ends[0][0] <= now:
            end, *place = heapq.heappop(self.ends)
            sheet = place[0], place[1]
            if sheet in self.leases and self.leases[sheet][1] <= end:
                del self.leases[sheet]
                self.leased[sheet[0]] -= 1
                self._meet(sheet[0], -1)
                self.expired += 1

    def _meet(self, block: int, times: int) -> None:
        pairs = self.pool.pairs[block]
        first, second = np.divmod(pairs[pairs > 0], len(self.met))
        self.met[first, second] += times
        self.met[second, first] += times


def _spread(counts: IntArray | FloatArray) -> float:
    mean = float(counts.mean()) if len(counts) else 0.0
    return float(np.abs(counts / mean - 1).max()) if mean else 0.0
