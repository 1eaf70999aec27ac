"""Who raters are: listed for payment, erased for good, with or without what they answered."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from genchal.store.export import read_ratings, read_study_progress
from genchal.store.identities import erase_identities, list_participants, recognise_raters
from genchal.store.raters import find_rater, recognise_rater, register_rater, set_rater_state
from genchal.store.records import Identity, Rater, Study
from genchal.store.schema import METADATA
from genchal.store.store import Store, open_store
from genchal.store.writer import Transaction
from store.made import answer, block, block_of, blocks, create, lease, leased

PID = "5f1e5f1e5f1e5f1e5f1e5f1e"


def come(store: Store, study: Study, who: str) -> Rater:
    identity = Identity("prolific", who, {"PROLIFIC_PID": who, "SESSION_ID": f"session of {who}"})
    return store.write(lambda t: register_rater(t, study, identity, 1.0))[0]


def erase(store: Store, study: Study, rater: Rater, **more: Any) -> None:
    store.write(lambda t: erase_identities(t, study.id, [rater.id], 9.0, **more))


def everything(transaction: Transaction) -> str:
    return str([tuple(row) for table in METADATA.sorted_tables for row in transaction.execute(table.select())])


def test_raters_are_listed_with_their_ids_and_what_they_did(store: Store) -> None:
    study = create(store, [block("p", "x", practice=True), *blocks(2)])
    ann, bob = come(store, study, PID), come(store, study, "bob")
    store.write(
        lambda t: register_rater(t, study, Identity("prolific", PID, {"PROLIFIC_PID": PID, "SESSION_ID": "2"}), 2.0)
    )
    for _ in range(2):
        answer(store, ann, leased(store, ann))
    store.write(lambda t: set_rater_state(t, ann.id, "finished", 7.0))
    first, second = store.read(lambda t: list_participants(t, study.id))
    assert (first.rater, first.platform, first.state, first.answered, first.finished_at) == (
        "rater-0001",
        "prolific",
        "finished",
        1,  # the other sheet was for practice
        7.0,
    )
    assert [given["SESSION_ID"] for given in first.given] == [f"session of {PID}", "2"]
    assert (second.id, second.answered, second.finished_at) == (bob.id, 0, None)
    assert PID not in repr(first)


def test_who_is_erased_cannot_be_told_any_more_and_answers_stay(store: Store) -> None:
    study = create(store, blocks(2), quota=2)
    ann, bob = come(store, study, PID), come(store, study, "bob")
    sheet = leased(store, ann)
    answer(store, ann, sheet)
    store.write(lambda t: set_rater_state(t, ann.id, "finished", 3.0))
    before = store.read(lambda t: list(read_ratings(t, study.id)))
    erase(store, study, ann)
    assert PID not in store.read(everything)
    assert store.read(lambda t: list(read_ratings(t, study.id))) == before
    assert store.read(lambda t: recognise_rater(t, study, Identity("prolific", PID))) is None
    assert ann.token not in store.read(everything)  # nor does a browser still have a way in
    listed = store.read(lambda t: list_participants(t, study.id))
    assert [(one.state, one.given == ()) for one in listed] == [("finished", True), ("arrived", False)]
    assert store.read(lambda t: find_rater(t, study.id, bob.token)) == bob
    assert come(store, study, PID).number == 3  # somebody new


def test_who_is_at_work_is_sent_away_and_the_sheet_goes_back(store: Store) -> None:
    study = create(store, blocks(1))
    ann, bob = come(store, study, PID), come(store, study, "bob")
    store.write(lambda t: set_rater_state(t, ann.id, "working", 1.0))
    leased(store, ann)
    assert lease(store, bob) is None
    erase(store, study, ann)
    assert store.read(lambda t: list_participants(t, study.id))[0].state == "removed"
    assert lease(store, bob) is not None


def test_answers_that_are_withdrawn_are_gone_and_asked_for_again(store: Store) -> None:
    study = create(store, [block("p", "x", practice=True), *blocks(2)], quota=1)
    ann, bob = come(store, study, PID), come(store, study, "bob")
    for _ in range(2):
        sheet = leased(store, ann)
        answer(store, ann, sheet, value="4711")
    withdrawn = block_of(store, ann, sheet)
    erase(store, study, ann, with_answers=True)
    assert "4711" not in store.read(everything)
    far = store.read(lambda t: read_study_progress(t, study.id))
    assert (far.answered, far.leased, far.judgements, far.sheets) == (0, 0, 0, {"expired": 1})
    answered = []
    while token := lease(store, bob):
        answered.append(block_of(store, bob, token))
        answer(store, bob, token)
    assert withdrawn in answered
    assert len(answered) == 3
    assert store.find_damage() == []


def test_surplus_answers_that_are_withdrawn_change_no_count(store: Store) -> None:
    study = create(store, blocks(1), quota=1)
    late, bob = come(store, study, PID), come(store, study, "bob")
    token = leased(store, late, now=0.0)
    answer(store, bob, leased(store, bob, now=100.0), now=101.0)
    assert answer(store, late, token, now=102.0).state == "surplus"
    erase(store, study, late, with_answers=True)
    far = store.read(lambda t: read_study_progress(t, study.id))
    assert (far.answered, far.complete, far.leased) == (1, 1, 0)


def test_numbers_of_links_are_found_by_trying(store: Store) -> None:
    study = create(store, blocks(1))
    raters = [store.write(lambda t, n=n: register_rater(t, study, Identity("link", n), 1.0))[0] for n in ("7", "3")]  # type: ignore[misc]
    tried = []

    def numbers() -> Iterator[Identity]:
        for number in range(1, 1000):
            tried.append(number)
            yield Identity("link", str(number))

    found = store.read(lambda t: recognise_raters(t, study, numbers()))
    assert {number: one.id for number, one in found.items()} == {raters[0].id: "7", raters[1].id: "3"}
    assert len(tried) < 10  # nobody is left to look for
    erase(store, study, raters[0])
    assert list(store.read(lambda t: recognise_raters(t, study, numbers()))) == [raters[1].id]


def test_what_is_erased_is_not_in_the_file_either(tmp_path: Path) -> None:
    path = tmp_path / "campaign.db"
    with open_store(path) as store:
        study = create(store, blocks(1))
        ann = come(store, study, PID)
        answer(store, ann, leased(store, ann), value="4711 is my number")
    assert _has(path, PID)
    with open_store(path) as store:
        erase(store, study, ann, with_answers=True)
    assert not _has(path, PID)
    assert not _has(path, "4711 is my number")


def _has(path: Path, text: str) -> bool:
    """Whether a database has a text anywhere in its files."""
    return any(text.encode() in one.read_bytes() for one in path.parent.glob(f"{path.name}*"))
