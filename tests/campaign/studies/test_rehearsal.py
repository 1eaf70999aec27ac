"""Raters who leave, return late or never do not tip the balance of a study; benchmarks/balance.py has 10,000."""

import shutil
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from sqlalchemy import func, select, update

from campaign.studies.outcomes import Outcome, outcome_of
from campaign.studies.rehearsal import Behaviour, Rehearsal, made_up
from genchal.campaign.studies.stored import RunningStudy
from genchal.domain.study.design import Control, StudyDesign
from genchal.store.schema import block, block_item
from genchal.store.store import Store, open_store
from postgres import quick_folder

pytestmark = pytest.mark.slow

RESTLESS = Behaviour(sheets=5, leaves=0.25)
RANKME = StudyDesign("rankme", "rankme", outputs_per_sheet=3, raters_per_item=6, lease_minutes=30)
SHEETS = StudyDesign(
    "sheets",
    "direct_assessment",
    items_per_sheet=20,
    raters_per_item=20,
    control=Control(repeat=2, damaged=1, reference=1),
    lease_minutes=30,
)
SHARES = {"text": 0.8, "picture": 0.2}
STUDIES = {  # with their systems, instances and raters
    "rankme": (RANKME, 6, 30, 200),
    "pairs": (StudyDesign("pairs", "pairwise", raters_per_item=6, lease_minutes=30), 5, 20, 220),
    "sheets": (SHEETS, 4, 40, 120),
    "conditions": (replace(RANKME, conditions=SHARES, practice=1, sheets_per_rater=3), 3, 20, 150),
    "groups": (replace(RANKME, conditions=SHARES, between=("text", "picture"), practice=1), 3, 20, 150),
    "adaptive": (replace(RANKME, adaptive=True, outputs_per_sheet=2), 4, 15, 150),
}


@pytest.fixture(scope="module")
def store() -> Iterator[Store]:
    folder = quick_folder()
    with open_store(folder / "campaign.db") as opened:
        yield opened
    shutil.rmtree(folder)


def rehearsed(store: Store, running: RunningStudy, raters: int, behaviour: Behaviour = RESTLESS) -> Outcome:
    rehearsal = Rehearsal(store, running, raters, np.random.default_rng(2), behaviour)
    rehearsal.run()
    return rehearsal.outcome()


@pytest.mark.parametrize("name", STUDIES)
def test_raters_who_leave_do_not_tip_the_balance(store: Store, name: str) -> None:
    design, systems, instances, raters = STUDIES[name]
    end = rehearsed(store, made_up(store, replace(design, name=name), systems, instances), raters)
    assert min(end.expired, end.renewed, end.late, end.surplus) > 0
    assert (end.answered == end.quota).all()
    assert end.is_sound
    assert end.meetings_off_by <= 0.05
    # An answer that comes late has the order that somebody else was given since, and these studies are small.
    assert end.positions_off_by <= 0.1


def test_a_study_that_is_not_finished_strands_nothing_and_fills_evenly(store: Store) -> None:
    found = rehearsed(store, made_up(store, replace(RANKME, name="unfinished"), 6, 40), 30, Behaviour(leaves=0.5))
    assert 0 < found.answered.sum() < found.quota.sum()
    assert np.ptp(found.answered) <= 2
    assert found.is_sound


def test_what_is_wrong_in_a_database_is_noticed(store: Store) -> None:
    running = made_up(store, replace(RANKME, name="wrong"), 3, 10)
    rehearsal = Rehearsal(store, running, 10, np.random.default_rng(2))
    rehearsal.run(sheets=20)
    assert rehearsal.outcome().is_sound
    assert store.read(lambda t: outcome_of(t, running, now=1e9)).overdue > 0  # nobody has come in the meantime
    own = block.c.study == running.study.id
    items = block_item.c.block.in_(select(block.c.id).where(own))
    same = select(func.min(block_item.c.item)).where(items).scalar_subquery()
    store.write(lambda t: t.execute(update(block).where(own).values(taken=block.c.quota)))
    store.write(lambda t: t.execute(update(block_item).where(items).values(original=same)))
    wrong = rehearsal.outcome()
    assert min(wrong.stranded, wrong.miscounted, wrong.seen_twice) > 0
    assert not wrong.is_sound
