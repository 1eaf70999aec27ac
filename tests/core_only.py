"""Makes Python believe that some packages are not installed: what people have who set up the core alone.

Also runs as ``sitecustomize`` of other processes, which read the names from the environment.
"""

import os
import sys
from collections.abc import Collection, Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

VARIABLE = "GENCHAL_TEST_ABSENT"


class Without:
    """A finder that does as another one does, but for some packages."""

    def __init__(self, finder: Any, absent: Collection[str]) -> None:
        self._finder = finder
        self._absent = frozenset(absent)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._finder, name)

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find no module of an absent package."""
        if name.partition(".")[0] in self._absent:
            return None
        found: ModuleSpec | None = self._finder.find_spec(name, path, target)
        return found


def finders_without(absent: Collection[str]) -> list[Any]:
    """Return what ``sys.meta_path`` is to be."""
    return [Without(finder, absent) for finder in sys.meta_path]


if __name__ == "sitecustomize" and os.environ.get(VARIABLE):
    sys.meta_path[:] = finders_without(os.environ[VARIABLE].split(","))
