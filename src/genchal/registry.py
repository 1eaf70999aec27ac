"""One idea for everything that can be added: metrics, tasks, generators, tokenisers.

A registry is an ordinary table from names to ``module:attribute`` strings. Targets are imported when
first asked for, so listing names costs nothing. Other packages join through entry points, as equals.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Generic, TypeVar, cast

from genchal.errors import InvalidInput, UnknownName

T = TypeVar("T")


class Registry(Mapping[str, T], Generic[T]):
    """Names to lazily imported targets; an unknown name is answered with a suggestion."""

    def __init__(self, kind: str, builtin: Mapping[str, str], plugins: str) -> None:
        self.kind = kind
        self.plugins = plugins
        self._builtin = dict(builtin)
        self._external: dict[str, str] | None = None
        self._loaded: dict[str, T] = {}

    def __getitem__(self, name: str) -> T:
        if name not in self._loaded:
            target = self._builtin.get(name) or self._plugins().get(name)
            if target is None:
                raise UnknownName(self.kind, name, self)
            self._loaded[name] = self._load(name, target)
        return self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        yield from self._builtin
        yield from (name for name in self._plugins() if name not in self._builtin)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __contains__(self, name: object) -> bool:
        return name in self._builtin or name in self._plugins()

    def _plugins(self) -> dict[str, str]:
        if self._external is None:
            from importlib.metadata import entry_points  # costs milliseconds, so only when a plug-in may be meant

            self._external = {entry.name: entry.value for entry in entry_points(group=self.plugins)}
        return self._external

    def _load(self, name: str, target: str) -> T:
        module, _, attribute = target.partition(":")
        try:
            return cast(T, getattr(importlib.import_module(module), attribute))
        except (ImportError, AttributeError) as error:
            if name in self._builtin:
                raise
            raise InvalidInput(
                f"{self.kind} '{name}' of another package cannot be loaded from {target}: {error}",
                "Update or uninstall that package.",
            ) from error


class CardFile(Generic[T]):
    """The card of a class, as its attribute: read from ``cards/<name>.toml`` of its package when first asked for.

    A family has one file, with what is the same for all of them at the top and a table for each.
    """

    def __init__(self, card: type[T]) -> None:
        self.card: Any = card

    def __get__(self, _: object, owner: Any) -> T:
        package = ".".join(owner.__module__.split(".")[:2])  # "genchal.metrics"
        stem = getattr(owner, "family", "") or owner.name.partition(".")[0]
        return cast(T, _read_card(package, stem, owner.name, self.card))


@cache
def _read_card(package: str, stem: str, name: str, card: Any) -> Any:
    import tomllib  # costs milliseconds
    from pkgutil import get_data  # quicker to load than importlib.resources

    try:
        keys = tomllib.loads((get_data(package, f"cards/{stem}.toml") or b"").decode())
    except OSError:
        remedy = f"Give its class a card, or its package a file cards/{stem}.toml."
        raise InvalidInput(f"'{name}' of {package} has no card", remedy) from None
    shared = {key: value for key, value in keys.items() if not isinstance(value, dict)}
    return card(**{**shared, **keys.get(name, {})})
