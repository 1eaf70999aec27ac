"""Instances: inputs with their references."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from genchal.domain.inputs import Input

_NOTHING: Mapping[str, str] = {}  # shared by the millions of instances that carry nothing besides


@dataclass(frozen=True, slots=True)
class Instance:
    """One input with its references; `meta` holds what a format carries besides."""

    id: str
    input: Input
    references: tuple[str, ...] = ()
    meta: Mapping[str, str] = field(default_factory=lambda: _NOTHING)
    # Whether the file gives it this id; otherwise an id may be the number of a row, which nobody has to know.
    is_identified: bool = field(default=False, compare=False)
