"""Baseline generators, one file each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from genchal.registry import Registry

if TYPE_CHECKING:
    from genchal.domain.generator import Generator

GENERATORS: Registry[type[Generator]] = Registry(
    "generator",
    builtin={
        "random": "genchal.generators.random:Random",
        "mined_templates": "genchal.generators.mined_templates:MinedTemplates",
        "templates": "genchal.generators.templates:Templates",
    },
    plugins="genchal.generators",
)
