"""Dialogue acts as cards."""

import lzma
from pathlib import Path

import pytest

from genchal.domain import Act, DialogueAct, Input, SlotValues
from genchal.pictures import PictureOptions
from genchal.pictures.cards import draw, sign_of
from genchal.tasks import TASKS
from pictures.checks import assert_harmless, parsed, texts


def drawn(given: Input) -> str:
    svg = draw(given, PictureOptions())
    assert svg is not None
    return svg


def card(value: str | None, act: str = "inform") -> str:
    return drawn(DialogueAct((Act(act, (("kidsallowed", value),)),)))


def test_a_card_has_a_heading_and_rows() -> None:
    turn = DialogueAct((Act("inform_only_match", (("name", "ananda fuara"), ("pricerange", "cheap"))), Act("bye")))
    assert texts(drawn(turn)) == ["i", "inform only match", "name", "ananda fuara", "pricerange", "cheap", "bye"]


def test_a_request_has_a_question_mark_in_the_place_of_the_value() -> None:
    assert texts(card(None, "?request")) == ["?", "request", "kidsallowed", "?"]
    assert texts(card(None, "request")) == ["?", "request", "kidsallowed", "?"]
    assert texts(card(None, "inform")) == ["i", "inform", "kidsallowed"]


def test_special_values_have_signs() -> None:
    plain = card("perhaps").count("<circle")
    assert {
        value: card(value).count("<circle") - plain for value in ("yes", "no", "dont_care", "dontcare", "none")
    } == {
        "yes": 1,
        "no": 1,
        "dont_care": 1,
        "dontcare": 1,
        "none": 1,
    }
    assert len({card(value).replace(value, "") for value in ("yes", "no", "dont_care", "none")}) == 4


@pytest.mark.parametrize(
    ("act", "sign"),
    [
        ("inform", "fact"),
        ("offer", "fact"),
        ("?select", "question"),
        ("?anything", "question"),
        ("expl-conf", "question"),
        ("reqmore", "question"),
        ("inform_no_match", "nothing"),
        ("canthelp.exception", "nothing"),
        ("goodbye", "speech"),
        ("welcomemsg", "speech"),
    ],
)
def test_the_sign_of_an_act_says_what_it_does(act: str, sign: str) -> None:
    assert sign_of(act) == sign


def test_slots_without_an_act_are_one_card_without_a_heading() -> None:
    assert texts(drawn(SlotValues((("name", "Hazel Loop"), ("dogs", "no"))))) == ["name", "Hazel Loop", "dogs", "no"]


def test_a_card_grows_with_long_values() -> None:
    heights = [float(parsed(card(value)).attrib["viewBox"].split()[3]) for value in ("short", "a longer value " * 5)]
    assert heights[1] > heights[0]


def test_a_turn_without_acts_is_an_empty_picture() -> None:
    assert texts(drawn(DialogueAct(()))) == []


def test_all_turns_of_real_dialogues_are_drawn_and_differ(data: Path) -> None:
    with lzma.open(data / "sf-restaurants" / "sf_restaurants.tsv.xz", "rt", encoding="utf-8") as file:
        turns = {instance.input for instance in TASKS["sf"]().parse(file, "sf")}
    looks = {drawn(turn) for turn in turns}
    assert len(looks) == len(turns) > 1000
    for svg in list(looks)[:50]:
        assert_harmless(svg, "picture")
