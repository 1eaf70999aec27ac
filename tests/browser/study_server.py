"""The real server on a free port, with studies of invented texts and scenes, and raters with real browsers."""

import socket
import subprocess
import sys
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any, Self

import numpy as np
import uvicorn
from sqlalchemy import select

from browser.gallery_server import KeyboardRater
from genchal.campaign.arrivals import personal_link
from genchal.campaign.running import Running, running
from genchal.campaign.studies import Material, plan_study, store_plans
from genchal.domain import Instance
from genchal.domain.study_keys import study_design
from genchal.elicitation import METHODS
from genchal.elicitation.design.scenes import FURNITURE, balanced_scenes
from genchal.store import Store, load_sheet
from genchal.store.schema import answer, item, judgement, rater, sheet
from genchal.web.app import make_app
from genchal.web.gallery_items import DESCRIPTIONS, MEANING, OUTPUTS, REFERENCE, TURN

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

SYSTEMS = ("one", "two", "three")
CODE = "DONE-42"
QUESTION = {"question": "Is English your first language?", "options": ["Yes", "No"], "passing": ["Yes"]}


@dataclass
class Ahead:
    """The time, and a bit more when a test wants leases to run out."""

    seconds: float = 0.0

    def __call__(self) -> float:
        return time.time() + self.seconds


def material(method: str, count: int) -> Material:
    """Instances and what three systems wrote for them: scenes where the method needs some."""
    if METHODS[method].needs_scene:
        instances = tuple(balanced_scenes(FURNITURE, count, np.random.default_rng(4)))
        texts: tuple[str, ...] = DESCRIPTIONS
    else:
        instances = tuple(
            Instance(f"i{number}", (MEANING, TURN)[number % 2], (f"{REFERENCE} ({number})",)) for number in range(count)
        )
        texts = OUTPUTS
    outputs = {
        system: [f"{texts[place]} ({number})" for number in range(count)] for place, system in enumerate(SYSTEMS)
    }
    return Material(instances, outputs, {}, "Restaurants and rooms")


def add_study(store: Store, method: str, *, count: int = 2, **keys: Any) -> Running:
    """Store a study; anybody may take part in it unless `keys` say otherwise."""
    usual = {
        "name": method,
        "method": method,
        "identity": "anonymous",
        "raters_per_item": 1,
        "codes": {"complete": CODE},
    }
    design = study_design({**usual, **keys})
    (created,) = store_plans(store, plan_study(design, material(method, count), 1), 1, time.time())
    return running(created.study)


class ThreadServer:
    """The app on an open store, in a thread of this process."""

    def __init__(self, store: Store) -> None:
        self.store, self.clock = store, Ahead()
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.socket.getsockname()[1]}"
        app = make_app(store, clock=self.clock)
        self.server = uvicorn.Server(
            uvicorn.Config(app, log_level="warning", access_log=False, ws="none", timeout_graceful_shutdown=1)
        )
        self.thread = Thread(target=self.server.run, kwargs={"sockets": [self.socket]}, daemon=True)

    def __enter__(self) -> Self:
        self.thread.start()
        while not self.server.started:
            time.sleep(0.01)
        return self

    def __exit__(self, *_: object) -> None:
        self.server.should_exit = True
        self.thread.join(10)
        self.socket.close()


class ProcessServer:
    """`genchal serve` in a process of its own, which can be killed and started again at the same address."""

    def __init__(self, database: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{port}"
        self.command = [sys.executable, "-m", "genchal", "serve", "--database", str(database), "--port", str(port)]
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self.process = subprocess.Popen(self.command, stdout=subprocess.DEVNULL)
        until = time.monotonic() + 30
        while time.monotonic() < until:
            try:
                with urllib.request.urlopen(f"{self.address}/health", timeout=5):
                    return
            except OSError:
                assert self.process.poll() is None, "the server has ended"
                time.sleep(0.05)
        raise AssertionError("the server did not start")

    def kill(self) -> None:
        """As a power cut would."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


@contextmanager
def started(database: Path) -> Iterator[ProcessServer]:
    server = ProcessServer(database)
    server.start()
    try:
        yield server
    finally:
        server.kill()


@dataclass
class BrowserRater:
    """Somebody with a browser of their own."""

    context: "BrowserContext"
    address: str
    study: Running
    complaints: list[str] = field(default_factory=list)
    is_cut_off: bool = False  # whether the browser may say that it reaches nobody
    page: "Page" = field(init=False)

    def __post_init__(self) -> None:
        self.page = self.open()

    def open(self, path: str = "") -> "Page":
        """A new window; what the browser complains of is kept."""
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("dialog", lambda dialog: self.complaints.append(dialog.message))
        page.on("console", lambda message: self.heard(message.text))
        if path:
            page.goto(f"{self.address}{path}")
            ready(page)
        return page

    def heard(self, message: str) -> None:
        if not (self.is_cut_off and "net::ERR_" in message):
            self.complaints.append(message)

    def start(self, link: str = "") -> "Page":
        """From the link to the first sheet."""
        self.page.goto(link or f"{self.address}/s/{self.study.study.name}")
        self.page.locator('button[value="agree"]').press("Enter")
        if self.study.design.eligibility:
            self.page.locator(".tick").first.click()
            self.page.locator("button.primary").press("Enter")
        self.page.wait_for_url(f"**/s/{self.study.study.name}")
        self.page.locator('form[action$="/begin"] button').click()
        self.page.wait_for_url("**/sheets/*")
        ready(self.page)
        return self.page

    def start_by_invitation(self, number: int) -> "Page":
        return self.start(personal_link(self.study.study, number, self.address))

    def answer_by_keyboard(self, text: str) -> None:
        """Answer the sheet and go on to what follows."""
        page, before = self.page, self.page.url
        KeyboardRater(page, text).run(lambda: has_left(page, before))

    @property
    def is_done(self) -> bool:
        return self.page.url.endswith("/done")

    def send(self) -> None:
        """Press the button, and wait for what follows."""
        before = self.page.url
        self.page.locator(".send button").click()
        leave(self.page, before)


@contextmanager
def rater_of(
    browser: "Browser", server: ThreadServer | ProcessServer, study: Running, **screen: Any
) -> Iterator[BrowserRater]:
    """A rater with a fresh browser, on a phone unless `screen` says otherwise; it must not have complained."""
    usual = {"viewport": {"width": 360, "height": 740}, "reduced_motion": "reduce"}
    context = browser.new_context(**{**usual, **screen})
    context.set_default_timeout(15_000)
    one = BrowserRater(context, server.address, study)
    try:
        yield one
    finally:
        context.close()
    assert one.complaints == []


@contextmanager
def other_device(browser: "Browser", rater: BrowserRater) -> Iterator["Page"]:
    """The sheet in a browser that is the same rater's by its cookies, and has kept nothing else."""
    state = rater.context.storage_state()
    state["origins"] = []
    context = browser.new_context(storage_state=state)
    page = context.new_page()
    page.goto(rater.page.url)
    ready(page)
    yield page
    context.close()


def ready(page: "Page") -> None:
    """Wait until the scripts of a sheet are in place; other pages need nothing."""
    if "/sheets/" in page.url and page.locator("#sheet").count():
        page.wait_for_selector("html[data-ready]")


def has_left(page: "Page", before: str) -> bool:
    """Whether a sheet was taken. What is on its way is waited for, however busy the machine is."""
    from playwright.sync_api import Error

    try:
        is_sending = page.evaluate("document.querySelector('#sheet .columns')?.inert ?? true")
    except Error:  # between two pages
        is_sending = True
    if not is_sending and page.url == before:
        return False
    leave(page, before)
    return True


def leave(page: "Page", before: str) -> None:
    """Wait for the page that follows."""
    page.wait_for_url(lambda url: url != before)
    ready(page)


@dataclass(frozen=True)
class Answered:
    """A sheet as it is stored: what it had to give, what it gave, and what its page measured."""

    rater: int
    state: str
    is_practice: bool
    expected: Counter[tuple[str, str]]
    judged: Counter[tuple[str, str]]
    values: Mapping[tuple[str, str], str]
    timings: Mapping[str, Any]
    seconds: float


def answered_sheets(store: Store, study: Running) -> list[Answered]:
    """All sheets of a study that have been answered, in the order in which the answers came."""
    chosen = (
        select(sheet.c.id, sheet.c.token, rater.c.id, rater.c.number, sheet.c.state, sheet.c.shown_at, answer.c.timings)
        .join(rater, rater.c.id == sheet.c.rater)
        .join(answer, answer.c.sheet == sheet.c.id)
        .where(rater.c.study == study.study.id)
        .order_by(answer.c.id)
    )
    judged = (
        select(item.c.name, judgement.c.criterion, judgement.c.value, judgement.c.answered_at)
        .join(item, item.c.id == judgement.c.item)
        .order_by(judgement.c.position, judgement.c.id)
    )
    found = []
    with store.reading() as transaction:
        for number, token, owner, name, state, shown_at, timings in transaction.execute(chosen).all():
            stored = load_sheet(transaction, token, owner)
            rows = transaction.execute(judged.where(judgement.c.sheet == number)).all()
            found.append(
                Answered(
                    name,
                    state,
                    stored.practice,
                    Counter(study.method.shape(study.sheet(stored))),
                    Counter((one.name, one.criterion) for one in rows),
                    {(one.name, one.criterion): one.value for one in rows},
                    timings,
                    max(one.answered_at for one in rows) - shown_at,
                )
            )
    return found


def check_once(store: Store, study: Running, sheets: int) -> list[Answered]:
    """So many sheets have been answered, each with one judgement per item and criterion, after a plausible time."""
    found = answered_sheets(store, study)
    assert len(found) == sheets
    for one in found:
        assert one.judged == one.expected
        assert set(one.judged.values()) == {1}
        timings = one.timings
        assert 0 < timings["active_ms"] <= timings["wall_ms"] + 5
        parts = timings["active_ms"] + timings["idle_ms"] + timings["hidden_ms"]
        assert parts <= timings["wall_ms"] + 20
        assert abs(one.seconds - timings["wall_ms"] / 1000) < 1
    return found
