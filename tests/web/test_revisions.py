"""Second thoughts: answers are changed until the end, what was said first is kept, and comments are stored."""

import re
from pathlib import Path
from typing import Any

from sqlalchemy import Table, select

from genchal.campaign.studies.export import export_study
from genchal.campaign.studies.status import read_study_status
from genchal.campaign.studies.stored import RunningStudy
from genchal.store.comments import list_comments
from genchal.store.export import list_answered_sheets, read_ratings
from genchal.store.identities import erase_identities
from genchal.store.schema import answer, comment, judgement, rater, revision, sheet
from genchal.store.sheets import see_sheet
from genchal.store.store import Store
from web.raters import Clock, Forms, Person, serve_study


def numbers(store: Store, study: RunningStudy) -> list[float]:
    """What counts, in the order of the sheets."""
    with store.reading() as transaction:
        return [float(one.value) for one in read_ratings(transaction, study.study.id)]


def all_equal(person: Person, value: str) -> dict[str, str]:
    """The same answer to every question of the sheet."""
    return dict.fromkeys(person.study.method.fields(person.study.sheet(person.stored())), value)


def fields_of(person: Person, path: str) -> tuple[str, ...]:
    """The fields of a sheet by its address."""
    stored = person.store.read(lambda t: see_sheet(t, path.rpartition("/")[2]).stored)
    return person.study.method.fields(person.study.sheet(stored))


def rows_of(store: Store, study: RunningStudy, table: Table) -> list[Any]:
    """The rows of a study in a table that belongs to sheets."""
    joined = select(table).join(sheet, sheet.c.id == table.c.sheet).join(rater, rater.c.id == sheet.c.rater)
    with store.reading() as transaction:
        return list(transaction.execute(joined.where(rater.c.study == study.study.id).order_by(table.c.id)))


def go_back(person: Person) -> str:
    """Follow the link to the page before."""
    found = re.search(r'href="(/sheets/[0-9a-f]{32}/change)"', person.page.text)
    assert found
    person.open(found[1])
    return found[1]


def test_answers_are_changed_by_going_back_and_both_are_kept(store: Store, clock: Clock) -> None:
    study = serve_study(store, count=3)
    person = Person(store, clock, study)
    first = person.start().url.path
    clock.now += 30
    second = person.send(all_equal(person, "2")).url.path
    go_back(person)
    assert person.page.url.path == f"{first}/change"
    assert 'value="2" checked' in person.page.text
    fields = fields_of(person, first)
    clock.now += 30
    assert person.send(dict.fromkeys(fields, "5")).url.path == second  # back to where the rater was
    assert numbers(store, study) == [5]
    assert [row.answers for row in rows_of(store, study, answer)] == [dict.fromkeys(fields, "2")]
    changes = rows_of(store, study, revision)
    assert [(row.number, row.answers) for row in changes] == [(1, dict.fromkeys(fields, "5"))]
    rows = rows_of(store, study, judgement)
    assert [(row.value, row.replaces) for row in rows] == [("2", None), ("5", rows[0].id)]
    # And once more: what is shown now is what was changed.
    person.open(f"{first}/change")
    assert 'value="5" checked' in person.page.text
    person.send(dict.fromkeys(fields, "6"))
    assert numbers(store, study) == [6]


def test_a_sheet_took_until_its_first_answer_whenever_it_was_changed(store: Store, clock: Clock) -> None:
    study = serve_study(store, count=3)
    person = Person(store, clock, study)
    person.start()
    clock.now += 0.25
    person.send(all_equal(person, "2"))
    clock.now += 20
    path = go_back(person)
    person.send(dict.fromkeys(fields_of(person, path.removesuffix("/change")), "5"))
    assert numbers(store, study) == [5]
    with store.reading() as transaction:
        ratings = list(read_ratings(transaction, study.study.id))
        sheets = list(list_answered_sheets(transaction, study.study.id))
    assert [rating.answered_at - rating.shown_at for rating in ratings] == [0.25]
    assert [answered.answered_at - answered.shown_at for answered in sheets] == [0.25]
    (status,) = read_study_status(store, "study").studies
    assert status.seconds == 0.25
    (change,) = rows_of(store, study, revision)
    assert change.received_at == sheets[0].answered_at + 20


def test_a_change_that_is_sent_again_is_stored_once_and_an_overtaken_one_is_refused(store: Store, clock: Clock) -> None:
    study = serve_study(store, count=3)
    person = Person(store, clock, study)
    first = person.start().url.path
    person.send(all_equal(person, "2"))
    page = person.open(f"{first}/change")
    fields = fields_of(person, first)
    accept = {"Accept": "application/json"}
    for _ in range(2):
        person.page = page
        said = person.send(dict.fromkeys(fields, "4"), headers=accept)
        hidden = Forms(page.text).hidden
        assert said.json()["receipt"] == {"status": "stored", "sheet": hidden["_sheet"], "key": hidden["_key"]}
    person.page = page  # an old window, with other answers
    said = person.send(dict.fromkeys(fields, "1"), headers=accept)
    assert (said.status_code, said.json()["receipt"]["status"]) == (409, "refused")
    assert said.json()["receipt"]["sheet"] == hidden["_sheet"]
    assert numbers(store, study) == [4]
    assert len(rows_of(store, study, revision)) == 1


def test_at_the_end_nothing_is_changed_any_more(store: Store, clock: Clock) -> None:
    study = serve_study(store, count=3, sheets_per_rater=2)
    person = Person(store, clock, study)
    first = person.start().url.path
    person.send(all_equal(person, "2"))
    page = person.open(f"{first}/change")
    person.open(f"/s/{study.study.name}")
    person.work()
    assert "DONE-1" in person.page.text
    assert person.open(f"{first}/change").url.path == "/s/study"
    assert "DONE-1" in person.page.text
    person.page = page
    fields = fields_of(person, first)
    refused = person.send(dict.fromkeys(fields, "5"))
    assert (refused.status_code, "cannot be changed any more" in refused.text) == (409, True)
    assert 5.0 not in numbers(store, study)[:1]


def test_sheets_of_others_and_studies_without_way_back(store: Store, clock: Clock) -> None:
    study = serve_study(store, count=3)
    owner, other = Person(store, clock, study), Person(store, clock, study, 1)
    first = owner.start().url.path
    owner.send(all_equal(owner, "2"))
    other.start()
    assert other.open(f"{first}/change").status_code == 404
    fixed = serve_study(store, name="fixed", count=3, revisable=False)
    person = Person(store, clock, fixed)
    person.start("/s/fixed")
    sheet_of = person.page.url.path
    person.send(all_equal(person, "2"))
    assert "/change" not in person.page.text
    assert person.open(f"{sheet_of}/change").url.path != f"{sheet_of}/change"


def test_who_wrote_a_text_may_keep_most_of_it(store: Store, clock: Clock) -> None:
    study = serve_study(store, "writing", count=3)
    person = Person(store, clock, study)
    first = person.start().url.path
    answers = person.answers()
    person.send(answers)
    page = person.open(f"{first}/change")
    longer = {name: f"{text} And more." for name, text in answers.items()}
    assert person.send(longer).status_code == 200
    person.open(f"{first}/change")
    assert person.send(longer).status_code == 200  # the same text is nobody else's
    (row,) = rows_of(store, study, revision)
    assert row.answers == longer
    assert page.status_code == 200


def test_comments_are_stored_exported_and_forgotten(store: Store, clock: Clock, tmp_path: Path) -> None:
    study = serve_study(store, count=3, sheets_per_rater=1)
    person = Person(store, clock, study)
    first = person.start()
    token = first.url.path.rpartition("/")[2]
    answers = person.answers()
    for _ in range(2):  # sent again, stored once
        person.page = first
        person.send({**answers, "_comment": "Text A is cut off. <b>"})
    assert person.page.url.path == "/s/study/done"
    person.send({"_comment": "  It was fun.  "})
    assert "Your comment is stored" in person.page.text
    assert "It was fun." in person.page.text
    person.send({"_comment": "It was fun, but long."})
    with store.reading() as transaction:
        found = list(list_comments(transaction, study.study.id))
        number = transaction.execute(select(sheet.c.id).where(sheet.c.token == token)).scalar_one()
    assert [(one.rater, one.sheet, one.text) for one in found] == [
        ("rater-0001", number, "Text A is cut off. <b>"),
        ("rater-0001", None, "It was fun, but long."),
    ]
    export_study(store, "study", tmp_path / "ratings.csv", comments=tmp_path / "comments.csv")
    lines = (tmp_path / "comments.csv").read_text(encoding="utf-8").splitlines()
    assert lines[0] == "rater,sheet,comment,received_at"
    assert lines[1].startswith(f"rater-0001,sheet-{number:06},Text A is cut off. <b>,")
    assert lines[2].startswith('rater-0001,,"It was fun, but long.",')
    erase(store, study, clock)
    with store.reading() as transaction:
        assert list(list_comments(transaction, study.study.id)) == []


def test_a_comment_is_taken_back_by_emptying_it(store: Store, clock: Clock) -> None:
    study = serve_study(store, count=2, sheets_per_rater=2)
    person = Person(store, clock, study)
    person.start()
    clock.now += 30
    open_sheet = person.send({**person.answers(), "_comment": "I am Ada Lovelace."}).url.path
    change = go_back(person)
    fields = dict.fromkeys(fields_of(person, change.removesuffix("/change")), "3")
    person.send({**fields, "_comment": "I am nobody."})  # what was said before is gone, too
    assert said(store, study) == ["I am nobody."]
    person.open(change)
    person.send(fields)  # a page without the box
    assert said(store, study) == ["I am nobody."]
    person.open(change)
    before = person.page
    person.send({**dict.fromkeys(fields, "4"), "_comment": ""})
    assert said(store, study) == []
    assert "nobody" not in person.open(change).text
    person.send({**dict.fromkeys(fields, "4"), "_comment": "Now I know."})
    person.page = before  # sent again, overtaken by what was said since
    person.send({**dict.fromkeys(fields, "4"), "_comment": ""})
    assert said(store, study) == ["Now I know."]
    person.open(open_sheet)
    person.work()
    person.send({"_comment": "Yours, Ada"})
    person.send({"_comment": " \n"})
    assert "Ada" not in person.page.text
    assert said(store, study) == ["Now I know."]


def said(store: Store, study: RunningStudy) -> list[str]:
    """Every comment on a study that the database still has."""
    chosen = select(comment.c.text).join(rater, rater.c.id == comment.c.rater)
    with store.reading() as transaction:
        return list(transaction.execute(chosen.where(rater.c.study == study.study.id).order_by(comment.c.id)).scalars())


def erase(store: Store, study: RunningStudy, clock: Clock, *, with_answers: bool = False) -> None:
    """Forget everybody."""
    own = select(rater.c.id).where(rater.c.study == study.study.id)
    with store.reading() as transaction:
        numbers = list(transaction.execute(own).scalars())
    store.write(lambda t: erase_identities(t, study.study.id, numbers, clock.now, with_answers=with_answers))


def test_a_withdrawn_answer_leaves_no_revision(store: Store, clock: Clock) -> None:
    study = serve_study(store, count=3)
    person = Person(store, clock, study)
    first = person.start().url.path
    person.send(all_equal(person, "2"))
    person.open(f"{first}/change")
    person.send(dict.fromkeys(fields_of(person, first), "5"))
    erase(store, study, clock, with_answers=True)
    assert [rows_of(store, study, table) for table in (answer, revision, judgement)] == [[], [], []]


def test_a_study_can_do_without_comments(store: Store, clock: Clock) -> None:
    study = serve_study(store, count=3, sheets_per_rater=1, comments=False)
    person = Person(store, clock, study)
    assert "_comment" not in person.start().text
    person.send({**person.answers(), "_comment": "though nobody asked"})
    assert "_comment" not in person.page.text
    assert rows_of(store, study, comment) == []
