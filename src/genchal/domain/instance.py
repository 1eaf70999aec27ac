"""Instances: inputs with their references."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from genchal.domain.inputs import Input


@dataclass(frozen=True, slots=True)
class Instance:
    """One input with its references; `meta` holds what a format carries besides."""

    id: str
    input: Input
    references: tuple[str, ...] = ()
    meta: Mapping[str, str] = field(default_factory=dict)
