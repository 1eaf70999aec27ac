"""Studies with a date on which it is forgotten who took part."""

import asyncio
import datetime
import logging
from pathlib import Path
from typing import Any

import pytest

from genchal.campaign.studies.retention import erase_due
from genchal.domain.study.keys import parse_design
from genchal.errors import InvalidInput
from genchal.store.identities import list_participants
from genchal.store.raters import register_rater
from genchal.store.records import Identity
from genchal.store.store import Store, open_store
from genchal.store.studies import find_study
from genchal.web.app import make_app
from web.raters import NO_LIMITS, Browser, Clock, run_apart, serve_study

BEFORE = datetime.datetime(2027, 3, 30, 23, 59, tzinfo=datetime.UTC).timestamp()
AFTER = BEFORE + 120


def fill(store: Store) -> None:
    for name, date in (("due", "2027-03-31"), ("later", "2027-04-01"), ("never", "")):
        keys: dict[str, Any] = {"erase_on": date} if date else {}
        running = serve_study(store, name=name, identity="prolific", **keys)
        who = Identity("prolific", f"5f1e-{name}", {"PROLIFIC_PID": f"5f1e-{name}"})
        store.write(lambda t, r=running, w=who: register_rater(t, r.study, w, 1.0))  # type: ignore[misc]


def known(store: Store) -> list[str]:
    names = ("due", "later", "never")
    return [
        name
        for name in names
        if any(person.given for person in store.read(lambda t, n=name: list_participants(t, find_study(t, n).id)))  # type: ignore[misc]
    ]


def test_raters_are_erased_when_the_date_has_come_and_not_before(tmp_path: Path) -> None:
    with open_store(tmp_path / "campaign.db") as store:
        fill(store)
        assert erase_due(store, BEFORE) == ([], "")
        assert known(store) == ["due", "later", "never"]
        (erased,), remains = erase_due(store, AFTER)
        assert (erased.name, erased.raters, remains) == ("due", 1, "")
        assert known(store) == ["later", "never"]
        assert store.read(lambda t: find_study(t, "due")).state == "closed"
        assert b"5f1e-due" not in b"".join(file.read_bytes() for file in tmp_path.iterdir())
        assert erase_due(store, AFTER) == ([], "")  # nobody is erased twice
        assert [study.name for study in erase_due(store, AFTER + 86_400)[0]] == ["later"]


def test_a_server_erases_them_by_itself(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with open_store(tmp_path / "campaign.db") as store:
        fill(store)

        async def serve() -> None:
            app = make_app(store, clock=Clock(AFTER), limits=NO_LIMITS)
            inner = app.app  # type: ignore[attr-defined]
            async with inner.router.lifespan_context(inner):
                for _ in range(100):
                    await asyncio.sleep(0.02)
                    if caplog.text:
                        return

        with caplog.at_level(logging.WARNING):
            run_apart(serve())
        assert known(store) == ["later", "never"]
        assert "due is closed, and its raters are erased" in caplog.text
        assert "5f1e" not in caplog.text
        closed = Browser(make_app(store, limits=NO_LIMITS)).get("/s/due?PROLIFIC_PID=5f1e-new")
        assert 'value="agree"' not in closed.text


@pytest.mark.parametrize("date", ["31.3.2027", "2027-02-30", "2027-3-1", "20270331", "soon"])
def test_a_date_that_is_none_is_refused(date: str) -> None:
    with pytest.raises(InvalidInput, match="Write a date, such as 2027-03-31"):
        parse_design({"name": "a", "method": "likert", "erase_on": date})


def test_a_date_may_be_written_as_toml_has_dates() -> None:
    design = parse_design({"name": "a", "method": "likert", "erase_on": datetime.date(2027, 3, 31)})
    assert design.erase_on == "2027-03-31"
