"""The real server on a free port, with studies of invented texts and scenes, and raters with real browsers."""

import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from balanced_scenes import FURNITURE, make_balanced_scenes
from browser.keyboard import KeyboardRater, leave, ready
from browser.serving import Served
from gallery.items import DESCRIPTIONS, MEANING, OUTPUTS, REFERENCE, TURN
from genchal.campaign.studies.create import StudyMaterial, plan_study, store_plans
from genchal.campaign.studies.links import make_personal_link
from genchal.campaign.studies.stored import RunningStudy, read_study
from genchal.domain import Instance
from genchal.domain.study.keys import parse_design
from genchal.elicitation import METHODS
from genchal.store.connection.trouble import Unavailable
from genchal.store.store import Store
from genchal.web.app import make_app

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Dialog, Page, WebError

SYSTEMS = ("one", "two", "three")
CODE = "DONE-42"
QUESTION = {"question": "Is English your first language?", "options": ["Yes", "No"], "passing": ["Yes"]}


@dataclass
class Ahead:
    """The time, and a bit more when a test wants leases to run out."""

    seconds: float = 0.0

    def __call__(self) -> float:
        return time.time() + self.seconds


def material(method: str, count: int) -> StudyMaterial:
    """Instances and what three systems wrote for them: scenes where the method needs some."""
    if METHODS[method].needs_scene:
        instances = tuple(make_balanced_scenes(FURNITURE, count, np.random.default_rng(4)))
        texts: tuple[str, ...] = DESCRIPTIONS
    else:
        instances = tuple(
            Instance(f"i{number}", (MEANING, TURN)[number % 2], (f"{REFERENCE} ({number})",)) for number in range(count)
        )
        texts = OUTPUTS
    outputs = {
        system: [f"{texts[place]} ({number})" for number in range(count)] for place, system in enumerate(SYSTEMS)
    }
    return StudyMaterial(instances, outputs, {}, "Restaurants and rooms")


def add_study(store: Store, method: str, *, count: int = 2, **keys: Any) -> RunningStudy:
    """Store a study; anybody may take part in it unless `keys` say otherwise."""
    usual = {
        "name": method,
        "method": method,
        "identity": "anonymous",
        "raters_per_item": 1,
        "codes": {"complete": CODE},
    }
    design = parse_design({**usual, **keys})
    (created,) = store_plans(store, plan_study(design, material(method, count), 1), 1, time.time())
    return read_study(created.study)


class ThreadServer(Served):
    """The app on an open store, in a thread of this process."""

    def __init__(self, store: Store) -> None:
        self.store, self.clock = store, Ahead()
        self.fails = False  # whether the database is away for those who write
        super().__init__(make_app(store, clock=self.clock))
        submit = store.submit
        store.submit = lambda operation: self._refuse() if self.fails else submit(operation)  # type: ignore[method-assign]

    def _refuse(self) -> Any:
        raise Unavailable("the database cannot be reached", "Start it.")


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


Look = Callable[["Page", str], None]


def pass_by(page: "Page", kind: str) -> None:
    """Look at nothing."""


@dataclass
class BrowserRater:
    """Somebody with a browser of their own."""

    context: "BrowserContext"
    address: str
    study: RunningStudy
    complaints: list[str] = field(default_factory=list)
    may_hear: str = ""  # what the browser may say because the test is about it
    page: "Page" = field(init=False)

    def __post_init__(self) -> None:
        self.context.on("console", self.heard)
        self.context.on("weberror", self.failed)
        self.context.on("dialog", self.asked)
        self.page = self.context.pages[0] if self.context.pages else self.open()

    def open(self, path: str = "") -> "Page":
        """A new window."""
        page = self.context.new_page()
        if path:
            page.goto(f"{self.address}{path}")
            ready(page)
        return page

    def heard(self, message: "ConsoleMessage") -> None:
        if not self.may_hear or self.may_hear not in message.text:
            self.complaints.append(message.text)

    def failed(self, error: "WebError") -> None:
        self.complaints.append(str(error.error))

    def asked(self, dialog: "Dialog") -> None:
        self.complaints.append(dialog.message)
        dialog.dismiss()

    def forget(self) -> None:
        """Leave the window to the next rater."""
        self.context.remove_listener("console", self.heard)
        self.context.remove_listener("weberror", self.failed)
        self.context.remove_listener("dialog", self.asked)

    def start(self, link: str = "", look: Look = pass_by) -> "Page":
        """From the link to the first sheet, with a look at the pages before it."""
        self.arrive(link, look)
        self.page.locator('form[action$="/begin"] button').click()
        self.page.wait_for_url("**/sheets/*")
        ready(self.page)
        return self.page

    def arrive(self, link: str = "", look: Look = pass_by) -> "Page":
        """From the link to the instructions."""
        self.page.goto(link or f"{self.address}/s/{self.study.study.name}")
        look(self.page, "consent")
        self.page.locator('button[value="agree"]').press("Enter")
        if self.study.design.eligibility:
            look(self.page, "eligibility")
            self.page.locator(".tick").first.click()
            self.page.locator("button.primary").press("Enter")
        self.page.wait_for_url(f"**/s/{self.study.study.name}")
        look(self.page, "instructions")
        return self.page

    def invitation(self, number: int) -> str:
        return make_personal_link(self.study.study, number, self.address)

    def answer_by_keyboard(self, text: str, look: Callable[["Page"], None] | None = None) -> None:
        """Answer the sheet, look at it if wanted, and go on to what follows."""
        KeyboardRater(self.page, text, look).run()

    @property
    def is_done(self) -> bool:
        return self.page.url.endswith("/done")

    def send(self) -> None:
        """Press the button, and wait for what follows."""
        before = self.page.url
        self.page.locator(".send button").click()
        leave(self.page, before)


def new_screen(browser: "Browser", **screen: Any) -> "BrowserContext":
    """A fresh browser, on a phone unless `screen` says otherwise."""
    usual = {"viewport": {"width": 360, "height": 740}, "reduced_motion": "reduce"}
    context = browser.new_context(**{**usual, **screen})
    context.set_default_timeout(15_000)
    return context


@contextmanager
def rater_in(
    context: "BrowserContext", server: ThreadServer | ProcessServer, study: RunningStudy
) -> Iterator[BrowserRater]:
    """A rater in a browser that others have used for other studies; it must not have complained."""
    one = BrowserRater(context, server.address, study)
    yield one
    one.forget()
    for window in context.pages[1:]:
        window.close()
    assert one.complaints == []


@contextmanager
def rater_of(
    browser: "Browser", server: ThreadServer | ProcessServer, study: RunningStudy, **screen: Any
) -> Iterator[BrowserRater]:
    """A rater with a fresh browser; it must not have complained."""
    context = new_screen(browser, **screen)
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
