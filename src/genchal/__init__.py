"""genchal: run an NLG evaluation campaign end to end.

The Python interface; everything is loaded when first used.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from genchal.version import __version__

if TYPE_CHECKING:
    from genchal.campaign.agree import agreement
    from genchal.campaign.compare import compare
    from genchal.campaign.correlate import correlate
    from genchal.campaign.describe import describe
    from genchal.campaign.rank import rank_systems
    from genchal.campaign.ratings import load_ratings
    from genchal.campaign.run import run_campaign
    from genchal.campaign.score import score, score_submissions
    from genchal.campaign.similarity import similarity
    from genchal.domain import Attribute, Batch, Entity, Instance, Metric, Scene, Submission, System

_EXPORTS = {
    "score": "genchal.campaign.score",
    "score_submissions": "genchal.campaign.score",
    "compare": "genchal.campaign.compare",
    "correlate": "genchal.campaign.correlate",
    "describe": "genchal.campaign.describe",
    "similarity": "genchal.campaign.similarity",
    "agreement": "genchal.campaign.agree",
    "rank_systems": "genchal.campaign.rank",
    "load_ratings": "genchal.campaign.ratings",
    "run_campaign": "genchal.campaign.run",
    "Attribute": "genchal.domain",
    "Batch": "genchal.domain",
    "Entity": "genchal.domain",
    "Instance": "genchal.domain",
    "Metric": "genchal.domain",
    "Scene": "genchal.domain",
    "Submission": "genchal.domain",
    "System": "genchal.domain",
}

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
    "rank_systems",
    "run_campaign",
    "score",
    "score_submissions",
    "similarity",
]


def __getattr__(name: str) -> Any:
    if name not in _EXPORTS:
        raise AttributeError(f"module 'genchal' has no attribute '{name}'")
    return getattr(importlib.import_module(_EXPORTS[name]), name)
