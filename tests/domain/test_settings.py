"""Settings: declared once, described and checked from the declaration."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import pytest

from genchal.domain.settings import REQUIRED, Setting, check_choices, configure, described_settings, setting
from genchal.errors import InvalidInput, UnknownName


@dataclass(frozen=True, slots=True)
class Baking:
    """Settings of every kind."""

    oven: Literal["gas", "wood"] = setting("gas", "What heats.")
    minutes: int = setting(30, "How long.", low=1, high=90)
    heat: float | None = setting(None, "How hot.", low=0, open_low=True)
    toppings: tuple[str, ...] = setting((), "What goes on top.", choices=("seeds", "salt"))
    crust: bool = True
    notes: Path | None = setting(None, "A file.", metavar="FILE")
    _hidden: int = 0

    def __post_init__(self) -> None:
        check_choices(self)


def test_fields_describe_settings() -> None:
    oven, minutes, heat, toppings, crust, notes = described_settings(Baking)
    assert oven == Setting("oven", str, "gas", "What heats.", choices=("gas", "wood"))
    assert minutes == Setting("minutes", int, 30, "How long.", low=1, high=90)
    assert heat == Setting("heat", float, None, "How hot.", low=0, open_low=True, optional=True)
    assert toppings == Setting("toppings", str, (), "What goes on top.", choices=("seeds", "salt"), repeated=True)
    assert crust == Setting("crust", bool, True)
    assert notes == Setting("notes", Path, None, "A file.", metavar="FILE", optional=True)
    assert [known.range for known in (oven, minutes, heat)] == ["", "from 1 to 90", "above 0"]
    assert Setting("a", int, 0, high=3).range == "3 or less"
    assert Setting("a", int, 0, low=3).range == "3 or more"


def test_settings_that_people_write_are_converted() -> None:
    written = {
        "oven": "wood",
        "minutes": "45",
        "heat": "0.5",
        "toppings": "salt,seeds",
        "crust": "no",
        "notes": "a.txt",
    }
    assert configure(Baking, written, "bread") == Baking("wood", 45, 0.5, ("salt", "seeds"), False, Path("a.txt"))
    assert configure(Baking, {"toppings": ["salt"], "heat": None}, "bread") == Baking(toppings=("salt",))


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("oven", "wod", "setting 'oven' of bread cannot be 'wod'. Did you mean 'wood'?"),
        ("minutes", 0, "setting 'minutes' of bread cannot be 0. Write a number from 1 to 90."),
        ("minutes", "1.5", "setting 'minutes' of bread cannot be '1.5'. Write a whole number."),
        ("heat", 0, "setting 'heat' of bread cannot be 0. Write a number above 0."),
        ("toppings", "salt,sand", "setting 'toppings' of bread cannot be 'sand'."),
        ("crust", "perhaps", "setting 'crust' of bread cannot be 'perhaps'. Write yes or no."),
        ("flour", 1, "bread has no setting 'flour'."),
    ],
)
def test_what_is_not_allowed_is_named_with_a_remedy(name: str, value: object, message: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        configure(Baking, {name: value}, "bread")
    assert str(refused.value).startswith(message)


def test_choices_are_checked_in_python_too() -> None:
    with pytest.raises(UnknownName, match="unknown oven 'coal'"):
        Baking(oven="coal")  # type: ignore[arg-type]
    with pytest.raises(UnknownName, match="unknown topping 'sand'"):
        Baking(toppings=("sand",))


def test_a_setting_may_be_required() -> None:
    @dataclass(frozen=True)
    class Needy:
        name: str = setting(REQUIRED, "A name.")

    assert described_settings(Needy)[0].default is REQUIRED
    with pytest.raises(TypeError, match="name"):
        Needy()
