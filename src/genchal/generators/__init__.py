"""Baseline generators, one file each; GENERATORS lists them.

Those for scenes are in `referring/`, those for trees in `realising/`.

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
        "deep_realiser": "genchal.generators.realising.deep_realiser:DeepRealiser",
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
