"""FORGe3 and TR2: sentences or whole references from training, of which several say what one does not."""

from dataclasses import replace
from itertools import chain, combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genchal.domain import SlotValues
from genchal.generators.templates._covers import Content, Cover, Coverer, Sentence
from genchal.generators.templates._mining import find_cues, make_key, mine_templates
from genchal.generators.templates.forge3 import Forge3
from genchal.generators.templates.tr2 import Tr2
from slot_inputs import instance, outputs, turn

WALKS = [
    instance("name=Elm; effort=easy", "Elm is easy."),
    instance("name=Fox; distance=9 km", "Fox is 9 km long."),
    instance("name=Fox; distance=9 km; effort=hard", "Fox is 9 km long. It is hard."),
    instance("name=Owl; distance=4 km; season=May", "Owl is 4 km long. Go there in May."),
]
ALL = instance("name=Oak; effort=calm; distance=2 km; season=June")


def test_sentences_of_several_references_cover_an_input() -> None:
    assert outputs(Forge3(), ALL, train=WALKS) == ["Oak is 2 km long. Go there in June. It is calm."]


def test_without_several_sentences_the_widest_opening_is_all() -> None:
    assert outputs(Forge3(several=False), ALL, train=WALKS) == ["Oak is 2 km long."]


def test_frequent_sentences_are_preferred_to_rare_ones() -> None:
    train = [*WALKS * 5, instance("name=Elm; effort=easy; distance=9 km", "Go Elm easy 9 km.")]
    given = instance("name=Oak; effort=calm; distance=2 km")
    assert outputs(Forge3(least=5), given, train=train) == ["Oak is 2 km long. It is calm."]
    assert outputs(Forge3(least=1), instance("name=A; effort=b"), train=train) == ["A is b."]


def test_references_are_divided_among_the_fewest_templates() -> None:
    given = instance("name=Oak; effort=calm; distance=2 km; season=June")
    assert outputs(Tr2(), given, train=[*WALKS[:2], *WALKS[3:]]) == ["Oak is calm. It is 2 km long. Go there in June."]
    assert outputs(Tr2(backoff=False), given, train=[*WALKS[:2], *WALKS[3:]]) == ["Oak is 2 km long. Go there in June."]


@pytest.mark.parametrize("kind", [Forge3, Tr2])
def test_what_no_template_says_is_said_plainly(kind: type[Forge3 | Tr2]) -> None:
    given = instance("name=Oak; effort=calm; soil=clay")
    assert outputs(kind(), given, train=WALKS) == ["Oak is calm. Its soil is clay."]


@pytest.mark.parametrize("kind", [Forge3, Tr2])
def test_values_of_a_slot_that_occurs_again_are_all_said(kind: type[Forge3 | Tr2]) -> None:
    train = [*WALKS, instance("name=Fox; season=May; season=June", "Fox is open in May. So it is in June.")]
    inputs = [instance("name=Oak; season=July; season=March"), instance("name=Oak; effort=calm; soil=clay; soil=sand")]
    assert outputs(kind(), *inputs, train=train) == [
        "Oak is open in July. So it is in March.",
        "Oak is calm. Its soil is clay and sand.",
    ]


def test_tr2_leaves_no_place_open_where_the_input_lacks_what_all_texts_name() -> None:
    assert outputs(Tr2(), instance("effort=calm"), train=WALKS) == ["The effort is calm."]


def test_tr2_draws_frequent_templates_more_often_and_can_leave_out_rare_ones() -> None:
    train = [*[WALKS[0]] * 9, instance("name=Elm; effort=easy", "An easy one: Elm.")]
    found = outputs(Tr2(), *[instance("name=Oak; effort=hard")] * 100, train=train)
    assert set(found) == {"Oak is hard.", "A hard one: Oak."}
    assert found.count("Oak is hard.") > 70
    assert set(outputs(Tr2(drawn=False), *[instance("name=Oak; effort=hard")] * 100, train=train)) == {"Oak is hard."}
    assert set(outputs(Tr2(least=2), *[instance("name=Oak; effort=hard")] * 100, train=train)) == {"Oak is hard."}


def dog_walks() -> list[tuple[str, str]]:
    """Forty inputs, half of them about dogs; one of these texts forgets them."""
    about = [(f"name=N{number}; dogs=no", f"N{number} has no dogs.") for number in range(19)]
    return [*about, ("name=N19; dogs=no", "N19 has walkers."), *[("name=M; effort=easy", "M has easy walkers.")] * 60]


def test_words_that_betray_yes_or_no_slots_are_found() -> None:
    mined = mine_templates([instance(*walk) for walk in dog_walks()], "x")
    assert find_cues(mined) == {"dogs": {"no", "dogs"}}


@pytest.mark.parametrize("kind", [Forge3, Tr2])
def test_references_that_forget_a_yes_or_no_value_are_not_used_for_it(kind: type[Forge3 | Tr2]) -> None:
    train = [instance(*walk) for walk in dog_walks()]
    assert set(outputs(kind(), *[instance("name=Oak; dogs=no")] * 50, train=train)) == {"Oak has no dogs."}


@pytest.mark.parametrize("kind", [Forge3, Tr2])
def test_templates_of_another_act_are_not_used(kind: type[Forge3 | Tr2]) -> None:
    train = [
        replace(WALKS[0], input=turn("inform", ("name", "Elm")), references=("Elm is a walk.",)),
        replace(WALKS[0], input=turn("confirm", ("name", "Elm")), references=("Did you say Elm?",)),
    ]
    tests = [
        replace(WALKS[0], input=turn(act, ("name", "Oak")), references=()) for act in ("confirm", "inform", "deny")
    ]
    assert outputs(kind(), *tests, train=train) == ["Did you say Oak?", "Oak is a walk.", "This is Oak."]


members = st.frozensets(st.sampled_from([(slot, "") for slot in "abcde"]), min_size=1)
entries = st.dictionaries(members, st.floats(-9, -0.5).map(lambda score: Sentence("x", score, 0.0)), max_size=6)


def best_by_trying_all(wanted: Content, further: dict[Content, Sentence]) -> tuple[int, float]:
    """How much can be said at most, and the best score of what says that: every set of sentences is tried."""
    usable = [said for said in further if said <= wanted]
    chosen = chain.from_iterable(combinations(usable, size) for size in range(len(usable) + 1))
    disjoint = [sets for sets in chosen if sum(map(len, sets)) == len(frozenset().union(*sets))]
    return max((sum(map(len, sets)), sum(further[said].score for said in sets)) for sets in disjoint)


@given(wanted=members, further=entries)
def test_a_cover_says_most_at_the_best_score(wanted: Content, further: dict[Content, Sentence]) -> None:
    cover: Cover = Coverer({}, further).cover(wanted)
    amount, score = best_by_trying_all(wanted, further)
    assert len(cover.said) == amount
    assert sum(sentence.score for _, sentence in cover.parts) == pytest.approx(score)


def test_keys_keep_values_apart_that_stand_in_no_text() -> None:
    meaning = SlotValues((("name", "Elm"), ("dogs", "No"), ("parking", "")))
    assert make_key(meaning) == (frozenset({"name"}), frozenset({("dogs", "no"), ("parking", "")}))
