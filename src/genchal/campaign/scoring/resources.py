"""Resources for metrics that need them: tables, vectors, lexicons, loaded once and passed in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from genchal.campaign.scoring.request import ChosenMetric

Progress = Callable[[str], None]


def load_resources(metrics: Sequence[ChosenMetric], progress: Progress) -> tuple[ChosenMetric, ...]:
    """Give every metric what it needs; `progress` hears of work that takes longer than a moment."""
    loaded: dict[tuple[str, str], Any] = {}
    equipped = []
    for chosen in metrics:
        needs = chosen.metric.needs()
        for need in needs.items():
            if need not in loaded:
                loaded[need] = _load(*need, progress)
        resources = {kind: loaded[kind, name] for kind, name in needs.items()}
        equipped.append(replace(chosen, metric=chosen.metric.equipped(resources)) if resources else chosen)
    return tuple(equipped)


def _load(kind: str, name: str, progress: Progress) -> Any:
    if kind == "meteor":
        from genchal.resources.meteor import load_meteor

        return load_meteor(name, progress)
    if kind == "lexicon":
        from genchal.resources.lexicons import load_lexicon

        return load_lexicon(name)
    if kind == "vectors":
        from genchal.resources.vectors import load_vectors

        return load_vectors(name, progress)
    if kind == "encoder":
        from genchal.resources.encoders import load_encoder

        return load_encoder(name, progress)
    if kind == "parser":
        from genchal.resources.parser import load_parser

        return load_parser(name)
    raise AssertionError(f"no metric may need '{kind}'")
