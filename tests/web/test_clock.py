"""A clock that is set back while a server runs hurts nobody."""

from genchal.campaign.studies.stored import end_late_leases
from genchal.store.leases import return_expired
from genchal.store.store import Store
from genchal.web.clock import SteadyClock
from web.raters import Clock, Person, serve_study

HOUR = 3600.0


def test_time_goes_on_where_the_clock_is_set_back_and_follows_it_ahead() -> None:
    wall, ticks = Clock(1000.0), Clock(50.0)
    clock = SteadyClock(wall, ticks)
    wall.now, ticks.now = 1010.0, 60.0
    assert clock() == 1010.0
    wall.now, ticks.now = 1015.0 - HOUR, 65.0
    assert clock() == 1015.0
    wall.now, ticks.now = 1020.0 - HOUR, 70.0
    assert clock() == 1020.0
    wall.now, ticks.now = 1100.0, 75.0  # it was right all the time, and then somebody sets it right
    assert clock() == 1100.0
    assert clock() == 1100.0


def test_raters_notice_nothing_of_a_clock_that_is_set_back(store: Store) -> None:
    wall, ticks = Clock(), Clock(0.0)
    clock = SteadyClock(wall, ticks)
    study = serve_study(store, "likert", raters_per_item=1)
    ann, bob = (Person(store, clock, study, seed) for seed in range(2))  # type: ignore[arg-type]
    ann.start()
    sheet = ann.sheet
    wall.now -= HOUR
    ticks.now += 600
    assert ann.send(ann.answers()).status_code == 200
    with store.reading() as transaction:
        shown, answered = transaction.exec_driver_sql(
            "SELECT sheet.shown_at, answer.received_at FROM sheet JOIN answer ON answer.sheet = sheet.id "
            f"WHERE sheet.token = '{sheet}'"
        ).one()
    assert answered - shown == 600
    bob.start()
    left = bob.sheet
    ticks.now += study.lease_seconds + 1
    assert store.write(lambda t: return_expired(t, clock())) >= 1
    with store.reading() as transaction:
        state = transaction.exec_driver_sql(f"SELECT state FROM sheet WHERE token = '{left}'").scalar_one()
    assert state == "expired", "what somebody left is not kept for an hour more"


def test_a_server_that_is_started_after_the_clock_was_set_right_gives_out_what_was_kept(one_store: Store) -> None:
    wrong, right = Clock(2_000_000_000.0), Clock(1_800_000_000.0)
    study = serve_study(one_store, "likert", count=1, raters_per_item=1)
    for seed in range(3):  # they take all there is, and leave
        Person(one_store, wrong, study, seed).start()
    person = Person(one_store, right, study, 7)
    assert not person.start().url.path.startswith("/sheets/")
    assert one_store.write(lambda t: end_late_leases(t, right())) == 3
    right.now += study.lease_seconds + 1
    assert Person(one_store, right, study, 8).start().url.path.startswith("/sheets/")
    assert one_store.write(lambda t: end_late_leases(t, right())) == 0
