"""Which words express which slot, by the rules of lexicons."""

import pytest
from hypothesis import given

from genchal.domain import Act, DialogueAct, Input, SlotValues, Text
from genchal.domain.slots.errors import SlotErrors, find_slot_errors, judge_matches
from genchal.domain.slots.lexicon import Lexicon
from genchal.domain.slots.matching import SlotMatch, find_slots
from genchal.resources.lexicons.reading import parse_lexicon
from strategies import texts

WALKS = """
negations = ["(not|never) [a|very]", "isn't"]

[words]
dogs = ["dog[s]", "pet[s]"]

[slots.name]
open = true
known = ["Heron Loop", "Mill Walk"]

[slots.near]
open = true
phrases = ["{value}", { phrases = ["near [the] {value}"], scope = "value" }]

[slots.dogs]
opposites = { yes = "no", no = "yes" }

[slots.dogs.values]
yes = ["<dogs> (are|is) welcome", "dog friendly", { phrases = ["<dogs>"], scope = "value" }]
no = ["no <dogs>"]
"?" = ["<dogs>"]

[slots.length]
exceptions = ["short of"]

[slots.length.values]
short = ["short [walk]", { phrases = ["quick"], scope = "value" }]
long = ["long [walk]", { phrases = ["all day"], scope = "slot" }]

[slots.setting.values]
woodland = ["wood[s]", "long wood"]
"""


@pytest.fixture(scope="module")
def walks() -> Lexicon:
    return parse_lexicon(WALKS, "walks.toml", "walks")


def said(lexicon: Lexicon, text: str, given: Input) -> list[tuple[str, str, str]]:
    return [(one.slot, one.value, text[one.start : one.end]) for one in find_slots(lexicon, given, text)]


def meaning(**pairs: str) -> SlotValues:
    return SlotValues(tuple(pairs.items()))


def test_words_are_found_whatever_their_case_and_whole(walks: Lexicon) -> None:
    text = "HERON LOOP: a Dog-Friendly walk, longer than it seems."
    expected = [("name", "Heron Loop", "HERON LOOP"), ("dogs", "yes", "Dog-Friendly")]
    assert said(walks, text, meaning(name="Heron Loop", dogs="yes")) == expected


def test_the_longest_match_wins(walks: Lexicon) -> None:
    assert said(walks, "a long walk", meaning(length="long")) == [("length", "long", "long walk")]
    # "wood" and "long" lie inside of "long wood", which belongs to another slot.
    assert said(walks, "a long wood", meaning(length="long")) == [("setting", "woodland", "long wood")]


def test_a_negation_turns_a_value_into_its_opposite(walks: Lexicon) -> None:
    expected = [("dogs", "no", "not a dog friendly")]
    assert said(walks, "not a dog friendly walk", meaning(dogs="no")) == expected
    assert said(walks, "It isn't dog-friendly", meaning(dogs="no")) == [("dogs", "no", "isn't dog-friendly")]


def test_what_is_negated_and_has_no_opposite_is_not_said(walks: Lexicon) -> None:
    assert said(walks, "not very long", meaning(length="short")) == []


def test_an_exception_says_nothing(walks: Lexicon) -> None:
    assert said(walks, "nothing short of fun", meaning(length="short")) == []


def test_a_wording_counts_in_its_scope(walks: Lexicon) -> None:
    assert said(walks, "a quick walk", meaning(length="short")) == [("length", "short", "quick")]
    assert said(walks, "a quick walk", meaning(length="long")) == []
    assert said(walks, "takes all day", meaning(length="short")) == [("length", "long", "all day")]
    assert said(walks, "takes all day", meaning(name="Heron Loop")) == []


def test_a_weak_wording_is_kept_once_and_where_nothing_stronger_is_said(walks: Lexicon) -> None:
    assert said(walks, "pets, and more pets", meaning(dogs="yes")) == [("dogs", "yes", "pets")]
    assert said(walks, "pets: dogs are welcome", meaning(dogs="yes")) == [("dogs", "yes", "dogs are welcome")]


def test_open_slots_find_the_inputs_own_value_and_known_ones(walks: Lexicon) -> None:
    assert said(walks, "Crane Path", meaning(name="Crane Path")) == [("name", "Crane Path", "Crane Path")]
    assert said(walks, "Mill Walk", meaning(name="Crane Path")) == [("name", "Mill Walk", "Mill Walk")]
    assert said(walks, "Crane Path", meaning(name="Mill Walk")) == []


def test_words_around_a_value_tell_its_slot(walks: Lexicon) -> None:
    text = "Mill Walk is near the Mill Walk."
    expected = [("name", "Mill Walk", "Mill Walk"), ("near", "Mill Walk", "near the Mill Walk")]
    assert said(walks, text, meaning(near="Mill Walk", name="Mill Walk")) == expected


def test_of_equal_words_the_value_still_wanted_is_taken(walks: Lexicon) -> None:
    found = said(walks, "Mill Walk, Mill Walk", meaning(name="Mill Walk", near="Mill Walk"))
    assert {slot for slot, _, _ in found} == {"name", "near"}


def test_slots_and_values_the_lexicon_does_not_know_stand_for_themselves(walks: Lexicon) -> None:
    given = meaning(duration="2 h", length="endless")
    assert said(walks, "2 h, endless", given) == [("duration", "2 h", "2 h"), ("length", "endless", "endless")]


def test_names_of_slots_and_values_may_be_spelt_otherwise(walks: Lexicon) -> None:
    assert walks.wanted(SlotValues((("LENGTH", "Short"),))) == [("length", "short")]


def turn(act: str, *pairs: tuple[str, str | None]) -> DialogueAct:
    return DialogueAct((Act(act, pairs),))


def test_dialogue_acts_ask_for_values_and_for_slots(walks: Lexicon) -> None:
    assert walks.wanted(turn("inform", ("name", "a or b"), ("dogs", "no"))) == [
        ("name", "a"),
        ("name", "b"),
        ("dogs", "no"),
    ]
    assert walks.wanted(turn("request", ("dogs", None), ("length", None))) == [("dogs", "?")]
    assert walks.wanted(turn("select", ("dogs", "yes"), ("dogs", "no"))) == [("dogs", "?")]
    assert walks.wanted(turn("request", ("length", None)), all_questions=True) == [("length", "?")]
    assert walks.wanted(turn("bye")) == []


def test_a_question_is_asked_however_the_slot_is_mentioned(walks: Lexicon) -> None:
    given = turn("select", ("dogs", "yes"), ("dogs", "no"))
    for text in ("are dogs are welcome or no dogs", "what about dogs"):
        assert find_slot_errors([("dogs", "?")], find_slots(walks, given, text)) == SlotErrors()
    assert find_slot_errors([("dogs", "?")], find_slots(walks, given, "well")).missing == (("dogs", "?"),)


@pytest.mark.parametrize("given", [Text("a walk"), Text()])
def test_inputs_without_slots_have_no_matches(walks: Lexicon, given: Input) -> None:
    assert walks.wanted(given) is None
    assert find_slots(walks, given, "Heron Loop") == []


@given(texts)
def test_matches_lie_in_the_text_and_do_not_contain_each_other(text: str) -> None:
    lexicon = parse_lexicon('[slots.a.values]\nx = ["the walk", "river"]\ny = ["walk", "a * river"]', "f", "f")
    found = find_slots(lexicon, SlotValues((("a", "x"), ("b", "6 km"))), text)
    for one in found:
        assert 0 <= one.start < one.end <= len(text)
        assert not any(one != other and other.start <= one.start and one.end <= other.end for other in found)
    assert found == sorted(found, key=lambda one: (one.start, one.end))


def match(slot: str, value: str) -> SlotMatch:
    return SlotMatch(slot, value, 0, 1)


def test_errors_are_missing_added_wrong_and_repeated() -> None:
    wanted = [("name", "A"), ("near", "B"), ("dogs", "yes")]
    found = [match("name", "A"), match("name", "A"), match("dogs", "no"), match("length", "long")]
    errors = find_slot_errors(wanted, found)
    assert errors == SlotErrors(
        missing=(("near", "B"),),
        added=(("length", "long"),),
        wrong=(("dogs", "yes", "no"),),
        repeated=(("name", "A"),),
    )
    assert judge_matches(wanted, found) == ["said", "repeated", "wrong", "added"]


def test_a_surplus_value_is_added_where_none_lacks_and_repeated_the_second_time() -> None:
    wanted = [("name", "A")]
    found = [match("name", "A"), match("name", "B"), match("name", "B")]
    assert find_slot_errors(wanted, found) == SlotErrors(added=(("name", "B"),), repeated=(("name", "B"),))
    assert judge_matches(wanted, found) == ["said", "added", "repeated"]


def test_a_value_wanted_twice_must_be_said_twice() -> None:
    wanted = [("name", "A"), ("name", "A")]
    assert find_slot_errors(wanted, [match("name", "A")]).missing == (("name", "A"),)
    assert find_slot_errors(wanted, [match("name", "A")] * 2) == SlotErrors()
    assert judge_matches(wanted, [match("name", "A")] * 3) == ["said", "said", "repeated"]
