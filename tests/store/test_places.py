"""How many places newcomers of one network can hold, and that nobody is shut out by it."""

import pytest
from sqlalchemy import select

from genchal.domain.study.study import Block
from genchal.store.leases import lease_sheet, return_expired
from genchal.store.places import HOUR, IDLE, REMEMBERED, PlaceLimits
from genchal.store.raters import register_rater
from genchal.store.records import Identity, Rater, Study
from genchal.store.schema import rater, sheet
from genchal.store.store import Store
from store.made import LEASE, answer, block, blocks, create

FEW = PlaceLimits(at_once=3, in_an_hour=1000)


def arrive(store: Store, study: Study, who: str, network: str, now: float = 0.0) -> Rater:
    return store.write(lambda t: register_rater(t, study, Identity("test", who), now, network))[0]


def take(store: Store, who: Rater, now: float = 0.0, limits: PlaceLimits = FEW) -> str | None:
    given = store.write(lambda t: lease_sheet(t, who.id, now=now, lease_seconds=LEASE * 60, limits=limits))
    return given.sheet if given else None


def open_sheets(store: Store, study: Study) -> int:
    chosen = select(sheet.c.id).join(rater, rater.c.id == sheet.c.rater)
    with store.reading() as transaction:
        return len(transaction.execute(chosen.where(rater.c.study == study.id, sheet.c.state == "open")).all())


def test_newcomers_of_a_network_hold_a_few_places_and_the_last_one_gets_in(store: Store) -> None:
    study = create(store, blocks(50))
    bots = [arrive(store, study, f"bot {number}", "192.0.2.1") for number in range(20)]
    assert all(take(store, bot, number) for number, bot in enumerate(bots))
    assert open_sheets(store, study) == 3
    others = [arrive(store, study, f"ann {number}", f"198.51.100.{number}") for number in range(20)]
    assert all(take(store, other, 30.0) for other in others)
    assert open_sheets(store, study) == 23


def test_who_has_answered_is_no_newcomer_any_more(store: Store) -> None:
    study = create(store, blocks(50))
    pupils = [arrive(store, study, f"pupil {number}", "192.0.2.1") for number in range(10)]
    for number, pupil in enumerate(pupils):  # a class behind one address: one after the other answers
        token = take(store, pupil, number)
        assert token is not None
        answer(store, pupil, token, number)
    assert all(take(store, pupil, 20.0) for pupil in pupils)
    assert open_sheets(store, study) == 10


def test_an_answer_to_a_place_that_was_taken_over_counts(store: Store) -> None:
    study = create(store, blocks(50))
    early = arrive(store, study, "early", "192.0.2.1")
    token = take(store, early)
    assert token is not None
    for number in range(5):
        take(store, arrive(store, study, f"bot {number}", "192.0.2.1"), 1.0 + number)
    assert answer(store, early, token, 9.0).state == "done"


def test_a_rater_who_finds_nothing_gets_a_place_of_the_network_that_holds_most(store: Store) -> None:
    study = create(store, blocks(3))
    for number in range(3):
        assert take(store, arrive(store, study, f"bot {number}", "192.0.2.1"), number)
    honest = [arrive(store, study, f"ann {number}", f"198.51.100.{number}") for number in range(3)]
    assert [take(store, rater, 10.0) is not None for rater in honest] == [True, True, False]  # one each is fair


def test_practice_does_not_make_a_newcomer_a_rater_with_places(store: Store) -> None:
    practice = Block("practice", block("p", "p1").items, practice=True)
    study = create(store, [practice, *blocks(50)])
    for number in range(10):
        bot = arrive(store, study, f"bot {number}", "192.0.2.1")
        token = take(store, bot, number)
        assert token is not None
        answer(store, bot, token, number)
        assert take(store, bot, number)
    assert open_sheets(store, study) == 3


def test_so_many_who_answer_may_begin_in_an_hour(store: Store) -> None:
    study = create(store, blocks(50))
    limits = PlaceLimits(at_once=50, in_an_hour=5)
    for number in range(10):  # five of them answer
        bot = arrive(store, study, f"bot {number}", "192.0.2.1", number)
        token = take(store, bot, number, limits)
        assert token is not None
        if number % 2:
            answer(store, bot, token, number)
    late = arrive(store, study, "late", "192.0.2.1", 16.0)
    assert take(store, late, 16.0, limits) is None
    assert take(store, arrive(store, study, "ann", "198.51.100.1", 17.0), 17.0, limits)
    assert take(store, late, HOUR + 1.0, limits)  # one who began is longer ago than that


def test_where_raters_came_from_is_forgotten_after_a_day(store: Store) -> None:
    study = create(store, blocks(3))
    arrive(store, study, "ann", "192.0.2.1")
    ben = arrive(store, study, "ben", "192.0.2.1", REMEMBERED)
    assert "192.0.2.1" not in str(ben.origin)
    store.write(lambda t: return_expired(t, REMEMBERED + 1))
    with store.reading() as transaction:
        kept = select(rater.c.origin).where(rater.c.study == study.id).order_by(rater.c.id)
        assert transaction.execute(kept).scalars().all() == [None, ben.origin]


@pytest.mark.parametrize("network", ["192.0.2.1", "2001:db8::/64"])
def test_studies_cannot_be_compared_by_networks(store: Store, network: str) -> None:
    origins = {arrive(store, create(store, blocks(1), name=name), "ann", network).origin for name in "ab"}
    assert len(origins) == 2


def test_a_place_where_nothing_happens_is_given_to_who_finds_nothing_else(store: Store) -> None:
    study = create(store, blocks(1))
    assert take(store, arrive(store, study, "idle", "192.0.2.1"))
    ann = arrive(store, study, "ann", "198.51.100.1")
    assert take(store, ann, IDLE - 1) is None
    assert take(store, ann, IDLE)


def test_who_has_answered_takes_the_place_of_an_idle_newcomer_behind_the_same_address(store: Store) -> None:
    study = create(store, blocks(4))
    ann = arrive(store, study, "ann", "192.0.2.1")
    token = take(store, ann)
    assert token is not None
    for number in range(3):
        assert take(store, arrive(store, study, f"bot {number}", "192.0.2.1"), 1.0, PlaceLimits(10, 1000))
    assert take(store, arrive(store, study, "bot 3", "192.0.2.1"), 2.0, PlaceLimits(10, 1000)) is None
    answer(store, ann, token, 3.0)
    assert take(store, ann, 4.0)
