"""A gate that costs one person a moment and a program its time."""

from itertools import count

import pytest

from genchal.campaign.studies.gate import BITS, GOOD_FOR, count_zero_bits, is_solved, make_challenge
from genchal.store.records import Identity, Study
from genchal.store.store import Store
from web.raters import Clock, Forms, Person, serve_study

STUDY = Study(1, "study", {}, 1, b"a key that nobody knows, of bytes", "open", 0.0)
ANN, BEN = Identity("browser", "ann"), Identity("browser", "ben")


def solve(challenge: str, bits: int) -> str:
    return next(str(number) for number in count() if count_zero_bits(challenge, str(number)) >= bits)


def test_a_solution_is_good_for_one_person_and_an_hour() -> None:
    challenge = make_challenge(STUDY, ANN, 1000.9, bits=8)
    proof = solve(challenge, 8)
    assert is_solved(STUDY, ANN, challenge, proof, 1000.9)
    assert is_solved(STUDY, ANN, challenge, proof, 500.0)  # a clock that was set back hurts nobody
    assert not is_solved(STUDY, BEN, challenge, proof, 1000.9)
    assert not is_solved(STUDY, ANN, challenge, proof, 1001.9 + GOOD_FOR)
    wrong = next(str(number) for number in count() if count_zero_bits(challenge, str(number)) < 8)
    assert not is_solved(STUDY, ANN, challenge, wrong, 1000.9)


@pytest.mark.parametrize("altered", ["", "0.1000.{2}", "8.9999.{2}", "8.1000.{3}", "{0}.{1}"])
def test_a_challenge_cannot_be_made_easier(altered: str) -> None:
    challenge = make_challenge(STUDY, ANN, 1000.0, bits=8)
    easier = altered.format(*challenge.split("."), "0" * 32)
    proof = solve(easier, 8)
    assert not is_solved(STUDY, ANN, easier, proof, 1000.0)


def test_whoever_has_not_done_the_calculation_does_not_get_in(one_store: Store, clock: Clock) -> None:
    study = serve_study(one_store, gate=True)
    person = Person(one_store, clock, study)
    page = person.open()
    assert 'src="/static' in page.text
    assert "/gate.js" in page.text
    challenge = Forms(page.text).hidden["_work"]
    assert person.send({"_decision": "agree"}).status_code == 422
    other = Person(one_store, clock, study, 2)
    other.open()
    proof = solve(challenge, BITS)
    assert other.send({"_decision": "agree"}, own={"_work": challenge, "_proof": proof}).status_code == 422
    person.page = page
    assert person.send({"_decision": "agree"}, own={"_proof": proof}).status_code == 200
    assert person.send().url.path.startswith("/sheets/")


def test_to_decline_takes_no_calculation_and_known_people_need_none(one_store: Store, clock: Clock) -> None:
    person = Person(one_store, clock, serve_study(one_store, gate=True))
    person.open()
    assert "NO-1" in person.send({"_decision": "decline"}).text
    invited = serve_study(one_store, name="invited", identity="link", gate=True)
    assert not invited.has_gate
