"""Whole studies over HTTP: from consent to completion code, by people who double click, go back, leave and return."""

import html
import json
from collections import Counter
from pathlib import Path

import pytest
from sqlalchemy import select

from genchal.campaign.judgements.load import load_ratings
from genchal.campaign.studies.export import export_study
from genchal.cli import cli
from genchal.elicitation import METHODS
from genchal.store.export import read_ratings, read_study_progress
from genchal.store.schema import METADATA, database_stamp, rater, rater_identity
from genchal.store.store import Store
from genchal.store.studies import set_study_state
from web.raters import BASE, Clock, Person, serve_study


def rows(store: Store, study: int) -> list[tuple[str, str, str, str]]:
    """Judgements that count, as (rater, instance, system, criterion)."""
    with store.reading() as transaction:
        return [
            (one.rater, one.instance, one.system, one.criterion)
            for one in read_ratings(transaction, study)
            if one.kind == "scored"
        ]


def dump(store: Store) -> dict[str, list[tuple[object, ...]]]:
    """Everything in the database but its stamp, which says when health was asked for."""
    with store.reading() as transaction:
        return {
            one.name: [tuple(row) for row in transaction.execute(select(one).order_by(*one.primary_key.columns))]
            for one in METADATA.sorted_tables
            if one is not database_stamp
        }


@pytest.mark.parametrize("method", METHODS)
def test_a_study_of_every_method_is_answered_to_the_end(store: Store, clock: Clock, method: str) -> None:
    study = serve_study(store, method, count=2, practice=1, raters_per_item=2)
    sheets = raters = 0
    while sheets < 2 * study.sheets:  # of pairs that share a text, nobody sees more than one
        person = Person(store, clock, study, raters)
        person.start()
        sheets += person.work() - 1  # one is for practice
        raters += 1
        assert person.page.url.path == "/s/study/done"
        assert "DONE-1" in person.page.text
    found = Counter(rows(store, study.study.id))
    assert set(found.values()) == {1}  # exactly one judgement for every rater, item and criterion
    measured = study.method.measures(study.criteria)
    per_sheet = {"pairwise": 2, "rankme": 3, "ranking": 3}.get(method, 1)
    assert len(found) == 2 * study.sheets * per_sheet * len(measured)
    with store.reading() as transaction:
        far = read_study_progress(transaction, study.study.id)
    assert far.complete == far.blocks == study.sheets
    assert far.leased == 0
    assert far.raters == {"finished": raters}


def test_the_export_is_read_by_rank_and_agree(store: Store, clock: Clock, tmp_path: Path) -> None:
    study = serve_study(store, "rankme", count=6, raters_per_item=3)
    for seed in range(3):
        person = Person(store, clock, study, seed)
        person.start()
        person.work()
    for suffix in (".csv", ".tsv", ".jsonl", ".parquet"):
        path = tmp_path / f"ratings{suffix}"
        done = export_study(store, "study", path)
        read = load_ratings(path)
        assert done.ratings == len(read) == 3 * 6 * 3
        assert not read.set_aside
        assert (read.answered_at - read.shown_at == 30).all()
    for command in ("rank", "agree"):
        cli.main([command, str(tmp_path / "ratings.csv"), "--json"], standalone_mode=False)


def test_texts_are_exported_beside_the_ratings(store: Store, clock: Clock, tmp_path: Path) -> None:
    study = serve_study(store, "writing", count=2)
    person = Person(store, clock, study)
    person.start()
    person.work()
    done = export_study(store, "study", tmp_path / "ratings.csv", tmp_path / "texts.jsonl")
    lines = [json.loads(line) for line in (tmp_path / "texts.jsonl").read_text().splitlines()]
    assert (done.ratings, done.others) == (0, 2)
    assert all(isinstance(json.loads(line["value"]), str) for line in lines)


def test_the_same_sheet_sent_again_is_stored_once_and_answered_alike(store: Store, clock: Clock) -> None:
    study = serve_study(store)
    person = Person(store, clock, study)
    first = person.start()
    answers = person.answers()
    following = person.send(answers).url.path
    before = rows(store, study.study.id)
    for _ in range(2):
        person.page = first
        assert person.send(answers).url.path == following
    json_answer = None
    for _ in range(2):
        person.page = first
        json_answer = person.send(answers, headers={"Accept": "application/json"})
        receipt = {"status": "stored", "sheet": first.url.path.rpartition("/")[2], "key": person.sheet_key(first)}
        assert json_answer.json() == {"receipt": receipt, "next": following}
    assert rows(store, study.study.id) == before
    assert person.open(first.url.path).status_code == 200
    assert "have already answered" in person.page.text
    assert person.send().url.path == following  # "continue" leads to the sheet that is open


def test_answers_that_cannot_be_taken_come_back_with_what_is_wrong(store: Store, clock: Clock) -> None:
    study = serve_study(store, "magnitude", outputs_per_sheet=1)
    person = Person(store, clock, study)
    first = person.start()
    field = study.method.fields(study.sheet(person.stored()))[0]
    answer = person.send({field: "twelve-ish"})
    assert answer.status_code == 422
    assert "twelve-ish" in answer.text  # nothing has to be typed again
    person.page = first
    answer = person.send({field: ""}, headers={"Accept": "application/json"})
    assert answer.status_code == 422
    assert [one["field"] for one in answer.json()["problems"]] == [field]
    assert rows(store, study.study.id) == []


def test_a_draft_is_there_again_and_an_older_one_does_not_overwrite_it(store: Store, clock: Clock) -> None:
    study = serve_study(store, "magnitude", outputs_per_sheet=1)
    person = Person(store, clock, study)
    first = person.start()
    field = study.method.fields(study.sheet(person.stored()))[0]
    said = []
    for number, value in ((2, "the newest"), (2, "the newest"), (1, "an older one"), (2, "another of its number")):
        person.page = first
        fields = {"_csrf": _csrf(first.text), "_draft": str(number), field: value}
        answer = person.browser.post(f"{first.url.path}/draft", data=fields)
        said.append((answer.status_code, answer.headers.get("Genchal-Draft")))
    assert said == [(204, "2"), (204, "2"), (409, None), (409, None)]  # the second is the first one, sent again
    text = person.open(first.url.path).text
    assert "the newest" in text
    assert 'data-draft-number="2"' in text


def _csrf(html: str) -> str:
    return html.split('name="_csrf" value="')[1].split('"')[0]


def test_an_expired_sheet_goes_to_somebody_else_and_late_answers_are_kept(store: Store, clock: Clock) -> None:
    study = serve_study(store, count=1, raters_per_item=1, outputs_per_sheet=3, lease_minutes=10)
    slow, quick = Person(store, clock, study, 1), Person(store, clock, study, 2)
    left = slow.start()
    assert quick.start().url.path == "/s/study/done"  # the only sheet is taken
    assert "nothing left to do" in quick.page.text
    clock.now += 601
    quick.open()
    assert quick.send().url.path.startswith("/sheets/")
    quick.work()
    answers = slow.answers()
    slow.page = left
    assert slow.send(answers).url.path == "/s/study/done"
    with store.reading() as transaction:
        counted = [one.rater for one in read_ratings(transaction, study.study.id)]
        everything = [one.rater for one in read_ratings(transaction, study.study.id, surplus=True)]
    assert set(counted) == {"rater-0002"}
    assert set(everything) == {"rater-0001", "rater-0002"}


def test_who_comes_back_goes_on_where_they_were(store: Store, clock: Clock) -> None:
    study = serve_study(store)
    person = Person(store, clock, study)
    sheet = person.start().url.path
    assert person.open().url.path == sheet
    other = Person(store, clock, study, 5)
    other.start()
    other.work()
    assert "DONE-1" in other.open().text
    assert other.open(f"{sheet}").status_code == 404


def test_a_rater_does_no_more_sheets_than_the_study_wants(store: Store, clock: Clock) -> None:
    study = serve_study(store, sheets_per_rater=2)
    person = Person(store, clock, study)
    assert "Page 1 of 2" in person.start().text
    assert person.work() == 2
    assert "DONE-1" in person.page.text


def test_a_closed_study_takes_answers_but_gives_no_sheets(store: Store, clock: Clock) -> None:
    study = serve_study(store)
    person = Person(store, clock, study)
    person.start()
    store.write(lambda t: set_study_state(t, study.study.id, "closed", clock.now))
    assert person.work() == 1
    assert "nothing left to do" in Person(store, clock, study).open().text


def test_prolific_raters_are_recognised_and_return_with_their_code(store: Store, clock: Clock) -> None:
    study = serve_study(store, identity="prolific", count=1, outputs_per_sheet=3)
    path = "/s/study?PROLIFIC_PID=5f0c1e2d3b4a5968778695a4&STUDY_ID=s1&SESSION_ID=x"
    person = Person(store, clock, study)
    sheet = person.start(path).url.path
    assert Person(store, clock, study).open(path).url.path == sheet  # on another device
    assert Person(store, clock, study).open().status_code == 404
    assert Person(store, clock, study).open("/s/study?PROLIFIC_PID=").status_code == 422
    person.work()
    assert "https://app.prolific.com/submissions/complete?cc=DONE-1" in person.page.text
    with store.reading() as transaction:
        given = select(rater_identity.c.given).join(rater).where(rater.c.study == study.study.id)
        kept = transaction.execute(given).scalars().all()
        exported = list(read_ratings(transaction, study.study.id))
    assert kept == [{"PROLIFIC_PID": "5f0c1e2d3b4a5968778695a4", "SESSION_ID": "x", "STUDY_ID": "s1"}]
    assert "5f0c1e2d3b4a5968778695a4" not in repr(exported)


def test_any_platform_with_an_address_and_a_code_will_do(store: Store, clock: Clock) -> None:
    platform = {"name": "mturk", "id": "workerId", "keep": ["hitId"], "returns": "https://crowd.example/?c={code}"}
    study = serve_study(store, identity="platform", platform=platform, count=1, outputs_per_sheet=3)
    person = Person(store, clock, study)
    person.start("/s/study?workerId=W1&hitId=H1&other=ignored")
    person.work()
    assert "https://crowd.example/?c=DONE-1" in person.page.text


QUESTION = {"question": "Is English your native language?", "options": ["yes", "no"], "passing": ["yes"]}


def test_only_whether_somebody_is_eligible_is_kept(store: Store, clock: Clock) -> None:
    study = serve_study(store, identity="prolific", eligibility=[QUESTION])
    person = Person(store, clock, study)
    person.agree("/s/study?PROLIFIC_PID=100000000000000000000000")
    assert person.send().status_code == 422  # no answer
    person.send({"question0": "no"})
    assert "cc=OUT-1" in person.page.text
    assert "cc=OUT-1" in person.open().text  # and it is not asked again
    passing = Person(store, clock, study)
    passing.agree("/s/study?PROLIFIC_PID=200000000000000000000000")
    passing.send({"question0": "yes"})
    assert passing.send().url.path.startswith("/sheets/")
    with store.reading() as transaction:
        assert read_study_progress(transaction, study.study.id).raters == {"screened_out": 1, "working": 1}
    assert "native" not in repr({name: own for name, own in dump(store).items() if name != "study"})


def test_of_who_does_not_agree_nothing_is_kept(store: Store, clock: Clock) -> None:
    study = serve_study(store, identity="prolific")
    person = Person(store, clock, study)
    person.open("/s/study?PROLIFIC_PID=5ec2e7000000000000000000")
    before = dump(store)
    person.send({"_decision": "decline"})
    assert "cc=NO-1" in person.page.text
    after = dump(store)
    assert {name for name in after if after[name] != before[name]} == {"event"}
    assert "5ec2e70" not in repr(after)
    with store.reading() as transaction:
        assert read_study_progress(transaction, study.study.id).raters == {}


def test_who_is_too_fast_waits_or_is_removed(store: Store, clock: Clock) -> None:
    study = serve_study(store, "writing", minimum_seconds=20, name="patient")
    person = Person(store, clock, study)
    person.start("/s/patient")
    answers = person.answers()
    clock.now += 19
    assert person.send(answers).status_code == 422
    clock.now += 1
    assert person.send(answers).status_code == 200
    strict = serve_study(store, "writing", minimum_seconds=20, removes_hasty=True, name="strict")
    person = Person(store, clock, strict)
    sheet = person.start("/s/strict")
    answers = person.answers()
    assert "OUT-1" in person.send(answers).text
    person.page = sheet
    assert person.send(answers).status_code == 409
    assert rows(store, strict.study.id) == []


def test_no_text_is_taken_twice_by_anybody(store: Store, clock: Clock) -> None:
    study = serve_study(store, "writing", count=3)
    first, second = Person(store, clock, study, 1), Person(store, clock, study, 2)
    sheet, _ = first.start(), second.start()
    text = "There is a place by the river that has good food and friendly people near the bridge"
    given = dict.fromkeys(first.answers(), text)
    assert first.send(given).status_code == 200
    first.page = sheet
    assert first.send(given).status_code == 200  # the same sheet again is not another text
    assert second.send(dict.fromkeys(second.answers(), text.upper())).status_code == 422


def test_timings_of_a_page_are_believed_as_far_as_they_can_be(store: Store, clock: Clock) -> None:
    clock.now = 1_800_000_000.0  # 2027-01-15T08:00:00Z
    study = serve_study(store, count=3, outputs_per_sheet=3)
    person = Person(store, clock, study)
    person.start()
    timings = {"shown_at": "2027-01-15T08:00:02Z", "sent_at": "2027-01-15T08:00:12.5Z", "wall_ms": 10500}
    clock.now += 3600  # without a connection for an hour
    person.send(person.answers(), own={"_timings": json.dumps(timings)})
    wrong = {"shown_at": "2031-01-15T08:00:02Z", "sent_at": "2031-01-15T08:00:12Z", "wall_ms": 10000}
    clock.now += 3600
    person.send(person.answers(), own={"_timings": json.dumps(wrong)})
    for nonsense in ("[[", "[1]", '{"wall_ms": "x"}'):
        clock.now += 7
        person.send(person.answers(), own={"_timings": nonsense})
        break
    with store.reading() as transaction:
        took = [
            one.answered_at - one.shown_at for one in read_ratings(transaction, study.study.id) if one.position == 0
        ]
    assert took == [10.5, 10.0, 7.0]


def test_getting_pages_changes_nothing(store: Store, clock: Clock) -> None:
    study = serve_study(store, eligibility=[QUESTION])
    person = Person(store, clock, study)
    states = []
    for step in ({"_decision": "agree"}, {"question0": "yes"}, {}):
        states.append(person.page.url.path if hasattr(person, "page") else "/s/study")
        before = dump(store)
        _get_everything(person, states)
        assert dump(store) == before
        person.open()
        person.send(step)
    sheet = person.page.url.path
    before = dump(store)
    clock.now += 10**6  # leases have run out: to look takes none back
    _get_everything(person, [*states, sheet, f"{sheet}/draft"])
    assert dump(store) == before
    person.open(sheet)
    person.work()
    before = dump(store)
    _get_everything(person, [*states, sheet])
    assert dump(store) == before


def _get_everything(person: Person, more: list[str]) -> None:
    steps = ("", "/done", "/declined", "/consent", "/begin", "/eligibility", "/r/1-00")
    for path in [*(f"/s/study{step}" for step in steps), "/health", "/", *more]:
        assert person.browser.get(f"{BASE}{path}").status_code < 500
        person.browser.head(f"{BASE}{path}")


def test_an_adaptive_study_asks_where_the_ranking_is_least_certain(one_store: Store, clock: Clock) -> None:
    study = serve_study(one_store, "pairwise", count=30, adaptive=True, raters_per_item=1)
    met: Counter[frozenset[str]] = Counter()
    best = {"one": 3, "two": 2, "three": 2}  # of the last two nobody can say which is better
    for seed in range(5):
        person = Person(one_store, clock, study, seed)
        person.start()
        for turn in range(5):
            items = person.stored().items
            met[frozenset(item.system for item in items)] += 1
            field = next(iter(person.answers()))
            values = [best[item.system] for item in items]
            is_first = values[0] > values[1] or (values[0] == values[1] and turn % 2 == 0)
            clock.now += 30
            person.send({field: "first" if is_first else "second"})
    assert met[frozenset({"two", "three"})] == max(met.values())
    assert met[frozenset({"two", "three"})] > 25 / 3


def test_who_did_not_agree_can_think_again(store: Store, clock: Clock) -> None:
    study = serve_study(store, identity="prolific", count=1)
    person = Person(store, clock, study)
    person.open("/s/study?PROLIFIC_PID=5f0000000000000000000001&STUDY_ID=s1&SESSION_ID=x")
    person.send({"_decision": "decline"})
    assert "You chose not to take part" in person.page.text
    back = person.page.text.split('class="secondary" href="')[1].split('"')[0].replace("&amp;", "&")
    assert person.agree(back).url.path == "/s/study"
    assert person.send().url.path.startswith("/sheets/")


def test_the_address_of_the_server_says_what_is_there(store: Store, clock: Clock) -> None:
    study = serve_study(store)
    serve_study(store, name="invited", identity="link")
    page = Person(store, clock, study).open("/")
    assert page.status_code == 200
    assert 'href="/s/study"' in page.text
    assert "invited" not in page.text  # who is invited has a link


def test_progress_says_how_much_there_is_at_most(store: Store, clock: Clock) -> None:
    study = serve_study(store, count=4)
    assert f"Page 1 of at most {study.sheets}" in Person(store, clock, study).start().text


def test_errors_are_in_the_language_of_the_study(store: Store, clock: Clock) -> None:
    study = serve_study(store, language="de", identity="link")
    page = Person(store, clock, study).open()
    assert page.status_code == 404
    assert '<html lang="de"' in page.text
    assert "nur mit Einladung" in page.text
    open_study = serve_study(store, name="frei", language="de")
    person = Person(store, clock, open_study)
    person.start("/s/frei")
    missing = person.browser.get(f"/sheets/{'0' * 32}")
    assert (missing.status_code, "gehört nicht Ihnen" in missing.text) == (404, True)
    person.browser.cookies.clear()
    sent = person.send(person.answers(), headers={"Accept": "application/json"})
    assert sent.status_code == 404


def test_inputs_are_called_what_they_are(store: Store, clock: Clock) -> None:
    prompted = serve_study(store, input_label="prompt", count=1)
    assert "The prompt" in Person(store, clock, prompted).start().text
    own = serve_study(store, name="own", input_label="Fakten & Zahlen", count=1)
    assert "Fakten &amp; Zahlen" in Person(store, clock, own).start("/s/own").text


def test_texts_are_shown_as_markdown_on_request(store: Store, clock: Clock) -> None:
    texts = ("**bold** <b>x</b>",)
    plain = serve_study(store, texts=texts, count=1)
    assert "**bold** &lt;b&gt;" in Person(store, clock, plain).start().text
    rich = serve_study(store, name="rich", texts=texts, count=1, text_format="markdown")
    assert "<strong>bold</strong> &lt;b&gt;" in Person(store, clock, rich).start("/s/rich").text
    spans = serve_study(store, "correction", name="exact", texts=texts, count=1, text_format="markdown")
    assert "**bold** &lt;b&gt;" in Person(store, clock, spans).start("/s/exact").text  # every character counts


@pytest.mark.parametrize(
    ("language", "claim", "truth"),
    [
        ("en", "All answers that you have sent", "saved on your device stay there"),
        ("de", "Alle Antworten, die Sie abgesendet", "auf Ihrem Gerät gespeichert wurde, bleibt dort"),
    ],
)
def test_an_error_says_nothing_about_answers_that_the_server_cannot_know_of(
    one_store: Store, clock: Clock, language: str, claim: str, truth: str
) -> None:
    person = Person(one_store, clock, serve_study(one_store, language=language))
    person.start()
    text = html.unescape(person.browser.get(f"/sheets/{'0' * 32}").text)
    assert claim not in text
    assert truth in text
