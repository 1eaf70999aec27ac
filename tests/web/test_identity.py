"""What pages tell about systems, who comes by which address, and who is remembered."""

import hashlib
import hmac
import html
import re
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import update

from genchal.campaign.studies.create import plan_study
from genchal.campaign.studies.links import make_personal_link, make_signing_key, make_study_link
from genchal.campaign.studies.stored import read_study
from genchal.domain.study.keys import parse_design
from genchal.domain.study.study import Sheet
from genchal.elicitation.method import place_items
from genchal.errors import UserError
from genchal.store import schema
from genchal.store.export import read_study_progress
from genchal.store.store import Store, open_store
from genchal.store.studies import find_study, list_studies
from genchal.web.app import make_app
from web.raters import Browser, Clock, Person, material, serve_study

HERE = Path(__file__).parent


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
    store.write(
        lambda t: t.execute(update(schema.study).where(schema.study.c.id == study.study.id).values(design=kept))
    )
    old = read_study(store.read(lambda t: find_study(t, "study")))
    sheet = old.sheet(person.stored())
    assert sheet.secret == b""
    assert old.method.fields(sheet) == old.method.fields(replace(sheet, id="any other"))


# Platforms


@pytest.mark.parametrize(("language", "said"), [("en", "You have not begun"), ("de", "noch nicht begonnen")])
def test_a_browser_without_a_cookie_finds_the_way_back_to_an_open_study(
    store: Store, clock: Clock, language: str, said: str
) -> None:
    person = Person(store, clock, serve_study(store, identity="anonymous", language=language))
    answer = person.open("/s/study/done")
    assert answer.status_code == 404
    assert said in answer.text
    assert 'href="/s/study"' in answer.text


def test_what_went_wrong_is_a_sentence(store: Store, clock: Clock) -> None:
    person = Person(store, clock, serve_study(store, identity="anonymous"))
    person.open("/s/study")
    answer = person.send({})
    assert answer.status_code == 422
    assert "No button was chosen. Go back and choose one of the buttons." in answer.text


PID = "5f0c1e2d3b4a5968778695a4"


@pytest.mark.parametrize(
    "bad", ["{{%PROLIFIC_PID%}}", "%7B%7B%25PROLIFIC_PID%25%7D%7D", "5f0", f"{PID}0", f"{PID[:-1]}g", "${PID}", "..."]
)
def test_an_id_that_prolific_does_not_give_is_refused(store: Store, clock: Clock, bad: str) -> None:
    study = serve_study(store, identity="prolific")
    person = Person(store, clock, study)
    answer = person.open(f"/s/study?PROLIFIC_PID={bad}")
    assert answer.status_code == 422
    assert "open the study again from the platform" in answer.text
    assert store.read(lambda t: read_study_progress(t, study.study.id)).raters == {}
    assert person.start(f"/s/study?PROLIFIC_PID={PID}").status_code == 200


def test_other_platforms_say_what_their_ids_look_like(store: Store, clock: Clock) -> None:
    platform = {"name": "mturk", "id": "workerId", "pattern": "A[A-Z0-9]{11,14}"}
    study = serve_study(store, identity="platform", platform=platform)
    assert Person(store, clock, study).open("/s/study?workerId=B1").status_code == 422
    assert Person(store, clock, study).open("/s/study?workerId=${workerId}").status_code == 422
    assert Person(store, clock, study).start("/s/study?workerId=A2345678901234").status_code == 200
    with pytest.raises(UserError, match="pattern"):
        parse_design({"name": "a", "method": "likert", "identity": "platform", "platform": platform | {"pattern": "("}})


def test_signed_ids_cannot_be_made_up(store: Store, clock: Clock) -> None:
    platform = {"name": "panel", "id": "who", "signed": "proof"}
    study = serve_study(store, identity="platform", platform=platform)
    key = make_signing_key(study.study)
    proof = hmac.new(key.encode(), b"ann", hashlib.sha256).hexdigest()
    for path in ("/s/study?who=ann", "/s/study?who=ann&proof=0", f"/s/study?who=bob&proof={proof}"):
        assert Person(store, clock, study).open(path).status_code == 422
    person = Person(store, clock, study)
    sheet = person.start(f"/s/study?who=ann&proof={proof}").url.path
    assert sheet.startswith("/sheets/")
    # Not even somebody who knows the id of a rater can open their sheets.
    assert Person(store, clock, study).open("/s/study?who=ann").status_code == 422
    assert make_study_link(study, "https://s.example") == "https://s.example/s/study?who=...&proof=..."


@pytest.mark.parametrize("identity", ["prolific", "link"])
def test_try_again_remembers_who_came(store: Store, clock: Clock, identity: str) -> None:
    study = serve_study(store, identity=identity)
    path = make_personal_link(study.study, 7, "") if identity == "link" else f"/s/study?PROLIFIC_PID={PID}&STUDY_ID=s1"
    person = Person(store, clock, study)
    person.open(path)
    error = person.send({"_decision": "agree", "_csrf": "0" * 32})
    assert error.status_code == 403
    (again,) = re.findall(r'class="primary" href="([^"]+)"', error.text)
    assert person.open(html.unescape(again)).status_code == 200
    assert person.agree(html.unescape(again)).status_code == 200
    assert person.send().url.path.startswith("/sheets/")


# Studies that are there already


def test_raters_and_links_of_an_earlier_version_go_on(clock: Clock, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "old.db")) as database:
        database.executescript((HERE / "studies_0002.sql").read_text(encoding="utf-8"))
    with open_store(tmp_path / "old.db") as store:
        people, invited = (read_study(study) for study in store.read(list_studies))
        cookie = {
            "Cookie": "genchal-1=6c61608a24546c279ddd4749895a42c5.aa8bd9f1f6996fc25be8d65220b20a87"
            ".e9a717df6c6b9a44154efe73367a3dff"
        }
        page = Browser(make_app(store, clock=clock), headers=cookie).get("/sheets/9d572c723d828ef09a06cd9b115aafb8")
        assert page.status_code == 200
        assert re.search(r'name="ic4f120211a0e.quality" value="3"[^>]* checked', page.text)  # the draft is there
        person = Person(store, clock, people)
        person.open("/s/people?PROLIFIC_PID=5f0&STUDY_ID=s1&SESSION_ID=x")  # an id that we would not take today
        assert person.page.url.path == "/sheets/9d572c723d828ef09a06cd9b115aafb8"
        person.work()
        assert "cc=DONE-1" in person.page.text
        guest = Person(store, clock, invited)
        guest.open("/s/invited/r/7-9f7b859240a948ac2289990c28307a43")
        assert "DONE-1" in guest.page.text
        assert store.find_damage() == []
