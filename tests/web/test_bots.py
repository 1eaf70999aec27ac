"""A program among people: it may try as often as it likes, and all people finish."""

from typing import Any

import pytest
from sqlalchemy import func, select

from genchal.store.export import read_study_progress
from genchal.store.schema import event
from genchal.store.store import Store
from genchal.web.app import make_app
from web.raters import NO_LIMITS, Browser, Clock, Forms, Person, serve_study

BOT = "192.0.2.66"


def test_all_people_finish_beside_a_program_that_takes_every_place_it_gets(store: Store, clock: Clock) -> None:
    study = serve_study(store, "rankme", count=6, outputs_per_sheet=3, raters_per_item=4, sheets_per_rater=3)
    app = make_app(store, limits=NO_LIMITS, clock=clock)
    people = [Person(store, clock, study, number, f"198.51.100.{number}") for number in range(6)]
    for number in range(60):
        clock.now += 1
        grab(app)
        if number % 10 == 9:
            people[number // 10].start()
            assert people[number // 10].page.url.path.startswith("/sheets/")
    for _ in range(3):
        for person in people:
            grab(app)
            person.work(1)
    assert all("DONE-1" in person.page.text for person in people)
    assert store.read(lambda t: read_study_progress(t, study.study.id)).answered == 6 * 3


def grab(app: object) -> None:
    """Come as somebody new, and take a sheet to keep it from others."""
    browser = Browser(app, address=BOT)  # type: ignore[arg-type]
    page = browser.get("/s/study")
    page = browser.post("/s/study/consent", data={**Forms(page.text).hidden, "_decision": "agree"})
    page = browser.post("/s/study/begin", data=Forms(page.text).hidden)
    if page.url.path.startswith("/sheets/"):
        browser.post(f"{page.url.path}/draft", data={**Forms(page.text).hidden, "_draft": "1", "x": "1"})


def test_newcomers_behind_the_address_of_a_program_get_in(one_store: Store, clock: Clock) -> None:
    study = serve_study(one_store, count=40)
    app = make_app(one_store, limits=NO_LIMITS, clock=clock)
    for _ in range(50):
        clock.now += 1
        grab(app)
    person = Person(one_store, clock, study, 1, BOT)
    assert person.start().url.path.startswith("/sheets/")
    person.work(3)
    assert one_store.read(lambda t: read_study_progress(t, study.study.id)).answered == 3


def test_too_many_who_begin_in_an_hour_are_asked_to_wait(one_store: Store, clock: Clock) -> None:
    study = serve_study(one_store, count=40, raters_per_address=3, sheets_per_rater=1)
    people = [Person(one_store, clock, study, number, BOT) for number in range(4)]
    for person in people[:3]:
        person.start()
        person.work()
        assert "DONE-1" in person.page.text
    late = people[3]
    assert late.start().status_code == 429
    assert "try again in a few minutes" in late.page.text
    assert late.page.headers["retry-after"]
    clock.now += 3600
    late.open()
    assert late.send().url.path.startswith("/sheets/")


@pytest.mark.parametrize("identity", ["link", "platform"])
def test_people_who_are_known_are_not_limited(one_store: Store, clock: Clock, identity: str) -> None:
    platform: dict[str, Any] = (
        {"platform": {"name": "panel", "id": "who", "signed": "proof"}} if identity == "platform" else {}
    )
    study = serve_study(one_store, identity=identity, places_per_address=1, raters_per_address=1, **platform)
    assert study.place_limits is None


def test_a_program_that_declines_again_and_again_does_not_fill_the_disk(one_store: Store, clock: Clock) -> None:
    study = serve_study(one_store)
    person = Person(one_store, clock, study, 1, BOT)
    page = person.open()
    for _ in range(120):
        person.page = page
        assert "NO-1" in person.send({"_decision": "decline"}).text
    noted = select(func.count()).where(event.c.study == study.study.id, event.c.what == "declined")
    with one_store.reading() as transaction:
        assert transaction.execute(noted).scalar_one() == 100
