"""What METEOR 1.5 does by default in each language: matchers with their weights, and parameters.

Tuned on human rankings of translations (Denkowski and Lavie 2014); Russian and other languages have the
language-independent values. The values of Czech, German, Spanish, French and Russian were tuned together with tables of
paraphrases, which are not in the package that the data come from, so these languages are matched without.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Language = Literal["en", "cs", "de", "es", "fr", "ru", "other"]


@dataclass(frozen=True, slots=True)
class Defaults:
    """Matchers of a language with their weights, in order, and the parameters of the formula."""

    weights: Mapping[str, float]
    alpha: float
    beta: float
    gamma: float
    delta: float


DEFAULTS: Mapping[str, Defaults] = {
    "en": Defaults({"exact": 1.0, "stem": 0.6, "synonym": 0.8, "paraphrase": 0.6}, 0.85, 0.2, 0.6, 0.75),
    "cs": Defaults({"exact": 1.0}, 0.95, 0.2, 0.6, 0.8),
    "de": Defaults({"exact": 1.0, "stem": 0.8}, 0.95, 1.0, 0.55, 0.55),
    "es": Defaults({"exact": 1.0, "stem": 0.8}, 0.65, 1.3, 0.5, 0.8),
    "fr": Defaults({"exact": 1.0, "stem": 0.2}, 0.9, 1.4, 0.6, 0.65),
    "ru": Defaults({"exact": 1.0, "stem": 0.5}, 0.75, 1.4, 0.7, 0.5),
    "other": Defaults({"exact": 1.0}, 0.75, 1.4, 0.7, 0.5),
}
