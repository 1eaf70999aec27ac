"""Resources for metrics that need them: tables, vectors, lexicons, loaded once and passed in."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from genchal.campaign.scoring.request import ChosenMetric

Progress = Callable[[str], None]

# What metrics may need: the module that loads it, its function, and whether that reports its progress.
LOADERS = {
    "meteor": ("meteor", "load_meteor", True),
    "lexicon": ("lexicons", "load_any_lexicon", False),
    "vectors": ("embeddings.vectors", "load_vectors", True),
    "encoder": ("embeddings.encoders", "load_encoder", True),
    "parser": ("parser", "load_parser", False),
}


def load_resources(metrics: Sequence[ChosenMetric], progress: Progress) -> tuple[ChosenMetric, ...]:
    """Give every metric what it needs; `progress` is told about slow work."""
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
    module, function, takes_long = LOADERS[kind]
    load = getattr(importlib.import_module(f"genchal.resources.{module}"), function)
    return load(name, progress) if takes_long else load(name)
