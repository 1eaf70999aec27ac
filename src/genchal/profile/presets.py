"""Data sets and outputs as the E2E report describes them in its Tables 2-4, 9 and 10, from `presets.toml`."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib.resources import files
from typing import Literal

from genchal.errors import find_known


@dataclass(frozen=True, slots=True)
class Treatment:
    """What is done to texts and inputs before anything is counted."""

    clean: str = "none"  # a name of text.clean_up
    case: Literal["lower", "mixed"] = "lower"
    slots: tuple[str, ...] = ()  # whose values placeholders are put for
    kept: tuple[str, ...] = ()  # values that no placeholder is put for
    acts: str = ""  # only turns with an act whose type begins so
    ordered: bool = True  # whether inputs with the same slots and values in another order are different inputs
    none_is_value: bool = False  # whether the value `none`, which stands for nothing, is looked for like any other


@dataclass(frozen=True, slots=True)
class TextPreset:
    """A treatment and statistics under a name."""

    summary: str
    treatment: Treatment
    statistics: tuple[str, ...]
    task: str | None = None


def _read_presets() -> dict[str, TextPreset]:
    presets = {}
    for name, keys in tomllib.loads((files("genchal.profile") / "presets.toml").read_text(encoding="utf-8")).items():
        lists = {key: tuple(keys["treatment"].get(key, ())) for key in ("slots", "kept")}
        treatment = Treatment(**{**keys["treatment"], **lists})
        presets[name] = TextPreset(keys["summary"], treatment, tuple(keys["statistics"]), keys["task"])
    return presets


TEXT_PRESETS = _read_presets()


def find_text_preset(name: str) -> TextPreset:
    """The preset of this name."""
    return find_known("preset", name, TEXT_PRESETS)
