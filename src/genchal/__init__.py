"""genchal: run an NLG evaluation campaign end to end. The Python interface; everything is loaded when first used.

In: names, such as `genchal.score`; a function has the name of its command.
Out: functions of `campaign` and types of `domain`.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from genchal.version import __version__

if TYPE_CHECKING:
    from genchal.campaign.export import export
    from genchal.campaign.generation.generate import generate
    from genchal.campaign.generation.models import load_model, train
    from genchal.campaign.judgements.agree import agreement
    from genchal.campaign.judgements.agree import agreement as agree
    from genchal.campaign.judgements.correlate import correlate
    from genchal.campaign.judgements.load import load_ratings
    from genchal.campaign.judgements.python_functions import coverage, differences, direct_assessment, plan, times
    from genchal.campaign.judgements.rank import rank_systems
    from genchal.campaign.judgements.rank import rank_systems as rank
    from genchal.campaign.reading.submissions import load_submissions
    from genchal.campaign.run import report_campaign as report
    from genchal.campaign.run import run_campaign
    from genchal.campaign.run import run_campaign as run
    from genchal.campaign.scoring.compare import compare
    from genchal.campaign.scoring.score import score, score_submissions
    from genchal.campaign.scoring.similarity import similarity
    from genchal.campaign.texts.describe import describe
    from genchal.campaign.validate.campaign import validate
    from genchal.domain import Attribute, Batch, Entity, Instance, Metric, Scene, SlotValues, Submission, System

_NAMES = {
    "campaign.export": ("export",),
    "campaign.generation.generate": ("generate",),
    "campaign.generation.models": ("load_model", "train"),
    "campaign.judgements.agree": ("agreement",),
    "campaign.judgements.correlate": ("correlate",),
    "campaign.judgements.load": ("load_ratings",),
    "campaign.judgements.python_functions": ("coverage", "differences", "direct_assessment", "plan", "times"),
    "campaign.judgements.rank": ("rank_systems",),
    "campaign.reading.submissions": ("load_submissions",),
    "campaign.run": ("report_campaign", "run_campaign"),
    "campaign.scoring.compare": ("compare",),
    "campaign.scoring.score": ("score", "score_submissions"),
    "campaign.scoring.similarity": ("similarity",),
    "campaign.texts.describe": ("describe",),
    "campaign.validate.campaign": ("validate",),
    "domain": ("Attribute", "Batch", "Entity", "Instance", "Metric", "Scene", "SlotValues", "Submission", "System"),
}
# Functions that have the name of their command here, and a longer one where they are defined.
_COMMANDS = {"agree": "agreement", "rank": "rank_systems", "report": "report_campaign", "run": "run_campaign"}
_MODULES = {name: f"{__name__}.{module}" for module, names in _NAMES.items() for name in names}

__all__ = [
    "Attribute",
    "Batch",
    "Entity",
    "Instance",
    "Metric",
    "Scene",
    "SlotValues",
    "Submission",
    "System",
    "__version__",
    "agree",
    "agreement",
    "compare",
    "correlate",
    "coverage",
    "describe",
    "differences",
    "direct_assessment",
    "export",
    "generate",
    "load_model",
    "load_ratings",
    "load_submissions",
    "plan",
    "rank",
    "rank_systems",
    "report",
    "run",
    "run_campaign",
    "score",
    "score_submissions",
    "similarity",
    "times",
    "train",
    "validate",
]


def __getattr__(name: str) -> Any:
    target = _COMMANDS.get(name, name)
    if target not in _MODULES or name not in __all__:
        raise AttributeError(f"module 'genchal' has no attribute '{name}'")
    return getattr(importlib.import_module(_MODULES[target]), target)


def __dir__() -> list[str]:
    return list(__all__)
