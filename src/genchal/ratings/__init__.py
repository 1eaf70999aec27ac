"""Layouts of rating files: how the tools that collect judgements write them; LAYOUTS lists them.

In: tables or objects that were read from a file.
Out: `Judgements`, which become `Ratings`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from genchal.registry import Registry

if TYPE_CHECKING:
    from genchal.ratings.layout import Layout

# In the order in which they are tried: the more a layout asks of a file, the earlier it stands.
LAYOUTS: Registry[type[Layout]] = Registry(
    "ratings layout",
    builtin={
        "crowdflower": "genchal.ratings.crowdflower:CrowdFlower",
        "wmt-ranking": "genchal.ratings.wmt_ranking:WmtRanking",
        "direct-assessment": "genchal.ratings.direct_assessment:DirectAssessmentLayout",
        "appraise": "genchal.ratings.appraise:Appraise",
        "arena": "genchal.ratings.arena:Arena",
        "mqm": "genchal.ratings.mqm:Mqm",
        "pearmut": "genchal.ratings.pearmut:Pearmut",
        "factgenie": "genchal.ratings.factgenie:Factgenie",
        "long": "genchal.ratings.long:Long",
        "wide": "genchal.ratings.wide:Wide",
        "potato": "genchal.ratings.potato:Potato",
        "mtme": "genchal.ratings.mtme:Mtme",
    },
    plugins="genchal.ratings",
)
