"""Conditions between raters, over HTTP: a rater is put into a group when they begin, and stays in it."""

from collections import Counter

from sqlalchemy import select

from genchal.store.raters import count_raters_by_condition, set_rater_state
from genchal.store.schema import rater
from genchal.store.store import Store
from web.raters import Clock, Person, serve_study

FOUR = {"loc fc": 0.25, "noloc fc": 0.25, "loc nofc": 0.25, "noloc nofc": 0.25}


def seen(person: Person) -> list[str]:
    """The conditions of a person's sheets, to the end."""
    found = []
    while person.page.url.path.startswith("/sheets/"):
        found.append(person.stored().condition)
        person.work(1)
    return found


def test_what_is_between_raters_stays_and_what_is_within_changes(store: Store, clock: Clock) -> None:
    study = serve_study(
        store, "describing", count=4, conditions=FOUR, between=["fc", "nofc"], practice=2, raters_per_item=1
    )
    assert (study.sheets, study.practice) == (4, 2)
    groups: Counter[str] = Counter()
    for seed in range(2):
        person = Person(store, clock, study, seed)
        person.start()
        conditions = [one.split() for one in seen(person)]
        (group,) = {words[-1] for words in conditions}
        assert len(conditions) == 4  # two for practice
        assert Counter(words[0] for words in conditions) == {"loc": 2, "noloc": 2}
        groups[group] += 1
    assert groups == {"fc": 1, "nofc": 1}
    assert store.read(lambda t: count_raters_by_condition(t, study.study.id)) == groups


def test_groups_keep_to_their_shares_and_who_was_sent_away_does_not_count(one_store: Store, clock: Clock) -> None:
    conditions = {"text": 0.75, "picture": 0.25}
    study = serve_study(
        one_store, count=16, conditions=conditions, between=list(conditions), sheets_per_rater=1, raters_per_item=3
    )
    people = [Person(one_store, clock, study, seed) for seed in range(8)]
    for person in people:
        person.start()
    assert one_store.read(lambda t: count_raters_by_condition(t, study.study.id)) == {"text": 6, "picture": 2}
    with one_store.reading() as transaction:
        own = (rater.c.study == study.study.id, rater.c.condition == "picture")
        gone = transaction.execute(select(rater.c.id).where(*own)).scalars().first()
    assert gone is not None
    one_store.write(lambda t: set_rater_state(t, gone, "removed", clock()))
    for seed in range(8, 10):
        Person(one_store, clock, study, seed).start()
    assert one_store.read(lambda t: count_raters_by_condition(t, study.study.id)) == {"text": 7, "picture": 2}


def test_who_comes_when_a_group_is_full_is_put_into_one_that_is_not(one_store: Store, clock: Clock) -> None:
    conditions = {"text": 0.5, "picture": 0.5}
    study = serve_study(one_store, count=2, conditions=conditions, between=list(conditions), raters_per_item=1)
    first = Person(one_store, clock, study)
    first.start()
    (full,) = set(seen(first))  # all sheets of a group
    for seed in (1, 2):
        person = Person(one_store, clock, study, seed)
        person.start()
        if person.page.url.path.startswith("/sheets/"):
            assert set(seen(person)) == {*conditions} - {full}
            break
    else:
        raise AssertionError("nobody was given the sheets that were left")


def test_a_rater_keeps_the_group_over_reloads_and_second_begins(one_store: Store, clock: Clock) -> None:
    conditions = {"text": 0.5, "picture": 0.5}
    study = serve_study(one_store, conditions=conditions, between=list(conditions))
    person = Person(one_store, clock, study)
    instructions = person.agree()
    sheets = set()
    for _ in range(3):
        person.page = instructions
        person.send()
        sheets.add((person.sheet, person.stored().condition))
    assert len(sheets) == 1
