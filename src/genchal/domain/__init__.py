"""Types that every layer shares, without input and output. Each is loaded when it is first used.

In: values.
Out: frozen values, and the interfaces of everything that can be added.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from genchal.domain.batch import Batch as Batch
    from genchal.domain.batch import Case as Case
    from genchal.domain.batch import Pairs as Pairs
    from genchal.domain.batch import Tokens as Tokens
    from genchal.domain.generator import Description as Description
    from genchal.domain.generator import Generator as Generator
    from genchal.domain.generator import GeneratorCard as GeneratorCard
    from genchal.domain.generator import Output as Output
    from genchal.domain.generator import Parameters as Parameters
    from genchal.domain.inputs import Act as Act
    from genchal.domain.inputs import Attribute as Attribute
    from genchal.domain.inputs import AttributeSet as AttributeSet
    from genchal.domain.inputs import DependencyTree as DependencyTree
    from genchal.domain.inputs import DialogueAct as DialogueAct
    from genchal.domain.inputs import Entity as Entity
    from genchal.domain.inputs import Input as Input
    from genchal.domain.inputs import Node as Node
    from genchal.domain.inputs import Scene as Scene
    from genchal.domain.inputs import SlotValues as SlotValues
    from genchal.domain.inputs import Text as Text
    from genchal.domain.instance import Instance as Instance
    from genchal.domain.metric import Card as Card
    from genchal.domain.metric import Metric as Metric
    from genchal.domain.metric import Rows as Rows
    from genchal.domain.metric import Scores as Scores
    from genchal.domain.metric import Totals as Totals
    from genchal.domain.settings import setting as setting
    from genchal.domain.submission import Submission as Submission
    from genchal.domain.submission import System as System
    from genchal.domain.task import Task as Task

_NAMES = {
    "batch": ("Batch", "Case", "Pairs", "Tokens"),
    "generator": ("Description", "Generator", "GeneratorCard", "Output", "Parameters"),
    "inputs": (
        *("Act", "Attribute", "AttributeSet", "DependencyTree", "DialogueAct", "Entity", "Input", "Node", "Scene"),
        *("SlotValues", "Text"),
    ),
    "instance": ("Instance",),
    "metric": ("Card", "Metric", "Rows", "Scores", "Totals"),
    "settings": ("setting",),
    "submission": ("Submission", "System"),
    "task": ("Task",),
}
_MODULES = {name: f"{__name__}.{module}" for module, names in _NAMES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    globals()[name] = getattr(importlib.import_module(_MODULES[name]), name)
    return globals()[name]


def __dir__() -> list[str]:
    return sorted(_MODULES)
