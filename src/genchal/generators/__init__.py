"""Baseline generators, one file each; GENERATORS lists them.

Those that fill in templates are in `templates/`, those for scenes in `referring/`, those for trees in `realising/`.

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
        "mined_templates": "genchal.generators.templates.mined_templates:MinedTemplates",
        "templates": "genchal.generators.templates.templates:Templates",
        "tuda": "genchal.generators.templates.tuda:Tuda",
        "dangnt": "genchal.generators.templates.dangnt:Dangnt",
        "forge1": "genchal.generators.templates.forge1:Forge1",
        "forge3": "genchal.generators.templates.forge3:Forge3",
        "tr2": "genchal.generators.templates.tr2:Tr2",
        "realiser": "genchal.generators.realising.realiser:Realiser",
        "full_brevity": "genchal.generators.referring.full_brevity:FullBrevity",
        "greedy": "genchal.generators.referring.greedy:Greedy",
        "incremental": "genchal.generators.referring.incremental:Incremental",
        "graph": "genchal.generators.referring.graph:Graph",
        "frequency_set": "genchal.generators.referring.frequency_set:FrequencySet",
        "speaker_profile": "genchal.generators.referring.speaker_profile:SpeakerProfile",
        "evolutionary": "genchal.generators.referring.evolutionary:Evolutionary",
        "realise_attributes": "genchal.generators.referring.realise_attributes:RealiseAttributes",
    },
    plugins="genchal.generators",
)
