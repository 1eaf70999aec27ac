"""Data sets and outputs as the E2E report describes them in its Tables 2-4, 9 and 10."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from genchal.errors import UnknownName


@dataclass(frozen=True, slots=True)
class Treatment:
    """What is done to texts and inputs before anything is counted."""

    clean: str = "none"  # a name of text.clean_up
    case: Literal["lower", "mixed"] = "lower"
    slots: tuple[str, ...] = ()  # whose values placeholders are put for
    kept: tuple[str, ...] = ()  # values that no placeholder is put for
    acts: str = ""  # only turns with an act whose type begins so
    ordered: bool = True  # whether inputs with the same slots and values in another order are different inputs


@dataclass(frozen=True, slots=True)
class TextPreset:
    """A treatment and statistics under a name."""

    summary: str
    treatment: Treatment
    statistics: tuple[str, ...]
    task: str | None = None


_LEXICAL = ("sizes", "lengths", "vocabulary:lemmas=yes", "diversity:unit=lemma", "sophistication")
_SF_SLOTS = ("name", "near", "phone", "address", "postcode", "count", "area")

TEXT_PRESETS: Mapping[str, TextPreset] = {
    "e2e": TextPreset(
        "The E2E data set (Dušek et al. 2020, Tables 2-4): small letters, `name` and `near` delexicalised.",
        Treatment(slots=("name", "near")),
        _LEXICAL,
        "e2e",
    ),
    "sfrest": TextPreset(
        "San Francisco restaurants (Wen et al. 2015) as in Tables 2 and 4: detokenised, seven slots delexicalised.",
        Treatment(clean="sf", slots=_SF_SLOTS, ordered=False),
        _LEXICAL,
        "sf",
    ),
    "sfrest-inf": TextPreset(
        "The same, turns with an inform act only.",
        Treatment(clean="sf", slots=_SF_SLOTS, ordered=False, acts="inform"),
        _LEXICAL,
        "sf",
    ),
    "bagel": TextPreset(
        "BAGEL (Mairesse et al. 2010) as in Tables 2 and 4: relexicalised, then six slots delexicalised.",
        Treatment(
            clean="bagel",
            slots=("name", "near", "addr", "phone", "postcode", "area"),
            kept=("citycentre", "riverside"),
        ),
        _LEXICAL,
        "bagel",
    ),
    "e2e-outputs": TextPreset(
        "Outputs as in Tables 9 and 10: detokenised, case kept, `name` and `near` delexicalised.",
        Treatment(clean="detokenise", case="mixed", slots=("name", "near")),
        ("lengths", "vocabulary", "diversity:unit=lemma", "sophistication"),
        "e2e",
    ),
}


def find_text_preset(name: str) -> TextPreset:
    """The preset of this name."""
    if name not in TEXT_PRESETS:
        raise UnknownName("preset", name, TEXT_PRESETS)
    return TEXT_PRESETS[name]
