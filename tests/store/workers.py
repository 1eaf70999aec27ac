"""Raters in processes of their own: what the tests start, and kill."""

import multiprocessing
import threading
from multiprocessing.context import ForkServerContext
from multiprocessing.process import BaseProcess
from pathlib import Path

from genchal.store.store import open_store
from genchal.store.studies import find_study
from store.made import answer, block_of, come, lease

CONTEXT: ForkServerContext = multiprocessing.get_context("forkserver")
CONTEXT.set_forkserver_preload(["genchal.store", "sqlalchemy.dialects.postgresql.psycopg"])  # imported once for all


def start(place: str, log: Path, names: list[str]) -> BaseProcess:
    """Start a process in which raters work at the same time, each until there is nothing left."""
    process = CONTEXT.Process(target=work, args=(place, log, names))
    process.start()
    return process


def work(place: str, log: Path, names: list[str]) -> None:
    """Every rater leases and answers; what has been acknowledged goes into the log: rater, sheet, block, value."""
    with open_store(place) as store, log.open("ab", buffering=0) as file:
        study = store.read(lambda t: find_study(t, "quality"))

        def rate(name: str) -> None:
            rater = come(store, study, name)
            while (sheet := lease(store, rater)) is not None:
                value = sheet[:8]
                state = answer(store, rater, sheet, value=value).state
                file.write(f"{rater.token} {sheet} {block_of(store, rater, sheet)} {value} {state}\n".encode())

        raters = [threading.Thread(target=rate, args=(name,)) for name in names]
        for one in raters:
            one.start()
        for one in raters:
            one.join()
