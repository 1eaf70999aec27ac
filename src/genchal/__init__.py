"""genchal: run an NLG evaluation campaign end to end. The Python interface; everything is loaded when first used.

In: names, such as `genchal.score`.
Out: functions of `campaign` and types of `domain`.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from genchal.version import __version__

if TYPE_CHECKING:
    from genchal.campaign.judgements.agree import agreement
    from genchal.campaign.judgements.correlate import correlate
    from genchal.campaign.judgements.load import load_ratings
    from genchal.campaign.judgements.rank import rank_systems
    from genchal.campaign.reading.submissions import load_submissions
    from genchal.campaign.run import run_campaign
    from genchal.campaign.scoring.compare import compare
    from genchal.campaign.scoring.score import score, score_submissions
    from genchal.campaign.scoring.similarity import similarity
    from genchal.campaign.texts.describe import describe
    from genchal.domain import Attribute, Batch, Entity, Instance, Metric, Scene, Submission, System

_NAMES = {
    "campaign.judgements.agree": ("agreement",),
    "campaign.judgements.correlate": ("correlate",),
    "campaign.judgements.load": ("load_ratings",),
    "campaign.judgements.rank": ("rank_systems",),
    "campaign.reading.submissions": ("load_submissions",),
    "campaign.run": ("run_campaign",),
    "campaign.scoring.compare": ("compare",),
    "campaign.scoring.score": ("score", "score_submissions"),
    "campaign.scoring.similarity": ("similarity",),
    "campaign.texts.describe": ("describe",),
    "domain": ("Attribute", "Batch", "Entity", "Instance", "Metric", "Scene", "Submission", "System"),
}
_MODULES = {name: f"{__name__}.{module}" for module, names in _NAMES.items() for name in names}

__all__ = [
    "Attribute",
    "Batch",
    "Entity",
    "Instance",
    "Metric",
    "Scene",
    "Submission",
    "System",
    "__version__",
    "agreement",
    "compare",
    "correlate",
    "describe",
    "load_ratings",
    "load_submissions",
    "rank_systems",
    "run_campaign",
    "score",
    "score_submissions",
    "similarity",
]


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module 'genchal' has no attribute '{name}'")
    return getattr(importlib.import_module(_MODULES[name]), name)


def __dir__() -> list[str]:
    return list(__all__)
