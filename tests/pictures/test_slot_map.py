"""Venues as maps."""

import csv
import re
from itertools import product
from pathlib import Path

import pytest

from genchal.domain import SlotValues
from genchal.pictures import PictureOptions
from genchal.pictures.slot_map import DISHES, draw
from genchal.tasks.e2e import E2E
from pictures.checks import assert_harmless, texts

E2E_VALUES = {
    "eatType": ["coffee shop", "pub", "restaurant"],
    "priceRange": ["cheap", "moderate", "high", "less than £20", "£20-25", "more than £30"],
    "customer rating": ["low", "average", "high", "1 out of 5", "3 out of 5", "5 out of 5"],
    "food": ["Japanese", "French", "Fast food", "Italian", "English", "Chinese", "Indian"],
    "area": ["riverside", "city centre"],
    "familyFriendly": ["yes", "no"],
}


def drawn(*pairs: tuple[str, str]) -> str:
    svg = draw(SlotValues((("name", "Fitzbillies"), ("near", "Ranch"), ("food", "Thai"), *pairs)), PictureOptions())
    assert svg is not None
    return re.sub("<desc.*</desc>", "", svg)


def test_every_value_of_the_challenge_has_a_look_of_its_own() -> None:
    looks = {drawn((slot, value)) for slot, values in E2E_VALUES.items() for value in values if slot != "food"}
    assert len(looks) == sum(map(len, E2E_VALUES.values())) - len(E2E_VALUES["food"])
    assert drawn() not in looks


def test_values_with_a_symbol_are_not_written() -> None:
    symbols = [(slot, value) for slot, values in E2E_VALUES.items() if slot != "food" for value in values]
    written = {pair: texts(drawn(pair))[3:] for pair in symbols}
    assert {pair: [one for one in lines if one != "£"] for pair, lines in written.items() if set(lines) - {"£"}} == {
        ("priceRange", "less than £20"): ["< £20"],
        ("priceRange", "£20-25"): ["£20-25"],
        ("priceRange", "more than £30"): ["> £30"],
        **{("customer rating", f"{stars} out of 5"): [f"{stars} out of 5"] for stars in (1, 3, 5)},
    }


def test_kitchens_have_different_dishes() -> None:
    assert len(set(DISHES.values())) == len(DISHES) == len(E2E_VALUES["food"])
    assert {re.sub("[ -]", "", food.lower()) for food in E2E_VALUES["food"]} == set(DISHES)


def test_a_value_without_a_symbol_is_a_labelled_tile() -> None:
    assert texts(drawn(("priceRange", "a fortune"), ("phone", "01223 902135"), ("area", "romsey")))[3:] == [
        "priceRange",
        "a fortune",
        "phone",
        "01223 902135",
        "romsey",
    ]


def test_a_second_value_of_a_slot_is_a_tile() -> None:
    assert texts(drawn(("near", "Avalon"), ("eatType", "pub"), ("eatType", "restaurant")))[3:] == [
        "near",
        "Avalon",
        "eatType",
        "restaurant",
    ]


def test_slots_are_known_in_the_spelling_of_other_data() -> None:
    assert drawn(("customer rating", "low")) == drawn(("customerRating", "low")) == drawn(("customer_rating", "low"))
    assert drawn(("eattype", "coffeeshop"), ("area", "citycentre")) == drawn(
        ("eatType", "coffee shop"), ("area", "city centre")
    )


def test_neither_river_nor_town_without_an_area() -> None:
    plain, river, town = drawn(), drawn(("area", "riverside")), drawn(("area", "city centre"))
    assert "picture-water" not in plain
    assert "picture-house" not in plain
    for svg in (river, town):  # both on the map, whichever the venue is in
        assert "picture-water" in svg
        assert "picture-house" in svg


@pytest.mark.parametrize(
    "pairs",
    [(), (("name", "Hazel Loop"), ("distance", "8 km"), ("food", "tea room")), (("food", "Thai"), ("food", "Lao"))],
)
def test_what_is_no_venue_has_no_map(pairs: tuple[tuple[str, str], ...]) -> None:
    assert draw(SlotValues(pairs), PictureOptions()) is None


def test_every_input_of_the_challenges_test_set_is_a_map(data: Path) -> None:
    with (data / "e2e" / "testset.csv").open(encoding="utf-8", newline="") as file:
        meanings = [E2E().parse_input(row["MR"]) for row in csv.DictReader(file)]
    assert len(meanings) == 630
    looks = set()
    for meaning in meanings:
        svg = draw(meaning, PictureOptions())
        assert svg is not None
        looks.add(svg)
    assert len(looks) == len({str(meaning) for meaning in meanings})
    assert_harmless(looks.pop(), "picture")


def test_all_combinations_of_areas_and_venues_differ() -> None:
    options = product(
        [(), (("area", "riverside"),), (("area", "city centre"),)], ["pub", "restaurant", "coffee shop", "inn"]
    )
    looks = [drawn(*area, ("eatType", kind)) for area, kind in options]
    assert len(set(looks)) == 12
