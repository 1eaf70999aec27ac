"""Methods of eliciting judgements and texts from people, one file each; `design/` composes their sheets.

In: the items of a sheet; later the answers that a rater gave.
Out: pages as widgets, problems with answers, and judgements.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from genchal.registry import Registry

if TYPE_CHECKING:
    from genchal.elicitation.method import Method

METHODS: Registry[type[Method]] = Registry(
    "method",
    builtin={
        "likert": "genchal.elicitation.likert:Likert",
        "magnitude": "genchal.elicitation.magnitude:Magnitude",
        "rankme": "genchal.elicitation.rankme:RankMe",
        "ranking": "genchal.elicitation.ranking:RankOrder",
        "pairwise": "genchal.elicitation.pairwise:PairwisePreference",
        "direct_assessment": "genchal.elicitation.direct_assessment:DirectAssessment",
        "check_boxes": "genchal.elicitation.check_boxes:CheckBoxes",
        "error_spans": "genchal.elicitation.error_spans:ErrorSpans",
        "correction": "genchal.elicitation.correction:Correction",
        "writing": "genchal.elicitation.writing:TextWriting",
        "identification": "genchal.elicitation.identification:Identification",
        "describing": "genchal.elicitation.describing:Describing",
        "attribute_marking": "genchal.elicitation.attribute_marking:AttributeMarking",
    },
    plugins="genchal.elicitation",
)
