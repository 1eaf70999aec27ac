"""Presets: metrics and settings fixed to the letter of a campaign or tool."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from genchal.domain.campaign import Missing
from genchal.errors import UnknownName


@dataclass(frozen=True, slots=True)
class Preset:
    """Metrics with their settings, and formulas over them.

    `scale` multiplies the printed scores, for users who expect 0 to 100; `missing` is what the campaign did with missing
    outputs, where it said so.
    """

    summary: str
    metrics: Mapping[str, Mapping[str, object]]
    derived: Mapping[str, str] = field(default_factory=dict)
    scale: float = 1.0
    missing: Missing | None = None


PRESETS: dict[str, Preset] = {
    "sacrebleu": Preset(
        summary=(
            "BLEU as `sacrebleu` prints it without options: 13a tokens, mixed case, exponential smoothing, times 100."
        ),
        metrics={"bleu": {"tok": "13a", "case": "mixed", "smooth": "exp", "effective": False, "order": 4}},
        scale=100.0,
    ),
}


def preset(name: str) -> Preset:
    """Look a preset up."""
    if name not in PRESETS:
        raise UnknownName("preset", name, PRESETS)
    return PRESETS[name]
