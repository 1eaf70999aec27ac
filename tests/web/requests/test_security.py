"""What others must not be able to do: forge, guess, read, write, flood, or run scripts in somebody's browser."""

from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import select
from starlette.requests import Request

from genchal.campaign.studies.links import make_link_token, make_personal_link, read_invitation
from genchal.domain.study.keys import parse_design
from genchal.errors import NotFound, UserError
from genchal.store.connection.trouble import Unavailable
from genchal.store.export import read_ratings
from genchal.store.records import Study
from genchal.store.schema import event
from genchal.store.store import Store
from genchal.web.app import make_app
from genchal.web.requests.forms import LARGEST, MOST_FIELDS
from genchal.web.requests.security import HEADERS, Buckets, Limits, TooMany
from genchal.web.requests.senders import read_network
from web.raters import BASE, EVIL, NO_LIMITS, Browser, Clock, Forms, Person, serve_study


@pytest.fixture
def store(one_store: Store) -> Store:
    """What is tested here is the same on every database."""
    return one_store


def test_another_raters_sheet_is_not_there(store: Store, clock: Clock) -> None:
    study = serve_study(store)
    owner, other = Person(store, clock, study, 1), Person(store, clock, study, 2)
    sheet, own = owner.start(), other.start()
    answers = owner.answers()
    for path in (sheet.url.path, "/sheets/" + "0" * 32, "/sheets/x", "/sheets/" + quote("\0'\"")):
        reading = other.browser.get(path)
        assert reading.status_code == 404
        fields = {**Forms(own.text).hidden, **answers}
        assert other.browser.post(path, data=fields).status_code == 404
        assert other.browser.post(f"{path}/draft", data={**fields, "_draft": "1"}).status_code == 404
    assert _judged(store, study.study) == 0


def test_a_sheet_needs_its_cookie_as_it_was_given(store: Store, clock: Clock) -> None:
    study = serve_study(store)
    person = Person(store, clock, study)
    path = person.start().url.path
    name = f"genchal-{study.study.id}"
    good = person.browser.cookies[name]
    browser, rater, signed = good.split(".")
    forged = [
        "",
        "x",
        f"{browser}.{rater}.{'0' * 32}",
        f"{browser}.{'0' * 32}.{signed}",
        f"{browser}..{signed}",
        f"{'0' * 32}.{rater}.{signed}",
        good[:-1],
        good.upper(),
        "%00",
    ]
    for value in forged:
        client = Browser(make_app(store, limits=NO_LIMITS), headers={"Cookie": f"{name}={value}"})
        assert client.get(path).status_code == 404, value
    client = Browser(make_app(store, limits=NO_LIMITS), headers={"Cookie": f"{name}={good}"})
    assert client.get(path).status_code == 200


def test_forms_need_their_token(store: Store, clock: Clock) -> None:
    study = serve_study(store)
    person, other = Person(store, clock, study, 1), Person(store, clock, study, 2)
    other.open()
    stolen = Forms(other.page.text).hidden["_csrf"]
    person.open()
    for token in ("", "0" * 32, stolen):
        fields = {"_decision": "agree", "_csrf": token}
        assert person.browser.post("/s/study/consent", data=fields).status_code == 403
    person.open()
    page = person.start()
    answers = person.answers()
    for path, more in ((page.url.path, answers), (f"{page.url.path}/draft", {"_draft": "1"}), ("/s/study/begin", {})):
        for token in ("", stolen):
            assert person.browser.post(path, data={**more, "_csrf": token}).status_code == 403
    fresh = Browser(make_app(store, limits=NO_LIMITS))  # without the cookie the token is worth nothing
    token = Forms(page.text).hidden["_csrf"]
    assert fresh.post("/s/study/consent", data={"_decision": "agree", "_csrf": token}).status_code == 403
    assert _judged(store, study.study) == 0


@pytest.mark.parametrize(
    ("headers", "is_ours"),
    [
        ({"Sec-Fetch-Site": "same-origin"}, True),
        ({"Sec-Fetch-Site": "none"}, True),
        ({"Sec-Fetch-Site": "same-site"}, False),
        ({"Sec-Fetch-Site": "cross-site"}, False),
        ({"Origin": BASE}, True),
        ({"Origin": "null", "Sec-Fetch-Site": "same-origin"}, True),  # pages that send no referrer
        ({"Origin": "null", "Sec-Fetch-Site": "cross-site"}, False),
        ({"Origin": "https://evil.example"}, False),
        ({"Origin": f"{BASE}.evil.example"}, False),
    ],
)
def test_what_another_site_sends_is_refused(store: Store, clock: Clock, headers: dict[str, str], is_ours: bool) -> None:
    person = Person(store, clock, serve_study(store))
    person.open()
    person.send({"_decision": "agree"}, headers=headers)
    assert person.page.status_code == (200 if is_ours else 403)


STUDY = Study(1, "study", {}, 1, b"a key that nobody knows, of bytes", "open", 0.0)


@given(number=st.integers(1, 10**9 - 1), damage=st.data())
def test_a_personal_link_cannot_be_altered(number: int, damage: st.DataObject) -> None:
    token = make_link_token(STUDY, number)
    assert read_invitation(STUDY, token) == number
    place = damage.draw(st.integers(0, len(token) - 1))
    character = damage.draw(st.sampled_from("0123456789abcdef-é").filter(lambda one: one != token[place]))
    for altered in (token[:place] + character + token[place + 1 :], token[:-1], f"{token}0", f"0{token}"):
        with pytest.raises(NotFound):
            read_invitation(STUDY, altered)


def test_a_personal_link_opens_the_same_raters_sheets_everywhere(store: Store, clock: Clock) -> None:
    study = serve_study(store, identity="link")
    path = make_personal_link(study.study, 7, "")
    sheet = Person(store, clock, study).start(path).url.path
    assert Person(store, clock, study).open(path).url.path == sheet
    assert Person(store, clock, study).open(make_personal_link(study.study, 8, "")).url.path != sheet
    assert Person(store, clock, study).open().status_code == 404
    assert Person(store, clock, study).open(path[:-1]).status_code == 404
    assert Person(store, clock, study).open(path.replace("/7-", "/8-")).status_code == 404


def test_every_answer_has_the_headers_and_cookies_are_closed(store: Store, clock: Clock) -> None:
    study = serve_study(store)
    person = Person(store, clock, study)
    assets = [one for one in person.open().text.split('"') if one.startswith("/static/")]
    cookie = person.page.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "secure" not in cookie
    app = make_app(store, base_url="https://study.example", limits=NO_LIMITS)
    secure = Browser(app).get("/s/study")
    assert "secure" in secure.headers["set-cookie"].lower()
    assert "strict-transport-security" in secure.headers
    assert len(assets) == 4
    for path in ("/s/study", "/s/nothing", "/", "/health", *assets):
        answer = person.browser.get(path)
        assert all(answer.headers[name] == value for name, value in HEADERS.items())
        assert ("immutable" in answer.headers["cache-control"]) == path.startswith("/static/")
    again = person.browser.get(assets[0], headers={"If-None-Match": person.browser.get(assets[0]).headers["etag"]})
    assert again.status_code == 304


def test_large_bodies_and_many_fields_are_refused(store: Store, clock: Clock) -> None:
    person = Person(store, clock, serve_study(store))
    path = person.start().url.path
    for body in (b"a=" + b"b" * LARGEST, b"&".join([b"a=1"] * (MOST_FIELDS + 1))):
        for kind in (path, f"{path}/draft", "/s/study/begin"):
            headers = {"Content-Type": "application/x-www-form-urlencoded"}
            assert person.browser.post(kind, content=body, headers=headers).status_code == 413
    assert person.browser.post(path, json={"a": 1}).status_code == 422
    assert person.browser.post(path, files={"a": b"1"}).status_code == 422


def test_too_many_requests_are_slowed_down(store: Store, clock: Clock) -> None:
    study = serve_study(store)
    limits = Limits(rater=0.001, rater_burst=6, visitor=0.001, visitor_burst=8)
    person = Person(store, clock, study)
    person.browser = Browser(make_app(store, limits=limits))
    person.start()
    statuses = [person.browser.get("/s/study", follow_redirects=False).status_code for _ in range(4)]
    assert statuses[-1] == 429
    assert 429 not in statuses[:1]
    person.browser.cookies.clear()
    statuses = [person.browser.get("/s/study").status_code for _ in range(9)]
    assert statuses[-1] == 429
    assert person.browser.get("/health").status_code == 200


@pytest.mark.parametrize(
    "path", ["/s/study/", "/s/study//", "/s/study/?PROLIFIC_PID=1", "/health/", "/sheets/x/", "/s//"]
)
def test_no_redirect_follows_the_host_of_a_request(store: Store, clock: Clock, path: str) -> None:
    serve_study(store)
    browser = Browser(make_app(store, limits=NO_LIMITS))
    for start in ("", "/", "//evil.example"):
        answer = browser.get(f"{start}{path}", headers={"Host": "evil.example"}, follow_redirects=False)
        assert "evil.example" not in answer.headers.get("location", "")
        assert not answer.headers.get("location", "").startswith("//")
        assert "evil.example" not in answer.text
    if path.startswith("/s/study"):
        assert (
            browser.get(path, follow_redirects=False).headers["location"]
            == "/s/study" + path.partition("?")[1] + (path.partition("?")[2])
        )


def test_buckets_fill_again_and_forget_the_oldest() -> None:
    time = Clock(0.0)
    buckets = Buckets(time, most=2)
    for _ in range(3):
        buckets.take("a", 1, 3)
    with pytest.raises(TooMany):
        buckets.take("a", 1, 3)
    time.now += 1
    buckets.take("a", 1, 3)
    for name in ("b", "c"):
        buckets.take(name, 1, 3)
    for _ in range(3):
        buckets.take("a", 1, 3)  # was forgotten, so it is full


def test_who_is_refused_is_not_charged_so_others_get_in() -> None:
    time = Clock(0.0)
    buckets = Buckets(time)
    buckets.take("a", 1, 1)
    for _ in range(1000):  # a program that never stops asking
        time.now += 0.0009
        with pytest.raises(TooMany):
            buckets.take("a", 1, 1)
    time.now += 0.2
    buckets.take("a", 1, 1)  # what came in meanwhile is there


def test_who_asks_a_little_too_often_is_made_to_wait() -> None:
    time = Clock(0.0)
    buckets = Buckets(time)
    waits = [buckets.take("a", 10, 2, 0.25) for _ in range(4)]
    assert waits == pytest.approx([0, 0, 0.1, 0.2])
    with pytest.raises(TooMany):
        buckets.take("a", 10, 2, 0.25)
    time.now += 0.2
    assert buckets.take("a", 10, 2, 0.25) == pytest.approx(0.1)


def test_a_browser_with_a_cookie_and_a_personal_link_do_not_share_what_an_address_may_ask(
    store: Store, clock: Clock
) -> None:
    study = serve_study(store, identity="link")
    app = make_app(store, limits=Limits(visitor=0.001, visitor_burst=3))
    people = [Person(store, clock, study, number) for number in range(2)]
    for person in people:
        person.browser = Browser(app)
    people[0].open(make_personal_link(study.study, 1, ""))  # the first request: the server learns of the study
    assert [people[1].open(f"/s/study/r/{number}-{'0' * 32}").status_code for number in (2, 3, 4)] == [404, 404, 429]
    assert people[1].start(make_personal_link(study.study, 2, "")).status_code == 200
    assert people[0].start(make_personal_link(study.study, 1, "")).status_code == 200


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
    ],
)
def test_all_addresses_of_a_household_are_one_network(address: str, network: str) -> None:
    assert read_network(Request({"type": "http", "client": (address, 1), "headers": []})) == network


def test_answers_that_are_sent_again_and_again_do_not_fill_the_disk(store: Store, clock: Clock) -> None:
    study = serve_study(store, "writing", count=1, allowed="", longest=20_000)
    person = Person(store, clock, study)
    page = person.start()
    answers = person.answers()
    person.send(answers)
    for number in range(20):
        person.page = page
        assert person.send(dict.fromkeys(answers, f"{number} and much more" * 500)).status_code == 409  # not stored
    chosen = select(event.c.details).where(event.c.what == "sent again", event.c.study == study.study.id)
    with store.reading() as transaction:
        kept = transaction.execute(chosen).scalars().all()
    assert len(kept) == 4
    assert kept[-1] == {"more": "not kept"}


@pytest.mark.parametrize("method", ["likert", "error_spans", "pairwise", "ranking", "correction", "identification"])
def test_texts_of_systems_run_nothing(store: Store, clock: Clock, method: str) -> None:
    study = serve_study(store, method, count=len(EVIL), texts=EVIL, sheets_per_rater=6)
    person = Person(store, clock, study)
    person.start()
    while person.page.url.path.startswith("/sheets/"):
        _assert_harmless(person.page.text)
        person.send(person.answers())


@pytest.mark.parametrize("evil", EVIL)
def test_answers_are_shown_again_as_text(store: Store, clock: Clock, evil: str) -> None:
    study = serve_study(store, "writing", count=1, allowed="")
    person = Person(store, clock, study)
    page = person.start()
    field = next(iter(person.answers()))
    person.browser.post(f"{page.url.path}/draft", data={**Forms(page.text).hidden, "_draft": "1", field: evil})
    _assert_harmless(person.open(page.url.path).text)
    _assert_harmless(person.send({field: evil[:5], "unknown": evil}).text)  # too short, and a field of no widget


def _assert_harmless(html: str) -> None:
    forms = Forms(html)
    assert forms.tags.count("script") == 1
    assert not {"img", "b", "iframe", "object"} & set(forms.tags)
    assert not forms.handlers


def test_what_addresses_say_is_not_shown_as_markup(store: Store, clock: Clock) -> None:
    study = serve_study(store, identity="prolific")
    person = Person(store, clock, study)
    for evil in EVIL:
        for path in (f"/s/study?PROLIFIC_PID={quote(evil)}", f"/s/{quote(evil, safe='')}", f"/sheets/{quote(evil)}"):
            answer = person.browser.get(path)
            assert answer.status_code < 500
            _assert_harmless(answer.text)


def test_an_unknown_error_tells_nothing(store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    serve_study(store)
    monkeypatch.setattr("genchal.web.routes.make_frame", lambda _: 1 / 0)
    client = Browser(make_app(store, limits=NO_LIMITS), raises=False)
    answer = client.get("/s/study")
    assert answer.status_code == 500
    assert "ZeroDivision" not in answer.text
    assert "our fault" in answer.text
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_a_database_that_is_busy_is_said_to_be_so(store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    person = Person(store, clock, serve_study(store))
    person.start()
    answers = person.answers()

    def busy(_: object) -> None:
        raise Unavailable("the database is busy", "Send it again in a moment; nothing is ever stored twice.")

    monkeypatch.setattr(person.store, "submit", busy)
    answer = person.send(answers, headers={"Accept": "application/json"})
    assert answer.status_code == 503
    assert answer.headers["retry-after"]
    assert "again" in answer.json()["message"]


def test_a_server_whose_database_is_gone_says_so_and_recovers(
    store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    serve_study(store)
    browser = Browser(make_app(store, limits=NO_LIMITS, clock=clock))

    def gone() -> None:
        raise Unavailable("the database cannot be reached", "Try again in a moment.")

    with monkeypatch.context() as patch:
        patch.setattr(store, "reading", gone)
        assert browser.get("/s/study").status_code == 503
    assert browser.get("/s/study").status_code == 200


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=20)
@given(name=st.text(max_size=20), code=st.text(max_size=20))
def test_codes_are_plain_or_refused(name: str, code: str) -> None:
    keys = {"name": name, "method": "likert", "codes": {"complete": code}}
    try:
        design = parse_design(keys)
    except UserError:
        return
    assert design.codes.complete.isascii()


def _judged(store: Store, study: Study) -> int:
    with store.reading() as transaction:
        return len(list(read_ratings(transaction, study.id)))
