"""Presets: metrics with exactly the settings of a campaign or tool, from `presets.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pkgutil import get_data  # quicker to load than importlib.resources

from genchal.domain.campaign import Missing
from genchal.errors import find_known


@dataclass(frozen=True, slots=True)
class Preset:
    """Metrics with their settings, and formulas over them.

    Where nobody names metrics those of `unasked` are computed, or all if there are none. `scale` multiplies the printed
    scores, for users who expect 0 to 100; `missing` is what the campaign did with missing outputs, where it said so;
    `task` is the special form in which the campaign read its files.
    """

    summary: str
    metrics: Mapping[str, Mapping[str, object]]
    derived: Mapping[str, str] = field(default_factory=dict)
    unasked: tuple[str, ...] = ()
    scale: float = 1.0
    missing: Missing | None = None
    task: str | None = None


def _read_presets() -> dict[str, Preset]:
    text = (get_data("genchal.metrics", "presets.toml") or b"").decode()
    return {
        name: Preset(**{**keys, "unasked": tuple(keys.get("unasked", ()))})
        for name, keys in tomllib.loads(text).items()
    }


PRESETS = _read_presets()


def preset(name: str) -> Preset:
    """Look a preset up."""
    return find_known("preset", name, PRESETS)
