"""Is every confirmed answer in the database after `kill -9` of the server, again and again under load?"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import time
from dataclasses import asdict
from itertools import pairwise
from pathlib import Path

from benchmarks.raters import Log, crowd
from benchmarks.raters_load import LOADS
from benchmarks.raters_server import PATH, Server, allow_connections, compare, pg_programs, place_of, store_study

KILLS = int(os.environ.get("GENCHAL_SERVER_KILLS", "50"))
LIVES = (2.0, 6.0)  # seconds that a server lives after it has answered: between these
RAMP = 10.0


def run() -> dict[str, object]:
    """Kill the server of each database."""
    allow_connections()
    asked = os.environ.get("GENCHAL_LOAD_DATABASES", ",".join(LOADS)).split(",")
    return {name: asyncio.run(killed(name, *LOADS[name])) for name in asked}


async def killed(database: str, raters: int, workers: int, kills: int = KILLS) -> dict[str, object]:
    """Serve a study to so many raters, and kill all processes of the server at random moments.

    While it is dead the database is compared with what raters were told until then; then it is started again.
    """
    rng = random.Random(1)
    with place_of(database) as place:
        store_study(place, sheets=raters * (10 + 2 * kills))
        server, log, is_over = Server(place, workers), Log(), asyncio.Event()
        await server.start()
        taking_part = asyncio.create_task(crowd(raters, server.port, PATH, log, is_over, RAMP))
        between, starts, went_on = [], [], []
        await asyncio.sleep(RAMP / 2)
        for _ in range(kills):
            await asyncio.sleep(rng.uniform(*LIVES))
            server.end(signal.SIGKILL)
            await asyncio.sleep(0.05)  # what has arrived already is still read
            found = await asyncio.to_thread(compare, place, log)
            found.check()
            between.append(found.stored_without_reply)
            confirmed, start = len(log.confirmed), time.perf_counter()
            await server.start()
            starts.append(time.perf_counter() - start)
            went_on.append(confirmed)
        await asyncio.sleep(15)
        is_over.set()
        await taking_part
        server.end()
        found = compare(place, log)
        _check_postgres(place)
    assert not log.refused, log.refused[:3]
    found.check()
    assert found.stored_without_reply == 0, "what was sent before a kill is sent again, and confirmed"
    counts = [*went_on, len(log.confirmed)]
    return {
        "raters": raters,
        "server_processes": workers,
        "kills": kills,
        "confirmed": len(log.confirmed),
        "confirmed_between_kills": [late - early for early, late in pairwise(counts)],
        "raters_who_had_an_answer_confirmed": len(log.raters),
        "stored_but_reply_was_lost": sum(between),
        "requests_without_reply": log.unanswered,
        "most_seconds_to_start_again": round(max(starts), 2),
        **asdict(found),
    }


def _check_postgres(place: str) -> None:
    """Have PostgreSQL look through its tables and indexes; SQLite has been asked with every comparison."""
    if "://" not in place:
        return
    host = place.rpartition("host=")[2]
    command = [str(Path(pg_programs()) / "pg_amcheck"), "-h", host, "-U", "postgres", "--install-missing"]
    done = subprocess.run([*command, "--heapallindexed", "postgres"], capture_output=True, check=False)
    assert done.returncode == 0, done.stdout.decode()[-2000:] + done.stderr.decode()[-2000:]
