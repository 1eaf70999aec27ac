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
    },
    plugins="genchal.statistics",
)
