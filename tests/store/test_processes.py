"""Several processes on one database, and processes that are killed."""

import os
import random
import signal
import time
from collections import Counter
from pathlib import Path

import pytest

from genchal.store.export import read_ratings, read_study_progress
from genchal.store.store import Store, open_store
from store.made import blocks, create
from store.workers import start


def lines(log: Path) -> list[list[str]]:
    """What was acknowledged; a line that was being written when its process died was acknowledged to nobody."""
    text = log.read_text() if log.exists() else ""
    return [line.split(" ") for line in text.split("\n")[:-1]]


def assert_all_stored(store: Store, acknowledged: list[list[str]]) -> None:
    """Every sheet of a log is in the database once, with all its judgements and their values."""
    with store.reading() as transaction:
        rows = transaction.exec_driver_sql(
            "SELECT sheet.token, judgement.value, sheet.state FROM judgement JOIN sheet ON sheet.id = judgement.sheet"
        )
        stored = Counter(tuple(row) for row in rows)
    for _, sheet, _, value, state in acknowledged:
        assert stored[sheet, value, state] == 2, "two items a sheet, judged once each"
    assert store.find_damage() == []


def test_two_processes_keep_to_the_quota_and_give_a_rater_one_sheet_at_a_time(place: str, tmp_path: Path) -> None:
    with open_store(place) as store:
        study = create(store, blocks(12), quota=3)
    log = tmp_path / "log"
    names = ["ann", "bob", "cid", "dan"]  # the same people in both: two tabs, two servers
    processes = [start(place, log, names), start(place, log, names)]
    for process in processes:
        process.join()
        assert process.exitcode == 0
    with open_store(place) as store:
        done = store.read(lambda t: read_study_progress(t, study.id))
        assert_all_stored(store, lines(log))
        with store.reading() as transaction:
            exported = list(read_ratings(transaction, study.id))
    assert (done.answered, done.complete, done.leased, done.sheets) == (36, 12, 0, {"done": 36})
    assert done.raters == {"arrived": 4}
    assert len({(one.rater, one.instance, one.system) for one in exported}) == len(exported) == 72


@pytest.mark.slow
def test_what_was_acknowledged_survives_kill_9(place: str, tmp_path: Path) -> None:
    with open_store(place) as store:
        study = create(store, blocks(200), quota=50)
    moment = random.Random(9)
    log = tmp_path / "log"
    for kill in range(5):
        process = start(place, log, [f"{kill}-{number}" for number in range(6)])
        before = len(lines(log))
        while len(lines(log)) < before + 10:
            assert process.is_alive()
            time.sleep(0.01)
        time.sleep(moment.random() / 10)
        assert process.pid is not None
        os.kill(process.pid, signal.SIGKILL)
        process.join()
        assert process.exitcode == -signal.SIGKILL
    acknowledged = lines(log)
    assert len(acknowledged) >= 50
    with open_store(place) as store:
        assert_all_stored(store, acknowledged)
        done = store.read(lambda t: read_study_progress(t, study.id))
    # Up to one answer of each rater was stored, and its process killed before it could say so.
    assert len(acknowledged) <= done.answered <= len(acknowledged) + 30
    assert done.judgements == 2 * done.answered
