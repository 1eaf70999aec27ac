"""An engine that is watched says how far it is."""

import pytest

from genchal.engines.serial import Serial
from genchal.engines.watched import Watched


def test_batches_are_counted_aloud_and_results_are_those_of_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    seconds = iter(range(100))
    monkeypatch.setattr("genchal.engines.watched.time.monotonic", lambda: next(seconds))
    assert list(Watched(Serial(), told.append).map(len, ["a", "bb", "ccc", "dddd"])) == [1, 2, 3, 4]
    # The clock goes by a second with each batch, and a line comes every two seconds.
    assert told == ["2 batches done, 1.0 a second", "4 batches done, 1.0 a second"]


def test_quick_work_is_done_in_silence() -> None:
    told: list[str] = []
    assert list(Watched(Serial(), told.append).map(len, ["a", "bb"])) == [1, 2]
    assert told == []
