"""What people are told before they take part: what is kept of them, until when, by whom, and what they get."""

import pytest

from genchal.elicitation.messages import load_messages
from genchal.store.store import Store
from genchal.web.app import make_app
from genchal.web.messages import CATALOGUES
from web.raters import NO_LIMITS, Browser, serve_study

EVERYTHING = {
    "identity": "prolific",
    "contact": "Ann Example, ann@example.org",
    "duration": "about 15 minutes",
    "pay": 0.5,
    "currency": "GBP",
    "erase_on": "2027-03-31",
}


def consent(store: Store, **keys: object) -> str:
    serve_study(store, **keys)  # type: ignore[arg-type]
    text = Browser(make_app(store, limits=NO_LIMITS)).get("/s/study?PROLIFIC_PID=5f1e5f1e5f1e5f1e5f1e5f1e").text
    return text.partition("<main")[2]


@pytest.mark.parametrize("language", sorted(CATALOGUES))
def test_the_usual_text_names_what_is_kept_and_who_can_be_asked(one_store: Store, language: str) -> None:
    text = consent(one_store, language=language, **EVERYTHING)
    for said in (
        "about 15 minutes",
        "0.5 GBP",
        "Prolific",
        "PROLIFIC_PID",
        "SESSION_ID",
        "2027-03-31",
        "ann@example.org",
    ):
        assert said in text
    assert "{" not in text


def test_nothing_is_said_that_is_not_so(one_store: Store) -> None:
    text = consent(one_store)
    assert "cookie" in text
    for said in ("ids", "paid", "It takes", "erased", "write to"):
        assert said not in text
    assert "the people who invited you" in text


def test_a_text_of_ones_own_is_shown_as_it_is(one_store: Store) -> None:
    text = consent(one_store, consent="Our **own** text.", **EVERYTHING)
    assert "<strong>own</strong>" in text
    assert "ann@example.org" not in text


@pytest.mark.parametrize("language", sorted(set(CATALOGUES) - {"en"}))
def test_every_sentence_is_there_in_every_language(language: str) -> None:
    texts = load_messages(language, CATALOGUES)
    keys = {key for key in CATALOGUES["en"] if key.startswith("consent")}
    assert keys == {key for key in texts.messages if key.startswith("consent")}
