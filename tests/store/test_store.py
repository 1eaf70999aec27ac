"""What the store promises, on both databases."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genchal.domain.inputs import Input, Text
from genchal.domain.study.study import Block, Criterion, Item, Judgement, Subject
from genchal.errors import InvalidInput, NotFound, UnknownName
from genchal.store.answers import correct_judgements, record_answers
from genchal.store.drafts import MOST_LEASES, keep_draft, save_draft
from genchal.store.export import read_ratings, read_study_progress, read_values
from genchal.store.json_columns import read_input, write_input
from genchal.store.leases import lease_sheet, release_sheets
from genchal.store.raters import (
    count_raters_by_condition,
    count_sheets,
    find_rater,
    recognise_rater,
    register_rater,
    set_rater_condition,
    set_rater_state,
)
from genchal.store.records import Candidate, Draft, Identity, Rater
from genchal.store.sheets import hold_sheet, load_sheet
from genchal.store.store import Store
from genchal.store.studies import create_study, find_study, list_studies, load_blocks, set_study_state
from store.made import LEASE, answer, block, block_of, blocks, come, create, item, lease, leased, loaded
from strategies import SOME_MEANINGS, SOME_SCENES, dependency_trees, texts

NASTY = "a\0b \ud800 \U0001f642 <script>'\"; \\u0000"


def events(store: Store) -> list[str]:
    with store.reading() as transaction:
        return [str(row[0]) for row in transaction.exec_driver_sql("SELECT what FROM event ORDER BY id")]


# Studies


def test_a_study_comes_back_as_it_was_stored(store: Store) -> None:
    attention = Item("check", "i", "none", NASTY, "attention", expected="3")
    described = Item("t", "i", "s", "", attributes=frozenset({("colour", "red"), ("size", "large")}))
    composed = [Block("p", (attention,), practice=True), Block("q", (described, item("a"), item("a-again")), "picture")]
    study = create(store, composed)
    assert store.read(lambda t: list(load_blocks(t, study.id))) == composed
    assert store.read(lambda t: find_study(t, "quality")) == study
    assert study.design == {"method": "likert"}
    assert store.read(list_studies) == [study]
    assert len(study.key) == 32
    assert study.key.hex() not in repr(study)


def test_a_name_is_used_once_and_nothing_of_a_second_study_is_stored(store: Store) -> None:
    study = create(store, blocks(2))
    with pytest.raises(InvalidInput, match="there is already a study 'quality'"):
        create(store, blocks(3))
    assert store.read(lambda t: read_study_progress(t, study.id)).blocks == 2


@pytest.mark.parametrize("name", ["qualty", "", "a\0b", "\ud800", "x" * 5000])
def test_a_study_that_is_not_there_is_answered_with_a_suggestion(store: Store, name: str) -> None:
    create(store, blocks(1))
    with pytest.raises(UnknownName):
        store.read(lambda t: find_study(t, name))


def test_a_study_of_nothing_and_names_that_cannot_be_stored_are_refused(store: Store) -> None:
    with pytest.raises(InvalidInput, match="nothing to judge"):
        create(store, [])
    with pytest.raises(InvalidInput, match="nothing to judge"):
        create(store, [block("empty")])
    with pytest.raises(InvalidInput, match="cannot be stored"):
        create(store, [block("b\0", "a")])
    with pytest.raises(InvalidInput, match="two items"):
        create(store, [block("b", "a"), Block("c", (Item("a", "i", "s", "other"),))])
    assert store.read(list_studies) == []


def test_one_read_sees_one_moment(store: Store) -> None:
    study = create(store, blocks(2))
    with store.reading() as transaction:
        before = read_study_progress(transaction, study.id)
        come(store, study, "ann")
        assert read_study_progress(transaction, study.id) == before
    assert store.read(lambda t: read_study_progress(t, study.id)).raters == {"arrived": 1}


def test_a_reader_cannot_write(store: Store) -> None:
    study = create(store, blocks(1))
    with pytest.raises(Exception, match=r"readonly|read-only"):
        store.read(lambda t: register_rater(t, study, Identity("test", "ann"), 0.0))
    assert store.read(lambda t: read_study_progress(t, study.id)).raters == {}


# Raters


def test_somebody_who_comes_back_is_recognised(store: Store) -> None:
    study, other = create(store, blocks(1)), create(store, blocks(1), name="other")
    ann = Identity("prolific", NASTY, {"PROLIFIC_PID": NASTY, "SESSION_ID": "1"})
    first, is_new = store.write(lambda t: register_rater(t, study, ann, 1.0))
    assert is_new
    again = Identity("prolific", NASTY, {"PROLIFIC_PID": NASTY, "SESSION_ID": "2"})
    assert store.write(lambda t: register_rater(t, study, again, 2.0)) == (first, False)
    assert store.read(lambda t: recognise_rater(t, study, again)) == first
    assert store.read(lambda t: recognise_rater(t, study, Identity("link", NASTY))) is None
    assert store.read(lambda t: recognise_rater(t, other, ann)) is None
    assert store.read(lambda t: find_rater(t, study.id, first.token)) == first
    for of, token in ((study, ""), (study, "\0"), (study, first.token[:-1]), (other, first.token)):
        with pytest.raises(NotFound):
            store.read(partial(find_rater, study=of.id, token=token))


def test_identities_stand_in_their_own_table_alone(store: Store) -> None:
    study = create(store, blocks(1))
    secret = "5f3a9c0e1b2d4f6a"
    ann, _ = store.write(
        lambda t: register_rater(t, study, Identity("prolific", secret, {"PROLIFIC_PID": secret}), 0.0)
    )
    answer(store, ann, leased(store, ann))
    store.write(lambda t: register_rater(t, study, Identity("prolific", secret, {"PROLIFIC_PID": secret}), 0.0))
    tables = ("study", "item", "block", "rater", "sheet", "answer", "judgement", "event", "draft", "rater_identity")
    with store.reading() as transaction:
        found = {
            table: sum(secret in str(tuple(row)) for row in transaction.exec_driver_sql(f"SELECT * FROM {table}"))
            for table in tables
        }
        assert {table: number for table, number in found.items() if number} == {"rater_identity": 1}
        exported = list(read_ratings(transaction, study.id))
    assert {one.rater for one in exported} == {"rater-0001"}
    assert ann.token not in str(exported)


def test_states_of_raters_are_kept_with_their_end(store: Store) -> None:
    study = create(store, blocks(1))
    ann = come(store, study, "ann")
    assert store.write(lambda t: set_rater_state(t, ann.id, "consented", 5.0)).finished_at is None
    done = store.write(lambda t: set_rater_state(t, ann.id, "finished", 9.0))
    assert (done.state, done.finished_at) == ("finished", 9.0)
    assert events(store) == ["study created", "consented", "finished"]


def test_raters_see_blocks_of_their_condition(store: Store) -> None:
    study = create(store, [block("text", "a", condition="text"), block("picture", "b", condition="picture")])
    ann, bob = come(store, study, "ann"), come(store, study, "bob")
    store.write(lambda t: set_rater_condition(t, ann.id, "picture"))
    sheet = leased(store, ann)
    assert block_of(store, ann, sheet) == "picture"
    answer(store, ann, sheet)
    assert lease(store, ann) is None
    assert block_of(store, bob, leased(store, bob)) == "text"
    assert store.read(lambda t: count_raters_by_condition(t, study.id)) == {"picture": 1, None: 1}


# Leases


def test_practice_comes_first_for_everybody_and_once(store: Store) -> None:
    practice = [block("p2", "x", practice=True), block("p1", "y", practice=True)]
    study = create(store, [*blocks(3), *practice], quota=1)
    for who in ("ann", "bob", "cid"):
        rater = come(store, study, who)
        seen = []
        for _ in range(3):
            sheet = leased(store, rater)
            seen.append(block_of(store, rater, sheet))
            answer(store, rater, sheet)
        assert seen[:2] == ["p2", "p1"]
        assert seen[2].startswith("b")
        assert store.read(partial(count_sheets, number=rater.id)).practice == 2
    done = store.read(lambda t: read_study_progress(t, study.id))
    assert (done.blocks, done.wanted, done.answered, done.complete, done.leased) == (3, 3, 3, 3, 0)


def test_a_rater_gets_the_open_sheet_again_and_only_that(store: Store) -> None:
    study = create(store, blocks(3))
    ann = come(store, study, "ann")
    sheet = leased(store, ann, 0.0)
    assert lease(store, ann, 10.0) == sheet
    assert loaded(store, ann, sheet).leased_until == LEASE  # to ask for it is no work


def test_blocks_fill_evenly(store: Store) -> None:
    study = create(store, blocks(4), quota=3)
    given = []
    for who in range(12):
        rater = come(store, study, str(who))
        given.append(block_of(store, rater, leased(store, rater)))
    for turn in range(3):
        assert sorted(given[4 * turn : 4 * turn + 4]) == ["b0", "b1", "b2", "b3"]
    assert lease(store, come(store, study, "one too many")) is None


def test_ties_are_broken_by_a_draw_that_the_seed_repeats(store: Store) -> None:
    firsts = []
    for name, seed in (("one", 7), ("two", 7), ("three", 8)):
        study = create(store, blocks(30), name=name, seed=seed)
        raters = [come(store, study, str(who)) for who in range(10)]
        firsts.append([block_of(store, rater, leased(store, rater)) for rater in raters])
    assert firsts[0] == firsts[1] != firsts[2]
    assert firsts[0] != sorted(firsts[0])


def test_a_rater_does_not_see_an_item_twice_not_even_as_a_copy(store: Store) -> None:
    given = [
        block("one", "a", "b", "a-again"),
        block("two", "a", "c"),
        block("three", "b-again", "d"),
        block("four", "e"),
    ]
    study = create(store, given, quota=5)
    ann = come(store, study, "ann")
    seen = []
    while (sheet := lease(store, ann)) is not None:
        seen.append(block_of(store, ann, sheet))
        answer(store, ann, sheet)
    assert set(seen) in ({"one", "four"}, {"two", "three", "four"})


def test_checks_of_attention_may_come_again(store: Store) -> None:
    check = Item("check", "i", "none", "choose 3", "attention", expected="3")
    study = create(store, [Block("one", (item("a"), check)), Block("two", (item("b"), check))])
    ann = come(store, study, "ann")
    answer(store, ann, leased(store, ann))
    assert lease(store, ann) is not None


def test_an_expired_lease_is_free_for_others(store: Store) -> None:
    study = create(store, blocks(1))
    ann, bob = come(store, study, "ann"), come(store, study, "bob")
    leased(store, ann, 0.0)
    assert lease(store, bob, LEASE - 1) is None
    assert lease(store, bob, LEASE) is not None
    assert lease(store, ann, LEASE) is None  # bob has it now
    assert lease(store, ann, 3 * LEASE) is not None  # and has left it
    assert events(store).count("expired") == 2
    assert events(store)[-1] == "renewed"


def test_whoever_comes_back_late_finds_the_sheet_and_its_draft(store: Store) -> None:
    study = create(store, blocks(5))
    ann, bob = come(store, study, "ann"), come(store, study, "bob")
    sheet = leased(store, ann, 0.0)
    store.write(lambda t: save_draft(t, hold_sheet(t, sheet, ann.token), Draft(3, {"x": NASTY}), now=1.0))
    leased(store, bob, 2 * LEASE)
    assert loaded(store, ann, sheet).state == "expired"
    assert lease(store, ann, 2 * LEASE) == sheet
    kept = loaded(store, ann, sheet)
    assert kept.state == "open"
    assert kept.draft is not None
    assert (kept.draft.number, kept.draft.answers) == (3, {"x": NASTY})


def test_an_abandoned_turn_is_given_again(store: Store) -> None:
    study = create(store, blocks(1), quota=3)
    raters = [come(store, study, who) for who in "abcde"]
    sheets = [leased(store, rater) for rater in raters[:3]]
    store.write(lambda t: release_sheets(t, raters[1].id, 1.0))
    answer(store, raters[0], sheets[0])
    late = leased(store, raters[3], 2.0)
    turns = [loaded(store, r, s).turn for s, r in ((sheets[2], raters[2]), (late, raters[3]))]
    assert turns == [2, 1]


def test_orders_and_choices_can_be_made_elsewhere(store: Store) -> None:
    study = create(store, blocks(4, size=3), quota=2)
    ann = come(store, study, "ann")
    asked: list[Candidate] = []

    def third(candidates: Sequence[Candidate]) -> Candidate:
        asked.extend(candidates)
        return next(one for one in candidates if one.name == "b3")

    given = store.write(
        lambda t: lease_sheet(
            t, ann.id, now=0.0, lease_seconds=LEASE, choose=third, arrange=lambda block, turn, rng: [2, turn, 1]
        )
    )
    assert given is not None
    sheet = store.read(lambda t: load_sheet(t, given.sheet, ann.id))
    assert [one.id for one in sheet.items] == ["b3i2", "b3i0", "b3i1"]
    assert {(one.answered, one.leased, one.quota) for one in asked} == {(0, 0, 2)}


def test_a_panel_judges_everything(store: Store) -> None:
    study = create(store, blocks(3), quota=None)
    for who in ("ann", "bob"):
        rater = come(store, study, who)
        while (sheet := lease(store, rater)) is not None:
            assert answer(store, rater, sheet).state == "done"
    done = store.read(lambda t: read_study_progress(t, study.id))
    assert (done.answered, done.wanted) == (6, None)
    with store.reading() as transaction:
        judged = Counter((one.rater, one.instance) for one in read_ratings(transaction, study.id))
    assert len(judged) == 2 * sum(len(one.items) for one in blocks(3))
    assert set(judged.values()) == {1}


def test_a_choice_may_be_that_there_is_nothing(store: Store) -> None:
    study = create(store, blocks(3))
    ann = come(store, study, "ann")
    given = store.write(lambda t: lease_sheet(t, ann.id, now=0.0, lease_seconds=LEASE, choose=lambda candidates: None))
    assert given is None
    assert store.read(lambda t: read_study_progress(t, study.id)).sheets == {}


def test_copies_of_the_same_are_the_same_even_where_the_original_is_not_shown(store: Store) -> None:
    study = create(store, [block("one", "a-1"), block("two", "a-2")])
    ann = come(store, study, "ann")
    answer(store, ann, leased(store, ann))
    assert lease(store, ann) is None


def test_a_closed_study_gives_out_no_sheets_but_takes_answers(store: Store) -> None:
    study = create(store, blocks(2))
    ann, bob = come(store, study, "ann"), come(store, study, "bob")
    sheet = leased(store, ann)
    store.write(lambda t: set_study_state(t, study.id, "closed", 1.0))
    assert lease(store, bob) is None
    assert answer(store, ann, sheet).state == "done"
    assert lease(store, ann) is None


# Sheets and drafts


def test_a_sheet_is_its_raters_alone(store: Store) -> None:
    study = create(store, blocks(2))
    ann, bob = come(store, study, "ann"), come(store, study, "bob")
    sheet = leased(store, ann)
    for operation in (
        lambda t: load_sheet(t, sheet, bob.id),
        lambda t: save_draft(t, hold_sheet(t, sheet, bob.token), Draft(1, {}), now=0.0),
        lambda t: record_answers(t, hold_sheet(t, sheet, bob.token), key="", answers={}, judgements=[], now=0.0),
        lambda t: correct_judgements(t, hold_sheet(t, sheet, bob.token), judgements=[], now=0.0, reason=""),
        lambda t: load_sheet(t, "\0", ann.id),
    ):
        with pytest.raises(NotFound):
            store.write(operation)
    assert loaded(store, ann, sheet).state == "open"


def test_a_sheet_has_what_its_page_needs(store: Store) -> None:
    study = create(store, [block("b", "a", "b", condition="picture")])
    ann = come(store, study, "ann")
    stored = loaded(store, ann, leased(store, ann, 7.0))
    criteria = (Criterion("quality", "How good?"),)
    sheet = stored.sheet(criteria)
    assert {one.id for one in sheet.items} == {"a", "b"}
    assert set(sheet.subjects) == {"on a", "on b"}
    assert (sheet.criteria, sheet.condition, sheet.id) == (criteria, "picture", stored.token)
    assert (stored.shown_at, stored.state, stored.practice, stored.draft) == (7.0, "open", False, None)
    assert len(stored.token) == 32


def test_an_older_draft_never_overwrites_a_newer_one(store: Store) -> None:
    study = create(store, blocks(1))
    ann = come(store, study, "ann")
    sheet = leased(store, ann)

    def save(number: int) -> bool:
        return store.write(
            lambda t: save_draft(t, hold_sheet(t, sheet, ann.token), Draft(number, {"n": str(number)}), now=0.0)
        )

    assert [save(number) for number in (2, 1, 2, 1_700_000_000_000, 5)] == [True, False, False, True, False]
    draft = loaded(store, ann, sheet).draft
    assert draft is not None
    assert draft.answers == {"n": "1700000000000"}
    for number in (-1, 2**63):
        with pytest.raises(InvalidInput):
            save(number)
    answer(store, ann, sheet)
    assert not save(2**63 - 1)


def test_whoever_types_keeps_the_lease(store: Store) -> None:
    study = create(store, blocks(1))
    ann, bob = come(store, study, "ann"), come(store, study, "bob")
    sheet = leased(store, ann, 0.0)
    type_text(store, ann, sheet, 1, "some", 50.0)
    assert lease(store, bob, LEASE) is None
    assert lease(store, bob, 50.0 + LEASE) is not None


@pytest.mark.parametrize("said", ["", "some"])
def test_whoever_only_pretends_to_type_does_not_keep_the_lease(store: Store, said: str) -> None:
    study = create(store, blocks(1))
    ann, bob = come(store, study, "ann"), come(store, study, "bob")
    sheet = leased(store, ann, 0.0)
    for number in range(1, 10):  # the same again, or nothing
        type_text(store, ann, sheet, number, said, 10.0 + number)
    for number in range(10, 20):
        type_text(store, ann, sheet, number, said, LEASE - 20 + number)
        leased(store, ann, LEASE - 20 + number)
    assert lease(store, bob, LEASE) is not None


def test_no_sheet_is_kept_for_ever(store: Store) -> None:
    study = create(store, blocks(1))
    ann, bob = come(store, study, "ann"), come(store, study, "bob")
    sheet = leased(store, ann, 0.0)
    now = 0.0
    while lease(store, bob, now) is None:
        now += LEASE / 3
        type_text(store, ann, sheet, int(now), str(now), now)
    assert now == pytest.approx(MOST_LEASES * LEASE, abs=LEASE / 2)


def type_text(store: Store, rater: Rater, sheet: str, number: int, text: str, now: float) -> None:
    given = Draft(number, {"n": text})
    store.write(lambda t: save_draft(t, hold_sheet(t, sheet, rater.token), given, now=now, lease_seconds=LEASE))


def test_a_draft_of_who_is_at_work_takes_one_statement_and_all_others_are_looked_at(store: Store) -> None:
    study = create(store, blocks(2))
    ann, bob = come(store, study, "ann"), come(store, study, "bob")
    for one in (ann, bob):
        store.write(partial(set_rater_state, number=one.id, state="working", now=0.0))
    sheet = leased(store, ann, 0.0)

    def keep(number: int, rater: str = ann.token, now: float = 1.0) -> bool:
        given = Draft(number, {"n": str(number)})
        return store.write(lambda t: keep_draft(t, sheet, rater, given, now=now, lease_seconds=LEASE))

    assert [keep(number) for number in (2, 1, 2, 7)] == [True, False, False, True]
    assert loaded(store, ann, sheet).draft == Draft(7, {"n": "7"})
    assert not keep(8, bob.token)
    assert not keep(8, "nobody's")
    assert not keep(8, now=LEASE / 2 + 1)  # the lease is to be renewed
    with pytest.raises(InvalidInput):
        keep(-1)
    store.write(partial(set_rater_state, number=ann.id, state="removed", now=2.0))
    assert not keep(8)
    store.write(partial(set_rater_state, number=ann.id, state="working", now=2.0))
    answer(store, ann, sheet, 2.0)
    assert not keep(8)
    assert loaded(store, ann, sheet).draft == Draft(7, {"n": "7"})


# Answers


def test_the_same_sheet_sent_again_gives_the_same_receipt(store: Store) -> None:
    study = create(store, blocks(1))
    ann = come(store, study, "ann")
    sheet = leased(store, ann)
    first = answer(store, ann, sheet, 5.0)
    again = answer(store, ann, sheet, 9.0)
    other = answer(store, ann, sheet, 11.0, value="1")
    assert first == again == other
    assert (first.is_first, again.is_first, again.is_same, other.is_same) == (True, False, True, False)
    with store.reading() as transaction:
        assert [(one.value, one.answered_at) for one in read_ratings(transaction, study.id)] == [("5", 5.0)] * 2
    assert events(store) == ["study created", "sent again"]


@pytest.mark.parametrize("is_first_in_time", [True, False])
def test_a_late_answer_counts_unless_others_came_first(store: Store, is_first_in_time: bool) -> None:
    study = create(store, blocks(1))
    ann, bob = come(store, study, "ann"), come(store, study, "bob")
    late, taken = leased(store, ann, 0.0), leased(store, bob, LEASE)
    order = [(ann, late), (bob, taken)] if is_first_in_time else [(bob, taken), (ann, late)]
    assert [answer(store, *each, LEASE + 1).state for each in order] == ["done", "surplus"]
    with store.reading() as transaction:
        assert len(list(read_ratings(transaction, study.id))) == 2
        assert len(list(read_ratings(transaction, study.id, surplus=True))) == 4
        done = read_study_progress(transaction, study.id)
    assert (done.answered, done.leased, done.sheets) == (1, 0, {"done": 1, "surplus": 1})


def test_a_correction_replaces_and_keeps(store: Store) -> None:
    study = create(store, [block("b", "a", "b")])
    ann = come(store, study, "ann")
    sheet = leased(store, ann)
    with pytest.raises(NotFound):
        store.write(
            lambda t: correct_judgements(t, hold_sheet(t, sheet, ann.token), judgements=[], now=0.0, reason="too early")
        )
    answer(store, ann, sheet, 1.0)
    for moment, value in ((2.0, "3"), (3.0, "4"), (4.0, "4")):
        new, held = [Judgement("a", "quality", value, 0)], store.read(lambda t: hold_sheet(t, sheet, ann.token))
        store.write(partial(correct_judgements, held=held, judgements=new, now=moment, reason="slip"))
    with store.reading() as transaction:
        assert {(one.instance, one.value) for one in read_ratings(transaction, study.id)} == {
            ("on a", "4"),
            ("on b", "5"),
        }
        numbered = list(read_values(transaction, study.id, "quality"))
        assert [value for _, value in numbered] == ["5", "5", "3", "4"]
        assert list(read_values(transaction, study.id, "quality", after=numbered[1][0])) == numbered[2:]
        assert transaction.exec_driver_sql("SELECT count(*) FROM judgement").scalar_one() == 4
        assert read_study_progress(transaction, study.id).judgements == 2


def test_an_answer_with_a_judgement_of_another_sheet_is_refused_whole(store: Store) -> None:
    study = create(store, blocks(2))
    ann = come(store, study, "ann")
    sheet = leased(store, ann)
    stranger = [Judgement("nothing of this sheet", "quality", "1", 0)]
    with pytest.raises(KeyError):
        store.write(
            lambda t: record_answers(
                t, hold_sheet(t, sheet, ann.token), key="", answers={}, judgements=stranger, now=0.0
            )
        )
    assert loaded(store, ann, sheet).state == "open"
    assert answer(store, ann, sheet).is_first


def test_any_text_is_stored(store: Store) -> None:
    study = create(store, [block("b", "a")])
    ann = come(store, study, "ann")
    sheet = leased(store, ann)
    sent: Mapping[str, str] = {NASTY: NASTY}
    judged = [Judgement("a", NASTY, NASTY, 0)]
    given = store.write(
        lambda t: record_answers(
            t,
            hold_sheet(t, sheet, ann.token),
            key=NASTY,
            answers=sent,
            judgements=judged,
            now=3.0,
            timings=sent,
            shown_at=1.0,
            answered_at=2.0,
        )
    )
    again = store.write(
        lambda t: record_answers(
            t, hold_sheet(t, sheet, ann.token), key=NASTY, answers=sent, judgements=judged, now=9.0
        )
    )
    assert given == again
    assert again.is_same
    with store.reading() as transaction:
        (one,) = read_ratings(transaction, study.id)
    assert one.value.startswith("a\u2400b \ufffd \U0001f642 <script>")
    assert (one.shown_at, one.answered_at) == (1.0, 2.0)


# Contents


@given(st.one_of(st.sampled_from([*SOME_MEANINGS, *SOME_SCENES]), texts.map(Text), dependency_trees()))
def test_inputs_are_read_as_they_were_written(given: Input) -> None:
    assert read_input(write_input(given)) == given


def test_a_study_may_have_many_blocks(store: Store) -> None:
    study = create(store, blocks(400, size=5), quota=3)
    ann = come(store, study, "ann")
    sheet = leased(store, ann)
    assert answer(store, ann, sheet).state == "done"
    assert store.read(lambda t: read_study_progress(t, study.id)).wanted == 1200


def test_subjects_may_be_missing(store: Store) -> None:
    study = store.write(
        lambda t: create_study(
            t,
            "bare",
            design={},
            blocks=[block("b", "a")],
            subjects=[Subject("x", Text())],
            quota={"b": 1},
            seed=0,
            now=0.0,
        )
    )
    ann = come(store, study, "ann")
    assert loaded(store, ann, leased(store, ann)).subjects == {}
