"""Batches spread over the workers of a Ray cluster: many machines, or this one."""

from __future__ import annotations

import os
import pickle
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from importlib.util import find_spec
from itertools import chain, islice
from pathlib import Path
from typing import Any, TypeVar, cast

from genchal.engines._ray_cluster import RETRIES, count_workers, explain_losses, join_cluster
from genchal.engines._ray_worker import Reply, make_work, read_reply, versions
from genchal.errors import NeedsExtra

A = TypeVar("A")
B = TypeVar("B")

AHEAD = 8  # batches in flight beyond two per worker, so that a worker that starts again does not hold up the others
LOOKS_EVERY = 10.0  # seconds between looks at how many workers there are: a cluster may grow


class Ray:
    """Workers of a Ray cluster, where a batch is worked on again if its worker or its machine is lost.

    `ray:2` starts two workers on this machine; `ray://HOST:10001` joins a cluster, and so does `ray` if RAY_ADDRESS
    names one. Workers need the same versions of Python, NumPy and genchal. Plain texts are read where they are.
    """

    def __init__(self, workers: int) -> None:
        if find_spec("ray") is None:
            raise NeedsExtra("engine 'ray'", "ray")
        self.workers = workers
        self.address = ""

    @classmethod
    def usual_address(cls) -> str:
        """The cluster that RAY_ADDRESS names."""
        address = os.environ.get("RAY_ADDRESS", "").strip()
        return "" if address == "local" else address

    @classmethod
    def at(cls, address: str) -> Ray:
        """The workers of the cluster at an address: ``ray://HOST:10001``, ``HOST:6379``, or ``auto``."""
        engine = cls(0)
        engine.address = address
        return engine

    def map(self, function: Callable[[A], B], batches: Iterable[A]) -> Iterator[B]:
        """Apply `function` to every batch, in order, however they are finished; it travels to each worker once.

        A bounded number of batches is in flight. One that comes alone is not worth a worker: it is worked on here.
        """
        batches = iter(batches)
        first = list(islice(batches, 2))
        if len(first) < 2:
            yield from map(function, first)
            return
        join_cluster(self.address, self.workers)
        waiting: deque[Any] = deque()
        try:
            yield from self._map(function, chain(first, batches), waiting)
        finally:
            _cancel(waiting)

    def _map(self, function: Callable[[A], B], batches: Iterable[A], waiting: deque[Any]) -> Iterator[B]:
        import ray

        work = ray.remote(num_cpus=1, max_retries=RETRIES)(make_work())
        expected = versions()
        # In a list a reference is not fetched before a worker asks for it, which it does once.
        shared = [ray.put(ray.cloudpickle.dumps(function)), str(Path.cwd())]
        looked = limit = 0.0
        for batch in batches:
            content = pickle.dumps(batch, protocol=5)
            with explain_losses():
                waiting.append(work.remote(expected, shared, content))
                if time.monotonic() - looked > LOOKS_EVERY:
                    looked, limit = time.monotonic(), 2 * count_workers() + AHEAD
            if len(waiting) > limit:
                yield self._receive(ray, waiting)
        while waiting:
            yield self._receive(ray, waiting)

    def _receive(self, ray: Any, waiting: deque[Any]) -> Any:
        """The result of the batch that was sent first; it stays among those that wait until it is here."""
        with explain_losses():
            reply = cast(Reply, ray.get(waiting[0]))
        waiting.popleft()
        return read_reply(reply, versions())


def _cancel(waiting: Iterable[Any]) -> None:
    """Take back what nobody waits for any more: the cluster may be shared."""
    references = list(waiting)
    if references:
        import ray

        for reference in references:
            with suppress(Exception):
                ray.cancel(reference, force=True)
