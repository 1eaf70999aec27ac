"""Values found in texts, word for word or nearly so."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genchal.domain import Act, DialogueAct, SlotValues
from genchal.domain.inputs import Text
from genchal.domain.slots.values import values_of
from genchal.text.tokenisers.morphodita import sentences
from genchal.text.values.fuzzy_values import _alike, _folded, _needle, delexicalise_text, find_values

HERON = (("name", "The Heron Loop"), ("near", "Café Lumière"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The Heron Loop is near Café Lumière.", "X-name is near X-near ."),
        ("the heron loop is near Cafe Lumiere.", "X-name is near X-near ."),
        ("Heron Loop, near cafe lumiere", "X-name , near X-near"),
        ("Visit Heronloop! It is by Café Lumiére's door", "Visit X-name ! It is by X-near 's door"),
        ("Heron Loops is near Cafe Lumier", "X-name is near X-near"),
        ("Near Café Lumière. Heron Loop, the Heron Loop.", "Near X-near . X-name , X-name ."),
        ("Nothing of the kind", "Nothing of the kind"),
        ("", ""),
    ],
)
def test_values_are_found_though_misspelt(text: str, expected: str) -> None:
    assert delexicalise_text(text, HERON) == expected


def test_values_take_words_away_from_each_other() -> None:
    pairs = (("name", "Green Man"), ("", "Green Man Inn"))
    assert delexicalise_text("Green Man Inn and Green Man", pairs) == "Green Man Inn and X-name"


def test_a_value_of_words_that_do_not_count_is_found_as_it_is_written_only() -> None:
    assert delexicalise_text("a Restaurant in town", (("kind", "restaurant"),)) == "a X-kind in town"
    assert delexicalise_text("restaurants in town", (("kind", "restaurant"),)) == "restaurants in town"


def test_a_value_without_words_is_never_found() -> None:
    assert delexicalise_text("a b", (("name", " "), ("near", ""))) == "a b"


def test_values_of_an_input_name_the_slots_to_replace() -> None:
    pairs = (("name", "Heron"), ("area", "riverside"), ("near", "dont_care"), ("food", ""))
    expected = (("name", "Heron"), ("", "riverside"), ("", "dont_care"))
    assert values_of(SlotValues(pairs), ["name", "near"]) == expected
    turn = DialogueAct((Act("inform", (("name", "Heron"), ("area", "riverside"))), Act("request", (("near", None),))))
    assert values_of(turn, ["name", "area"], kept=["riverside"]) == (("name", "Heron"), ("", "riverside"))
    assert values_of(Text("Heron"), ["name"]) == ()


def slow_search(value: list[str], words: list[str]) -> tuple[int, int] | None:
    """The fuzzy search from every place where it may begin, as the original words it."""
    stops = {"and", "or", "in", "of", "the", "to", ",", "restaurant", "'s"}
    value, words = [_folded(word) for word in value], [_folded(word) for word in words]
    n = h = start = 0
    while not all(word in stops for word in value):
        before = n
        while n < len(value) and value[n] in stops:
            n += 1
        while 0 < n < len(value) and h < len(words) and words[h] in stops:
            h += 1
        if n == len(value):
            return start, h
        if h >= len(words):
            return None
        if words[h] == "".join(value[n : n + 2]) and n + 1 < len(value):
            n, h = n + 2, h + 1
        elif "".join(words[h : h + 2]) == value[n] and h + 1 < len(words):
            n, h = n + 1, h + 2
        elif _alike(words[h], value[n]):
            n, h = n + 1, h + 1
        elif before:
            n = 0
        else:
            h += 1
            start = h
    return None


WORDS = st.sampled_from(["the", "Heron", "heron", "herons", "hero", "loop", "Loop", "heronloop", "and", "in", "l", ""])


@given(st.lists(WORDS.filter(bool), min_size=1, max_size=3), st.lists(WORDS, max_size=8))
def test_the_quick_look_at_single_words_loses_nothing(value: list[str], words: list[str]) -> None:
    needle = _needle(" ".join(value))
    slow = needle._verbatim(words) or needle._in_pieces(words) or slow_search(value, words)
    if needle.may_begin(words):
        assert needle.find(words) == slow
    else:
        assert slow is None


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("punter", "punter", True),
        ("punters", "punter", True),  # an ending
        ("moderate", "moderately", True),
        ("punder", "punter", True),  # a wrong letter
        ("pnuter", "punter", True),  # two letters swapped: five of six in common
        ("pxnder", "punter", False),
        ("a", "ab", False),  # a single letter is too little
        ("ab", "a", True),
        ("cat", "category", False),
    ],
)
def test_words_are_alike_up_to_an_ending_or_a_letter(one: str, other: str, expected: bool) -> None:
    assert _alike(one, other) is expected


@given(
    st.lists(st.tuples(st.sampled_from(["name", "near", ""]), st.text("ab '", max_size=6)), max_size=3),
    st.text("ab '.", max_size=30),
)
def test_what_is_found_is_inside_the_sentence(pairs: list[tuple[str, str]], text: str) -> None:
    for sentence in sentences(text):
        for start, end, _ in find_values(sentence, tuple(pairs)):
            assert 0 <= start < end <= len(sentence)
