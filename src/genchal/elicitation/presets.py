"""Presets: the studies of the papers, from `presets.toml`, which a user's own keys override."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files

from genchal.domain.study.keys import KEYS
from genchal.errors import UnknownName

Keys = Mapping[str, object]

STUDIES: Mapping[str, Keys] = tomllib.loads((files("genchal.elicitation") / "presets.toml").read_text(encoding="utf-8"))


def fill_in_preset(keys: Keys) -> dict[str, object]:
    """Put the keys of a preset under those that a user has written; `preset` itself is dropped."""
    own = {key: value for key, value in keys.items() if key != "preset"}
    if "preset" not in keys:
        return own
    name = str(keys["preset"])
    if name not in STUDIES:
        near = [preset for preset in STUDIES if preset.startswith(name)]
        raise UnknownName("preset of studies", name, near or STUDIES)
    usual = STUDIES[name]
    is_other = own.get("method", usual["method"]) != usual["method"]  # which has no use for the settings of this one
    return {**{key: value for key, value in usual.items() if key in KEYS or not is_other}, **own}
