"""Statistics: pure functions from arrays to frozen results."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from genchal.registry import Registry

STATISTICS: Registry[Callable[..., Any]] = Registry(
    "statistic",
    builtin={
        "bootstrap_totals": "genchal.stats.bootstrap:bootstrap_totals",
        "percentile_interval": "genchal.stats.bootstrap:percentile_interval",
        "paired_bootstrap": "genchal.stats.paired:paired_bootstrap",
        "approximate_randomisation": "genchal.stats.paired:approximate_randomisation",
        "paired_t": "genchal.stats.paired_segments:paired_t",
        "wilcoxon": "genchal.stats.paired_segments:wilcoxon",
        "effect_sizes": "genchal.stats.paired_segments:effect_sizes",
        "holm": "genchal.stats.correction:holm",
        "benjamini_hochberg": "genchal.stats.correction:benjamini_hochberg",
    },
    plugins="genchal.statistics",
)
