"""What has come of a study, counted from its database: who met whom and where, and what became of leases."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, groupby

import numpy as np
from sqlalchemy import bindparam, func, select

from genchal.campaign.studies.stored import RunningStudy
from genchal.store.connection.writer import Transaction
from genchal.store.export import read_ratings
from genchal.store.schema import block, block_item, event, item, rater, sheet
from genchal.store.studies import MAY_COME_AGAIN
from genchal.text.arrays.ragged import IntArray


@dataclass(frozen=True, eq=False)
class Outcome:
    """What is in the database. Meetings and positions are those of sheets that count, as they are exported."""

    quota: IntArray  # of every block
    answered: IntArray  # sheets of every block
    stranded: int  # blocks that want raters, are nobody's and would be given to nobody
    overdue: int  # leases that have run out and were not taken back
    miscounted: int  # blocks whose counts are not those of their sheets
    seen_twice: int  # items that a rater was given on two sheets
    raters: int  # who have answered something
    expired: int  # leases that ran out
    renewed: int  # of these, given back to their raters
    late: int  # answers to sheets whose lease had run out at some time
    surplus: int  # answers that came too late to count
    meetings: IntArray  # of every two systems
    positions: dict[int, IntArray]  # systems x places, by the number of items on a sheet

    @property
    def meetings_off_by(self) -> float:
        """The largest difference from the mean, as a share of it."""
        return _off_by(self.meetings)

    @property
    def positions_off_by(self) -> float:
        """The largest difference from what a system has on average, as a share of it."""
        return max((_off_by(row) for table in self.positions.values() for row in table), default=0.0)

    @property
    def is_sound(self) -> bool:
        """Whether nothing is stranded, counted wrongly or seen twice: so it must be at every moment."""
        faults = self.stranded, self.overdue, self.miscounted, self.seen_twice
        return not any(faults) and bool((self.answered <= self.quota).all())


def outcome_of(transaction: Transaction, running: RunningStudy, now: float) -> Outcome:
    """Count what has come of a study so far."""
    study = {"study": running.study.id}
    blocks = transaction.execute(_BLOCKS, {**study, "now": now}).all()
    happened: dict[str, int] = dict(transaction.execute(_EVENTS, study).all())
    meetings, positions = _met(transaction, running)
    return Outcome(
        quota=np.array([one.quota for one in blocks]),
        answered=np.array([one.done for one in blocks]),
        stranded=sum(one.done + one.held < one.quota <= one.taken for one in blocks),
        overdue=sum(one.overdue for one in blocks),
        miscounted=sum((one.answered, one.taken) != (one.done, one.done + one.held + one.overdue) for one in blocks),
        seen_twice=len(transaction.execute(_SEEN_TWICE, study).all()),
        raters=transaction.execute(_RATERS, study).scalar_one(),
        expired=happened.get("expired", 0),
        renewed=happened.get("renewed", 0),
        late=transaction.execute(_LATE, study).scalar_one(),
        surplus=happened.get("surplus", 0),
        meetings=meetings,
        positions=positions,
    )


def _met(transaction: Transaction, running: RunningStudy) -> tuple[IntArray, dict[int, IntArray]]:
    number = {name: place for place, name in enumerate(running.systems)}
    size = len(number)
    met, positions = np.zeros((size, size), dtype=np.int64), dict[int, IntArray]()
    criterion = running.method.measures(running.criteria)[0]
    rows = (one for one in read_ratings(transaction, running.study.id) if one.criterion == criterion)
    for _, of_sheet in groupby(rows, key=lambda one: one.sheet):
        judged = list(of_sheet)
        scored = [(number[one.system], one.position) for one in judged if one.kind == "scored"]
        table = positions.setdefault(len(judged), np.zeros((size, len(judged)), dtype=np.int64))
        for place in scored:
            table[place] += 1
        for pair in combinations(sorted({system for system, _ in scored}), 2):
            met[pair] += 1
    return met[np.triu_indices(size, 1)], {items: table for items, table in positions.items() if table.any()}


def _off_by(counts: IntArray) -> float:
    mean = float(counts.mean()) if len(counts) else 0.0
    return float(np.abs(counts / mean - 1).max()) if mean else 0.0


_OF_STUDY = block.c.study == bindparam("study")
_IS_OPEN, _IS_ANSWERED = sheet.c.state == "open", sheet.c.state.in_(("done", "surplus"))
_BLOCKS = (
    select(
        block.c.quota,
        block.c.answered,
        block.c.taken,
        func.count().filter(sheet.c.state == "done").label("done"),
        func.count().filter(_IS_OPEN, sheet.c.leased_until > bindparam("now")).label("held"),
        func.count().filter(_IS_OPEN, sheet.c.leased_until <= bindparam("now")).label("overdue"),
    )
    .join(sheet, sheet.c.block == block.c.id, isouter=True)
    .where(_OF_STUDY, ~block.c.practice)
    .group_by(block.c.id)
)
_SAME = func.coalesce(block_item.c.original, block_item.c.item)
_SEEN_TWICE = (
    select(sheet.c.rater, _SAME)
    .join(block_item, block_item.c.block == sheet.c.block)
    .join(item, item.c.id == block_item.c.item)
    .join(block, block.c.id == sheet.c.block)
    .where(_OF_STUDY, item.c.kind.not_in(MAY_COME_AGAIN))
    .group_by(sheet.c.rater, _SAME)
    .having(func.count(sheet.c.id.distinct()) > 1)
)
_RATERS = (
    select(func.count(sheet.c.rater.distinct()))
    .join(rater, rater.c.id == sheet.c.rater)
    .where(rater.c.study == bindparam("study"), _IS_ANSWERED)
)
_EVENTS = select(event.c.what, func.count()).where(event.c.study == bindparam("study")).group_by(event.c.what)
_LATE = (
    select(func.count(sheet.c.id.distinct()))
    .join(event, event.c.sheet == sheet.c.id)
    .where(event.c.study == bindparam("study"), event.c.what == "expired", _IS_ANSWERED)
)
