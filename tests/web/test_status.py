"""What an organiser sees while a study runs."""

import numpy as np
import pytest

from genchal.campaign.people.study_raters import watch_studies
from genchal.store.store import Store
from web.raters import Clock, Person, serve_study


@pytest.fixture
def store(one_store: Store) -> Store:
    """What is tested here is the same on every database."""
    return one_store


def test_practice_is_not_counted(store: Store, clock: Clock) -> None:
    study = serve_study(store, count=4, practice=2, sheets_per_rater=3)
    person = Person(store, clock, study)
    person.start()
    person.work(2)  # practice
    (status,) = watch_studies(store, "study").studies
    assert (status.progress.answered, status.progress.judgements, status.seconds) == (0, 0, None)
    person.work(1)
    watched = watch_studies(store, "study")
    assert (watched.studies[0].progress.answered, watched.studies[0].progress.judgements) == (1, 1)
    assert [(rater.sheets, rater.seconds) for rater in watched.raters] == [(1, 30.0)]


def test_raters_are_shown_with_their_speed_and_flags(store: Store, clock: Clock) -> None:
    study = serve_study(store, "direct_assessment", count=24, items_per_sheet=12, raters_per_item=4)
    for number in range(4):
        person = Person(store, clock, study, number)
        person.start()
        while person.page.url.path.startswith("/sheets/"):
            fields = study.method.fields(study.sheet(person.stored()))
            hasty = number == 3
            values = dict.fromkeys(fields, "50") if hasty else {f: str(person.rng.integers(20, 90)) for f in fields}
            clock.now += 1 if hasty else 60
            person.send(values)
    watched = watch_studies(store, "study", names_all=True)
    assert [rater.seconds for rater in watched.raters] == [60.0, 60.0, 60.0, 1.0]
    flags = " ".join(watched.raters[3].flags)
    assert "takes 1.0 s for a sheet" in flags
    assert "50" in flags
    table, raters = watched.tables()
    assert table.rows[0][-1] == sum(rater.is_odd for rater in watched.raters)
    assert [row[1] for row in raters.rows] == [f"rater-000{number}" for number in (1, 2, 3, 4)]
    assert watch_studies(store, "study").tables()[0].notes


def test_the_pages_of_a_sheet_with_copies_show_one_item_after_another(store: Store, clock: Clock) -> None:
    control = {"repeat": 2, "damaged": 1}
    study = serve_study(store, "direct_assessment", count=7, items_per_sheet=10, control=control, identity="anonymous")
    person = Person(store, clock, study)
    page = person.start().text
    assert "data-one-at-a-time" in page
    assert "data-needs-script" in page  # without one, all ten would be there at once
    items = person.stored().items
    place = {item.id: number for number, item in enumerate(items)}
    apart = [abs(place[item.id] - place[item.source]) for item in items if item.source]
    assert len(apart) == 3
    assert min(apart) >= 5
    assert len(np.unique([item.text for item in items])) < len(items)
