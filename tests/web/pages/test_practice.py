"""Practice with feedback: after a page of texts that organisers have written, raters see their answers beside ours."""

import html
import re

import pytest

from genchal.campaign.studies.create import plan_study
from genchal.domain.study.keys import parse_design, write_keys
from genchal.elicitation import METHODS
from genchal.errors import UserError
from genchal.store.export import read_ratings
from genchal.store.store import Store
from genchal.web.pages.preview import Preview
from web.raters import EVIL, Browser, Clock, Forms, Person, material, serve_study

WHY = "All is said, but *dogs is* is **wrong**."


def texts_for(method: str, instance: str = "i1", **more: str) -> list[dict[str, str]]:
    """Texts that make one sheet of a method."""
    kind = METHODS[method]
    count = max(kind.fewest, 1)
    written = [{"text": f"Practice text {number}."} if kind.has_texts else {} for number in range(count)]
    return [{"instance": instance, "feedback": WHY, **text, **more} for text in written]


@pytest.mark.parametrize("method", METHODS)
def test_after_practice_raters_read_what_was_right(one_store: Store, clock: Clock, method: str) -> None:
    study = serve_study(one_store, method, practice_texts=texts_for(method, answer="about 60"), practice=1)
    person = Person(one_store, clock, study)
    first = person.start().url.path
    assert "Practice page 1 of 2" in person.page.text
    assert WHY not in person.page.text
    assert "about 60" not in person.page.text
    clock.now += 30
    person.send(person.answers())
    assert person.page.url.path == f"{first}/feedback"
    assert "All is said, but <em>dogs is</em> is <strong>wrong</strong>." in person.page.text
    assert "about 60" in person.page.text
    assert person.open(f"{first}/feedback").status_code == 200  # also when it is loaded again
    person.send()
    assert "Practice page 2 of 2" in person.page.text
    clock.now += 30
    person.send(person.answers())  # of this one nothing is known
    assert "Practice page" not in person.page.text
    assert re.fullmatch(r"/sheets/[0-9a-f]{32}", person.page.url.path)


# What is sent, by a field (of its name's last part, or any) and its value, and how it is said.
ANSWERS = {
    "likert": ([("quality", "5")], "5"),
    "direct_assessment": ([("", "73")], "73"),
    "check_boxes": ([("missed", "1")], "It leaves out something it should say"),
    "correction": ([("", "A corrected text.")], "A corrected text."),
    "pairwise": ([("", "second")], "Text B is better"),
    "ranking": ([("", "2"), ("", "1")], "Text B › Text A"),
    "error_spans": (
        [("", '[{"start": 0, "end": 13, "category": "CATEGORY", "severity": "SEVERITY"}]')],
        "Practice text",
    ),
}


@pytest.mark.parametrize("method", ANSWERS)
def test_answers_are_said_in_words(one_store: Store, clock: Clock, method: str) -> None:
    study = serve_study(one_store, method, practice_texts=texts_for(method))
    person = Person(one_store, clock, study)
    person.start()
    left, sent = list(study.method.fields(study.sheet(person.stored()))), {}
    mark = re.search(r'<option value="([a-z_]+)/([a-z]+)"', person.page.text)
    for ending, value in ANSWERS[method][0]:
        name = next(name for name in left if name.endswith(ending))
        left.remove(name)
        sent[name] = value.replace("CATEGORY", mark[1]).replace("SEVERITY", mark[2]) if mark else value
    clock.now += 30
    person.send(sent)
    assert person.page.url.path.endswith("/feedback"), person.page.text[-3000:]
    said = html.unescape(re.sub(r"<[^>]+>", "", person.page.text.partition('<dl class="review">')[2]))
    assert ANSWERS[method][1] in said.partition("</dl>")[0]


def test_practice_with_feedback_does_not_count_and_cannot_be_answered_again(store: Store, clock: Clock) -> None:
    study = serve_study(store, practice_texts=texts_for("likert"), sheets_per_rater=2)
    person = Person(store, clock, study)
    first = person.start().url.path
    clock.now += 30
    person.send(dict.fromkeys(study.method.fields(study.sheet(person.stored())), "1"))
    person.open(first)
    assert "You have already answered this page" in person.page.text
    person.send()
    assert person.work() == 2
    assert "DONE-1" in person.page.text
    with store.reading() as transaction:
        kinds = [(one.kind, one.system) for one in read_ratings(transaction, study.study.id)]
    assert [kind for kind, _ in kinds].count("practice") == 1
    assert ("practice", "practice") in kinds


def test_feedback_is_its_raters_alone_and_only_after_the_answer(one_store: Store, clock: Clock) -> None:
    study = serve_study(one_store, practice_texts=texts_for("likert"))
    person, other = Person(one_store, clock, study), Person(one_store, clock, study, 1)
    first = person.start().url.path
    assert person.open(f"{first}/feedback").url.path == first
    person.send(person.answers())
    other.start()
    assert other.browser.get(f"{first}/feedback").status_code == 404


def test_a_script_is_sent_to_the_feedback(one_store: Store, clock: Clock) -> None:
    study = serve_study(one_store, practice_texts=texts_for("likert"))
    person = Person(one_store, clock, study)
    first = person.start().url.path
    fields = {**Forms(person.page.text).hidden, **person.answers()}
    said = person.browser.post(first, data=fields, headers={"Accept": "application/json"}).json()
    assert (said["receipt"]["status"], said["next"]) == ("stored", f"{first}/feedback")


@pytest.mark.parametrize("evil", EVIL)
def test_feedback_and_answers_run_nothing(one_store: Store, clock: Clock, evil: str) -> None:
    text = {"instance": "i1", "text": evil, "feedback": evil, "answer": evil}
    study = serve_study(one_store, "correction", practice_texts=[text])
    person = Person(one_store, clock, study)
    person.start()
    clock.now += 30
    person.send(dict(zip(study.method.fields(study.sheet(person.stored())), ["<b>bold</b>"], strict=False)))
    assert person.page.url.path.endswith("/feedback")
    assert {"b", "img", "svg"}.isdisjoint(Forms(person.page.text).tags)
    assert Forms(person.page.text).handlers == []
    assert Forms(person.page.text).tags.count("script") == 1


def test_a_preview_shows_the_feedback() -> None:
    design = parse_design({"name": "quality", "method": "likert", "practice_texts": texts_for("likert", answer="5")})
    browser = Browser(Preview(plan_study(design, material("likert", 6), 1), 1).app)
    page = browser.get("/sheets/0-0")
    names = re.findall(r'type="radio" name="([^"]+)"', page.text)
    page = browser.post("/sheets/0-0", data=dict.fromkeys(names, "3"))
    assert page.url.path == "/sheets/0-0/feedback"
    assert "Our answer" in page.text
    assert browser.post(Forms(page.text).actions[0]).url.path == "/sheets/0-1"


def test_practice_texts_are_written_and_read_again() -> None:
    keys = {"name": "quality", "method": "likert", "practice_texts": texts_for("likert", answer="5")}
    design = parse_design(keys)
    assert parse_design(write_keys(design)) == design
    assert design.practice_texts[0].feedback == WHY


@pytest.mark.parametrize(
    ("method", "texts", "said"),
    [
        ("likert", [{"instance": "i1", "text": "x"}], "'feedback' is missing"),
        ("likert", [{"instance": "i1", "text": "x", "feedback": "y", "why": "z"}], "unknown key 'why'"),
        ("likert", [{"instance": "i1", "feedback": "y"}], "has no text"),
        ("writing", [{"instance": "i1", "text": "x", "feedback": "y"}], "raters are to write"),
        ("likert", [{"instance": "ii", "text": "x", "feedback": "y"}], "unknown instance 'ii'"),
        ("rankme", [{"instance": "i1", "text": "x", "feedback": "y"}], "1 practice text of instance 'i1'"),
        ("likert", "x", "Write a list"),
    ],
)
def test_practice_texts_that_cannot_be_shown_are_told(method: str, texts: object, said: str) -> None:
    with pytest.raises(UserError, match=said):
        plan_study(parse_design({"name": "quality", "method": method, "practice_texts": texts}), material(method, 6), 1)
