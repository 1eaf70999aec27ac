"""Codes for what people did, work that is rejected and taken in again, and studies that grow."""

import json
import re
from collections.abc import Sequence

import pytest

from genchal.campaign.studies.create import _complete_codes
from genchal.campaign.studies.identities import erase_raters, list_identities
from genchal.campaign.studies.pay import extend_study, make_pay_list, readmit_work, reject_work
from genchal.domain.study.keys import parse_design
from genchal.errors import Conflict, InvalidInput, UserError
from genchal.store.export import read_ratings, read_study_progress
from genchal.store.store import Store
from genchal.store.studies import set_study_state
from web.raters import Clock, Person, serve_study

CODES = {"complete": "ALL-1", "partial": "SOME-1", "returned": "BACK-1", "screened_out": "OUT-1"}


def run(store: Store, clock: Clock, people_count: int, **keys: object) -> list[Person]:
    study = serve_study(store, **keys)  # type: ignore[arg-type]
    people = [Person(store, clock, study, number) for number in range(people_count)]
    for person in people:
        person.start()
        person.work()
    return people


def shown_code(person: Person) -> str:
    found = re.search(r'id="code"[^>]*>([^<]*)<', person.page.text)
    return found[1] if found else ""


def pay(store: Store, column: str, codes: Sequence[str] = ()) -> list[object]:
    people = make_pay_list(store, "study", codes=codes).people
    return [row[list(people.columns).index(column)] for row in people.rows]


def test_a_full_code_is_for_full_work_only(store: Store, clock: Clock) -> None:
    study = serve_study(store, "rankme", count=2, outputs_per_sheet=3, sheets_per_rater=2, codes=CODES)
    full, first, second, none = (Person(store, clock, study, number) for number in range(4))
    full.start()
    full.work()
    for person in (first, second, none):  # two of four sheets are left: one for each of the first two
        person.start()
    for person in (first, second):
        assert person.work() == 1
    assert [shown_code(person) for person in (full, first, second, none)] == ["ALL-1", "SOME-1", "SOME-1", "BACK-1"]
    assert pay(store, "work") == ["full", "partial", "partial", "none"]
    assert pay(store, "sheets") == [2, 1, 1, 0]
    extend_study(store, "study", 3, clock.now)
    first.open()
    first.send()
    first.work()
    assert shown_code(first) == "ALL-1"


def test_who_did_a_part_because_the_study_was_closed_goes_on_when_it_is_opened_again(
    store: Store, clock: Clock
) -> None:
    study = serve_study(store, "rankme", count=2, outputs_per_sheet=3, sheets_per_rater=2, codes=CODES)
    person = Person(store, clock, study)
    person.start()
    store.write(lambda t: set_study_state(t, study.study.id, "closed", clock.now))
    person.work()
    assert shown_code(person) == "SOME-1"
    store.write(lambda t: set_study_state(t, study.study.id, "open", clock.now))
    clock.now += 10
    person.open()
    person.send()
    assert person.work() == 1
    assert shown_code(person) == "ALL-1"


def codes_listed(store: Store) -> list[str]:
    listed = list_identities(store, "study")
    return [str(row[list(listed.columns).index("code")]) for row in listed.rows]


def test_a_code_is_listed_for_those_only_who_were_shown_it(store: Store, clock: Clock) -> None:
    study = serve_study(store, "rankme", count=2, outputs_per_sheet=3, sheets_per_rater=2, codes=CODES)
    first, begun, arrived, none = (Person(store, clock, study, number) for number in range(4))
    first.start()
    first.work()
    arrived.agree()
    begun.start()
    assert codes_listed(store) == ["ALL-1", "", ""]
    begun.work(1)
    assert codes_listed(store) == ["ALL-1", "", ""]
    begun.work()
    none.start()
    assert [shown_code(person) for person in (begun, none)] == ["ALL-1", "BACK-1"]
    assert codes_listed(store) == ["ALL-1", "", "ALL-1", "BACK-1"]
    assert pay(store, "rater", ["BACK-1"]) == ["rater-0004"]
    erase_raters(store, "study", ["1"], clock.now, with_answers=True)
    none.open()
    none.send()  # at work on what was given back
    assert codes_listed(store) == ["ALL-1", "", "ALL-1", ""]
    erase_raters(store, "study", ["4"], clock.now)
    assert codes_listed(store) == ["ALL-1", "", "ALL-1", ""]  # sent away, and shown nothing


@pytest.mark.parametrize("what", ["closed", "rejected", "extended"])
def test_who_finished_early_gets_work_again_when_there_is_some(store: Store, clock: Clock, what: str) -> None:
    quota = 2 if what == "closed" else 1
    study = serve_study(store, "rankme", count=3, outputs_per_sheet=3, raters_per_item=quota)
    person, other = Person(store, clock, study), Person(store, clock, study, 1)
    person.start()
    if what != "closed":
        other.start()
        other.work(2)
        person.work()
    else:
        store.write(lambda t: set_study_state(t, study.study.id, "closed", clock.now))
        person.work()
    assert "Thank you" in person.page.text
    assert "Thank you" in person.open().text
    assert store.read(lambda t: read_study_progress(t, study.study.id)).raters["finished"] == 1 + (what != "closed")
    if what == "closed":
        store.write(lambda t: set_study_state(t, study.study.id, "open", clock.now))
        clock.now += 10
    elif what == "rejected":
        reject_work(store, "study", "2", "answers at random", clock.now)
    else:
        extend_study(store, "study", 2, clock.now)
    assert "Thank you" not in person.open().text
    person.send()
    assert codes_listed(store)[0] == "DONE-1"  # which they were shown, though they are at work
    assert person.work() == 2
    assert shown_code(person) == "DONE-1"
    assert "Thank you" in person.open().text  # all of it is done
    assert store.find_damage() == []


def test_who_has_done_all_that_they_may_gets_no_more(store: Store, clock: Clock) -> None:
    person = run(store, clock, 1, method="rankme", count=3, outputs_per_sheet=3, sheets_per_rater=2)[0]
    assert "Thank you" in person.open().text


def test_a_code_of_ones_own_can_be_checked_and_not_passed_on(one_store: Store, clock: Clock) -> None:
    codes = {"complete": "ALL", "per_rater": True}
    people = run(one_store, clock, 2, count=1, codes=codes)
    shown = [shown_code(person) for person in people]
    assert [re.fullmatch(r"ALL-(\d)-[A-Z2-7]{10}", code)[1] for code in shown] == ["1", "2"]  # type: ignore[index]
    assert pay(one_store, "code") == shown
    assert pay(one_store, "rater", [shown[1]]) == ["rater-0002"]
    forged = shown[1].replace("ALL-2", "ALL-3")
    assert make_pay_list(one_store, "study", codes=[forged]).unknown == (forged,)


@pytest.mark.parametrize(
    ("keys", "is_own"),
    [
        ({}, True),
        ({"identity": "anonymous"}, True),
        ({"codes": {"complete": "MINE"}}, False),
        ({"identity": "prolific"}, False),
        ({"codes": {"complete": "MINE", "per_rater": True}}, True),
    ],
)
def test_codes_are_of_ones_own_unless_somebody_has_to_know_them_before(keys: dict[str, object], is_own: bool) -> None:
    design = parse_design({"name": "a", "method": "likert", "sheets_per_rater": 2, **keys})
    codes = _complete_codes(design)
    assert codes.per_rater is is_own
    assert codes.partial
    assert codes.partial != codes.complete
    with pytest.raises(UserError, match="Prolific takes the same code"):
        parse_design({"name": "a", "method": "likert", "identity": "prolific", "codes": {"per_rater": True}})


def test_rejected_work_is_set_aside_and_asked_of_others(store: Store, clock: Clock) -> None:
    people = run(store, clock, 2, method="rankme", count=2, outputs_per_sheet=3, sheets_per_rater=2, pay=0.25)
    study = people[0].study
    before = _values(store, study.study.id)
    identities = list_identities(store, "study").rows
    said = reject_work(store, "study", "1", "answers at random", clock.now)
    assert said == "rater-0001 of study is rejected: 2 sheets set aside, to be judged by others"
    assert {rater for rater, _ in _values(store, study.study.id)} == {"rater-0002"}
    progress = store.read(lambda t: read_study_progress(t, study.study.id))
    assert (progress.answered, progress.complete) == (2, 0)
    assert pay(store, "work") == ["rejected", "full"]
    assert pay(store, "pay") == [0.0, 0.5]
    assert pay(store, "reason") == ["answers at random", ""]
    assert make_pay_list(store, "study").total == 0.5
    assert people[0].open().status_code == 200  # the person is still known
    assert shown_code(people[0]) == ""
    with pytest.raises(Conflict):
        reject_work(store, "study", "rater-0001", "again", clock.now)
    assert "2 sheets count" in readmit_work(store, "study", "rater-0001", "a mistake", clock.now)
    assert _values(store, study.study.id) == before
    assert list_identities(store, "study").rows == identities
    assert store.find_damage() == []


def test_practice_is_not_counted_among_what_is_set_aside(store: Store, clock: Clock) -> None:
    run(store, clock, 1, method="rankme", count=1, outputs_per_sheet=3, practice=1)
    assert ": 1 sheet set aside" in reject_work(store, "study", "1", "at random", clock.now)
    assert readmit_work(store, "study", "1", "a mistake", clock.now).endswith(": 1 sheet counts")


def test_work_that_was_replaced_meanwhile_is_paid_and_surplus(store: Store, clock: Clock) -> None:
    first = run(store, clock, 2, method="rankme", count=1, outputs_per_sheet=3)[0]
    reject_work(store, "study", "1", "answers at random", clock.now)
    other = Person(store, clock, first.study, 7)
    other.start()
    assert other.work() == 1
    said = readmit_work(store, "study", "1", "a mistake", clock.now)
    assert said.endswith("0 sheets count; 1 is surplus, as others have judged it meanwhile")
    assert pay(store, "paid_sheets") == [1, 1, 1]
    with store.reading() as transaction:
        counted = {rating.rater for rating in read_ratings(transaction, first.study.study.id)}
        everything = {rating.rater for rating in read_ratings(transaction, first.study.study.id, surplus=True)}
    assert (counted, len(everything)) == ({"rater-0002", "rater-0003"}, 3)


def test_a_rater_is_rejected_while_at_work(store: Store, clock: Clock) -> None:
    study = serve_study(store, "rankme", count=3, outputs_per_sheet=3, raters_per_item=1)
    person = Person(store, clock, study)
    person.start()
    person.work(1)
    open_page = person.page
    reject_work(store, "study", "1", "a bot", clock.now)
    assert person.send({}).status_code == 409
    told = person.open(open_page.url.path).text  # which leads to the last page
    assert "You are no longer taking part" in told
    assert "All your answers have been stored" not in told
    assert store.read(lambda t: read_study_progress(t, study.study.id)).leased == 0
    readmit_work(store, "study", "1", "no bot after all", clock.now)
    assert person.open(open_page.url.path).status_code == 200
    assert person.work() == 2


def test_a_study_gets_more_raters_per_item(store: Store, clock: Clock) -> None:
    person = run(store, clock, 2, method="rankme", count=2, outputs_per_sheet=3)[0]
    study = person.study.study.id
    assert store.read(lambda t: read_study_progress(t, study)).complete == 2
    assert extend_study(store, "study", 3, clock.now) == "study: 3 raters per item, 2 sheets more"
    late = Person(store, clock, person.study, 9)
    late.start()
    assert late.work() == 2
    with pytest.raises(InvalidInput, match="3 raters"):
        extend_study(store, "study", 3, clock.now)


def test_reasons_are_asked_for(one_store: Store, clock: Clock) -> None:
    run(one_store, clock, 1, method="rankme", count=1, outputs_per_sheet=3)
    with pytest.raises(InvalidInput, match="no reason"):
        reject_work(one_store, "study", "1", " ", clock.now)


def _values(store: Store, study: int) -> list[tuple[str, str]]:
    with store.reading() as transaction:
        return [(rating.rater, json.dumps(rating.value)) for rating in read_ratings(transaction, study)]
