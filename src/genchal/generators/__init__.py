"""Baseline generators, one file each; GENERATORS lists them.

Those that fill in templates are in `templates/`, those for scenes in `referring/`, those for trees in `realising/`,
linear classifiers that choose word by word in `linear/`, networks and the systems made of them in `neural/`.

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
        "deep_realiser": "genchal.generators.realising.deep_realiser:DeepRealiser",
        "full_brevity": "genchal.generators.referring.full_brevity:FullBrevity",
        "greedy": "genchal.generators.referring.greedy:Greedy",
        "incremental": "genchal.generators.referring.incremental:Incremental",
        "graph": "genchal.generators.referring.graph:Graph",
        "frequency_set": "genchal.generators.referring.frequency_set:FrequencySet",
        "speaker_profile": "genchal.generators.referring.speaker_profile:SpeakerProfile",
        "evolutionary": "genchal.generators.referring.evolutionary:Evolutionary",
        "realise_attributes": "genchal.generators.referring.realise_attributes:RealiseAttributes",
        "sheff1": "genchal.generators.linear.sheff1:Sheff1",
        "neural": "genchal.generators.neural.generator:Neural",
        "adapt": "genchal.generators.neural.named:adapt",
        "chen": "genchal.generators.neural.named:chen",
        "delex-sc-lstm": "genchal.generators.neural.named:delex_sc_lstm",
        "genchal-e2e": "genchal.generators.neural.named:genchal_e2e",
        "gong": "genchal.generators.neural.named:gong",
        "harv": "genchal.generators.neural.named:harv",
        "hierarchical-lex-delex-sc-lstm": "genchal.generators.neural.named:hierarchical_lex_delex_sc_lstm",
        "lstm": "genchal.generators.neural.named:lstm",
        "nle": "genchal.generators.neural.named:nle",
        "sheff2": "genchal.generators.neural.named:sheff2",
        "slug": "genchal.generators.neural.named:slug",
        "slug-alt": "genchal.generators.neural.named:slug_alt",
        "tgen": "genchal.generators.neural.named:tgen",
        "tgen-no-rerank": "genchal.generators.neural.named:tgen_no_rerank",
        "tnt1": "genchal.generators.neural.named:tnt1",
        "tnt2": "genchal.generators.neural.named:tnt2",
        "tr1": "genchal.generators.neural.named:tr1",
        "zhang": "genchal.generators.neural.named:zhang",
        "zhaw1": "genchal.generators.neural.named:zhaw1",
        "zhaw2": "genchal.generators.neural.named:zhaw2",
    },
    plugins="genchal.generators",
)
