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
        "rouge_l": "genchal.metrics.rouge_l:RougeL",
    },
    plugins="genchal.metrics",
)
