"""Leases under everything that raters do, in any order and at the same time."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import count
from typing import cast

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from genchal.store.drafts import save_draft
from genchal.store.export import read_study_progress
from genchal.store.leases import release_sheets
from genchal.store.records import Draft, Rater, Receipt
from genchal.store.sheets import hold_sheet
from genchal.store.store import Store
from store.made import LEASE, answer, block, come, create, lease

NAMES = count(1)

# Blocks that share items, as themselves and as repeats; one has a repeat inside.
BLOCKS = [
    block("one", "a", "b"),
    block("two", "b", "c"),
    block("three", "c", "d", "c-again"),
    block("four", "d-again", "e"),
    block("five", "f"),
]


class Raters(RuleBasedStateMachine):
    """People come, take sheets, answer, answer again, fall asleep and wake up, alone and all at once."""

    raters = Bundle("raters")

    def __init__(self, store: Store) -> None:
        super().__init__()
        self.store = store
        self.now = 0.0
        self.had: dict[str, tuple[Rater, list[str]]] = {}
        self.receipts: dict[str, tuple[Rater, Receipt]] = {}

    @initialize(quota=st.integers(1, 3))
    def begin(self, quota: int) -> None:
        self.quota = quota
        self.study = create(self.store, BLOCKS, quota=quota, name=f"study {next(NAMES)}")

    @rule(target=raters)
    def arrive(self) -> str:
        return self.newcomer().token

    def newcomer(self) -> Rater:
        rater = come(self.store, self.study, str(len(self.had)), self.now)
        self.had[rater.token] = rater, []
        return rater

    @rule(token=raters)
    def take(self, token: str) -> None:
        rater, sheets = self.had[token]
        sheet = lease(self.store, rater, self.now)
        if sheet is not None and sheet not in sheets:
            sheets.append(sheet)

    @rule(token=raters, which=st.integers(0, 3))
    def send(self, token: str, which: int) -> None:
        """Answer any sheet that this rater has had: the last one, or an old one again, or one whose time is over."""
        rater, sheets = self.had[token]
        if sheets:
            self.keep(rater, sheets[-1 - which % len(sheets)])

    @rule(token=raters, number=st.integers(0, 5))
    def draft(self, token: str, number: int) -> None:
        rater, sheets = self.had[token]
        if sheets:
            held = partial(hold_sheet, token=sheets[-1], rater=rater.token)
            self.store.write(lambda t: save_draft(t, held(t), Draft(number, {}), now=self.now, lease_seconds=LEASE))

    @rule(token=raters)
    def leave(self, token: str) -> None:
        rater, _ = self.had[token]
        self.store.write(lambda t: release_sheets(t, rater.id, self.now))

    @rule(seconds=st.sampled_from([1.0, LEASE / 2, LEASE, 3 * LEASE]))
    def wait(self, seconds: float) -> None:
        self.now += seconds

    @rule(tabs=st.integers(1, 3))
    def all_at_once(self, tabs: int) -> None:
        """Everybody takes a sheet and answers it, in several tabs each."""

        def click(rater: Rater) -> tuple[Rater, str | None]:
            sheet = lease(self.store, rater, self.now)
            if sheet is not None:
                self.keep(rater, sheet)
            return rater, sheet

        everybody = [rater for rater, _ in self.had.values() for _ in range(tabs)]
        with ThreadPoolExecutor(8) as pool:
            for rater, sheet in pool.map(click, everybody):
                sheets = self.had[rater.token][1]
                if sheet is not None and sheet not in sheets:
                    sheets.append(sheet)

    def keep(self, rater: Rater, sheet: str) -> None:
        receipt = answer(self.store, rater, sheet, self.now)
        assert self.receipts.setdefault(sheet, (rater, receipt))[1] == receipt

    def teardown(self) -> None:
        if hasattr(self, "study"):
            self.check()
            self.finish()
            self.check()

    def finish(self) -> None:
        """When all others have gone to sleep, new people can bring the study to its end: no lease is stranded."""
        self.now += 10 * LEASE
        while True:
            rater = self.newcomer()
            sheet = lease(self.store, rater, self.now)
            if sheet is None:
                break
            self.keep(rater, sheet)
        done = self.store.read(lambda t: read_study_progress(t, self.study.id))
        assert (done.answered, done.complete, done.leased) == (self.quota * len(BLOCKS), len(BLOCKS), 0)

    def check(self) -> None:
        with self.store.reading() as transaction:
            answered = transaction.exec_driver_sql(
                "SELECT sheet.token, sheet.state, count(judgement.id), (SELECT count(*) FROM block_item"
                " WHERE block_item.block = sheet.block) FROM answer JOIN sheet ON sheet.id = answer.sheet"
                " JOIN judgement ON judgement.sheet = sheet.id JOIN block ON block.id = sheet.block"
                f" WHERE block.study = {self.study.id} GROUP BY sheet.id, sheet.token, sheet.state, sheet.block"
            ).all()
            counted = transaction.exec_driver_sql(
                "SELECT block.answered, block.taken,"
                " (SELECT count(*) FROM sheet WHERE block = block.id AND state = 'done'),"
                " (SELECT count(*) FROM sheet WHERE block = block.id AND state IN ('done', 'open'))"
                f" FROM block WHERE study = {self.study.id}"
            ).all()
            seen = transaction.exec_driver_sql(
                "SELECT sheet.rater, sheet.id, coalesce(block_item.original, block_item.item) FROM sheet"
                " JOIN block_item ON block_item.block = sheet.block JOIN block ON block.id = sheet.block"
                f" WHERE block.study = {self.study.id}"
            ).all()
        # Everything that was acknowledged is there, once and whole, and nothing besides.
        assert {token: state for token, state, _, _ in answered} == {
            token: receipt.state for token, (_, receipt) in self.receipts.items()
        }
        assert all(judged == items for _, _, judged, items in answered)
        for done, taken, are_done, are_taken in counted:
            assert (done, taken) == (are_done, are_taken)
            assert done <= self.quota
        # No rater sees an item on two sheets.
        sheets = Counter((rater, original) for rater, _, original in {tuple(row) for row in seen})
        assert set(sheets.values()) <= {1}


def test_no_order_of_events_breaks_the_leases(store: Store) -> None:
    run_state_machine_as_test(
        cast(type[Raters], partial(Raters, store)),
        settings=settings(
            max_examples=10, stateful_step_count=20, deadline=None, suppress_health_check=list(HealthCheck)
        ),
    )
