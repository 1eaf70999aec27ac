"""Task formats: how instances and outputs are written in files; TASKS lists them.

In: lines of text.
Out: instances, and the same lines again from instances.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from genchal.registry import Registry

if TYPE_CHECKING:
    from genchal.domain.task import Task

TASKS: Registry[type[Task]] = Registry(
    "task",
    builtin={
        "slots": "genchal.tasks.slots:Slots",
        "e2e": "genchal.tasks.e2e:E2E",
        "sf": "genchal.tasks.dialogue:SanFrancisco",
        "bagel": "genchal.tasks.dialogue:Bagel",
        "dstc2": "genchal.tasks.dialogue:Dstc2",
        "gem": "genchal.tasks.gem:Gem",
        "table": "genchal.tasks.table:TableTask",
        "plain": "genchal.tasks.plain:Plain",
        "conllu": "genchal.tasks.conllu:ConllU",
        "sr": "genchal.tasks.conllu:SurfaceRealisation",
        "tuna": "genchal.tasks.tuna:Tuna",
        "tuna_realisation": "genchal.tasks.tuna:TunaRealisation",
        "scenes": "genchal.tasks.scenes:SceneTable",
        "attributes": "genchal.tasks.attribute_tables:AttributeTable",
    },
    plugins="genchal.tasks",
)
