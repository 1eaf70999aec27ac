"""Parts of a track's results that are made from scores, outputs or ratings, each of them stored as a whole."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from genchal.resources.results import ResultStore, digest
from genchal.version import __version__

T = TypeVar("T")
Progress = Callable[[str], None]


@dataclass(slots=True)
class StoredParts:
    """Finds parts again under what they depend on, or has them computed and stored; counts both."""

    store: ResultStore
    computed: int = 0
    reused: int = 0
    keys: list[str] = field(default_factory=list)  # of all parts that were asked for, in order

    def obtain(self, name: str, kind: type[T], basis: Sequence[str], compute: Callable[[], T]) -> T:
        """The part of this name and type; `basis` is all that it depends on, besides the version of genchal."""
        key = self._ask(name, basis)
        found = self.store.load_value(name, kind, key)
        if found is not None:
            self.reused += 1
            return found
        made = compute()
        self.store.save_value(name, key, made)
        self.computed += 1
        return made

    def find(self, name: str, kind: type[T], basis: Sequence[str]) -> T | None:
        """The part if it is stored; it counts as asked for."""
        return self.store.load_value(name, kind, self._ask(name, basis))

    def is_stored(self, name: str, basis: Sequence[str]) -> bool:
        """Whether a part is stored; it counts as asked for."""
        return self.store.has_value(name, self._ask(name, basis))

    def _ask(self, name: str, basis: Sequence[str]) -> str:
        """The key of a part."""
        key = digest(name, __version__, basis)
        self.keys.append(key)
        return key
