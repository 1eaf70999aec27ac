"""Do people finish while a program takes part in the study 10,000 times from one address, or from the people's own?

A program opens the study of the real server as somebody new, agrees, takes a sheet and keeps it, over and over from one
address of the loopback. People come meanwhile, some from addresses of their own and some from the program's, and answer
five sheets each. The server has its usual limits. Whoever is asked to wait tries again, as browsers do.
"""

from __future__ import annotations

import http.client
import re
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path
from urllib.parse import urlencode

import numpy as np
import uvicorn

from genchal.campaign.studies.create import StudyMaterial, plan_study, store_plans
from genchal.campaign.studies.stored import RunningStudy, read_study
from genchal.domain import Instance
from genchal.domain.inputs import SlotValues
from genchal.domain.study.keys import parse_design
from genchal.store.export import read_study_progress
from genchal.store.sheets import see_sheet
from genchal.store.store import Store, open_store
from genchal.web.app import make_app

TRIES = 10_000
PEOPLE, NEIGHBOURS = 20, 5  # people with addresses of their own, and behind the program's address
SHEETS = 5  # of a person
AT_ONCE = 16  # connections of the program
BOT = "127.0.0.1"
THINKING = 0.5  # seconds of people for a sheet
LONGEST = 1800.0  # seconds, after which all is stopped
_ACTION = re.compile(r'<form[^>]* action="([^"]+)"')
_HIDDEN = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)"')


def run(tries: int = TRIES) -> dict[str, object]:
    """Let a program and people loose on a study with just as many sheets as the people do, and a quarter more."""
    systems = ("north", "south", "east")
    instances = tuple(Instance(f"i{n}", SlotValues((("name", f"Walk {n}"),)), (f"Reference {n}.",)) for n in range(25))
    outputs = {name: [f"Walk {n} says {name}." for n in range(len(instances))] for name in systems}
    raters = (PEOPLE + NEIGHBOURS) * SHEETS * 5 // 4 // len(instances)
    keys = {"name": "study", "method": "rankme", "outputs_per_sheet": 3, "identity": "anonymous"}
    keys |= {"raters_per_item": raters, "sheets_per_rater": SHEETS, "codes": {"complete": "ALL", "partial": "SOME"}}
    with tempfile.TemporaryDirectory() as folder, open_store(Path(folder) / "campaign.db") as store:
        plans = plan_study(parse_design(keys), StudyMaterial(instances, outputs, {}, "Walks"), 1)
        (created,) = store_plans(store, plans, 1, time.time())
        running = read_study(created.study)
        server = uvicorn.Server(uvicorn.Config(make_app(store), port=0, log_level="error"))
        serving = threading.Thread(target=server.run, daemon=True)
        serving.start()
        while not server.started:
            time.sleep(0.05)
        found = _let_loose(store, running, server.servers[0].sockets[0].getsockname()[1], tries)
        server.should_exit = True
        serving.join()
    return found


def _let_loose(store: Store, running: RunningStudy, port: int, tries: int) -> dict[str, object]:
    started, counts = time.perf_counter(), Counter[str]()
    left, lock, ended = [tries], threading.Lock(), Counter[str]()
    most_held = [0]

    def bot() -> None:
        line = http.client.HTTPConnection("127.0.0.1", port, source_address=(BOT, 0))
        while True:
            with lock:
                if left[0] <= 0 or time.perf_counter() - started > LONGEST:
                    return
                left[0] -= 1
            counts[_grab(line)] += 1

    def person(number: int, address: str, after: float) -> None:
        time.sleep(after)
        line = http.client.HTTPConnection("127.0.0.1", port, source_address=(address, 0))
        ended[_take_part(store, running, line, np.random.default_rng(number))] += 1

    def watch() -> None:
        while threading.active_count() and not is_over.is_set():
            most_held[0] = max(most_held[0], store.read(lambda t: read_study_progress(t, running.study.id)).leased)
            is_over.wait(1)

    is_over = threading.Event()
    addresses = [f"127.0.1.{number + 1}" for number in range(PEOPLE)] + [BOT] * NEIGHBOURS
    rng = np.random.default_rng(1)
    bots = [threading.Thread(target=bot) for _ in range(AT_ONCE)]
    people = [
        threading.Thread(target=person, args=(number, address, float(rng.uniform(2, 60))))
        for number, address in enumerate(addresses)
    ]
    watching = threading.Thread(target=watch)
    for thread in (*bots, *people, watching):
        thread.start()
    for thread in people:
        thread.join()
    people_seconds = time.perf_counter() - started
    tries_when_people_ended = tries - left[0]
    for thread in bots:
        thread.join()
    is_over.set()
    watching.join()
    progress = store.read(lambda t: read_study_progress(t, running.study.id))
    return {
        "tries": tries - left[0],
        "tries_until_the_last_person_finished": tries_when_people_ended,
        "what_the_program_got": dict(counts),
        "people": len(addresses),
        "people_with_a_full_code": ended["ALL"],
        "endings": dict(ended),
        "sheets_answered": progress.answered,
        "most_sheets_out_at_once": most_held[0],
        "seconds_of_people": round(people_seconds),
        "seconds": round(time.perf_counter() - started),
    }


def _grab(line: http.client.HTTPConnection) -> str:
    """Come as somebody new, and take a sheet; what the last answer was."""
    status, address, cookie, page = _ask(line, "GET", "/s/study", "", {})
    for fields in ({"_decision": "agree"}, {}):
        if status != 200:
            return f"refused: {status}"
        sent = {**dict(_HIDDEN.findall(page)), **fields}
        status, address, cookie, page = _ask(line, "POST", _ACTION.findall(page)[0], cookie, sent)
    if not address.startswith("/sheets/"):
        return "no sheet" if status == 200 else f"refused: {status}"
    _ask(line, "POST", f"{address}/draft", cookie, {**dict(_HIDDEN.findall(page)), "_draft": "1", "x": "1"})
    return "a sheet"


def _take_part(store: Store, running: RunningStudy, line: http.client.HTTPConnection, rng: np.random.Generator) -> str:
    """Answer sheets until there are no more; the code at the end."""
    page, address, cookie = _insist(line, "GET", "/s/study", "", {})
    for fields in ({"_decision": "agree"}, {}):
        sent = {**dict(_HIDDEN.findall(page)), **fields}
        page, address, cookie = _insist(line, "POST", _ACTION.findall(page)[0], cookie, sent)
    while address.startswith("/sheets/"):
        time.sleep(THINKING)
        token = address.removeprefix("/sheets/")
        stored = store.read(lambda transaction, token=token: see_sheet(transaction, token)).stored  # type: ignore[misc]
        answers = running.method.answer_somehow(running.sheet(stored), rng)
        sent = {**dict(_HIDDEN.findall(page)), **answers}
        page, address, cookie = _insist(line, "POST", address, cookie, sent)
    found = re.search(r'id="code"[^>]*>([^<]*)<', page)
    return found[1] if found else "no code"


def _insist(
    line: http.client.HTTPConnection, method: str, address: str, cookie: str, fields: dict[str, str]
) -> tuple[str, str, str]:
    """Ask until one is let in."""
    for _ in range(100):
        status, last, cookie, page = _ask(line, method, address, cookie, fields)
        if status == 200:
            return page, last, cookie
        if status != 429:
            raise AssertionError(f"{status} for {method} {address}")
        time.sleep(5)
    raise AssertionError(f"{method} {address} was refused 100 times")


def _ask(
    line: http.client.HTTPConnection, method: str, address: str, cookie: str, fields: dict[str, str]
) -> tuple[int, str, str, str]:
    """A request as a browser makes it, redirects followed: status, last address, cookie and page."""
    for _ in range(5):
        headers = {"Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded"}
        line.request(method, address, urlencode(fields) if method == "POST" else None, headers)
        answer = line.getresponse()
        page = answer.read().decode()
        cookie = (answer.getheader("set-cookie") or cookie).partition(";")[0]
        if answer.status != 303:
            return answer.status, address, cookie, page
        method, address = "GET", str(answer.getheader("location"))
    raise AssertionError("too many redirects")


if __name__ == "__main__":
    print(run())
