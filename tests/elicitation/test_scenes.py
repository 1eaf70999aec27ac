"""Scenes: pointing at what is described, and describing what is framed."""

import json
from dataclasses import replace

import pytest

from elicitation.sheets import made, sheet_of
from genchal.domain import Attribute, Entity, Scene, Text
from genchal.domain.scenes.places import random_places, stated_places
from genchal.domain.study.widgets import Feedback, Note, Pointing, Stimulus
from genchal.elicitation.identification import Identification
from genchal.errors import InvalidInput
from strategies import SOME_SCENES


def thing(number: int, row: int, column: int, *, is_target: bool = False) -> Entity:
    place = (Attribute("x-dimension", str(column), "gradable"), Attribute("y-dimension", str(row), "gradable"))
    return Entity(f"e{number}", (Attribute("type", "chair"), Attribute("size", f"size {number}"), *place), is_target)


SCENE = Scene("furniture", (thing(1, 2, 3, is_target=True), thing(2, 1, 1), thing(3, 3, 5)), (frozenset({("a", "b")}),))
SHEET = sheet_of("the left chair", given=SCENE, criteria=("identification",))


def pointing(sheet_seed: int = 7, **settings: object) -> Pointing:
    sheet = replace(SHEET, seed=sheet_seed)
    (found,) = [part for part in made("identification", settings).page(sheet).parts if isinstance(part, Pointing)]
    return found


def test_the_right_thing_and_both_times_in_seconds_are_recorded() -> None:
    asked = pointing()
    for place, accuracy, entity in (("r2c3", "1", "e1"), ("r1c1", "0", "e2")):
        answers = {asked.name: place, asked.reading: "1234.5", asked.finding: "890"}
        assert Identification().check_answers(SHEET, answers) == []
        values = {one.criterion: one.value for one in Identification().judgements(SHEET, answers)}
        assert json.loads(values.pop("chosen"))["entity"] == entity
        assert values == {"accuracy": accuracy, "reading_time": "1.2345", "identification_time": "0.89"}


@pytest.mark.parametrize("place", ["", "r9c9", "r1c2", "e1", "r2c3 "])
def test_only_a_thing_of_the_scene_can_be_pointed_at(place: str) -> None:
    asked = pointing()
    problems = Identification().check_answers(SHEET, {asked.name: place, asked.reading: "1", asked.finding: "1"})
    assert [problem.field for problem in problems] == ([] if place.strip() == "r2c3" else [asked.name])


@pytest.mark.parametrize("time", ["", "-1", "NaN", "86400001"])
def test_a_time_that_cannot_be_is_refused(time: str) -> None:
    asked = pointing()
    problems = Identification().check_answers(SHEET, {asked.name: "r2c3", asked.reading: "5", asked.finding: time})
    assert [problem.field for problem in problems] == [asked.finding]


def test_the_page_does_not_tell_the_target() -> None:
    moved = Scene("furniture", tuple(replace(one, is_target=one.id == "e3") for one in SCENE.entities))
    shown = Identification().page(SHEET)
    assert Identification().page(sheet_of("the left chair", given=moved, criteria=("identification",))) == shown
    turned = replace(SCENE, entities=SCENE.entities[::-1])  # corpora often have the target first
    page = Identification().page(sheet_of("the left chair", given=turned, criteria=("identification",)))
    assert [p.scene for p in page.parts if isinstance(p, Pointing)] == [pointing().scene]
    assert not any(isinstance(part, Stimulus) for part in shown.parts)


def test_a_reading_time_is_measured_only_where_reading_comes_first() -> None:
    assert pointing().reading
    for pacing, is_spoken in (("simultaneous", False), ("heard", True)):
        assert pointing(pacing=pacing).reading == ""
        assert pointing(pacing=pacing).is_spoken == is_spoken
        assert made("identification", {"pacing": pacing}).measures(()) == ("accuracy", "identification_time", "chosen")
    assert not pointing(pacing="heard", sound="file").is_spoken


def test_things_stand_where_the_scene_says_or_at_random() -> None:
    assert pointing().positions == {"e1": (2, 3), "e2": (1, 1), "e3": (3, 5)}
    random = [pointing(seed, positions="random").positions for seed in range(300)]
    assert random[0] == pointing(0, positions="random").positions
    rows, columns = zip(*(one["e1"] for one in random), strict=True)
    assert {rows.count(row) > 60 for row in (1, 2, 3)} == {True}  # 100 are expected
    assert {columns.count(column) > 30 for column in range(1, 6)} == {True}  # 60 are expected


def test_places_that_are_not_stated_of_all_things_are_not_stated() -> None:
    assert stated_places(SOME_SCENES[0]) is None
    shared = Scene("", (thing(1, 1, 1), thing(2, 1, 1)))
    assert stated_places(shared) is None
    assert stated_places(Scene("", (thing(1, 1, 21),))) is None


def test_a_crowded_scene_gets_more_rows() -> None:
    import numpy as np

    crowd = Scene("", tuple(thing(number, 1, 1) for number in range(23)))
    places = random_places(crowd, np.random.default_rng(1))
    assert len(set(places.values())) == 23
    assert max(row for row, _ in places.values()) == 5


def test_a_scene_with_a_target_is_needed() -> None:
    for given in (Text("no scene"), SOME_SCENES[4]):
        with pytest.raises(InvalidInput, match="not a scene with a target"):
            Identification().check_sheet(sheet_of("it", given=given))


@pytest.mark.parametrize(
    ("settings", "condition", "may_say_where", "has_feedback"),
    [
        ({}, "", True, False),
        ({"location": False, "feedback": True}, "", False, True),
        ({}, "noloc fc", False, True),
        ({"location": False, "feedback": True}, "loc nofc", True, False),
    ],
)
def test_conditions_win_over_settings(
    settings: dict[str, object], condition: str, may_say_where: bool, has_feedback: bool
) -> None:
    sheet = sheet_of("", given=SCENE, criteria=("description",), condition=condition)
    parts = made("describing", settings).page(sheet).parts
    (note,) = [part.text for part in parts if isinstance(part, Note)]
    assert note.startswith("You can say" if may_say_where else "Please do not say")
    assert any(isinstance(part, Feedback) for part in parts) == has_feedback


def test_feedback_is_right_three_times_out_of_four_and_recorded_with_the_places() -> None:
    method = made("describing", {"feedback": True})
    right = 0
    for seed in range(400):
        sheet = sheet_of("", given=SCENE, criteria=("description",), seed=seed)
        (name,) = method.fields(sheet)
        parts = method.page(sheet).parts
        values = {one.criterion: json.loads(one.value) for one in method.judgements(sheet, {name: "the  left chair"})}
        (shown,) = [part for part in parts if isinstance(part, Stimulus)]
        (feedback,) = [part for part in parts if isinstance(part, Feedback)]
        assert values["description"] == "the left chair"
        assert values["positions"] == {one: list(place) for one, place in shown.positions.items()}
        assert shown.is_framed
        assert feedback.place == shown.positions[values["feedback"]["entity"]]
        assert values["feedback"]["is_right"] == (values["feedback"]["entity"] == "e1")
        right += values["feedback"]["is_right"]
    assert abs(right - 300) < 35  # four standard deviations of 8.7


def test_a_description_has_words() -> None:
    method = made("describing", {"longest": 20})
    sheet = sheet_of("", given=SCENE, criteria=("description",))
    (name,) = method.fields(sheet)
    assert [len(method.check_answers(sheet, {name: text})) for text in ("chair", " ?! ", "x" * 21)] == [0, 1, 1]


def test_what_others_said_of_a_scene_is_not_on_the_page() -> None:
    for name, criteria in (
        ("likert", ("adequacy",)),
        ("describing", ("description",)),
        ("attribute_marking", ("attributes",)),
    ):
        page = made(name, {}).page(sheet_of("chair", given=SCENE, criteria=criteria))
        (shown,) = [part for part in page.parts if isinstance(part, Stimulus)]
        assert isinstance(shown.input, Scene)
        assert shown.input.attribute_sets == ()
        assert (shown.how, shown.is_framed) == ("scene", True)
