"""Metrics, one file each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from genchal.registry import Registry

if TYPE_CHECKING:
    from genchal.domain.metric import Metric

METRICS: Registry[type[Metric]] = Registry(
    "metric",
    builtin={
        "bleu": "genchal.metrics.bleu:Bleu",
        "sent_bleu": "genchal.metrics.sent_bleu:SentBleu",
        "bleu_1": "genchal.metrics.bleu_n:Bleu1",
        "bleu_2": "genchal.metrics.bleu_n:Bleu2",
        "bleu_3": "genchal.metrics.bleu_n:Bleu3",
        "bleu_4": "genchal.metrics.bleu_n:Bleu4",
        "nist": "genchal.metrics.nist:Nist",
        "cider": "genchal.metrics.cider:Cider",
        "exact_match": "genchal.metrics.exact_match:ExactMatch",
        "chrf": "genchal.metrics.chrf:Chrf",
        "chrf_pp": "genchal.metrics.chrf:ChrfPlusPlus",
        "ter": "genchal.metrics.ter:Ter",
        "meteor": "genchal.metrics.meteor:Meteor",
        "rouge_l": "genchal.metrics.rouge_l:RougeL",
        "rouge_1": "genchal.metrics.rouge_n:Rouge1",
        "rouge_2": "genchal.metrics.rouge_n:Rouge2",
        "rouge_lsum": "genchal.metrics.rouge_lsum:RougeLsum",
        "dist": "genchal.metrics.dist:Dist",
        "edit": "genchal.metrics.edit:Edit",
        "levenshtein": "genchal.metrics.levenshtein:Levenshtein",
    },
    plugins="genchal.metrics",
)
