"""What pages tell about systems, who comes by which address, and who is remembered."""

from dataclasses import replace

import pytest
from sqlalchemy import update

from genchal.campaign.studies.create import plan_study
from genchal.campaign.studies.stored import read_study
from genchal.domain.study.keys import parse_design
from genchal.domain.study.study import Sheet
from genchal.elicitation.method import place_items
from genchal.store import schema
from genchal.store.store import Store
from genchal.store.studies import find_study
from web.raters import Clock, Person, material, serve_study


@pytest.fixture
def store(one_store: Store) -> Store:
    """What is tested here is the same on every database."""
    return one_store


# Names of fields


def test_names_of_fields_cannot_be_computed_from_seed_and_name(store: Store, clock: Clock) -> None:
    study = serve_study(store)
    keys = {"name": "study", "method": "likert", "identity": "anonymous", "raters_per_item": 2}
    (plan,) = plan_study(parse_design(keys), material("likert"), 1)  # what anybody can do who has the campaign file
    person = Person(store, clock, study)
    page = person.start().text
    stored = person.stored()
    ids = {item.id for block in plan.composition.blocks for item in block.items}
    assert {item.id for item in stored.items} <= ids  # the ids are known to them
    guessed = {
        place.key
        for block in plan.composition.blocks
        for place in place_items(Sheet(stored.token, block.items, stored.subjects, study.criteria))
    }
    assert not [key for key in guessed if key in page]
    assert all(place.key in page for place in place_items(study.sheet(stored)))


def test_the_same_item_has_another_name_on_another_sheet(store: Store, clock: Clock) -> None:
    study = serve_study(store, count=1, method="rankme", outputs_per_sheet=3)
    first, second = Person(store, clock, study, 1), Person(store, clock, study, 2)
    first.start()
    second.start()
    stored = [person.stored() for person in (first, second)]
    assert {item.id for item in stored[0].items} == {item.id for item in stored[1].items}
    names = [set(study.method.fields(study.sheet(sheet))) for sheet in stored]
    assert not names[0] & names[1]


def test_a_study_of_an_earlier_version_keeps_its_names_of_fields(store: Store, clock: Clock) -> None:
    study = serve_study(store)
    person = Person(store, clock, study)
    person.start()
    kept = {key: value for key, value in study.study.design.items() if key != "secret_fields"}
    store.write(lambda t: t.execute(update(schema.study).where(schema.study.c.id == study.study.id).values(design=kept)))
    old = read_study(store.read(lambda t: find_study(t, "study")))
    sheet = old.sheet(person.stored())
    assert sheet.secret == b""
    assert old.method.fields(sheet) == old.method.fields(replace(sheet, id="any other"))
