"""Baseline generators, one file each; GENERATORS lists them.

In: training instances, then instances without their references.
Out: one output per instance, or none.
"""

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
        "realiser": "genchal.generators.realising.realiser:Realiser",
    },
    plugins="genchal.generators",
)
