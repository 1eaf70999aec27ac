"""Do 300 raters on SQLite, and 1,000 on PostgreSQL, get their answers stored at once, each exactly one time?"""

from __future__ import annotations

import asyncio
import os
import statistics
import time
from collections.abc import Sequence
from dataclasses import asdict

from benchmarks.raters import DRAFT_EVERY, THINKING, Log, crowd
from benchmarks.raters_server import (
    PATH,
    Server,
    allow_connections,
    busy_seconds,
    compare,
    cpu_seconds,
    database_pids,
    place_of,
    store_study,
)

SECONDS = float(os.environ.get("GENCHAL_LOAD_SECONDS", "600"))
RAMP = 20.0  # seconds over which raters arrive; not measured
LOADS = {"sqlite": (300, 1), "postgresql": (1000, 2)}  # raters, and processes that serve them
SLOWEST = 0.250  # seconds: the 95th percentile of a submit


def run() -> dict[str, object]:
    """Measure both databases, one after the other."""
    allow_connections()
    asked = os.environ.get("GENCHAL_LOAD_DATABASES", ",".join(LOADS)).split(",")
    return {name: asyncio.run(measured(name, *LOADS[name])) for name in asked}


async def measured(database: str, raters: int, workers: int, seconds: float = SECONDS) -> dict[str, object]:
    """Serve a study to so many raters for so long; `seconds` begin when all have arrived."""
    with place_of(database) as place:
        store_study(place, sheets=round(raters * (seconds + RAMP) / THINKING * 1.5) + raters)
        server, log, is_over = Server(place, workers), Log(), asyncio.Event()
        await server.start()
        taking_part = asyncio.create_task(crowd(raters, server.port, PATH, log, is_over, RAMP))
        await asyncio.sleep(RAMP + 2)
        start, pids, memory = time.perf_counter(), server.pids(), []
        databases = database_pids()
        before = cpu_seconds(pids), cpu_seconds(databases), time.process_time(), busy_seconds()
        while time.perf_counter() < start + seconds:
            memory.append(round(server.memory_mb(), 1))
            await asyncio.sleep(min(max(seconds / 60, 1), start + seconds - time.perf_counter()))
        end = time.perf_counter()
        after = cpu_seconds(pids), cpu_seconds(databases), time.process_time(), busy_seconds()
        is_over.set()
        await taking_part
        server.end()
        found = compare(place, log)
    assert not log.refused, log.refused[:3]
    found.check()
    cores = [round((b - a) / (end - start), 2) for a, b in zip(before, after, strict=True)]
    waits = {kind: _summary([wait for at, wait in given if start <= at < end]) for kind, given in log.waits.items()}
    return {
        "raters": raters,
        "server_processes": workers,
        "seconds": round(end - start),
        "submit_every_s": THINKING,
        "draft_every_s": DRAFT_EVERY,
        "submits_a_second": round(waits["submit"]["count"] / (end - start), 1),
        "waits_ms": waits,
        "is_fast_enough": waits["submit"]["p95"] <= SLOWEST * 1000,
        "cores": dict(zip(("server", "database", "raters", "whole_machine"), cores, strict=True)),
        "server_memory_mb": {
            "first": memory[0],
            "last": memory[-1],
            "most": max(memory),
            "slope_mb_a_minute": _slope(memory, end - start),
        },
        "confirmed": len(log.confirmed),
        "asked_to_wait": log.asked_to_wait,
        "unanswered": log.unanswered,
        **asdict(found),
    }


def _summary(waits: Sequence[float]) -> dict[str, float]:
    if len(waits) < 2:
        return {"count": len(waits)}
    cuts = statistics.quantiles(waits, n=100, method="inclusive")
    found = {"p50": cuts[49], "p95": cuts[94], "p99": cuts[98], "most": max(waits)}
    return {"count": len(waits), **{name: round(value * 1000, 1) for name, value in found.items()}}


def _slope(memory: Sequence[float], seconds: float) -> float:
    """How much memory grows in the second half, when all is warm."""
    half = memory[len(memory) // 2 :]
    if len(half) < 3:
        return 0.0
    times = [place * seconds / len(memory) / 60 for place in range(len(half))]
    return round(statistics.linear_regression(times, half).slope, 2)
