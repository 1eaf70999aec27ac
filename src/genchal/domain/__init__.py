"""Types that every layer shares, without input and output.

In: values.
Out: frozen values, and the interfaces of everything that can be added.
"""

from genchal.domain.batch import Batch, Case, Pairs, Tokens
from genchal.domain.generator import Generator, GeneratorCard
from genchal.domain.inputs import (
    Act,
    Attribute,
    AttributeSet,
    DependencyTree,
    DialogueAct,
    Entity,
    Input,
    Node,
    Scene,
    SlotValues,
    Text,
)
from genchal.domain.instance import Instance
from genchal.domain.metric import Card, Metric, Rows, Scores, Totals
from genchal.domain.settings import setting
from genchal.domain.submission import Submission, System
from genchal.domain.task import Task

__all__ = [
    "Act",
    "Attribute",
    "AttributeSet",
    "Batch",
    "Card",
    "Case",
    "DependencyTree",
    "DialogueAct",
    "Entity",
    "Generator",
    "GeneratorCard",
    "Input",
    "Instance",
    "Metric",
    "Node",
    "Pairs",
    "Rows",
    "Scene",
    "Scores",
    "SlotValues",
    "Submission",
    "System",
    "Task",
    "Text",
    "Tokens",
    "Totals",
    "setting",
]
