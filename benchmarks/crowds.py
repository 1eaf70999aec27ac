"""Does quality control find those of 1,000 raters who do not read, and is the ranking of those who pass the true one?

A crowd of careful, random, straight-lining and hasty raters and of some who leave comes to the real server, each by a
personal link, and answers what is on its pages. Time is simulated: the server's clock is set before every request.
Careful raters know the quality of a text up to an error, and see damage; how large these are stands below.
"""

from __future__ import annotations

import heapq
import http.client
import re
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import numpy as np
import uvicorn

from genchal.campaign.judgements.load import read_rating_lines
from genchal.campaign.judgements.quality_control import check_raters, set_failing_aside
from genchal.campaign.people.study_raters import list_study_raters
from genchal.campaign.studies.collected import tabulate_numbers
from genchal.campaign.studies.create import StudyMaterial, plan_study, store_plans
from genchal.campaign.studies.identities import list_identities
from genchal.campaign.studies.links import make_personal_link
from genchal.campaign.studies.stored import RunningStudy, read_study
from genchal.domain import Instance
from genchal.domain.inputs import SlotValues
from genchal.domain.study.keys import parse_design
from genchal.store.records import StoredSheet
from genchal.store.sheets import see_sheet
from genchal.store.store import Store, open_store
from genchal.store.studies import find_study
from genchal.web.app import make_app

RATERS = 1000
SYSTEMS = {f"system-{number}": 40.0 + 5 * number for number in range(8)}  # true qualities, from 0 to 100
INSTANCES = 105
SCORED = 40  # items of a sheet, besides control items
CONTROLS: dict[str, dict[str, int]] = {
    "20: 12 damaged, 4 repeats, 4 references": {"damaged": 12, "repeat": 4, "reference": 4},
    "20: 10 damaged, 5 repeats, 5 references": {"damaged": 10, "repeat": 5, "reference": 5},
    "20: 7 damaged, 7 repeats, 6 references": {"damaged": 7, "repeat": 7, "reference": 6},
    "10: 6 damaged, 2 repeats, 2 references": {"damaged": 6, "repeat": 2, "reference": 2},
    "5: 5 damaged": {"damaged": 5},
}
MIXED = {"careful": 0.62, "random": 0.12, "straight": 0.1, "hasty": 0.08, "leaving": 0.08}
MOSTLY_BAD = {"careful": 0.27, "random": 0.52, "straight": 0.15, "hasty": 0.06}  # so that 31 % pass, as in SR'18
BAD = ("random", "straight", "hasty")
# Assumed: standard deviations, on a scale of 100, of texts about their system, of raters' severity and of single
# judgements; and by how much damage is worse.
OF_TEXTS, OF_RATERS, OF_JUDGEMENTS, DAMAGE = 10.0, 10.0, 12.0, 30.0
WORDS = ("north", "lake", "quiet", "cheap", "large", "old", "green", "warm", "long", "near", "steep", "new")
_ACTION = re.compile(r'<form[^>]* action="([^"]+)"')
_HIDDEN = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)"')


@dataclass
class SimulatedClock:
    """The time that the server believes in."""

    now: float = 1_800_000_000.0

    def __call__(self) -> float:
        """Tell it."""
        return self.now


@dataclass
class World:
    """A study on a server, and the true quality of its texts."""

    store: Store
    running: RunningStudy
    clock: SimulatedClock
    quality: dict[str, float]
    port: int
    line: http.client.HTTPConnection = field(init=False)

    def __post_init__(self) -> None:
        self.line = http.client.HTTPConnection("127.0.0.1", self.port)


def run() -> dict[str, object]:
    """Every set of control items with a mixed crowd; and a crowd of which 31 % should pass."""
    found: dict[str, object] = {
        f"control items {name}": meet_crowd(control, MIXED, seed)
        for seed, (name, control) in enumerate(CONTROLS.items())
    }
    return found | {"31 % pass": meet_crowd(list(CONTROLS.values())[1], MOSTLY_BAD, 31)}


def meet_crowd(control: dict[str, int], crowd: dict[str, float], seed: int, raters: int = RATERS) -> dict[str, object]:
    """Let a crowd answer a study through the server, then ask who is flagged, and for the ranking of those who pass."""
    rng, started = np.random.default_rng(seed), time.perf_counter()
    with tempfile.TemporaryDirectory() as folder, open_store(Path(folder) / "campaign.db") as store:
        clock = SimulatedClock()
        material, quality = make_material(rng)
        running = create(store, material, control, clock(), raters)
        server = uvicorn.Server(uvicorn.Config(make_app(store, clock=clock), port=0, log_level="error"))
        thread = threading.Thread(target=server.run, daemon=True)
        thread.start()
        while not server.started:
            time.sleep(0.05)
        port = server.servers[0].sockets[0].getsockname()[1]
        kinds = rng.permutation(
            np.repeat(list(crowd), np.diff(np.rint(np.cumsum([0, *crowd.values()]) * raters)).astype(int))
        )
        answer_as(World(store, running, clock, quality, port), [str(kind) for kind in kinds], rng)
        server.should_exit = True
        thread.join()
        found = judge(store, [str(kind) for kind in kinds])
    return {**found, "seconds": round(time.perf_counter() - started)}


def make_material(rng: np.random.Generator) -> tuple[StudyMaterial, dict[str, float]]:
    """Texts of invented words, and their true quality."""
    instances, outputs, quality = [], {name: [] for name in SYSTEMS}, {}  # type: ignore[var-annotated]
    for number in range(INSTANCES):
        reference = _write(number, "reference", rng)
        quality[reference] = 90.0
        instances.append(Instance(f"i{number}", SlotValues((("name", f"Walk {number}"),)), (reference,)))
        for name, mean in SYSTEMS.items():
            text = _write(number, name, rng)
            outputs[name].append(text)
            quality[text] = float(mean + rng.normal(0, OF_TEXTS))
    return StudyMaterial(tuple(instances), outputs, {}, "Walks"), quality


def _write(number: int, name: str, rng: np.random.Generator) -> str:
    words = " ".join(rng.choice(WORDS, 12).tolist())
    return f"Walk {number} is {words} says {name}."


def create(store: Store, material: StudyMaterial, control: dict[str, int], now: float, raters: int) -> RunningStudy:
    """The study: sheets of 40 items and control items, each for as many raters as come."""
    sheets = -(-len(SYSTEMS) * INSTANCES // SCORED)
    keys: dict[str, Any] = {
        "name": "study",
        "method": "direct_assessment",
        "criteria": ["readability"],
        "items_per_sheet": SCORED + sum(control.values()),
        "raters_per_item": raters // sheets + 2,
        "sheets_per_rater": 1,
        "control": control,
        "codes": {"complete": "DONE"},
    }
    (created,) = store_plans(store, plan_study(parse_design(keys), material, 1), 1, now)
    return read_study(created.study)


def answer_as(world: World, kinds: list[str], rng: np.random.Generator) -> None:
    """Raters come within four hours; what happens, happens in the order of time."""
    start = world.clock()
    events: list[tuple[float, int, str, str, dict[str, str]]] = []
    for number in range(len(kinds)):
        heapq.heappush(events, (start + rng.uniform(0, 4 * 3600), number, "", "", {}))
    while events:
        now, number, address, cookie, fields = heapq.heappop(events)
        world.clock.now = max(world.clock.now, now)
        if address:
            _, _, page = ask(world, "POST", address, cookie, fields)
            if 'id="code"' not in page:
                raise AssertionError(
                    f"rater {number + 1} did not get to the end: {re.sub('<[^>]*>', ' ', page)[-400:]}"
                )
            continue
        sheet, cookie, page = begin(world, number + 1)
        seen = world.store.read(lambda transaction, token=sheet: see_sheet(transaction, token)).stored  # type: ignore[misc]
        answers, seconds = decide(world, seen, kinds[number], rng)
        sent = {**dict(_HIDDEN.findall(page)), **answers}
        if kinds[number] != "leaving":
            heapq.heappush(events, (now + seconds, number, f"/sheets/{sheet}", cookie, sent))


def begin(world: World, number: int) -> tuple[str, str, str]:
    """Open a personal link, agree, read the instructions; the sheet, the cookie and the page."""
    url, cookie, page = ask(world, "GET", make_personal_link(world.running.study, number, ""), "", {})
    fields = {**dict(_HIDDEN.findall(page)), "_decision": "agree"}
    url, cookie, page = ask(world, "POST", _ACTION.findall(page)[0].replace("&amp;", "&"), cookie, fields)
    url, cookie, page = ask(world, "POST", _ACTION.findall(page)[0], cookie, dict(_HIDDEN.findall(page)))
    return url.removeprefix("/sheets/"), cookie, page


def ask(world: World, method: str, address: str, cookie: str, fields: dict[str, str]) -> tuple[str, str, str]:
    """A request as a browser makes it, redirects followed: the last address, the cookie and the page."""
    for _ in range(5):
        headers = {"Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded"}
        world.line.request(method, address, urlencode(fields) if method == "POST" else None, headers)
        answer = world.line.getresponse()
        page = answer.read().decode()
        cookie = (answer.getheader("set-cookie") or cookie).partition(";")[0]
        if answer.status != 303:
            if answer.status != 200:
                raise AssertionError(f"{answer.status} for {method} {address}: {page[-600:]}")
            return address, cookie, page
        method, address = "GET", str(answer.getheader("location"))
    raise AssertionError("too many redirects")


def decide(world: World, stored: StoredSheet, kind: str, rng: np.random.Generator) -> tuple[dict[str, str], float]:
    """What somebody answers to a sheet, and how long it takes."""
    fields = world.running.method.fields(world.running.sheet(stored))
    size = len(stored.items)
    seconds = float(rng.lognormal(np.log(5.0), 0.3) * size)
    if kind == "random":
        values = rng.uniform(0, 101, size)
    elif kind == "straight":
        values = np.full(size, float(rng.integers(30, 90)))
    else:
        known = np.array([see_quality(world, stored, item.text) for item in stored.items])
        noise = 30.0 if kind == "hasty" else OF_JUDGEMENTS
        values = known + rng.normal(0, OF_RATERS) + rng.normal(0, noise, size)
    if kind == "hasty":
        seconds = float(rng.uniform(0.15, 0.4) * size)
    return dict(zip(fields, map(str, np.clip(values, 0, 100).astype(int).tolist()), strict=True)), seconds


def see_quality(world: World, stored: StoredSheet, text: str) -> float:
    """The quality of a text; one that is damaged is worse than that on the sheet which it resembles most."""
    if text in world.quality:
        return world.quality[text]
    words = set(text.split())
    near = max(
        (item.text for item in stored.items if item.text in world.quality),
        key=lambda other: len(words & set(other.split())) + 10 * (other.split()[1] == text.split()[1]),
    )
    return world.quality[near] - DAMAGE


def judge(store: Store, kinds: list[str]) -> dict[str, object]:
    """Who is flagged, who passes, and how systems rank by those who pass."""
    people = list_identities(store, "study")
    link = {str(row[0]): int(row[list(people.columns).index("link")]) for row in people.rows}
    raters = [rater for rater in list_study_raters(store, "study") if rater.sheets]
    kind_of = {rater.rater: kinds[link[rater.rater] - 1] for rater in raters}
    flagged = {
        kind: [rater.is_odd for rater in raters if kind_of[rater.rater] == kind] for kind in dict.fromkeys(kinds)
    }
    bad = [is_odd for kind in BAD for is_odd in flagged.get(kind, ())]
    with store.reading() as transaction:
        _, table = tabulate_numbers(transaction, find_study(transaction, "study"))
    ratings = read_rating_lines(table.removesuffix("\n").split("\n"), "study")
    control = check_raters(ratings)
    kept = set_failing_aside(ratings, control)
    orders = {name: _rank(one) for name, one in (("all", ratings), ("passing", kept))}
    truth = sorted(SYSTEMS, key=lambda name: -SYSTEMS[name])
    return {
        "came": len(kinds),
        "answered": len(raters),
        "bad": len(bad),
        "recall": round(float(np.mean(bad)), 4),
        "false_positives": round(float(np.mean(flagged["careful"])), 4),
        "flagged": {kind: f"{sum(odd)} of {len(odd)}" for kind, odd in flagged.items()},
        "pass": round(control.count("pass") / len(raters), 4),
        "pass_quality_control": control.count("pass"),
        "unflagged": round(float(np.mean([not rater.is_odd for rater in raters])), 4),
        "ranking_of_all_is_true": orders["all"] == truth,
        "ranking_of_passing_is_true": orders["passing"] == truth,
        "spread_of_all": _spread(ratings),
        "spread_of_passing": _spread(kept),
        "true_spread": max(SYSTEMS.values()) - min(SYSTEMS.values()),
    }


def _means(ratings: Any) -> dict[str, float]:
    scored = ratings.of_kind("scored")
    values = np.asarray(scored.value)
    return {
        name: float(values[scored.system.codes == code].mean())
        for code, name in enumerate(scored.system.names)
        if name in SYSTEMS
    }


def _rank(ratings: Any) -> list[str]:
    means = _means(ratings)
    return sorted(means, key=lambda name: -means[name])


def _spread(ratings: Any) -> float:
    means = _means(ratings).values()
    return round(max(means) - min(means), 2)


if __name__ == "__main__":
    print(run())
