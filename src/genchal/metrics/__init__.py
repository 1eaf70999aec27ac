"""Metrics, one file each; METRICS lists them.

In: a batch of segments as columns of integers, and resources that a metric declares.
Out: additive rows, and scores made from their sums.
"""

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
        "slot_error": "genchal.metrics.slot_error:SlotError",
        "slot_error.ok": "genchal.metrics.slot_error:SlotErrorOk",
        "slot_error.added": "genchal.metrics.slot_error:SlotErrorAdded",
        "slot_error.missing": "genchal.metrics.slot_error:SlotErrorMissing",
        "slot_error.both": "genchal.metrics.slot_error:SlotErrorBoth",
        "slot_error.repeated": "genchal.metrics.slot_error:SlotErrorRepeated",
        "slot_error_delex": "genchal.metrics.slot_error_delex:SlotErrorDelex",
        "dice": "genchal.metrics.dice:Dice",
        "masi": "genchal.metrics.masi:Masi",
        "jaccard": "genchal.metrics.jaccard:Jaccard",
        "set_accuracy": "genchal.metrics.set_accuracy:SetAccuracy",
        "uniqueness": "genchal.metrics.uniqueness:Uniqueness",
        "minimality": "genchal.metrics.minimality:Minimality",
        "dlevel_ud": "genchal.metrics.dlevel_ud:DLevelUd",
        "dlevel_ud.simple": "genchal.metrics.dlevel_ud:DLevelUdSimple",
        "dlevel_ud.complex": "genchal.metrics.dlevel_ud:DLevelUdComplex",
        "embedding_average": "genchal.metrics.embedding_average:EmbeddingAverage",
        "vector_extrema": "genchal.metrics.vector_extrema:VectorExtrema",
        "greedy_matching": "genchal.metrics.greedy_matching:GreedyMatching",
        "sentence_cosine": "genchal.metrics.sentence_cosine:SentenceCosine",
        "token_matching": "genchal.metrics.token_matching:TokenMatching",
        "token_matching.precision": "genchal.metrics.token_matching:TokenMatchingPrecision",
        "token_matching.recall": "genchal.metrics.token_matching:TokenMatchingRecall",
    },
    plugins="genchal.metrics",
)
