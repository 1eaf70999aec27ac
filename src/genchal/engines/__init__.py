"""Where scoring runs: in this process, in several, or on a cluster; ENGINES lists them.

In: a function and batches.
Out: its results, in the order of the batches.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol, TypeVar, runtime_checkable

from genchal.errors import InvalidInput
from genchal.registry import Registry

DEFAULT = "serial"
MEANING = (
    "Where scoring runs: serial, processes (one per core), processes:4, ray (the cluster that RAY_ADDRESS names, or "
    "this machine), ray:4, ray://HOST:10001, or a plug-in. Default: serial."
)

A = TypeVar("A")
B = TypeVar("B")


class Engine(Protocol):
    """Maps batches to rows; every engine gives the same rows in the same order. Made with a number of workers."""

    def __init__(self, workers: int) -> None: ...

    def map(self, function: Callable[[A], B], batches: Iterable[A]) -> Iterator[B]:
        """Apply `function` to every batch."""
        ...


@runtime_checkable
class ClusterEngine(Protocol):
    """An engine whose workers may be elsewhere: where no number of them is given, it can join those at an address."""

    @classmethod
    def usual_address(cls) -> str:
        """Where to join if nobody says; empty where there is no such place."""
        ...

    @classmethod
    def at(cls, address: str) -> Engine:
        """The engine whose workers are reached at an address."""
        ...


@dataclass(frozen=True, slots=True)
class EngineRequest:
    """An engine that was asked for: with so many workers on this machine, or at an address."""

    engine: type[Engine]
    workers: int
    address: str = ""

    def make(self) -> Engine:
        """Make the engine."""
        if self.address and isinstance(self.engine, ClusterEngine):
            return self.engine.at(self.address)
        return self.engine(self.workers)


ENGINES: Registry[type[Engine]] = Registry(
    "engine",
    builtin={
        "serial": "genchal.engines.serial:Serial",
        "processes": "genchal.engines.processes:Processes",
        "ray": "genchal.engines.ray:Ray",
    },
    plugins="genchal.engines",
)


def parse_engine(text: str) -> EngineRequest:
    """Read ``NAME``, ``NAME:WORKERS`` or ``NAME://ADDRESS``; no number, or 0, means one worker per core.

    An engine that can join a cluster joins the usual one if there is neither a number nor an address.
    """
    text = text.strip()
    name, is_address, place = text.partition("://")
    workers = ""
    if not is_address:
        name, colon, workers = text.partition(":")
        if colon and not (workers.isascii() and workers.isdigit()):
            raise InvalidInput(
                f"engine '{text}': '{workers}' is not a number", f"Write NAME:WORKERS, such as {name}:4."
            )
    engine = ENGINES[name]
    can_join = isinstance(engine, ClusterEngine)
    if is_address and not can_join:
        raise InvalidInput(
            f"engine '{text}': {name} works on this machine, without an address",
            f"Write {name}, or an engine of a cluster, such as ray://head:10001.",
        )
    if is_address and not place.strip("/"):
        raise InvalidInput(f"engine '{text}': there is no address", f"Write {name}://HOST:PORT.")
    if is_address:
        return EngineRequest(engine, 0, text)
    usual = engine.usual_address() if isinstance(engine, ClusterEngine) and not workers else ""
    return EngineRequest(engine, int(workers or 0) or os.cpu_count() or 1, usual)


def make_engine(text: str = DEFAULT) -> Engine:
    """Make the engine that a text names."""
    return parse_engine(text).make()
